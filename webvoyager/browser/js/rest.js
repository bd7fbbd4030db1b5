// Whether the page has come to rest. Runs in the isolated world, again and again while the page is
// waited for (waiting.py); preload.js, in each document's own world, tells it what goes on there.
//
// An element may have the name of a property of its document, so properties are read from the
// interface.
import {CHANNEL} from './preamble.js';

const QUIET = 100; // milliseconds without a change
const AGAIN = 30; // milliseconds after which to ask again
const SLOW = 200; // milliseconds: if listing the animations takes longer, it is done once
const SLOW_HERE = Symbol.for('slow to list animations'); // no element of a page has it as its name

export function rest(since, turn) {
  // `longer` is the number of seconds to go on waiting, 0 if the page is at rest: loaded, nothing
  // under way, unchanged for a moment, no finite animation running. `parsed` says that all of its
  // HTML has come. With `since` (a time of this page, or null), it must have changed after that
  // time. `turn` is "begin" when a wait begins and "give up" when it is given up: what has not come
  // to rest by then is not waited for again. `declined` is what the page asked the user for.
  const now = performance.now();
  const windows = [window, ...framesIn(document)];
  const reports = windows.map(view => reportOf(view, turn));
  const [{givenUp}] = reports;
  const total = name => reports.reduce((sum, report) => sum + report[name], 0);
  const age = Math.min(...reports.map(report => report.age));
  const {get: readyState} = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState');
  const state = readyState.call(document);
  const isLoaded = state === 'complete' || givenUp;
  const isIdle = isLoaded && total('pending') <= 0 && total('coming') <= 0;
  const isQuiet = isIdle && age > QUIET && (since === null || now - age > since);
  const isAtRest = isQuiet && (givenUp || !isMoving(windows));
  const pause = Math.max(isIdle ? QUIET - age : 0, AGAIN);
  return {
    longer: isAtRest ? 0 : pause / 1000,
    parsed: state !== 'loading',
    now,
    document: performance.timeOrigin,
    declined: reports.flatMap(report => report.declined),
  };
}

function framesIn(page) {
  // The windows of the frames that can be looked into, and of those in them. The browser itself
  // tells of the others (loading.py).
  const frames = [...Document.prototype.querySelectorAll.call(page, 'iframe, frame')];
  const inner = frames.filter(frame => frame.contentDocument).map(frame => frame.contentWindow);
  return inner.flatMap(view => [view, ...framesIn(view.document)]);
}

function isMoving(windows) {
  // Whether an animation runs that will end soon. The browser takes seconds to list thousands, and
  // no script can be stopped meanwhile.
  if (globalThis[SLOW_HERE]) return false;
  globalThis[SLOW_HERE] = true;
  const start = performance.now();
  const found = windows.some(view => animationsOf(view).some(isPassing));
  globalThis[SLOW_HERE] = performance.now() - start > SLOW;
  return found;
}

const animationsOf = view => Document.prototype.getAnimations.call(view.document);

function isPassing(animation) {
  const timing = animation.effect?.getComputedTiming();
  if (animation.playState !== 'running' || !timing) return false;
  return timing.endTime !== Infinity && timing.endTime < 2000;
}

function reportOf(view, turn) {
  // What preload.js reports from a document's own world.
  let report = {pending: 0, coming: 0, age: Infinity, givenUp: false, declined: []};
  const receive = event => {
    report = event.detail || report;
  };
  view.addEventListener(CHANNEL + 'report', receive, true);
  view.dispatchEvent(new CustomEvent(CHANNEL + 'ask', {detail: turn}));
  view.removeEventListener(CHANNEL + 'report', receive, true);
  return report;
}
