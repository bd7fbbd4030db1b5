// Questions to the page's own world, which preload.js answers there with yes or no. Runs in the
// isolated world, at each question (questions.js).
import {readNative, tagOf} from './dom.js';
import {CHANNEL} from './preamble.js';

function answersYes(name, element, detail) {
  // Whatever happens in a closed root seems, outside of it, to happen to its element.
  if (readNative(element, 'getRootNode').mode === 'closed') return false;
  const event = new CustomEvent(CHANNEL + name, {composed: true, cancelable: true, detail});
  return !readNative(element, 'dispatchEvent', event);
}

const silent = new Set(); // elements that don't listen to the mouse at all

export function listens(element, events = 'clickOrPress') {
  // Whether an element listens to the mouse; `events` is one of the groups in listeners.js.
  if (silent.has(element)) return false;
  const does = answersYes('listens', element, events);
  if (!does && events === 'any') silent.add(element);
  return does;
}

export function readInternals(element, property, values) {
  // What a custom element says about itself in its internals rather than in an attribute: one of
  // the values, or ''.
  if (!tagOf(element).includes('-') || !answersYes('internals', element, 'any')) return '';
  const isSaid = value => answersYes('internals', element, `${property}=${value}`);
  return values.find(isSaid) ?? '';
}
