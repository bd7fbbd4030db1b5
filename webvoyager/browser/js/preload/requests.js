// Counts the requests and short timers that the page starts as under way until they are answered.
// In the page's own world, before the page's scripts (preload.js).
import {SOON, begin, end} from './activity.js';
import {addListener, apply, makeMap, withMethods} from './originals.js';

const withoutQuery = address => {
  try {
    return new URL(address, document.baseURI).href.split(/[?#]/)[0];
  } catch {
    return '';
  }
};

const {fetch} = window;
if (fetch)
  window.fetch = function (resource) {
    const response = apply(fetch, this, arguments);
    const id = Symbol('request');
    begin(id, withoutQuery(resource?.url ?? resource));
    const endRequest = () => end(id);
    response.then(endRequest, endRequest);
    return response;
  };

const {open, send} = XMLHttpRequest.prototype;
const requestAddresses = withMethods(new WeakMap(), 'get', 'set');
XMLHttpRequest.prototype.open = function (method, address) {
  requestAddresses.set(this, withoutQuery(address));
  return apply(open, this, arguments);
};
XMLHttpRequest.prototype.send = function () {
  const id = Symbol('request');
  begin(id, requestAddresses.get(this) ?? '');
  apply(addListener, this, ['loadend', () => end(id), {once: true}]);
  return apply(send, this, arguments);
};

export const {setTimeout: startTimer, clearTimeout: stopTimer} = window;
const timers = makeMap();
let inTimer = false; // while a timer's function runs: the timers that it sets make a ticker
window.setTimeout = function (callback, delay, ...rest) {
  if (inTimer || typeof callback !== 'function' || !(Number(delay) > 0 && delay <= SOON))
    return apply(startTimer, window, arguments);
  const id = Symbol('timer');
  begin(id, callback);
  const run = function () {
    timers.delete(number);
    inTimer = true;
    try {
      return apply(callback, window, rest);
    } finally {
      inTimer = false;
      end(id);
    }
  };
  const number = apply(startTimer, window, [run, delay]);
  timers.set(number, id);
  return number;
};
window.clearTimeout = number => {
  end(timers.get(number));
  timers.delete(number);
  return apply(stopTimer, window, [number]);
};
