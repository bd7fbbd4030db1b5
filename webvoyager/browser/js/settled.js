// For how much `longer`, in seconds, to wait until the page has come to rest, 0 where it has: loaded (`parsed`: all of
// its HTML came), nothing under way, unchanged for a moment, no finite animation running. `since` (a time of this page,
// or null) asks that it changed after that. `turn` is "begin" when a wait begins, "give up" when it is given up: what
// did not come to rest is not waited for again. `asked` is what the page wanted of a person. An element may be named
// like a member of its document: the interface is asked instead.
export function settled(since, turn) {
  const [QUIET, AGAIN] = [100, 30]; // milliseconds: without a change; after which to ask again
  const now = performance.now();
  const windows = [window, ...framesIn(document)];
  const notes = windows.map(view => noteOf(view, turn));
  const [own] = notes;
  const total = name => notes.reduce((sum, note) => sum + note[name], 0);
  const age = Math.min(...notes.map(note => note.age));
  const state = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState').get.call(document);
  const moving =
    !own.givenUp && windows.some(view => Document.prototype.getAnimations.call(view.document).some(passes));
  const loaded = state === 'complete' || own.givenUp;
  const still = loaded && total('pending') <= 0 && total('coming') <= 0 && !moving;
  const rest = still && age > QUIET && (since === null || now - age > since);
  return {
    longer: rest ? 0 : Math.max(still ? QUIET - age : 0, AGAIN) / 1000, parsed: state !== 'loading', now,
    page: performance.timeOrigin, asked: notes.flatMap(note => note.asked),
  };
}

function framesIn(page) {
  // The windows of the frames that can be looked into, and of those in them; of others the browser tells.
  const frames = [...Document.prototype.querySelectorAll.call(page, 'iframe, frame')];
  const inner = frames.filter(frame => frame.contentDocument).map(frame => frame.contentWindow);
  return inner.flatMap(view => [view, ...framesIn(view.document)]);
}

function passes(animation) {
  const timing = animation.effect?.getComputedTiming();
  return animation.playState === 'running' && timing && timing.endTime !== Infinity && timing.endTime < 2000;
}

function noteOf(view, turn) {
  // What preload.js noted in a document's own world; CHANNEL names events that no page knows of.
  let note = {pending: 0, coming: 0, age: Infinity, givenUp: false, asked: []};
  const hear = event => {
    note = event.detail || note;
  };
  view.addEventListener(CHANNEL + 'note', hear, true);
  view.dispatchEvent(new CustomEvent(CHANNEL + 'ask', {detail: turn}));
  view.removeEventListener(CHANNEL + 'note', hear, true);
  return note;
}
