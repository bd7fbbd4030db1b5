// What a person is asked for by the browser itself: declined (permissions by its settings), and noted.
import {begin, end, note} from './activity.js';
import {add, apply, preventDefault} from './kept.js';

const decline = (holder, name, what, instead) => {
  const original = holder?.[name];
  if (!original) return;
  holder[name] = function (...given) {
    note.asked[note.asked.length] = what;
    if (instead) return instead();
    const id = Symbol('wish');
    const over = () => end(id); // the answer comes a moment later, by promise or call
    begin(id, what);
    for (let at = 0; at < given.length; at += 1) {
      const call = given[at];
      if (typeof call === 'function')
        given[at] = function () {
          over();
          return apply(call, this, arguments);
        };
    }
    const answer = apply(original, this, given);
    answer?.then?.(over, over);
    return answer;
  };
};
decline(window.Geolocation?.prototype, 'getCurrentPosition', 'your location');
decline(window.Geolocation?.prototype, 'watchPosition', 'your location');
decline(window.Notification, 'requestPermission', 'leave to show notifications');
decline(window.MediaDevices?.prototype, 'getUserMedia', 'your camera or microphone');
decline(window.Clipboard?.prototype, 'readText', 'what is in the clipboard');
decline(window.Clipboard?.prototype, 'read', 'what is in the clipboard');
const refused = () => Promise.reject(new TypeError('Permissions check failed'));
for (const name of ['requestFullscreen', 'webkitRequestFullscreen', 'webkitRequestFullScreen'])
  decline(Element.prototype, name, 'the whole screen', refused);
decline(Element.prototype, 'requestPointerLock', 'the mouse pointer', refused);

const OPENED = /^(https?|javascript|about|blob):/;
const REFUSED = /^(data|file|filesystem|chrome|devtools|view-source):/; // by the browser, but for its own like
const refuseStrangeAddress = event => {
  // What is for another program: the browser would ask a person, over a page that takes no click until then.
  const link = event.composedPath().find(part => part instanceof HTMLAnchorElement && part.href);
  if (!link || OPENED.test(link.href)) return;
  if (!REFUSED.test(link.href)) apply(preventDefault, event, []);
  note.asked[note.asked.length] = `an address that begins with ${link.protocol}`;
};
add.call(window, 'click', refuseStrangeAddress, {capture: true});
