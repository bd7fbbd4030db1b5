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
const REFUSED = /^(data|file|filesystem|chrome|devtools|view-source):/; // by the browser itself, without a word
const noteAddress = url => (note.asked[note.asked.length] = `an address that begins with ${url.split(':')[0]}:`);
const noteRefused = event => {
  const link = event.composedPath().find(part => part instanceof HTMLAnchorElement && REFUSED.test(part.href));
  if (link) noteAddress(link.href);
};
const refuseProgram = event => {
  // What another program is to open: the browser would ask a person, and take no click until there is an answer.
  if (OPENED.test(event.destination.url) || REFUSED.test(event.destination.url)) return;
  apply(preventDefault, event, []);
  noteAddress(event.destination.url);
};
add.call(window, 'click', noteRefused, {capture: true});
add.call(navigation, 'navigate', refuseProgram);
