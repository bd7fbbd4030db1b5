// Hit tests: what lies on top at a point of the screen.
import {isFrame, parentOf, real, shadowOf, tagOf} from './dom.js';
import {entered, insideOf} from './frames.js';
import {SCREEN} from './places.js';

export let spent = 0; // milliseconds, on hit tests

export function elementAt(x, y) {
  // What lies on top at a point of the screen, through frames and shadow roots; null where another frame's part lies
  // there.
  const began = performance.now();
  const hit = hitAt(x, y);
  spent += performance.now() - began;
  return hit;
}

function hitAt(x, y) {
  if (SCREEN.seen && !seenAt(x, y)) return null;
  let root = document;
  let hit = null;
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
  const [left, top, w, h] = SCREEN.clip;
  const rows = SCREEN.seen.length;
  const columns = SCREEN.seen[0].length;
  const at = (value, start, size, count) =>
    Math.min(count - 1, Math.max(0, Math.floor(((value - start) / size) * count)));
  return SCREEN.seen[at(y, top, h, rows)][at(x, left, w, columns)];
}

export function belongs(hit, element) {
  for (let node = hit; node; node = parentOf(node)) {
    if (node === element || (tagOf(node) === 'LABEL' && node.control === element)) return true;
    if (element.tagName === 'LABEL' && element.control === node) return true;
  }
  return false;
}
