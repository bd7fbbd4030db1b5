// Places: where the document that is asked, and each open shadow root and frame in it, lies on the
// screen, and what clips it. A point (x, y) of a place is at (dx + x * sx, dy + y * sy) on the
// screen. `trail` leads to the place, `frame` is its address, `frames` are the paths through frames
// of other origins. Runs in the isolated world, at each question (questions.js).
import {kindOfNode, parentOf, rectOf, tagOf} from './dom.js';
import {PLACE} from './preamble.js';

export const LEAST = 4; // pixels: anything smaller isn't a target
export const THIN = 2; // pixels: but a long handle may be that thin

// The place of the document that is asked. `seen` is a map of the parts of a frame of another
// origin that nothing covers; null if nothing covers the frame.
export const SCREEN = PLACE || {
  dx: 0,
  dy: 0,
  sx: 1,
  sy: 1,
  clip: [0, 0, innerWidth, innerHeight],
  frame: '',
  trail: [],
  frames: [],
  seen: null,
};

export const xywh = rect => [rect.x, rect.y, rect.width, rect.height];

export const onScreen = ([x, y, w, h], {dx, dy, sx, sy}) => [
  dx + x * sx,
  dy + y * sy,
  w * sx,
  h * sy,
];

export function hasVisiblePart({x, y, width, height}, {dx, dy, sx, sy, clip}) {
  // Whether enough of a rect is visible for a target.
  const left = Math.max(dx + x * sx, clip[0]);
  const right = Math.min(dx + x * sx + width * sx, clip[0] + clip[2]);
  const top = Math.max(dy + y * sy, clip[1]);
  const bottom = Math.min(dy + y * sy + height * sy, clip[1] + clip[3]);
  return right - left >= THIN && bottom - top >= THIN;
}

export function crop([x, y, w, h], [cx, cy, cw, ch], least = LEAST) {
  // The part of a box that lies in another; null if its width or height is less than `least`.
  const left = Math.max(x, cx);
  const top = Math.max(y, cy);
  const width = Math.min(x + w, cx + cw) - left;
  const height = Math.min(y + h, cy + ch) - top;
  return width >= least && height >= least ? [left, top, width, height] : null;
}

export function clipOf(element, place) {
  // The part of the screen on which an element or a text can be visible: the frame, cut by every
  // scroller around it.
  const isElement = kindOfNode(element) === Node.ELEMENT_NODE;
  const position = isElement ? getComputedStyle(element).position : 'static';
  if (position === 'fixed') return place.clip;
  return clipWithin(parentOf(element), position === 'absolute', place);
}

// By a place's clip: two maps by element, for what is in the flow and for what is positioned
// absolutely.
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
    style.position === 'fixed'
      ? place.clip
      : clipWithin(parentOf(node), style.position === 'absolute', place);
  const cuts = style.overflow !== 'visible' || style.contain.includes('paint');
  if (!outer || !cuts || style.display === 'inline' || /^(BODY|HTML)$/.test(tagOf(node)))
    return outer;
  const box = rectOf(node);
  const scale = box.width / node.offsetWidth || 1;
  const inner = [
    box.x + node.clientLeft * scale,
    box.y + node.clientTop * scale,
    node.clientWidth * scale,
    node.clientHeight * scale,
  ];
  return crop(onScreen(inner, place), outer);
}
