// Lets the left and right arrow keys move the slider from anywhere in the viewer; runs in JupyterLab.
const WRITING = 'input, textarea, select, [contenteditable=true]';  // these use the arrow keys themselves

function step(event) {
  const handle = event.currentTarget.querySelector('.wv-slider .noUi-handle');
  const ours = ['ArrowLeft', 'ArrowRight'].includes(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (!ours || !handle || handle.contains(event.target) || event.target.matches(WRITING)) return;
  event.preventDefault();
  event.stopPropagation();
  handle.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: false, cancelable: true }));
}

function listen(tries) {
  const viewer = element.closest('.wv-viewer');
  if (!viewer && tries) setTimeout(listen, 50, tries - 1);  // the script runs before it is added to the page
  if (!viewer) return;
  viewer.dataset.lmSuppressShortcuts = 'true';  // else the notebook takes the keys
  viewer.tabIndex = 0;  // a click anywhere in it is enough
  viewer.addEventListener('keydown', step);
}
listen(100);
