// Runs in every document and frame before the page's own scripts, in the page's own world. It notes
// what can only be noticed from the start (listeners, closed shadow roots, activity) and reports it
// when page_world.js or rest.js asks by an event. It keeps everything in one tab and declines
// whatever would take over the screen.
import {CHANNEL, TABS} from './preamble.js';
import {activity, forgetRhythm, giveUp} from './preload/activity.js';
import {listLoading} from './preload/coming.js';
import {takeDeclined} from './preload/declined.js';
import {internalsSay} from './preload/internals.js';
import {isListening} from './preload/listeners.js';
import {
  OriginalEvent, addListener, apply, composedPath, dispatch, preventDefault,
} from './preload/originals.js';
import './preload/requests.js';
import './preload/timers.js';
import './preload/changes.js';
import './preload/console.js';
import './preload/shadow_roots.js';
import './preload/transitions.js';
import './preload/reloads.js';
import './preload/permissions.js';
import {allowTabs, keepOneTab} from './preload/tabs.js';

if (TABS) allowTabs();
else keepOneTab();

const report = event => {
  // What our own action sets off isn't a rhythm of the page.
  if (event.detail === 'begin') forgetRhythm();
  if (event.detail === 'give up') giveUp(listLoading());
  const detail = {...activity(), coming: listLoading().length, declined: takeDeclined()};
  dispatch.call(window, new OriginalEvent(CHANNEL + 'report', {detail}));
};
addListener.call(window, CHANNEL + 'ask', report, true);

const answerYes = (name, holds) => {
  // A question about one element: preventing the event's default action means yes.
  const answer = event => {
    if (holds(apply(composedPath, event, []), event.detail)) apply(preventDefault, event, []);
  };
  addListener.call(window, name, answer, true);
};
answerYes(CHANNEL + 'listens', isListening);
answerYes(CHANNEL + 'internals', internalsSay);
