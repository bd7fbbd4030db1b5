// Ends view transitions that take long: until they end, their pictures lie over the page and take
// all its clicks. Runs in the page's own world, before the page's scripts (preload.js).
import {begin, end} from './activity.js';
import {addListener, apply} from './originals.js';
import {startTimer} from './timers.js';

const LONGEST_TRANSITION = 600; // milliseconds
const {skipTransition} = window.ViewTransition?.prototype ?? {};

function limitTransition(transition) {
  if (!transition) return;
  const id = Symbol('transition');
  const endTransition = () => end(id);
  begin(id, transition);
  transition.finished.then(endTransition, endTransition);
  const cut = () => {
    apply(skipTransition, transition, []);
    endTransition(); // a change that never ends keeps `finished` waiting
  };
  apply(startTimer, window, [cut, LONGEST_TRANSITION]);
}

for (const {prototype} of [Document, Element]) {
  const {startViewTransition} = prototype;
  if (!startViewTransition) continue;
  prototype.startViewTransition = function () {
    const transition = apply(startViewTransition, this, arguments);
    limitTransition(transition);
    return transition;
  };
}
// Transitions from one document to the next.
addListener.call(window, 'pagereveal', event => limitTransition(event.viewTransition));
