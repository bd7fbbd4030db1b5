// Tells from boxes where nothing else can lie on top. Hit tests are slow if thousands of elements
// lie side by side: after some time spent on them, only elements that may be covered get one. Both
// ways give the same answer (a test observes each page both ways). Runs in the isolated world, at
// each question (questions.js).
import {contains, parentOf, readNative, rectOf, tagOf} from './dom.js';
import {millisecondsOfHitTests} from './hits.js';
import {SCREEN, crop, onScreen} from './places.js';

const PATIENCE = 10; // milliseconds

let patience = Infinity; // milliseconds of hit tests, after which they are spared
let elements = null; // what may be visible, as walking.js finds it
// Each band of the screen has a list of the boxes in it: {owner, drawn, left, right, top, bottom}.
// Null if something may lie anywhere.
let boxesByBand;
const BAND = 16; // pixels
const plain = new Set(); // elements that can be hit, by their style and that of all around them

export function spareHitTests(shown, milliseconds = PATIENCE) {
  // Call this before observing the page; without it, every element gets its hit test.
  patience = milliseconds;
  elements = shown.elements;
}

export function isSurelyUncovered(element, [x, y, w, h], place) {
  // Whether a hit at the middle of a box can only be the element, something in it, or something
  // around it. False if that is not known.
  if (millisecondsOfHitTests() < patience || place !== SCREEN || SCREEN.seen) return false;
  if (element.ownerSVGElement || tagOf(element) === 'AREA') return false;
  // Words of others may lie between its lines and columns.
  if (readNative(element, 'getClientRects').length > 1) return false;
  if (boxesByBand === undefined) boxesByBand = sortIntoBands(collectBoxes());
  if (!boxesByBand || !isPlain(element)) return false;
  const across = x + w / 2;
  const down = y + h / 2;
  return (boxesByBand[Math.floor(down / BAND)] ?? []).every(
    ({owner, drawn, left, right, top, bottom}) =>
      across < left || across > right || down < top || down > bottom ||
      contains(element, owner) || (!drawn && contains(owner, element)),
  );
}

function collectBoxes() {
  if (readNative(document, 'querySelector', ':modal')) return null;
  const boxes = [];
  const add = (owner, box, place, drawn) => {
    const visiblePart = crop(onScreen(box, place), place.clip);
    if (!visiblePart) return false;
    const [x, y, w, h] = visiblePart;
    boxes.push({owner, drawn, left: x - 1, right: x + w + 1, top: y - 1, bottom: y + h + 1});
    return true;
  };
  for (const {element, place} of elements.values()) {
    if (!add(element, boxWithWords(element), place, false)) continue;
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(element, part);
      if (!mayLieElsewhere(style)) continue;
      const box = drawnBox(element, style);
      if (!box) return null;
      add(element, box, place, true);
    }
  }
  return boxes;
}

function sortIntoBands(boxes) {
  if (!boxes) return null;
  const bands = Array.from({length: Math.ceil(innerHeight / BAND) + 1}, () => []);
  for (const box of boxes) {
    const first = Math.max(0, Math.floor(box.top / BAND));
    for (const band of bands.slice(first, Math.floor(box.bottom / BAND) + 1)) band.push(box);
  }
  return bands;
}

function boxWithWords(element) {
  // Words may overflow a box, down and to either side.
  const {x, y, width, height} = rectOf(element);
  const {scrollWidth, scrollHeight, clientWidth, clientHeight} = element;
  const across = Math.max(0, scrollWidth - clientWidth);
  const down = Math.max(0, scrollHeight - clientHeight);
  const overflows = (across || down) && getComputedStyle(element).overflow === 'visible';
  return overflows ? [x - across, y, width + 2 * across, height + down] : [x, y, width, height];
}

// What a style draws before or after an element may lie anywhere, such as a link that is stretched
// over its card.
const mayLieElsewhere = style =>
  style.content !== 'none' && style.display !== 'none' &&
  (style.position !== 'static' || isMoved(style));
const isMoved = ({transform, translate, rotate, scale}) =>
  [transform, translate, rotate, scale].some(change => change !== 'none');

function drawnBox(element, style) {
  // The box of what is drawn before or after an element, from its distances to the sides of the
  // element it is positioned in; null if these do not tell.
  const holder = getComputedStyle(element).position === 'static' ? element.offsetParent : element;
  if (!holder || style.position !== 'absolute' || isMoved(style)) return null;
  const holderStyle = getComputedStyle(holder);
  const rect = rectOf(holder);
  const isSimple =
    holderStyle.position !== 'static' &&
    !holder.scrollLeft && !holder.scrollTop &&
    holder.getClientRects().length === 1 &&
    Math.abs(rect.width - holder.offsetWidth) < 1 &&
    Math.abs(rect.height - holder.offsetHeight) < 1;
  if (!isSimple) return null;
  const number = length => parseFloat(length) || 0;
  const inset = side =>
    number(holderStyle[`border${side}Width`]) +
    number(style[side.toLowerCase()]) +
    Math.min(0, number(style[`margin${side}`]));
  const [left, right, top, bottom] = ['Left', 'Right', 'Top', 'Bottom'].map(inset);
  return [rect.x + left, rect.y + top, rect.width - left - right, rect.height - top - bottom];
}

function isPlain(element) {
  const visited = [];
  for (let node = element; node && !plain.has(node); node = parentOf(node)) {
    const {pointerEvents, clipPath, clip, backfaceVisibility, zIndex} = getComputedStyle(node);
    if (pointerEvents === 'none' || clipPath !== 'none' || clip !== 'auto') return false;
    if (backfaceVisibility !== 'visible' || zIndex < 0) return false;
    visited.push(node);
  }
  for (const node of visited) plain.add(node);
  return true;
}
