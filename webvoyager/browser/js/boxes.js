// The boxes of a target on the screen: one a line for a wrapped link, clipped to what shows.
import {rectOf} from './dom.js';
import {LEAST, THIN, clipOf, crop, meets, onScreen, xywh} from './places.js';

export function boxesOf(element, place) {
  if (element.tagName === 'AREA') return areaBoxes(element, place);
  const rects = [...element.getClientRects()].map(rect => grasped(element, onScreen(xywh(rect), place)));
  const clip = rects.some(rect => crop(rect, place.clip)) && clipOf(element, place);
  const boxes = clip ? rects.map(rect => crop(rect, clip)).filter(Boolean) : [];
  // A link around a block has empty lines of its own: what it holds is what one sees and clicks.
  if (!boxes.length && !element.shadowRoot && mayHold(element, place))
    for (const child of element.children) boxes.push(...boxesOf(child, place));
  return rows(boxes);
}

function grasped(element, [x, y, w, h]) {
  // The line between two columns or panes is dragged however thin it is: it gets a target's width.
  const [thin, long] = w < h ? [w, h] : [h, w];
  const handle = thin >= THIN && thin < LEAST && long >= 4 * LEAST && /-resize$/.test(getComputedStyle(element).cursor);
  if (!handle) return [x, y, w, h];
  return w < h ? [x + (w - LEAST) / 2, y, LEAST, h] : [x, y + (h - LEAST) / 2, w, LEAST];
}

function mayHold(element, place) {
  const whole = rectOf(element);
  return !whole.width || !whole.height || meets(whole, place);
}

function areaBoxes(area, place) {
  // An area of an image map has no box of its own: its numbers lie on the picture that uses the map.
  const map = area.closest('map');
  const root = area.getRootNode();
  const picture = map && root.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`);
  const [frame] = picture ? picture.getClientRects() : [];
  if (!frame) return [];
  const numbers = area.coords.split(',').map(Number);
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  let box = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  if (/^circ/i.test(area.shape))
    box = [numbers[0] - numbers[2], numbers[1] - numbers[2], 2 * numbers[2], 2 * numbers[2]];
  if (/^default/i.test(area.shape)) box = [0, 0, frame.width, frame.height];
  const clip = clipOf(picture, place);
  const shown = clip && crop(onScreen([frame.x + box[0], frame.y + box[1], box[2], box[3]], place), clip);
  return shown ? [shown] : [];
}

function rows(boxes) {
  // Pieces that touch on one line are one box.
  const done = [];
  for (const [x, y, w, h] of boxes) {
    const last = done.at(-1);
    const touches =
      last && Math.abs(y + h / 2 - last[1] - last[3] / 2) < Math.min(h, last[3]) / 2 && x <= last[0] + last[2] + 2;
    if (!touches) {
      done.push([x, y, w, h]);
      continue;
    }
    const left = Math.min(x, last[0]);
    const top = Math.min(y, last[1]);
    done[done.length - 1] = [
      left, top, Math.max(x + w, last[0] + last[2]) - left, Math.max(y + h, last[1] + last[3]) - top,
    ];
  }
  return done;
}
