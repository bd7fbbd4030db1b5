// Keys that work anywhere in the viewer, enlarged pictures that stay so at the next step; runs in JupyterLab.
const WRITING = 'input, textarea, select, [contenteditable=true]';  // these use the keys themselves
const KEYED = /\bwv-keys-(\S+)/;

function showKeys(viewer) {  // the keys of a widget's buttons are in the name of its class: wv-keys-sfc
  for (const widget of viewer.querySelectorAll('[class*="wv-keys-"]')) {
    const keys = [...KEYED.exec(widget.className)[1].toUpperCase()];
    const buttons = widget.matches('button') ? [widget] : [...widget.querySelectorAll('button')];
    buttons.slice(0, keys.length).forEach((button, index) => { button.dataset.key = keys[index]; });
  }
}

function step(event, viewer) {  // the arrow keys move the slider
  const handle = viewer.querySelector('.wv-slider .noUi-handle');
  if (!handle || handle.contains(event.target)) return false;
  handle.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: false, cancelable: true }));
  return true;
}

function leave(event, viewer) {  // a field
  if (event.target.matches(WRITING)) viewer.focus();
  return true;
}

function press(event, viewer) {
  const button = [...viewer.querySelectorAll('button')].find((each) => each.dataset.key === event.key.toUpperCase());
  button?.click();
  return Boolean(button);
}

function answer(event) {
  const viewer = event.currentTarget;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches(WRITING) && event.key !== 'Escape') return;
  const act = { ArrowLeft: step, ArrowRight: step, Escape: leave }[event.key] ?? press;
  if (!act(event, viewer)) return;
  event.preventDefault();
  event.stopPropagation();
}

function keepEnlarged(viewer) {
  let enlarged = false;
  const pictures = () => [...viewer.querySelectorAll('.wv-zoom')];
  viewer.addEventListener('toggle', ({ target }) => { if (pictures().includes(target)) enlarged = target.open; }, true);
  new MutationObserver(() => {
    showKeys(viewer);
    if (enlarged) for (const each of pictures()) each.open = true;
  }).observe(viewer, { childList: true, subtree: true });
}

function listen(tries) {
  const viewer = element.closest('.wv-viewer');
  if (!viewer && tries) setTimeout(listen, 50, tries - 1);  // the script runs before it is added to the page
  if (!viewer) return;
  viewer.dataset.lmSuppressShortcuts = 'true';  // else the notebook takes the keys
  viewer.tabIndex = 0;  // a click anywhere in it is enough
  viewer.addEventListener('keydown', answer, true);  // before a field stops the event
  showKeys(viewer);
  keepEnlarged(viewer);
}
listen(100);
