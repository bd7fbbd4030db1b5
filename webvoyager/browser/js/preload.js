// Runs in every document and frame before the page's own scripts. Notes what only can be noticed from the start: which
// elements listen to pointer or keys, what is under way, when the page last changed; told by events when asked.
// Keeps everything in one tab, unless TABS (the paper's section 3.3), and declines what would take the screen away.
(() => {
  const add = EventTarget.prototype.addEventListener, remove = EventTarget.prototype.removeEventListener;
  const send = EventTarget.prototype.dispatchEvent, Told = CustomEvent, {composedPath, preventDefault} = Event.prototype, {apply} = Reflect;
  const SOON = 600;  // milliseconds: a timer that short is waited for, unless a timer set it
  const PAUSE = 1000, LONG = 1500;  // milliseconds: what goes on for so long without such a pause never comes to rest
  const note = {changed: performance.now(), givenUp: false, asked: []};

  // What is under way (requests, short timers) and what changed. What goes on without a pause while it is waited for never
  // comes to rest, nor what it adds: that is not waited for again. (The collections own their methods, so that a page may
  // redefine what it likes.)
  const own = (thing, ...names) => { for (let at = 0; at < names.length; at += 1) thing[names[at]] = thing[names[at]]; return thing; };
  const map = () => own(new Map(), 'get', 'set', 'delete', 'clear', 'forEach');
  const underWay = map(), rhythm = map(), named = own(new Set(), 'has', 'add'), parts = own(new WeakSet(), 'has', 'add');
  const restless = {  // addresses live on; what is no name is forgotten with the page's part that it is
    has: thing => (typeof thing === 'string' ? named : parts).has(thing),
    add: thing => (typeof thing === 'string' ? named : parts).add(thing),
  };
  const endless = thing => {
    const now = performance.now(), held = rhythm.get(thing);
    if (!held || now - held.at > PAUSE) {
      if (rhythm.size > 1000) rhythm.clear();
      rhythm.set(thing, {since: now, at: now});
    } else {
      held.at = now;
      if (now - held.since > LONG) restless.add(thing);
    }
    return restless.has(thing);
  };
  const giveUp = () => {
    const late = performance.now() - PAUSE;
    rhythm.forEach((held, thing) => { if (held.at > late) restless.add(thing); });
    underWay.forEach(what => { restless.add(what); });
    underWay.clear();
    const missing = coming();
    for (let at = 0; at < missing.length; at += 1) restless.add(missing[at]);
    note.givenUp = true;
  };
  const markChanged = thing => { if (!endless(thing)) note.changed = performance.now(); };
  const begin = (id, what) => { if (!endless(what)) { underWay.set(id, what); note.changed = performance.now(); } };
  const end = id => { if (underWay.delete(id)) note.changed = performance.now(); };
  const bare = address => { try { return new URL(address, document.baseURI).href.split(/[?#]/)[0]; } catch { return ''; } };

  const fetch = window.fetch;
  if (fetch) window.fetch = function (what) {
    const answer = apply(fetch, this, arguments), id = Symbol('request');
    begin(id, bare(what?.url ?? what));
    const over = () => end(id);
    answer.then(over, over);
    return answer;
  };
  const {open, send: transmit} = XMLHttpRequest.prototype, addresses = own(new WeakMap(), 'get', 'set');
  XMLHttpRequest.prototype.open = function (method, address) { addresses.set(this, bare(address)); return apply(open, this, arguments); };
  XMLHttpRequest.prototype.send = function () {
    const id = Symbol('request');
    begin(id, addresses.get(this) ?? '');
    apply(add, this, ['loadend', () => end(id), {once: true}]);
    return apply(transmit, this, arguments);
  };
  const {setTimeout: later, clearTimeout: never} = window, waits = map();
  let within = false;  // a timer's call: what it sets anew is a ticker
  window.setTimeout = function (call, delay, ...rest) {
    if (within || typeof call !== 'function' || !(Number(delay) > 0 && delay <= SOON)) return apply(later, window, arguments);
    const id = Symbol('timer');
    begin(id, call);
    const number = apply(later, window, [function () {
      waits.delete(number);
      within = true;
      try { return apply(call, window, rest); } finally { within = false; end(id); }
    }, delay]);
    waits.set(number, id);
    return number;
  };
  window.clearTimeout = number => { end(waits.get(number)); waits.delete(number); return apply(never, window, [number]); };

  const watcher = new MutationObserver(records => {
    for (let at = 0; at < records.length; at += 1) {
      const {target, addedNodes} = records[at];
      markChanged(target);
      if (restless.has(target)) for (let one = 0; one < addedNodes.length; one += 1) restless.add(addedNodes[one]);
    }
  });
  const watch = root => watcher.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
  watch(document);
  for (const type of ['click', 'keydown', 'input', 'change', 'submit', 'scroll']) {
    add.call(window, type, event => markChanged(type === 'scroll' ? event.target : event), {capture: true, passive: true});
  }

  // Pictures that would show, and fonts, that are still on their way.
  const roots = [new WeakRef(document)], {fonts} = document, {deref} = WeakRef.prototype, forEach = fonts?.forEach;
  const getter = (holder, name) => Object.getOwnPropertyDescriptor(holder.prototype, name).get;
  const isThere = getter(HTMLImageElement, 'complete'), {getBoundingClientRect, getClientRects} = Element.prototype;
  const inPage = Document.prototype.querySelectorAll, inShadow = DocumentFragment.prototype.querySelectorAll;
  const shows = picture => {
    const {left, top, right, bottom, width, height} = apply(getBoundingClientRect, picture, []), area = width * height;
    const onScreen = right >= 0 && bottom >= 0 && left < innerWidth && top < innerHeight;
    return onScreen && !(area > 0 && area < 16) && apply(getClientRects, picture, []).length > 0;  // 1 x 1 counts visits
  };
  const coming = () => {
    const found = [], add = thing => { if (!restless.has(thing)) found[found.length] = thing; };
    for (let at = 0; at < roots.length; at += 1) {
      const root = apply(deref, roots[at], []), pictures = root ? apply(at ? inShadow : inPage, root, ['img']) : [];
      for (let nth = 0; nth < pictures.length; nth += 1) {
        if (!apply(isThere, pictures[nth], []) && shows(pictures[nth])) add(pictures[nth]);
      }
    }
    if (fonts?.status === 'loading') apply(forEach, fonts, [font => { if (font.status === 'loading') add(font); }]);
    return found;
  };

  // Who listens to pointer or keys.
  const USED = own(new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick', 'touchstart', 'touchend', 'keydown', 'keyup', 'keypress']), 'has');
  const counts = own(new WeakMap(), 'get', 'set');
  const count = (element, by) => counts.set(element, (counts.get(element) || 0) + by);
  EventTarget.prototype.addEventListener = function (type, listener) {
    if (listener && USED.has(type) && this instanceof Element) count(this, 1);
    return apply(add, this, arguments);
  };
  EventTarget.prototype.removeEventListener = function (type, listener) {
    if (listener && USED.has(type) && this instanceof Element && counts.get(this) > 0) count(this, -1);
    return apply(remove, this, arguments);
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
    if (event.detail === 'begin') rhythm.clear();  // what came of our own action is no rhythm of the page's
    if (event.detail === 'give up') giveUp();
    const {givenUp, asked} = note, age = performance.now() - note.changed;
    send.call(window, new Told('webvoyager-note', {detail: {givenUp, asked, age, pending: underWay.size, coming: coming().length}}));
    note.asked = [];
  }, true);
  add.call(window, 'webvoyager-listens', event => {  // asked of one element; declined where it does
    if (counts.get(apply(composedPath, event, [])[0]) > 0) apply(preventDefault, event, []);
  }, true);

  // Closed shadow roots are opened to us; to the page they stay closed.
  const closed = own(new WeakSet(), 'has', 'add'), {attachShadow} = Element.prototype;
  Element.prototype.attachShadow = function (how) {
    const root = apply(attachShadow, this, [how?.mode === 'closed' ? {...how, mode: 'open'} : how]);
    if (how.mode === 'closed') closed.add(root);
    watch(root);
    roots[roots.length] = new WeakRef(root);
    return root;
  };
  for (const [holder, name, instead] of [[Element, 'shadowRoot', null], [ShadowRoot, 'mode', 'closed']]) {
    const {get, ...rest} = Object.getOwnPropertyDescriptor(holder.prototype, name);
    Object.defineProperty(holder.prototype, name, {...rest, get() { return closed.has(holder === Element ? get.call(this) : this) ? instead : get.call(this); }});
  }

  // A page that loads itself again and again is stopped in it.
  if (window.navigation && performance.getEntriesByType('navigation')[0]?.type === 'reload') {
    add.call(navigation, 'navigate', event => {
      const again = event.navigationType === 'reload' || event.destination.url === location.href;
      if (!again || event.destination.sameDocument || event.userInitiated || !event.cancelable || performance.now() > SOON) return;
      event.preventDefault();
      note.asked[note.asked.length] = 'being loaded again and again';
    });
  }

  // What a person is asked for by the browser itself: declined (permissions by its settings), and told.
  const told = (holder, name, what, instead) => {
    const held = holder?.[name];
    if (!held) return;
    holder[name] = function (...given) {
      note.asked[note.asked.length] = what;
      if (instead) return instead();
      const id = Symbol('wish'), over = () => end(id);  // the answer comes a moment later, by promise or call
      begin(id, what);
      for (let at = 0; at < given.length; at += 1) {
        const call = given[at];
        if (typeof call === 'function') given[at] = function () { over(); return apply(call, this, arguments); };
      }
      const answer = apply(held, this, given);
      answer?.then?.(over, over);
      return answer;
    };
  };
  told(window.Geolocation?.prototype, 'getCurrentPosition', 'your location');
  told(window.Geolocation?.prototype, 'watchPosition', 'your location');
  told(window.Notification, 'requestPermission', 'leave to show notifications');
  told(window.MediaDevices?.prototype, 'getUserMedia', 'your camera or microphone');
  told(window.Clipboard?.prototype, 'readText', 'what is in the clipboard');
  told(window.Clipboard?.prototype, 'read', 'what is in the clipboard');
  const whole = () => Promise.reject(new TypeError('Permissions check failed'));
  for (const name of ['requestFullscreen', 'webkitRequestFullscreen', 'webkitRequestFullScreen']) told(Element.prototype, name, 'the whole screen', whole);
  told(Element.prototype, 'requestPointerLock', 'the mouse pointer', whole);

  add.call(window, 'click', event => {  // what the browser opens for nobody
    const link = event.composedPath().find(part => part instanceof HTMLAnchorElement && part.href);
    if (link && !/^(https?|javascript|about|blob):$/.test(link.protocol)) note.asked[note.asked.length] = `an address that begins with ${link.protocol}`;
  }, {capture: true});
  if (TABS) {  // real ones, but apart: the driver cannot speak to a window whose opener holds on to it
    const make = window.open;
    window.open = address => {
      apply(make, window, [address || 'about:blank', '_blank', 'noopener']);
      return {closed: false, focus() {}, close() {}, postMessage() {}};
    };
    return;
  }
  // One tab: what would open another leads on in this one.
  const known = name => [window, parent, top].some(view => { try { return Boolean(view.frames[name]); } catch { return false; } });
  const here = (element, target = element.getAttribute('target') ?? document.querySelector('base[target]')?.target) => {
    if (target && !['_self', '_top', '_parent'].includes(target.toLowerCase()) && !known(target)) element.setAttribute('target', '_top');
  };
  add.call(window, 'click', event => {
    const link = event.composedPath().find(part => part instanceof Element && part.matches('a, area'));
    if (link) here(link);
  }, {capture: true});
  add.call(window, 'submit', event => {
    if (event.submitter?.hasAttribute('formtarget')) { event.target.setAttribute('target', event.submitter.getAttribute('formtarget')); event.submitter.removeAttribute('formtarget'); }
    here(event.target);
  }, {capture: true});
  const {submit} = HTMLFormElement.prototype, {click} = HTMLElement.prototype;
  HTMLFormElement.prototype.submit = function () { here(this); return apply(submit, this, []); };
  HTMLElement.prototype.click = function () { if (this instanceof HTMLAnchorElement) here(this); return apply(click, this, []); };
  window.open = address => {
    if (address) window.top.location.href = new URL(address, document.baseURI);
    return window;
  };
  window.close = () => {};
})();
