// The questions that a page can be asked.
import {aim} from './aim.js';
import {choose, holds, put} from './fields.js';
import {frameHandle, frameWindows} from './frames.js';
import {faultPage, observe} from './observe.js';
import {scroll} from './scroll.js';

export const CALLS = {observe, frameHandle, frameWindows, faultPage, aim, holds, choose, put, scroll};
