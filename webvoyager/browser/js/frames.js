// Places: the top document, and each open shadow root and frame in it: where it lies on the screen and what clips it.
// A point (x, y) of a place is on the screen at (dx + x * sx, dy + y * sy); `trail` leads to it, `frame` is its address.
// A frame of another origin cannot be looked into from here: it is put into `crossOrigin`, and its own call is `given` its place.
const LEAST = 4;  // pixels: smaller is no target
const SCREEN = given.place
  || {dx: 0, dy: 0, sx: 1, sy: 1, clip: [0, 0, innerWidth, innerHeight], frame: '', trail: [], frames: [], seen: null};

// A form's field named "parentNode" hides the form's own, a picture named "body" the document's: ask the interface instead.
const asked = (interface_, name) => {
  const get = Object.getOwnPropertyDescriptor(interface_.prototype, name).get;
  return element => get.call(element);
};
const nodesOf = asked(Node, 'childNodes'), kindOfNode = asked(Node, 'nodeType'), upOf = asked(Node, 'parentNode');
const shadowOf = asked(Element, 'shadowRoot'), tagOf = asked(Element, 'tagName'), slotOf = asked(Element, 'assignedSlot');
const firstOf = asked(Element, 'firstElementChild'), previousOf = asked(Element, 'previousElementSibling');
const interfaces = new Map();  // by a name and an object's prototype: the interface's own property
const real = (object, name, ...rest) => {
  const kind = Object.getPrototypeOf(object);
  if (!interfaces.has(name)) interfaces.set(name, new Map());
  if (!interfaces.get(name).has(kind)) interfaces.get(name).set(kind, propertyOf(kind, name));
  const {get, value} = interfaces.get(name).get(kind);
  return get ? get.call(object) : value.apply(object, rest);
};
const propertyOf = (kind, name) => Object.getOwnPropertyDescriptor(kind, name) ?? propertyOf(Object.getPrototypeOf(kind), name);
const attributeOf = (element, name) => Element.prototype.getAttribute.call(element, name);
const is = (element, selector) => Element.prototype.matches.call(element, selector);
const rectOf = element => Element.prototype.getBoundingClientRect.call(element);
const childrenOf = node => [...nodesOf(node)].filter(child => kindOfNode(child) === Node.ELEMENT_NODE);

function parentOf(node) {
  // The element around an element or a text, as it is laid out: through slots and out of shadow roots.
  const slot = kindOfNode(node) === Node.ELEMENT_NODE ? slotOf(node) : node.assignedSlot;
  if (slot) return slot;
  const up = upOf(node);
  return up && kindOfNode(up) === Node.ELEMENT_NODE ? up : up?.host ?? null;
}

function* everywhere(root = document, place = SCREEN) {
  for (const element of real(root, 'querySelectorAll', '*')) {
    yield {element, root, place};
    if (shadowOf(element)) {
      yield* everywhere(element.shadowRoot, {...place, trail: [...place.trail, pathIn(root, element)]});
    } else if (isFrame(element)) {
      const inside = insideOf(element, root, place);
      if (inside?.document) yield* everywhere(inside.document, inside.place);
    }
  }
}

const SHOWING = new Map();  // elements that may show, and what holds them, each with its root and place
const ROOTS = new Set();  // the documents and shadow roots that were looked into

function* showing(root = document, place = SCREEN) {
  // Of these elements those that may show, or hold what may: most of a long page lies elsewhere, and is passed over.
  const holders = holdersIn(root, place), walker = walkerOf(root, NodeFilter.SHOW_ELEMENT);
  ROOTS.add(root);
  for (let element = walker.nextNode(); element;) {
    const rect = rectOf(element);
    if (!meets(rect, place) && !holders.has(element) && !wordsShow(element, rect, place)) { element = past(walker); continue; }
    const one = {element, root, place};
    SHOWING.set(element, one);
    yield one;
    if (shadowOf(element)) {
      yield* showing(element.shadowRoot, {...place, trail: [...place.trail, pathIn(root, element)]});
    } else if (isFrame(element)) {
      const inside = insideOf(element, root, place);
      if (inside?.document) yield* showing(inside.document, inside.place);
    }
    element = walker.nextNode();
  }
}

const WORDLESS = [':empty', 'area', 'iframe', 'select', 'textarea', 'video', 'object', '[aria-label]', '[title]'];  // quicker one by one
function holdersIn(root, place) {
  // What holds a shadow host, as nothing outside tells where a shadow root shows, or something that shows without words.
  const holders = new Set(), walker = walkerOf(root, NodeFilter.SHOW_ELEMENT);
  const add = node => { for (; node && !holders.has(node); node = parentOf(node)) holders.add(node); };
  for (let element = walker.nextNode(); element; element = walker.nextNode()) {
    if (shadowOf(element)) add(element);
  }
  for (const kind of WORDLESS) for (const element of real(root, 'querySelectorAll', kind)) {
    if (kind === 'area' || meets(rectOf(element), place)) add(element);  // an area lies on its picture
  }
  return holders;
}

const range = new Range();
function wordsShow(element, rect, place) {
  // Children may lie apart from their parent (fixed, drawn elsewhere, flowing over), but they carry their words with them:
  // the box around all texts within is asked for in one go.
  if (!firstOf(element) && place.dy + rect.y * place.sy > place.clip[1] + place.clip[3]) return false;  // words flow aside and down
  range.selectNodeContents(element);
  return meets(range.getBoundingClientRect(), place);
}

const walkerOf = (root, kinds) => real(document, 'createTreeWalker', root, kinds);

function past(walker) {
  // The next node after all that the current one holds.
  do if (walker.nextSibling()) return walker.currentNode; while (walker.parentNode());
  return null;
}

const isFrame = element => element.tagName === 'IFRAME' || element.tagName === 'FRAME';

function insideOf(frame, root, place) {
  // The document in a frame and its place; null where nothing of it shows, no document where it is of another origin.
  const style = getComputedStyle(frame), box = rectOf(frame);
  if (!box.width || !box.height || !frame.offsetWidth) return null;
  const sx = box.width / frame.offsetWidth, sy = box.height / frame.offsetHeight;  // as transforms scale it
  const left = parseFloat(style.paddingLeft), top = parseFloat(style.paddingTop);
  const width = frame.clientWidth - left - parseFloat(style.paddingRight);
  const height = frame.clientHeight - top - parseFloat(style.paddingBottom);
  const [dx, dy, w, h] = onScreen([box.x + (frame.clientLeft + left) * sx, box.y + (frame.clientTop + top) * sy, width * sx, height * sy], place);
  const clip = crop([dx, dy, w, h], clipOf(frame, place));
  if (!clip) return null;
  const inner = {dx, dy, sx: sx * place.sx, sy: sy * place.sy, clip, frames: place.frames, seen: null};
  const document = entered(frame);
  const path = [...place.trail, pathIn(root, frame)];
  if (document && real(document, 'documentElement')) return {document, place: {...inner, frame: real(document, 'URL'), trail: path}};
  return document ? null : {document: null, place: {...inner, frame: frame.src, trail: [], frames: [...place.frames, path]}};
}

function entered(frame) {
  // The document in a frame, where it can be looked into; under a list of allowed hosts not one that has no host.
  const document = frame.contentDocument;
  return document && given.closed && /^(blob|data|file|filesystem):/.test(real(document, 'URL')) ? null : document;
}

function crossOriginPlace(frame, root, place) {
  // The place of a frame of another origin, with a map of what of it lies under other things.
  const inside = insideOf(frame, root, place);
  if (!inside || inside.document || !visible(frame)) return null;
  const [x, y, w, h] = inside.place.clip;
  const grid = (columns, rows) => Array.from({length: rows}, (_, row) => Array.from({length: columns}, (_, column) =>
    elementAt(x + w * (column + .5) / columns, y + h * (row + .5) / rows) === frame));
  const coarse = grid(4, 4).flat();
  if (!coarse.some(Boolean)) return null;
  return {...inside.place, seen: coarse.every(Boolean) ? null : grid(Math.min(48, Math.ceil(w / 8)), Math.min(48, Math.ceil(h / 8)))};
}

const crossOrigin = [], crossOriginPlaces = [];
function crossOriginIndex(frame, root, place) {
  // The number under which a frame of another origin is read apart, -1 where nothing of it can be seen.
  if (crossOrigin.includes(frame)) return crossOrigin.indexOf(frame);
  const inside = crossOriginPlace(frame, root, place);
  return inside ? (crossOriginPlaces.push(inside), crossOrigin.push(frame) - 1) : -1;
}

const xywh = rect => [rect.x, rect.y, rect.width, rect.height];
const onScreen = ([x, y, w, h], place) => [place.dx + x * place.sx, place.dy + y * place.sy, w * place.sx, h * place.sy];

function meets({x, y, width, height}, {dx, dy, sx, sy, clip}) {
  // Whether enough of a rect shows: as `crop` says, without making anything.
  const left = Math.max(dx + x * sx, clip[0]), right = Math.min(dx + x * sx + width * sx, clip[0] + clip[2]);
  const top = Math.max(dy + y * sy, clip[1]), bottom = Math.min(dy + y * sy + height * sy, clip[1] + clip[3]);
  return right - left >= LEAST && bottom - top >= LEAST;
}

function crop([x, y, w, h], [cx, cy, cw, ch]) {
  const left = Math.max(x, cx), top = Math.max(y, cy);
  const right = Math.min(x + w, cx + cw), bottom = Math.min(y + h, cy + ch);
  return right - left >= LEAST && bottom - top >= LEAST ? [left, top, right - left, bottom - top] : null;
}

function clipOf(element, place) {
  // What of the screen an element or a text can show on: the frame, cut by every scroller around it.
  const position = kindOfNode(element) === Node.ELEMENT_NODE ? getComputedStyle(element).position : 'static';
  return position === 'fixed' ? place.clip : clipWithin(parentOf(element), position === 'absolute', place);
}

const clips = new Map();  // of each place's own: by elements, for what stands in the flow and for what is placed absolutely
function clipWithin(node, absolute, place) {
  if (!node) return place.clip;
  if (!clips.has(place.clip)) clips.set(place.clip, [new Map(), new Map()]);
  const known = clips.get(place.clip)[Number(absolute)];
  if (!known.has(node)) known.set(node, clipBy(node, absolute, place));
  return known.get(node);
}

function clipBy(node, absolute, place) {
  const style = getComputedStyle(node);
  if (absolute && style.position === 'static' && style.transform === 'none') return clipWithin(parentOf(node), true, place);
  const outer = style.position === 'fixed' ? place.clip : clipWithin(parentOf(node), style.position === 'absolute', place);
  const cuts = style.overflow !== 'visible' || style.contain.includes('paint');
  if (!outer || !cuts || style.display === 'inline' || /^(BODY|HTML)$/.test(tagOf(node))) return outer;
  const box = rectOf(node), scale = box.width / node.offsetWidth || 1;
  const inner = [box.x + node.clientLeft * scale, box.y + node.clientTop * scale, node.clientWidth * scale, node.clientHeight * scale];
  return crop(onScreen(inner, place), outer);
}

const positions = new Map();  // of each element among its parent's
function positionOf(element) {
  const uncounted = [];
  let node = element;
  for (; node && !positions.has(node); node = previousOf(node)) uncounted.push(node);
  for (let at = node ? positions.get(node) + 1 : 0; uncounted.length; at += 1) positions.set(uncounted.pop(), at);
  return positions.get(element);
}

function pathIn(root, element) {
  const steps = [];
  for (let node = element; node && node !== root; node = upOf(node)) if (upOf(node)) steps.push(positionOf(node));
  return steps.reverse().join('/');
}

let spent = 0;  // milliseconds, on hit tests
function elementAt(x, y) {
  // What lies on top at a point of the screen, through frames and shadow roots; null where another frame's part lies there.
  const began = performance.now(), hit = hitAt(x, y);
  spent += performance.now() - began;
  return hit;
}

function hitAt(x, y) {
  if (SCREEN.seen && !seenAt(x, y)) return null;
  let root = document, hit = null;
  x = (x - SCREEN.dx) / SCREEN.sx;
  y = (y - SCREEN.dy) / SCREEN.sy;
  for (;;) {
    const found = real(root, 'elementFromPoint', x, y);
    if (!found || found === hit) return found || hit;
    hit = found;
    if (shadowOf(hit)) root = hit.shadowRoot;
    else if (isFrame(hit) && entered(hit)) {
      const inside = insideOf(hit, root, {...SCREEN, dx: 0, dy: 0, sx: 1, sy: 1, clip: [-1e6, -1e6, 2e6, 2e6]});
      if (!inside) return hit;
      x = (x - inside.place.dx) / inside.place.sx;
      y = (y - inside.place.dy) / inside.place.sy;
      root = inside.document;
    } else return hit;
  }
}

function seenAt(x, y) {
  const [left, top, w, h] = SCREEN.clip, rows = SCREEN.seen.length, columns = SCREEN.seen[0].length;
  const at = (value, start, size, count) => Math.min(count - 1, Math.max(0, Math.floor((value - start) / size * count)));
  return SCREEN.seen[at(y, top, h, rows)][at(x, left, w, columns)];
}
