// Whether the page has come to rest: loaded (`parsed`: all of its HTML came), nothing under way, unchanged for a moment, no finite animation running.
// `since` (a time of this page, or null) asks that it changed after that; `leaving` says that another page was asked for.
// `resign` gives up on what did not come to rest: it is not waited for again. `asked` is what the page wanted of a person.
function settled(since, resign) {
  const QUIET = 100;  // milliseconds without a change
  const PATIENCE = 3000;  // for an answer that may be a download or nothing at all
  const now = performance.now(), note = pageNote(resign ? 'resign' : null);
  const moving = !note.resigned && document.getAnimations && document.getAnimations().some(animation => {
    const timing = animation.effect && animation.effect.getComputedTiming();
    return animation.playState === 'running' && timing && timing.endTime !== Infinity && timing.endTime < 2000;
  });
  const leaving = Boolean(note.leaving) && now - note.leaving < PATIENCE;
  const loaded = document.readyState === 'complete' || note.resigned;
  const quiet = loaded && note.pending <= 0 && now - note.changed > QUIET && !moving;
  return {rest: quiet && (since === null || note.changed > since), parsed: document.readyState !== 'loading', leaving, now,
    page: performance.timeOrigin, asked: note.asked};
}

function pageNote(detail) {
  // What early.js noted in the page's own world.
  let note = {pending: 0, changed: 0, leaving: 0, resigned: false, asked: []};
  const hear = event => { note = event.detail || note; };
  addEventListener('webvoyager-note', hear, true);
  dispatchEvent(new CustomEvent('webvoyager-ask', {detail}));
  removeEventListener('webvoyager-note', hear, true);
  return note;
}
