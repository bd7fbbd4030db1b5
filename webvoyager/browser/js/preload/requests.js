// Counts the requests that the page starts as under way until they are answered. Runs in the page's
// own world, before the page's scripts (preload.js).
import {begin, end} from './activity.js';
import {addListener, apply, withMethods} from './originals.js';

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
