// The boxes of a target on the screen: one per line of a wrapped link, clipped to their visible
// parts. Runs in the isolated world, at each question (questions.js).
import {rectOf, shadowOf} from './dom.js';
import {listens} from './page_world.js';
import {LEAST, THIN, clipOf, crop, hasVisiblePart, onScreen, xywh} from './places.js';

export function boxesOf(element, place) {
  if (element.tagName === 'AREA') return boxesOfArea(element, place);
  const rects = [...element.getClientRects()].map(rect =>
    widenedHandle(element, onScreen(xywh(rect), place)),
  );
  const clip = rects.some(rect => crop(rect, place.clip, THIN)) && clipOf(element, place);
  const shown = rect => crop(rect, clip, leastOf(element, rect));
  const boxes = clip ? rects.map(shown).filter(Boolean) : [];
  // A link around a block has only empty lines itself: its contents are what one clicks.
  if (!boxes.length && !shadowOf(element) && mayHoldTarget(element, place))
    for (const child of element.children) boxes.push(...boxesOf(child, place));
  return joinedInRows(boxes);
}

// A letter is narrow, but can be seen and clicked.
const leastOf = (element, [, , w, h]) =>
  w < LEAST && h >= 2 * LEAST && element.textContent.trim() ? THIN : LEAST;

function widenedHandle(element, [x, y, w, h]) {
  // The divider between two columns or panes can be dragged however thin it is: it gets a target's
  // width.
  const [thin, long] = w < h ? [w, h] : [h, w];
  const isHandle =
    thin >= THIN && thin < LEAST && long >= 4 * LEAST &&
    (/-resize$/.test(getComputedStyle(element).cursor) || listens(element, 'press'));
  if (!isHandle) return [x, y, w, h];
  return w < h ? [x + (w - LEAST) / 2, y, LEAST, h] : [x, y + (h - LEAST) / 2, w, LEAST];
}

function mayHoldTarget(element, place) {
  const rect = rectOf(element);
  return !rect.width || !rect.height || hasVisiblePart(rect, place);
}

function boxesOfArea(area, place) {
  // An area of an image map has no box: it lies on the picture that uses the map.
  const map = area.closest('map');
  const root = area.getRootNode();
  const picture = map && root.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`);
  const [frame] = picture ? picture.getClientRects() : [];
  if (!frame) return [];
  const [x, y, w, h] = boxOnPicture(area, frame);
  const clip = clipOf(picture, place);
  const shown = clip && crop(onScreen([frame.x + x, frame.y + y, w, h], place), clip);
  return shown ? [shown] : [];
}

function boxOnPicture(area, {width, height}) {
  if (/^default/i.test(area.shape)) return [0, 0, width, height];
  const numbers = area.coords.split(',').map(Number);
  if (/^circ/i.test(area.shape)) {
    const [x, y, radius] = numbers;
    return [x - radius, y - radius, 2 * radius, 2 * radius];
  }
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

function joinedInRows(boxes) {
  // Pieces that touch on one line become one box.
  const joined = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    if (last && touchInRow(last, box)) joined[joined.length - 1] = union(last, box);
    else joined.push(box);
  }
  return joined;
}

function touchInRow([lx, ly, lw, lh], [x, y, w, h]) {
  return Math.abs(y + h / 2 - ly - lh / 2) < Math.min(h, lh) / 2 && x <= lx + lw + 2;
}

function union([ax, ay, aw, ah], [bx, by, bw, bh]) {
  const left = Math.min(ax, bx);
  const top = Math.min(ay, by);
  return [left, top, Math.max(ax + aw, bx + bw) - left, Math.max(ay + ah, by + bh) - top];
}
