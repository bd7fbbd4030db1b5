// What the page does a little later, by timers, intervals and animation frames, is often visible,
// so we wait for it. What these start in turn belongs to the same chain, and a chain gets SOON in
// total, so that we never wait for a ticker. Runs in the page's own world, before the page's
// scripts (preload.js).
import {SOON, begin, end, expect, expectNoMore} from './activity.js';
import {apply, makeMap} from './originals.js';

const {
  clearTimeout: stopTimer, setInterval: startInterval, requestAnimationFrame: startFrame,
  cancelAnimationFrame: stopFrame,
} = window;
export const startTimer = window.setTimeout;
const timers = makeMap(); // and intervals: their ids, by their numbers
const frames = makeMap();
let chainEnd = 0; // until when to wait for the chain whose function runs; 0 outside of any

const endOfChain = () => chainEnd || performance.now() + SOON;
const continueChain = (until, callback, parameters) => {
  const before = chainEnd;
  chainEnd = until;
  try {
    return apply(callback, window, parameters);
  } finally {
    chainEnd = before;
  }
};

window.setTimeout = function (callback, delay, ...rest) {
  if (typeof callback !== 'function') return apply(startTimer, window, arguments);
  const id = Symbol('timer');
  const until = endOfChain();
  if (delay > 0 && performance.now() + Number(delay) <= until) begin(id, callback);
  const run = function () {
    timers.delete(number);
    try {
      continueChain(until, callback, rest);
    } finally {
      end(id);
    }
  };
  const number = apply(startTimer, window, [run, delay]);
  timers.set(number, id);
  return number;
};

window.setInterval = function (callback, delay, ...rest) {
  if (typeof callback !== 'function') return apply(startInterval, window, arguments);
  const id = Symbol('interval');
  const until = endOfChain();
  if (performance.now() + Number(delay) <= until) expect(id, until);
  const run = function () {
    continueChain(until, callback, rest);
  };
  const number = apply(startInterval, window, [run, delay]);
  timers.set(number, id);
  return number;
};

window.requestAnimationFrame = function (callback) {
  if (typeof callback !== 'function') return apply(startFrame, window, arguments);
  const id = Symbol('frame');
  const until = endOfChain();
  expect(id, until);
  const run = function () {
    frames.delete(number);
    try {
      continueChain(until, callback, arguments);
    } finally {
      expectNoMore(id);
    }
  };
  const number = apply(startFrame, window, [run]);
  frames.set(number, id);
  return number;
};

window.clearTimeout = window.clearInterval = function (number) {
  end(timers.get(number));
  expectNoMore(timers.get(number));
  timers.delete(number);
  return apply(stopTimer, window, [number]);
};
window.cancelAnimationFrame = function (number) {
  expectNoMore(frames.get(number));
  frames.delete(number);
  return apply(stopFrame, window, [number]);
};
