// What is under way on the page (requests, short timers) and when it last changed. Runs in the
// page's own world, before the page's scripts (preload.js). Whatever goes on without a pause while
// we wait never comes to rest, nor does what it adds: we do not wait for it again.
import {makeMap} from './originals.js';
import {restless} from './restless.js';

// Milliseconds. Timers, intervals and frames are waited for until SOON after whatever started them.
export const SOON = 600;
// What goes on for LONG without a PAUSE never comes to rest.
const PAUSE = 1000;
const LONG = 1500;

const underWay = makeMap(); // by id: an address, or a timer's function
const expected = makeMap(); // by id: until when to wait for something that may change the page
const rhythm = makeMap(); // by cause: when it began to go on without a pause, and when it last did
let changed = performance.now();
let givenUp = false;

export const activity = () => {
  const now = performance.now();
  let pending = underWay.size;
  expected.forEach((until, id) => {
    if (until > now) pending += 1;
    else expected.delete(id);
  });
  return {givenUp, age: now - changed, pending};
};

const isEndless = cause => {
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

export const markChanged = cause => {
  if (!isEndless(cause)) changed = performance.now();
};

export const begin = (id, cause) => {
  if (isEndless(cause)) return;
  underWay.set(id, cause);
  changed = performance.now();
};

export const end = id => {
  if (underWay.delete(id)) changed = performance.now();
};

// Unlike `begin` and `end`, these two do not count as a change.
export const expect = (id, until) => expected.set(id, until);
export const expectNoMore = id => expected.delete(id);

export const forgetRhythm = () => rhythm.clear();

export const giveUp = coming => {
  // Stop waiting for what goes on now, and for the pictures and fonts still `coming`.
  const late = performance.now() - PAUSE;
  rhythm.forEach((beat, cause) => {
    if (beat.at > late) restless.add(cause);
  });
  underWay.forEach(cause => restless.add(cause));
  underWay.clear();
  expected.clear();
  for (let at = 0; at < coming.length; at += 1) restless.add(coming[at]);
  givenUp = true;
};
