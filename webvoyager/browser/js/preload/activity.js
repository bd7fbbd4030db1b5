// What is under way (requests, short timers) and what changed. What goes on without a pause while it is waited for
// never comes to rest, nor what it adds: that is not waited for again.
import {coming} from './coming.js';
import {map, own} from './kept.js';

export const SOON = 600; // milliseconds: a timer that short is waited for, unless a timer set it
const PAUSE = 1000;
const LONG = 1500; // milliseconds: what goes on for so long without such a pause never comes to rest
export const note = {changed: performance.now(), givenUp: false, asked: []};

export const underWay = map();
export const rhythm = map();
const addresses = own(new Set(), 'has', 'add');
const parts = own(new WeakSet(), 'has', 'add');
export const restless = {
  // addresses live on; what is no name is forgotten with the page's part that it is
  has: cause => (typeof cause === 'string' ? addresses : parts).has(cause),
  add: cause => (typeof cause === 'string' ? addresses : parts).add(cause),
};
const endless = cause => {
  const now = performance.now();
  const beat = rhythm.get(cause);
  if (!beat || now - beat.at > PAUSE) {
    if (rhythm.size > 1000) rhythm.clear();
    rhythm.set(cause, {since: now, at: now});
  } else {
    beat.at = now;
    if (now - beat.since > LONG) restless.add(cause);
  }
  return restless.has(cause);
};
export const giveUp = () => {
  const late = performance.now() - PAUSE;
  rhythm.forEach((beat, cause) => {
    if (beat.at > late) restless.add(cause);
  });
  underWay.forEach(what => restless.add(what));
  underWay.clear();
  const missing = coming();
  for (let at = 0; at < missing.length; at += 1) restless.add(missing[at]);
  note.givenUp = true;
};
export const markChanged = cause => {
  if (!endless(cause)) note.changed = performance.now();
};
export const begin = (id, what) => {
  if (!endless(what)) {
    underWay.set(id, what);
    note.changed = performance.now();
  }
};
export const end = id => {
  if (underWay.delete(id)) note.changed = performance.now();
};
