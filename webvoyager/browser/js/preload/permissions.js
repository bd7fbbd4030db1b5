// Declines and notes what the browser itself would ask the user for (permissions are declined by
// its settings). Runs in the page's own world, before the page's scripts (preload.js).
import {begin, end} from './activity.js';
import {noteDeclined} from './declined.js';
import {addListener, apply, preventDefault} from './originals.js';

const decline = (holder, name, wish, instead) => {
  const original = holder?.[name];
  if (!original) return;
  holder[name] = function (...parameters) {
    noteDeclined(wish);
    if (instead) return instead();
    // The answer comes a moment later, by a promise or by a callback.
    const id = Symbol('wish');
    const endWish = () => end(id);
    begin(id, wish);
    for (let at = 0; at < parameters.length; at += 1) {
      const callback = parameters[at];
      if (typeof callback === 'function')
        parameters[at] = function () {
          endWish();
          return apply(callback, this, arguments);
        };
    }
    const answer = apply(original, this, parameters);
    answer?.then?.(endWish, endWish);
    return answer;
  };
};
decline(window.Geolocation?.prototype, 'getCurrentPosition', 'your location');
decline(window.Geolocation?.prototype, 'watchPosition', 'your location');
decline(window.Notification, 'requestPermission', 'leave to show notifications');
decline(window.MediaDevices?.prototype, 'getUserMedia', 'your camera or microphone');
decline(window.Clipboard?.prototype, 'readText', 'what is in the clipboard');
decline(window.Clipboard?.prototype, 'read', 'what is in the clipboard');
const reject = () => Promise.reject(new TypeError('Permissions check failed'));
for (const name of ['requestFullscreen', 'webkitRequestFullscreen', 'webkitRequestFullScreen'])
  decline(Element.prototype, name, 'the whole screen', reject);
decline(Element.prototype, 'requestPointerLock', 'the mouse pointer', reject);

const OPENED = /^(https?|javascript|about|blob):/;
// The browser itself refuses these silently.
const REFUSED = /^(data|file|filesystem|chrome|devtools|view-source):/;
const noteAddress = url => noteDeclined(`an address that begins with ${url.split(':')[0]}:`);
const noteRefused = event => {
  const isRefused = node => node instanceof HTMLAnchorElement && REFUSED.test(node.href);
  const link = event.composedPath().find(isRefused);
  if (link) noteAddress(link.href);
};
const refuseProgram = event => {
  // An address for another program: the browser would ask the user, and take no clicks until there
  // is an answer.
  const {url} = event.destination;
  if (OPENED.test(url) || REFUSED.test(url)) return;
  apply(preventDefault, event, []);
  noteAddress(url);
};
addListener.call(window, 'click', noteRefused, {capture: true});
addListener.call(navigation, 'navigate', refuseProgram);
