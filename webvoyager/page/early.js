// Runs in every document before the page's own scripts. Notes what only can be noticed from the start:
// which elements listen to the pointer, which requests are under way, when the page last changed.
// And keeps everything in one tab: what would open a window leads on in this one (the paper's section 3.3).
(() => {
  const KEY = Symbol.for('webvoyager');
  if (window[KEY]) return;
  const note = {listens: new WeakSet(), pending: 0, changed: performance.now(), leaving: 0};
  Object.defineProperty(window, KEY, {value: note});
  const stir = () => { note.changed = performance.now(); };

  const POINTER = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick', 'touchstart']);
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (POINTER.has(type) && this instanceof Element) note.listens.add(this);
    return add.call(this, type, ...rest);
  };

  const under = promise => {
    note.pending += 1;
    stir();
    const over = () => { note.pending -= 1; stir(); };
    promise.then(over, over);
    return promise;
  };
  const fetch = window.fetch;
  if (fetch) window.fetch = function (...args) { return under(fetch.apply(this, args)); };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...args) {
    under(new Promise(done => add.call(this, 'loadend', done, {once: true})));
    return send.apply(this, args);
  };

  new MutationObserver(stir).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  for (const type of ['click', 'keydown', 'input', 'change', 'submit', 'scroll']) {
    add.call(window, type, stir, {capture: true, passive: true});
  }

  // A navigation under way: the page looks at rest while the next one is fetched.
  if (window.navigation) {
    add.call(navigation, 'navigate', event => {
      if (!event.destination.sameDocument && event.downloadRequest === null) note.leaving = performance.now();
    });
    const stays = () => { note.leaving = 0; };
    add.call(window, 'pageshow', stays);  // come back to: it was kept as it was left
    add.call(navigation, 'navigatesuccess', stays);
    add.call(navigation, 'navigateerror', stays);
  }

  const here = element => {
    const target = (element.getAttribute('target') || '').toLowerCase();
    if (target && !['_self', '_top', '_parent'].includes(target) && !window.frames[target]) element.target = '_top';
  };
  add.call(window, 'click', event => {
    const link = event.composedPath().find(part => part instanceof Element && part.matches('a[target], area[target]'));
    if (link) here(link);
  }, {capture: true});
  add.call(window, 'submit', event => here(event.target), {capture: true});
  window.open = address => {
    if (address) window.top.location.assign(new URL(address, document.baseURI));
    return window;
  };
})();
