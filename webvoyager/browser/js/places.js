// Places: the top document, and each open shadow root and frame in it: where it lies on the screen and what clips it.
// A point (x, y) of a place is on the screen at (dx + x * sx, dy + y * sy); `trail` leads to it, `frame` is its
// address. In a frame of another origin the place of its document is `given` with the question.
import {kindOfNode, parentOf, rectOf, tagOf} from './dom.js';

export const LEAST = 4; // pixels: smaller is no target
export const THIN = 2; // but a long handle may be
export const SCREEN = given.place || {
  dx: 0, dy: 0, sx: 1, sy: 1, clip: [0, 0, innerWidth, innerHeight], frame: '', trail: [], frames: [], seen: null,
};

export const xywh = rect => [rect.x, rect.y, rect.width, rect.height];
export const onScreen = ([x, y, w, h], place) => [
  place.dx + x * place.sx, place.dy + y * place.sy, w * place.sx, h * place.sy,
];

export function meets({x, y, width, height}, {dx, dy, sx, sy, clip}) {
  // Whether some of a rect shows that a target may be.
  const left = Math.max(dx + x * sx, clip[0]);
  const right = Math.min(dx + x * sx + width * sx, clip[0] + clip[2]);
  const top = Math.max(dy + y * sy, clip[1]);
  const bottom = Math.min(dy + y * sy + height * sy, clip[1] + clip[3]);
  return right - left >= THIN && bottom - top >= THIN;
}

export function crop([x, y, w, h], [cx, cy, cw, ch]) {
  const left = Math.max(x, cx);
  const top = Math.max(y, cy);
  const right = Math.min(x + w, cx + cw);
  const bottom = Math.min(y + h, cy + ch);
  return right - left >= LEAST && bottom - top >= LEAST ? [left, top, right - left, bottom - top] : null;
}

export function clipOf(element, place) {
  // What of the screen an element or a text can show on: the frame, cut by every scroller around it.
  const position = kindOfNode(element) === Node.ELEMENT_NODE ? getComputedStyle(element).position : 'static';
  return position === 'fixed' ? place.clip : clipWithin(parentOf(element), position === 'absolute', place);
}

// Of each place's own: by elements, for what stands in the flow and for what is placed absolutely.
const clips = new Map();

export function clipWithin(node, absolute, place) {
  if (!node) return place.clip;
  if (!clips.has(place.clip)) clips.set(place.clip, [new Map(), new Map()]);
  const known = clips.get(place.clip)[Number(absolute)];
  if (!known.has(node)) known.set(node, clipBy(node, absolute, place));
  return known.get(node);
}

function clipBy(node, absolute, place) {
  const style = getComputedStyle(node);
  if (absolute && style.position === 'static' && style.transform === 'none')
    return clipWithin(parentOf(node), true, place);
  const outer =
    style.position === 'fixed' ? place.clip : clipWithin(parentOf(node), style.position === 'absolute', place);
  const cuts = style.overflow !== 'visible' || style.contain.includes('paint');
  if (!outer || !cuts || style.display === 'inline' || /^(BODY|HTML)$/.test(tagOf(node))) return outer;
  const box = rectOf(node);
  const scale = box.width / node.offsetWidth || 1;
  const inner = [
    box.x + node.clientLeft * scale, box.y + node.clientTop * scale, node.clientWidth * scale,
    node.clientHeight * scale,
  ];
  return crop(onScreen(inner, place), outer);
}
