// Hit tests: what lies on top at a point of the screen. Runs in the isolated world, at each
// question (questions.js).
import {isFrame, parentOf, readNative, shadowOf, tagOf} from './dom.js';
import {documentIn, insideOf} from './frames.js';
import {SCREEN} from './places.js';

let hitTestTime = 0;
export const millisecondsOfHitTests = () => hitTestTime;

export function elementAt(x, y) {
  // The topmost element at a point of the screen, through frames and shadow roots; null if
  // something outside of this frame covers it.
  const start = performance.now();
  const hit = hitAt(x, y);
  hitTestTime += performance.now() - start;
  return hit;
}

function hitAt(x, y) {
  if (SCREEN.seen && !isSeenAt(x, y)) return null;
  let root = document;
  let hit = null;
  x = (x - SCREEN.dx) / SCREEN.sx;
  y = (y - SCREEN.dy) / SCREEN.sy;
  for (;;) {
    const inner = readNative(root, 'elementFromPoint', x, y);
    if (!inner || inner === hit) return inner || hit;
    hit = inner;
    if (shadowOf(hit)) root = shadowOf(hit);
    else if (isFrame(hit) && documentIn(hit)) {
      // The point lies in this document, however the frame is clipped.
      const place = {...SCREEN, dx: 0, dy: 0, sx: 1, sy: 1, clip: [-1e6, -1e6, 2e6, 2e6]};
      const inside = insideOf(hit, root, place);
      if (!inside) return hit;
      x = (x - inside.place.dx) / inside.place.sx;
      y = (y - inside.place.dy) / inside.place.sy;
      root = inside.document;
    } else return hit;
  }
}

function isSeenAt(x, y) {
  const [left, top, width, height] = SCREEN.clip;
  const rows = SCREEN.seen.length;
  const columns = SCREEN.seen[0].length;
  const cell = (value, start, size, count) =>
    Math.min(count - 1, Math.max(0, Math.floor(((value - start) / size) * count)));
  return SCREEN.seen[cell(y, top, height, rows)][cell(x, left, width, columns)];
}

export function belongs(hit, element) {
  // Whether a hit is the element, lies in it, or is its label or the field that it labels.
  for (let node = hit; node; node = parentOf(node)) {
    if (node === element || (tagOf(node) === 'LABEL' && node.control === element)) return true;
    if (element.tagName === 'LABEL' && element.control === node) return true;
  }
  return false;
}
