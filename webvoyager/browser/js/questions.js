// The questions that a page and its frames are asked, and how they are answered. This module and
// everything it imports run in our isolated world, afresh at each question: their variables last
// for one answer. The top page keeps the function (worlds.py); a frame of another origin gets it
// with each question.
import {aim, tooltipAt} from './aim.js';
import {frameHandle, frameWindows, windowsOfFrames} from './cross_origin.js';
import {choose, dropFocus, fieldValue, put, takesText} from './fields.js';
import {errorPage, focused, observe} from './observe.js';
import {reply} from './preamble.js';
import {leftToScroll, scroll} from './scroll.js';

const QUESTIONS = {
  observe, frameHandle, frameWindows, errorPage, focused, aim, fieldValue, choose, put, scroll,
  leftToScroll, dropFocus, takesText, tooltipAt,
};

export function answer(question, ...parameters) {
  const result = QUESTIONS[question](...parameters);
  return reply(result, windowsOfFrames());
}
