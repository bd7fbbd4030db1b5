// The questions that a page can be asked.
import {aim} from './aim.js';
import {choose, holds, put} from './fields.js';
import {frameHandle, frameWindows} from './frames.js';
import {faultPage, focused, observe} from './observe.js';
import {scroll} from './scroll.js';

export const CALLS = {observe, frameHandle, frameWindows, faultPage, focused, aim, holds, choose, put, scroll};
