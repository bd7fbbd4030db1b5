// Every target a person could use in the viewport, once (Set-of-Mark): found, hit-tested, one mark a target.
const NATIVE = 'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,video[controls],audio[controls],label';
const ACTIVE = new Set(['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option',
  'switch', 'slider', 'spinbutton', 'textbox', 'searchbox', 'combobox', 'treeitem', 'scrollbar']);
const PASSIVE = new Set(['dialog', 'tabpanel', 'region', 'main', 'group', 'document', 'article', 'presentation']);
const WHOLE = new Set(['link', 'button', 'tab', 'option', 'menuitem', 'summary', 'label']);  // what stands inside is part of it
const LEAST = 4;  // pixels: smaller is no target

// A form's field named "children" hides the form's own children: ask the interface, not the element.
const childrenGetter = Object.getOwnPropertyDescriptor(Element.prototype, 'children').get;
const childrenOf = node => node.nodeType === Node.ELEMENT_NODE ? childrenGetter.call(node) : node.children;
const parentOf = node => node.assignedSlot || node.parentElement || (node.getRootNode().host ?? null);

// Places: the top document, and each open shadow root and same-origin frame in it, with its offset and what clips it.
function* everywhere(root = document, place = {dx: 0, dy: 0, clip: [0, 0, innerWidth, innerHeight], frame: '', trail: []}) {
  for (const element of root.querySelectorAll('*')) {
    yield {element, root, place};
    if (element.shadowRoot) yield* everywhere(element.shadowRoot, {...place, trail: [...place.trail, pathIn(root, element)]});
    else if (element.tagName === 'IFRAME' || element.tagName === 'FRAME') {
      const inner = insideOf(element, root, place);
      if (inner) yield* everywhere(inner.document, inner.place);
    }
  }
}

function insideOf(frame, root, place) {
  const document = frame.contentDocument;  // null where the frame comes from elsewhere
  if (!document || !document.documentElement) return null;
  const box = frame.getBoundingClientRect();
  const dx = place.dx + box.x + frame.clientLeft, dy = place.dy + box.y + frame.clientTop;
  const clip = crop([dx, dy, frame.clientWidth, frame.clientHeight], place.clip);
  if (!clip) return null;
  return {document, place: {dx, dy, clip, frame: document.URL, trail: [...place.trail, pathIn(root, frame)]}};
}

function pathIn(root, element) {
  const steps = [];
  for (let node = element; node && node !== root; node = node.parentNode) {
    if (node.parentNode) steps.push([...childrenOf(node.parentNode)].indexOf(node));
  }
  return steps.reverse().join('/');
}

function crop([x, y, w, h], [cx, cy, cw, ch]) {
  const left = Math.max(x, cx), top = Math.max(y, cy);
  const right = Math.min(x + w, cx + cw), bottom = Math.min(y + h, cy + ch);
  return right - left >= LEAST && bottom - top >= LEAST ? [left, top, right - left, bottom - top] : null;
}

function kindOf(element) {
  if (element === element.ownerDocument.body || element === element.ownerDocument.documentElement) return '';
  if (element.matches(NATIVE)) {
    if (element.tagName === 'LABEL') return element.control ? 'label' : '';
    if (element.tagName === 'SUMMARY' && element.parentElement?.tagName !== 'DETAILS') return '';
    return 'native';
  }
  const role = folded(element.getAttribute('role')).split(' ')[0];
  if (ACTIVE.has(role)) return 'role';
  if (element.isContentEditable) return element.parentElement?.isContentEditable ? '' : 'native';
  const note = element.ownerDocument.defaultView?.[Symbol.for('webvoyager')];
  if (note?.listens.has(element) || element.onclick || element.onmousedown || element.onpointerdown) return 'listener';
  if (element.tabIndex >= 0 && element.hasAttribute('tabindex') && !PASSIVE.has(role)) return 'focus';
  const pointer = node => node && getComputedStyle(node).cursor === 'pointer';
  return pointer(element) && !pointer(parentOf(element)) ? 'pointer' : '';
}

function boxesOf(element, place) {
  const boxes = [];
  for (const rect of element.getClientRects()) {
    const box = crop([rect.x + place.dx, rect.y + place.dy, rect.width, rect.height], place.clip);
    if (box) boxes.push(box);
  }
  // A link around a block has empty lines of its own: what it holds is what one sees and clicks.
  if (!boxes.length && childrenOf(element).length && !element.shadowRoot) {
    for (const child of childrenOf(element)) boxes.push(...boxesOf(child, place));
  }
  return rows(boxes);
}

function rows(boxes) {
  // Pieces that touch on one line are one box.
  const done = [];
  for (const [x, y, w, h] of boxes) {
    const last = done.at(-1);
    const touches = last && Math.abs(y + h / 2 - last[1] - last[3] / 2) < Math.min(h, last[3]) / 2 && x <= last[0] + last[2] + 2;
    if (!touches) { done.push([x, y, w, h]); continue; }
    const left = Math.min(x, last[0]), top = Math.min(y, last[1]);
    done[done.length - 1] = [left, top, Math.max(x + w, last[0] + last[2]) - left, Math.max(y + h, last[1] + last[3]) - top];
  }
  return done;
}

function visible(element) {
  if (element.closest('[inert]')) return false;
  if (!element.checkVisibility || element.checkVisibility({visibilityProperty: true, opacityProperty: true})) return true;
  // Real fields are often laid invisible over their painted stand-in: these a person does use.
  return element.matches('input,select') && element.checkVisibility({visibilityProperty: true});
}

function deepest(x, y) {
  // What lies on top at a point of the top viewport, through frames and shadow roots.
  let root = document, hit = null;
  for (;;) {
    const found = root.elementFromPoint(x, y);
    if (!found || found === hit) return found || hit;
    hit = found;
    if (hit.shadowRoot) root = hit.shadowRoot;
    else if (/^I?FRAME$/.test(hit.tagName) && hit.contentDocument) {
      const box = hit.getBoundingClientRect();
      x -= box.x + hit.clientLeft;
      y -= box.y + hit.clientTop;
      root = hit.contentDocument;
    } else return hit;
  }
}

function belongs(hit, element) {
  for (let node = hit; node; node = parentOf(node)) {
    if (node === element || (node.tagName === 'LABEL' && node.control === element)) return true;
    if (element.tagName === 'LABEL' && element.control === node) return true;
  }
  return false;
}

function hitPoint(element, boxes) {
  // A point that truly hits the target: the middle of each box first, then a grid over it.
  const grid = [[.5, .5], [.25, .5], [.75, .5], [.5, .25], [.5, .75], [.1, .2], [.9, .2], [.1, .8], [.9, .8]];
  for (const [across, down] of grid) {
    for (const [x, y, w, h] of boxes.slice(0, 4)) {
      const point = [x + w * across, y + h * down];
      if (belongs(deepest(...point), element)) return point;
    }
  }
  return null;
}

function targets() {
  const found = [];
  for (const {element, root, place} of everywhere()) {
    const kind = kindOf(element);
    if (!kind) continue;
    const boxes = boxesOf(element, place);
    if (!boxes.length || !visible(element)) continue;
    const point = hitPoint(element, boxes);
    if (point) found.push({element, root, place, kind, boxes, point});
  }
  return single(found);
}

function single(found) {
  // One mark a target: parts of a link go, labels of fields that show go, wrappers around one target go.
  const at = new Map(found.map(one => [one.element, one]));
  const within = new Map(found.map(one => [one, 0]));
  const weak = one => ['listener', 'focus', 'pointer'].includes(one.kind);
  const dropped = new Set();
  for (const one of found) {
    if (one.kind === 'label' && at.has(one.element.control)) dropped.add(one);
    for (let node = parentOf(one.element); node; node = parentOf(node)) {
      const around = at.get(node);
      if (!around) continue;
      if (!weak(around) && WHOLE.has(roleOf(around.element)) && (weak(one) || one.kind === 'label')) dropped.add(one);
      if (!dropped.has(one)) within.set(around, within.get(around) + 1);
    }
  }
  const area = one => one.boxes.reduce((sum, [, , w, h]) => sum + w * h, 0);
  for (const one of found) {
    if (!weak(one) || !within.get(one)) continue;
    const delegates = one.kind !== 'pointer' && area(one) > innerWidth * innerHeight / 8;
    if (within.get(one) === 1 || delegates) dropped.add(one);
  }
  return found.filter(one => !dropped.has(one));
}

function marks() {
  const equals = {};
  return targets().map(({element, root, place, kind, boxes}) => {
    const subject = kind === 'label' ? element.control : element;
    const role = roleOf(subject), name = shortened(nameOf(subject) || nameOf(element));
    const key = JSON.stringify([element.tagName, role, name]);
    const nth = equals[key] = (equals[key] ?? -1) + 1;
    const link = element.closest('a[href]');
    return {tag: subject.tagName.toLowerCase(), type: subject.tagName === 'INPUT' ? subject.type : '', role, text: name, boxes,
      ...stateOf(subject), href: link ? link.href : '', frame: place.frame,
      identity: {path: [...place.trail, pathIn(root, element)], tag: element.tagName, role, name, nth}};
  });
}
