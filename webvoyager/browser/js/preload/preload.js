// Runs in every document and frame before the page's own scripts: notes what only can be noticed from the start, and
// tells it by events when asked. Keeps everything in one tab, and declines what would take the screen away.
import {giveUp, note, rhythm, underWay} from './activity.js';
import {coming} from './coming.js';
import {Told, add, apply, composedPath, preventDefault, send} from './kept.js';
import {says} from './internals.js';
import {countOf} from './listeners.js';
import './requests.js';
import './changes.js';
import './console.js';
import './shadow_roots.js';
import './reloads.js';
import './wishes.js';
import './tabs.js';

const answerAsk = event => {
  if (event.detail === 'begin') rhythm.clear(); // what came of our own action is no rhythm of the page's
  if (event.detail === 'give up') giveUp();
  const {givenUp, asked} = note;
  const age = performance.now() - note.changed;
  const detail = {givenUp, asked, age, pending: underWay.size, coming: coming().length};
  send.call(window, new Told(CHANNEL + 'note', {detail}));
  note.asked = [];
};
add.call(window, CHANNEL + 'ask', answerAsk, true);
const answerYes = (name, holds) => {
  // Asked of one element: "yes" is said by declining the event.
  const answer = event => {
    if (holds(apply(composedPath, event, [])[0], event.detail)) apply(preventDefault, event, []);
  };
  add.call(window, name, answer, true);
};
answerYes(CHANNEL + 'listens', (element, events) => countOf(element, events) > 0);
answerYes(CHANNEL + 'internals', says);
