// Requests and short timers that the page starts are under way until they are answered.
import {SOON, begin, end} from './activity.js';
import {add, apply, map, own} from './kept.js';

const bare = address => {
  try {
    return new URL(address, document.baseURI).href.split(/[?#]/)[0];
  } catch {
    return '';
  }
};

const fetch = window.fetch;
if (fetch)
  window.fetch = function (what) {
    const answer = apply(fetch, this, arguments);
    const id = Symbol('request');
    begin(id, bare(what?.url ?? what));
    const over = () => end(id);
    answer.then(over, over);
    return answer;
  };
const {open, send: transmit} = XMLHttpRequest.prototype;
const requested = own(new WeakMap(), 'get', 'set');
XMLHttpRequest.prototype.open = function (method, address) {
  requested.set(this, bare(address));
  return apply(open, this, arguments);
};
XMLHttpRequest.prototype.send = function () {
  const id = Symbol('request');
  begin(id, requested.get(this) ?? '');
  apply(add, this, ['loadend', () => end(id), {once: true}]);
  return apply(transmit, this, arguments);
};
const {setTimeout: startTimer, clearTimeout: stopTimer} = window;
const timers = map();
let inTimer = false; // in a timer's call: what it sets anew is a ticker
window.setTimeout = function (call, delay, ...rest) {
  if (inTimer || typeof call !== 'function' || !(Number(delay) > 0 && delay <= SOON))
    return apply(startTimer, window, arguments);
  const id = Symbol('timer');
  begin(id, call);
  const number = apply(startTimer, window, [
    function () {
      timers.delete(number);
      inTimer = true;
      try {
        return apply(call, window, rest);
      } finally {
        inTimer = false;
        end(id);
      }
    },
    delay,
  ]);
  timers.set(number, id);
  return number;
};
window.clearTimeout = number => {
  end(timers.get(number));
  timers.delete(number);
  return apply(stopTimer, window, [number]);
};
