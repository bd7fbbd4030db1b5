// Whether the page has come to rest: loaded, no request under way, unchanged for a moment, no finite animation running.
// `since` (a time of this page, or null) asks that it changed after that; `leaving` says that another page was asked for.
function settled(since) {
  const QUIET = 100;  // milliseconds without a change
  const PATIENCE = 3000;  // for an answer that may be a download or nothing at all
  const now = performance.now(), note = pageNote();
  const moving = document.getAnimations ? document.getAnimations().some(animation => {
    const timing = animation.effect && animation.effect.getComputedTiming();
    return animation.playState === 'running' && timing && timing.endTime !== Infinity && timing.endTime < 2000;
  }) : false;
  const leaving = Boolean(note.leaving) && now - note.leaving < PATIENCE;
  const quiet = document.readyState === 'complete' && note.pending <= 0 && now - note.changed > QUIET && !moving;
  return {rest: quiet && (since === null || note.changed > since), leaving, now, page: performance.timeOrigin};
}

function pageNote() {
  // What early.js noted in the page's own world.
  let note = {pending: 0, changed: 0, leaving: 0};
  const hear = event => { note = event.detail || note; };
  addEventListener('webvoyager-note', hear, true);
  dispatchEvent(new CustomEvent('webvoyager-ask'));
  removeEventListener('webvoyager-note', hear, true);
  return note;
}
