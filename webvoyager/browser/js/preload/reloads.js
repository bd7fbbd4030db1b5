// Stops a page that reloads itself again and again. Runs in the page's own world, before the page's
// scripts (preload.js).
import {SOON} from './activity.js';
import {noteDeclined} from './declined.js';
import {addListener} from './originals.js';

if (window.navigation && performance.getEntriesByType('navigation')[0]?.type === 'reload') {
  addListener.call(navigation, 'navigate', event => {
    const again = event.navigationType === 'reload' || event.destination.url === location.href;
    const harmless = event.destination.sameDocument || event.userInitiated || !event.cancelable;
    if (!again || harmless || performance.now() > SOON) return;
    event.preventDefault();
    noteDeclined('being loaded again and again');
  });
}
