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

const OPENED = window === top ? /^(https?|javascript|about|blob):/ : /^(https?|javascript|about|blob|data):/;
const noteStrangeAddress = url => {
  const what = `an address that begins with ${url.split(':')[0]}:`;
  if (note.asked[note.asked.length - 1] !== what) note.asked[note.asked.length] = what;
};
const noteLink = event => {
  // What the browser opens for nobody: it says nothing, and stays where it is.
  const link = event.composedPath().find(part => part instanceof HTMLAnchorElement && part.href);
  if (link && !OPENED.test(link.href)) noteStrangeAddress(link.href);
};
const refuseProgram = event => {
  // What another program is to open: the browser would ask a person, and take no click until there is an answer.
  const {url} = event.destination;
  if (OPENED.test(url)) return;
  apply(preventDefault, event, []);
  noteStrangeAddress(url);
};
add.call(window, 'click', noteLink, {capture: true});
add.call(navigation, 'navigate', refuseProgram);
