// A page that loads itself again and again is stopped in it.
import {SOON, note} from './activity.js';
import {add} from './kept.js';

if (window.navigation && performance.getEntriesByType('navigation')[0]?.type === 'reload') {
  add.call(navigation, 'navigate', event => {
    const again = event.navigationType === 'reload' || event.destination.url === location.href;
    const wanted = event.destination.sameDocument || event.userInitiated || !event.cancelable;
    if (!again || wanted || performance.now() > SOON) return;
    event.preventDefault();
    note.asked[note.asked.length] = 'being loaded again and again';
  });
}
