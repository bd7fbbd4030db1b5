// Runs in every document and frame before the page's own scripts. Notes what only can be noticed from the start: which
// elements listen to pointer or keys, which requests are under way, when the page last changed; told by events when asked.
// And keeps everything in one tab: what would open a window leads on in this one (the paper's section 3.3).
(() => {
  const add = EventTarget.prototype.addEventListener, remove = EventTarget.prototype.removeEventListener;
  const send = EventTarget.prototype.dispatchEvent, Told = CustomEvent, deref = WeakRef.prototype.deref;
  const note = {pending: 0, changed: performance.now(), leaving: 0};
  const stir = () => { note.changed = performance.now(); };

  const USED = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick', 'touchstart', 'touchend', 'keydown', 'keyup', 'keypress']);
  const counts = new WeakMap(), noted = [];
  const count = (element, by) => {
    if (!counts.has(element)) noted[noted.length] = new WeakRef(element);
    counts.set(element, (counts.get(element) || 0) + by);
  };
  EventTarget.prototype.addEventListener = function (type, listener, ...rest) {
    if (listener && USED.has(type) && this instanceof Element) count(this, 1);
    return add.call(this, type, listener, ...rest);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, ...rest) {
    if (listener && USED.has(type) && this instanceof Element && counts.get(this) > 0) count(this, -1);
    return remove.call(this, type, listener, ...rest);
  };
  for (const interface_ of [HTMLElement, SVGElement]) {
    for (const type of USED) {
      const handler = Object.getOwnPropertyDescriptor(interface_.prototype, 'on' + type);
      if (handler) Object.defineProperty(interface_.prototype, 'on' + type, {...handler, set(listener) {
        const held = handler.get.call(this);
        handler.set.call(this, listener);
        count(this, Boolean(listener) - Boolean(held));
      }});
    }
  }
  add.call(window, 'webvoyager-ask', event => {
    send.call(window, new Told('webvoyager-note', {detail: {pending: note.pending, changed: note.changed, leaving: note.leaving}}));
    for (let at = 0; event.detail === 'listeners' && at < noted.length; at += 1) {
      const element = deref.call(noted[at]);
      if (element && counts.get(element) > 0 && element.isConnected) send.call(element, new Told('webvoyager-here', {composed: true}));
    }
  }, true);

  const under = promise => {
    note.pending += 1;
    stir();
    const over = () => { note.pending -= 1; stir(); };
    promise.then(over, over);
    return promise;
  };
  const fetch = window.fetch;
  if (fetch) window.fetch = function (...args) { return under(fetch.apply(this, args)); };
  const transmit = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...args) {
    under(new Promise(done => { add.call(this, 'loadend', done, {once: true}); }));
    return transmit.apply(this, args);
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
