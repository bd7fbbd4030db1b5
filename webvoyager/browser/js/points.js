// A point that truly hits a target, and how much of a covered target shows around it.
import {parentOf, rectOf} from './dom.js';
import {belongs, elementAt} from './hits.js';
import {nothingElseStands} from './occlusion.js';
import {SCREEN, onScreen, xywh} from './places.js';

const FIRST = [
  [0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8],
];
const FINER = [0.04, 0.13, 0.22, 0.31, 0.4, 0.5, 0.6, 0.69, 0.78, 0.87, 0.96];

export function hitPoint(element, boxes, place, fits = hit => belongs(hit, element)) {
  // A point of whole pixels that truly hits the target: the middle of each box first, then ever finer grids over it.
  const [x, y, w, h] = boxes[0];
  if (nothingElseStands(element, boxes[0], place)) return [Math.round(x + w / 2), Math.round(y + h / 2)];
  const tried = new Set();
  const over = new Set();
  const hits = (box, across, down) => {
    const [x, y] = [Math.round(box[0] + box[2] * across), Math.round(box[1] + box[3] * down)];
    if (tried.has(`${x},${y}`)) return null;
    tried.add(`${x},${y}`);
    const hit = elementAt(x, y);
    if (hit) over.add(hit);
    return hit && fits(hit) ? [x, y] : null;
  };
  const some = boxes.slice(0, 4);
  for (const [across, down] of FIRST)
    for (const box of some) {
      const point = hits(box, across, down);
      if (point) return point;
    }
  if ([...over].some(cover => covers(cover, element, some, place))) return null; // one thing lies over all of it
  for (const down of FINER)
    for (const across of FINER)
      for (const box of some) {
        const point = hits(box, across, down);
        if (point) return point;
      }
  return null;
}

export function shownBoxes(element, boxes, [px, py]) {
  // A target whose middle is covered is drawn as far as it shows: from the point that hits it, out to each side.
  const [x, y, w, h] = boxes[0];
  if (boxes.length > 1 || (px === Math.round(x + w / 2) && py === Math.round(y + h / 2))) return boxes;
  const hits = (across, down) => belongs(elementAt(across, down), element);
  const edge = (shown, far, at) => {
    if (hits(...at(far))) return far;
    for (let covered = far; Math.abs(covered - shown) > 2;) {
      const middle = (covered + shown) / 2;
      if (hits(...at(middle))) shown = middle;
      else covered = middle;
    }
    return shown;
  };
  const left = edge(px, x + 1, at => [at, py]);
  const right = edge(px, x + w - 1, at => [at, py]);
  const top = edge(py, y + 1, at => [px, at]);
  const bottom = edge(py, y + h - 1, at => [px, at]);
  return [[left - 1, top - 1, right - left + 2, bottom - top + 2]];
}

function covers(hit, element, boxes, place) {
  // Whether the thing that was hit, or one it stands in and the target does not, lies over all of the boxes.
  const up = node => parentOf(node) ?? node.ownerDocument.defaultView?.frameElement;
  const own = new Set();
  for (let node = element; node; node = up(node)) own.add(node);
  for (let node = hit; node && !own.has(node); node = up(node)) {
    const there =
      node.ownerDocument === element.ownerDocument ? place : node.ownerDocument === document ? SCREEN : null;
    if (!there || getComputedStyle(node).pointerEvents === 'none') continue;
    const [left, top, width, height] = onScreen(xywh(rectOf(node)), there);
    if (boxes.every(([x, y, w, h]) => x >= left && y >= top && x + w <= left + width && y + h <= top + height))
      return true;
  }
  return false;
}
