// Where nothing else can stand: a hit test takes long where much lies side by side, so after some time spent on them
// only what may be covered gets one. Both ways tell the same (a test has each page looked at both ways).
import {contains, parentOf, real, rectOf, tagOf} from './dom.js';
import {spent} from './hits.js';
import {SCREEN, crop, onScreen} from './places.js';
import {SHOWING} from './walking.js';

let patience = 10; // milliseconds spent on hit tests before they are spared
// The boxes of all that shows, {one, drawn, left, right, top, bottom}; null where something may lie anywhere.
let standing;
const plain = new Set(); // elements whose style, and that of all around them, lets hits through to what stands there

export function setPatience(milliseconds) {
  patience = milliseconds;
}

export function nothingElseStands(element, [x, y, w, h], place) {
  // Whether a hit at the middle of a box can only be the element, something in it, or something it stands in.
  if (spent < patience || place !== SCREEN || SCREEN.seen || element.ownerSVGElement || tagOf(element) === 'AREA')
    return false;
  if (real(element, 'getClientRects').length > 1) return false; // between its lines and columns others' words may stand
  if (standing === undefined) standing = standingBoxes();
  if (!standing || !isPlain(element)) return false;
  const across = x + w / 2;
  const down = y + h / 2;
  return standing.every(
    ({owner, drawn, left, right, top, bottom}) =>
      across < left || across > right || down < top || down > bottom || contains(element, owner) ||
      (!drawn && contains(owner, element)),
  );
}

function standingBoxes() {
  if (real(document, 'querySelector', ':modal')) return null;
  const boxes = [];
  const stand = (owner, box, place, drawn) => {
    const shown = crop(onScreen(box, place), place.clip);
    if (!shown) return false;
    const [left, top, wide, high] = shown;
    boxes.push({owner, drawn, left: left - 1, right: left + wide + 1, top: top - 1, bottom: top + high + 1});
    return true;
  };
  for (const {element, place} of SHOWING.values()) {
    if (!stand(element, boxWithWords(element), place, false)) continue;
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(element, part);
      if (!strays(style)) continue;
      const box = drawnBox(element, style);
      if (!box) return null;
      stand(element, box, place, true);
    }
  }
  return boxes;
}

function boxWithWords(element) {
  // Words may flow out of a box, down and to either side.
  const {x, y, width, height} = rectOf(element);
  const {scrollWidth, scrollHeight, clientWidth, clientHeight} = element;
  const across = Math.max(0, scrollWidth - clientWidth);
  const down = Math.max(0, scrollHeight - clientHeight);
  const flows = (across || down) && getComputedStyle(element).overflow === 'visible';
  return flows ? [x - across, y, width + 2 * across, height + down] : [x, y, width, height];
}

// What a style draws before or after an element may lie anywhere, as a link stretched over its card does.
const strays = style =>
  style.content !== 'none' && style.display !== 'none' && (style.position !== 'static' || moved(style));
const moved = ({transform, translate, rotate, scale}) =>
  [transform, translate, rotate, scale].some(change => change !== 'none');

function drawnBox(element, style) {
  // The box of what is drawn, by its distances from the sides of what holds it; null where these do not tell.
  const holder = getComputedStyle(element).position === 'static' ? element.offsetParent : element;
  if (!holder || style.position !== 'absolute' || moved(style)) return null;
  const around = getComputedStyle(holder);
  const rect = rectOf(holder);
  const number = name => parseFloat(name) || 0;
  const tells =
    around.position !== 'static' && !holder.scrollLeft && !holder.scrollTop && holder.getClientRects().length === 1 &&
    Math.abs(rect.width - holder.offsetWidth) < 1 && Math.abs(rect.height - holder.offsetHeight) < 1;
  if (!tells) return null;
  const inset = side =>
    number(around[`border${side}Width`]) +
    number(style[side.toLowerCase()]) +
    Math.min(0, number(style[`margin${side}`]));
  const [left, right, top, bottom] = ['Left', 'Right', 'Top', 'Bottom'].map(inset);
  return [rect.x + left, rect.y + top, rect.width - left - right, rect.height - top - bottom];
}

function isPlain(element) {
  const way = [];
  for (let node = element; node && !plain.has(node); node = parentOf(node)) {
    const {pointerEvents, clipPath, backfaceVisibility, zIndex} = getComputedStyle(node);
    if (pointerEvents === 'none' || clipPath !== 'none' || backfaceVisibility !== 'visible' || zIndex < 0) return false;
    way.push(node);
  }
  for (const node of way) plain.add(node);
  return true;
}
