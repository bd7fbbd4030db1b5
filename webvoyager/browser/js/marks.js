// Every target a person could use in the viewport, once (Set-of-Mark): found, hit-tested, one mark a target.
const NATIVE = 'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,video[controls],audio[controls],label';
const ACTIVE = new Set(['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option',
  'switch', 'slider', 'spinbutton', 'textbox', 'searchbox', 'combobox', 'treeitem', 'scrollbar']);
const PASSIVE = new Set(['dialog', 'tabpanel', 'region', 'main', 'group', 'document', 'article', 'presentation', 'none', 'log', 'list']);
const WHOLE = new Set(['link', 'button', 'tab', 'option', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'checkbox', 'radio',
  'switch', 'treeitem', 'gridcell', 'summary', 'label', 'textbox', 'slider', 'video', 'audio']);  // what stands inside is part of it
const ROW = 'tr,li,article,[role=row],[role=listitem]';  // a thing of its own beside what it holds
const WEAK = new Set(['listener', 'focus', 'pointer', 'scroller']);  // it reacts, but it may only pass on what its parts are told

function listens(element) {
  // Whether an element listens to pointer or keys: the page's world knows, and answers an event (preload.js).
  return !real(element, 'dispatchEvent', new CustomEvent('webvoyager-listens', {composed: true, cancelable: true}));
}

function* candidates() {
  // The elements in the viewport that may be targets, and frames: {element, root, place, frame}. Most elements are told
  // apart by two properties of their style.
  for (const one of showing()) {
    if (isFrame(one.element)) yield {...one, frame: true};
    else if (is(one.element, DECLARED) || listens(one.element) || looksUsable(one)) yield one;
  }
}

const HAND = /^(pointer|grab|move|text|zoom-in|zoom-out|[a-z]+-resize)/;  // what the mouse looks like over what can be used
const HANDLERS = '[onclick],[onmousedown],[onmouseup],[onpointerdown],[onpointerup],[ontouchstart],[ondblclick],[onkeydown],'
  + '[ng-click],[jsaction*=click]';  // the last are for frameworks, which listen further out
const DECLARED = `${NATIVE},[role],[contenteditable],[draggable=true],[tabindex],${HANDLERS},body`;

function looksUsable(one) {
  const {cursor, overflowY} = getComputedStyle(one.element);
  return HAND.test(cursor) || ((overflowY === 'auto' || overflowY === 'scroll') && scrolls(one.element));
}

function kindOf(element) {
  // The rule that makes an element a target: native label role editable listener drag focus pointer scroller, or none.
  const tag = tagOf(element), document = element.ownerDocument;
  if (tag === 'HTML' || tag === 'FORM' || tag === 'IFRAME') return '';
  if (tag === 'BODY') return element.isContentEditable ? 'editable' : '';
  if (element.matches(NATIVE)) {
    if (tag === 'LABEL') return element.control ? 'label' : '';
    if (tag === 'SUMMARY' && element !== element.parentElement?.querySelector(':scope > summary')) return '';
    return 'native';
  }
  const role = folded(element.getAttribute('role')).split(' ')[0];
  if (ACTIVE.has(role)) return 'role';
  if (element.isContentEditable) return element.parentElement?.isContentEditable || document.designMode === 'on' ? '' : 'editable';
  if (listens(element) || element.matches(HANDLERS)) return 'listener';
  if (element.getAttribute('draggable') === 'true') return 'drag';
  const reached = element.tabIndex >= 0 || role === 'gridcell';  // the keys move from cell to cell, and take the focus along
  if (reached && element.hasAttribute('tabindex') && !PASSIVE.has(role) && !scrolls(element)) return 'focus';
  if (points(element) && !points(parentOf(element))) return 'pointer';
  return scrolls(element) ? 'scroller' : '';
}
const scrolls = element => element.scrollHeight > element.clientHeight + 8 && /auto|scroll/.test(getComputedStyle(element).overflowY);
const points = element => Boolean(element) && HAND.test(getComputedStyle(element).cursor);

function boxesOf(element, place) {
  if (element.tagName === 'AREA') return areaBoxes(element, place);
  const rects = [...element.getClientRects()].map(rect => onScreen(xywh(rect), place));
  const clip = rects.some(rect => crop(rect, place.clip)) && clipOf(element, place);
  const boxes = clip ? rects.map(rect => crop(rect, clip)).filter(Boolean) : [];
  // A link around a block has empty lines of its own: what it holds is what one sees and clicks.
  if (!boxes.length && !element.shadowRoot && mayHold(element, place)) for (const child of element.children) boxes.push(...boxesOf(child, place));
  return rows(boxes);
}

function mayHold(element, place) {
  const whole = rectOf(element);
  return !whole.width || !whole.height || meets(whole, place);
}

function areaBoxes(area, place) {
  // An area of an image map has no box of its own: its numbers lie on the picture that uses the map.
  const map = area.closest('map'), root = area.getRootNode();
  const picture = map && root.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`);
  const [frame] = picture ? picture.getClientRects() : [];
  if (!frame) return [];
  const numbers = area.coords.split(',').map(Number);
  const xs = numbers.filter((_, index) => index % 2 === 0), ys = numbers.filter((_, index) => index % 2 === 1);
  let box = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  if (/^circ/i.test(area.shape)) box = [numbers[0] - numbers[2], numbers[1] - numbers[2], 2 * numbers[2], 2 * numbers[2]];
  if (/^default/i.test(area.shape)) box = [0, 0, frame.width, frame.height];
  const clip = clipOf(picture, place);
  const shown = clip && crop(onScreen([frame.x + box[0], frame.y + box[1], box[2], box[3]], place), clip);
  return shown ? [shown] : [];
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
  if (element.tagName === 'AREA') return true;
  if (element.closest('[inert]')) return false;
  if (element.checkVisibility({visibilityProperty: true, opacityProperty: true})) return true;
  if (getComputedStyle(element).display === 'contents') return [...element.children].some(visible);
  // Real fields are often laid invisible over their painted stand-in: these a person does use.
  return element.matches('input,select') && element.checkVisibility({visibilityProperty: true});
}

function belongs(hit, element) {
  for (let node = hit; node; node = parentOf(node)) {
    if (node === element || (tagOf(node) === 'LABEL' && node.control === element)) return true;
    if (element.tagName === 'LABEL' && element.control === node) return true;
  }
  return false;
}

const FIRST = [[.5, .5], [.25, .5], [.75, .5], [.5, .25], [.5, .75], [.1, .2], [.9, .2], [.1, .8], [.9, .8]];
const FINER = [.04, .13, .22, .31, .4, .5, .6, .69, .78, .87, .96];

function hitPoint(element, boxes, place) {
  // A point of whole pixels that truly hits the target: the middle of each box first, then ever finer grids over it.
  const [x, y, w, h] = boxes[0];
  if (nothingElseStands(element, boxes[0], place)) return [Math.round(x + w / 2), Math.round(y + h / 2)];
  const tried = new Set(), over = new Set();
  const hits = (box, across, down) => {
    const [x, y] = [Math.round(box[0] + box[2] * across), Math.round(box[1] + box[3] * down)];
    if (tried.has(`${x},${y}`)) return null;
    tried.add(`${x},${y}`);
    const hit = elementAt(x, y);
    if (hit) over.add(hit);
    return hit && belongs(hit, element) ? [x, y] : null;
  };
  const some = boxes.slice(0, 4);
  for (const [across, down] of FIRST) for (const box of some) {
    const point = hits(box, across, down);
    if (point) return point;
  }
  if ([...over].some(one => covers(one, element, some, place))) return null;  // one thing lies over all of it
  for (const down of FINER) for (const across of FINER) for (const box of some) {
    const point = hits(box, across, down);
    if (point) return point;
  }
  return null;
}

function shownBoxes(element, boxes, [px, py]) {
  // A target whose middle is covered is drawn as far as it shows: from the point that hits it, out to each side.
  const [x, y, w, h] = boxes[0];
  if (boxes.length > 1 || (px === Math.round(x + w / 2) && py === Math.round(y + h / 2))) return boxes;
  const hits = (across, down) => belongs(elementAt(across, down), element);
  const edge = (shown, far, at) => {
    if (hits(...at(far))) return far;
    for (let covered = far; Math.abs(covered - shown) > 2;) {
      const middle = (covered + shown) / 2;
      if (hits(...at(middle))) shown = middle; else covered = middle;
    }
    return shown;
  };
  const left = edge(px, x + 1, at => [at, py]), right = edge(px, x + w - 1, at => [at, py]);
  const top = edge(py, y + 1, at => [px, at]), bottom = edge(py, y + h - 1, at => [px, at]);
  return [[left - 1, top - 1, right - left + 2, bottom - top + 2]];
}

function covers(hit, element, boxes, place) {
  // Whether the thing that was hit, or one it stands in and the target does not, lies over all of the boxes.
  const up = node => parentOf(node) ?? node.ownerDocument.defaultView?.frameElement, own = new Set();
  for (let node = element; node; node = up(node)) own.add(node);
  for (let node = hit; node && !own.has(node); node = up(node)) {
    const there = node.ownerDocument === element.ownerDocument ? place : node.ownerDocument === document ? SCREEN : null;
    if (!there || getComputedStyle(node).pointerEvents === 'none') continue;
    const [left, top, width, height] = onScreen(xywh(rectOf(node)), there);
    if (boxes.every(([x, y, w, h]) => x >= left && y >= top && x + w <= left + width && y + h <= top + height)) return true;
  }
  return false;
}

function targets(without = []) {
  // In the order of the document: the targets, and where a frame of another origin stands ({crossOrigin: its number}).
  // `without` names rules to leave out.
  const found = [];
  for (const {element, root, place, frame} of [...candidates()]) {
    if (frame) {
      const number = entered(element) ? -1 : crossOriginIndex(element, root, place);
      if (number >= 0) found.push({element, crossOrigin: number});
      continue;
    }
    const kind = kindOf(element);
    if (!kind || without.includes(kind)) continue;
    const boxes = boxesOf(element, place);
    if (!boxes.length || !visible(element)) continue;
    const point = hitPoint(element, boxes, place);
    if (point) found.push({element, root, place, kind, boxes: shownBoxes(element, boxes, point)});
  }
  return single(found);
}

function single(found) {
  // One mark a target: parts of a link go, labels of fields that show go, wrappers around one target go.
  const at = new Map(found.map(one => [one.element, one]));
  const within = new Map(found.map(one => [one, []]));
  const dropped = new Set();
  for (const one of found) {
    if (one.kind === 'label' && at.has(one.element.control)) dropped.add(one);
    for (let node = parentOf(one.element); node; node = parentOf(node)) {
      const around = at.get(node);
      if (!around) continue;
      const part = WEAK.has(one.kind) || one.kind === 'label';
      if (part && !WEAK.has(around.kind) && WHOLE.has(roleOf(around.element)) && reacts(around)) dropped.add(one);
      if (!dropped.has(one)) within.get(around).push(one);
    }
  }
  for (const one of found) {
    const inner = within.get(one);
    if (one.kind === 'role' && inner.length && (!reacts(one) || saysOnly(one, inner))) dropped.add(one);
    if (!WEAK.has(one.kind) || !inner.length) continue;
    // What listens for several others, and does not itself look as if it could be clicked, only passes clicks on.
    const speaks = [...one.element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const delegates = one.kind !== 'pointer' && !points(one.element) && !speaks && !is(one.element, ROW);
    const frame = one.kind === 'pointer' && getComputedStyle(one.element).cursor === 'text';  // it is the field inside
    if ((inner.length === 1 && !apart(one, inner[0])) || delegates || frame || one.kind === 'scroller') dropped.add(one);
  }
  return found.filter(one => !dropped.has(one));
}

// A role is only said where nothing listens and neither keys nor mouse show it: an item of a tree around its row and branch.
const reacts = ({kind, element}) => kind !== 'role' || listens(element) || points(element) || element.tabIndex >= 0;

const saysOnly = (one, inner) => inner.length === 1 && named(inner[0].element) === named(one.element);

// A button in a clickable thing is something else; a link leads where the whole leads, a field is what the whole is for.
const apart = (one, inner) => roleOf(inner.element) === 'button' && inner.kind !== 'label' && !saysOnly(one, [inner]);

function marks(found) {
  const identities = identitiesOf(found.filter(one => one.crossOrigin === undefined)).values();
  return found.map(({element, place, kind, boxes, crossOrigin}) => {
    if (crossOrigin !== undefined) return {crossOrigin};
    const subject = kind === 'label' ? element.control : element, identity = identities.next().value;
    return {tag: subject.tagName.toLowerCase(), type: subject.tagName === 'INPUT' ? subject.type : '', role: roleOf(subject),
      text: identity.name, boxes, ...stateOf(subject), href: addressOf(element), frame: place.frame, rule: kind, identity};
  });
}
