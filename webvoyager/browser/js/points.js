// A point that hits a target, and how much of a partly covered target is visible. Runs in the
// isolated world, at each question (questions.js).
import {childrenOf, parentOf, rectOf, shadowOf} from './dom.js';
import {belongs, elementAt} from './hits.js';
import {isSurelyUncovered} from './occlusion.js';
import {SCREEN, onScreen, xywh} from './places.js';

// Parts of a box, across and down.
const FIRST = [
  [0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75],
  [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8],
];
const STEPS = [0.04, 0.13, 0.22, 0.31, 0.4, 0.5, 0.6, 0.69, 0.78, 0.87, 0.96];
const FINER = STEPS.flatMap(down => STEPS.map(across => [across, down]));

export function hitPoint(element, boxes, place, fits = hit => belongs(hit, element)) {
  // A point of whole pixels that hits the target: the middle of each box first, then a coarse and a
  // fine grid over them. The fine grid skips the boxes of other elements that were hit.
  const [x, y, w, h] = boxes[0];
  if (![element, element.control, ...(element.labels ?? [])].some(takesHits)) return null;
  if (isSurelyUncovered(element, boxes[0], place))
    return [Math.round(x + w / 2), Math.round(y + h / 2)];
  const tried = new Set();
  const others = new Set(); // what was hit instead of the target
  const tryPoint = point => {
    if (tried.has(point.join())) return null;
    tried.add(point.join());
    const hit = elementAt(...point);
    if (hit && fits(hit)) return point;
    if (hit) others.add(hit);
    return null;
  };
  for (const point of pointsIn(boxes, FIRST)) if (tryPoint(point)) return point;
  // Of two sliders in one place, each can be hit at its thumb.
  const grip = element.type === 'range' && tryPoint(gripOf(element, element, place));
  if (grip) return grip;
  const boxesOfOther = new Map();
  const isUnderOther = point =>
    [...others].some(other => {
      if (!boxesOfOther.has(other)) boxesOfOther.set(other, boxesOver(element, other, place));
      return boxesOfOther.get(other).some(box => holds(box, point));
    });
  for (const point of pointsIn(boxes, FINER))
    if (!isUnderOther(point) && tryPoint(point)) return point;
  return null;
}

function takesHits(element) {
  // Whether the mouse can reach it, or something in it, such as the thumb of a slider.
  if (!element) return false;
  if (getComputedStyle(element).pointerEvents !== 'none' || element.type === 'range') return true;
  const inside = shadowOf(element) ? childrenOf(shadowOf(element)) : [];
  return [...inside, ...childrenOf(element)].some(takesHits);
}

export function gripOf(slider, painted, place) {
  // The middle of a slider's thumb, which is about as wide as the slider is high; `painted` is what
  // shows in its place.
  const {x, y, width, height} = rectOf(painted);
  const {min, max, value} = slider;
  const low = Number(min || 0);
  const high = Number(max || 100);
  const share = high > low ? (Number(value) - low) / (high - low) : 0;
  const thumb = [x + height / 2 + share * (width - height), y + height / 2, 0, 0];
  const [across, down] = onScreen(thumb, place);
  return [Math.round(across), Math.round(down)];
}

function* pointsIn(boxes, parts) {
  for (const [across, down] of parts)
    for (const [x, y, w, h] of boxes.slice(0, 4))
      yield [Math.round(x + w * across), Math.round(y + h * down)];
}

const holds = ([x, y, w, h], [across, down]) =>
  across >= x && across <= x + w && down >= y && down <= y + h;

function boxesOver(element, hit, place) {
  // The boxes of what was hit instead of an element, and of everything around that which is not
  // around the element.
  const up = node => parentOf(node) ?? node.ownerDocument.defaultView?.frameElement;
  const own = new Set();
  for (let node = element; node; node = up(node)) own.add(node);
  const boxes = [];
  for (let node = hit; node && !own.has(node); node = up(node)) {
    const nodePlace = placeFor(node.ownerDocument, element.ownerDocument, place);
    if (nodePlace && getComputedStyle(node).pointerEvents !== 'none')
      boxes.push(onScreen(xywh(rectOf(node)), nodePlace));
  }
  return boxes;
}

export function shownBoxes(element, boxes, [px, py]) {
  // A target whose middle is covered is drawn as far as it is visible: from the point that hits it
  // out to each side.
  const [x, y, w, h] = boxes[0];
  const middleHits = px === Math.round(x + w / 2) && py === Math.round(y + h / 2);
  if (boxes.length > 1 || middleHits) return boxes;
  const hits = point => belongs(elementAt(...point), element);
  const edge = (shown, end, pointAt) => {
    if (hits(pointAt(end))) return end;
    for (let covered = end; Math.abs(covered - shown) > 2; ) {
      const middle = (covered + shown) / 2;
      if (hits(pointAt(middle))) shown = middle;
      else covered = middle;
    }
    return shown;
  };
  const left = edge(px, x + 1, across => [across, py]);
  const right = edge(px, x + w - 1, across => [across, py]);
  const top = edge(py, y + 1, down => [px, down]);
  const bottom = edge(py, y + h - 1, down => [px, down]);
  return [[left - 1, top - 1, right - left + 2, bottom - top + 2]];
}

function placeFor(page, targetPage, targetPlace) {
  if (page === targetPage) return targetPlace;
  return page === document ? SCREEN : null;
}
