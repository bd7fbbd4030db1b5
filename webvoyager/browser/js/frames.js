// Frames: the document in a frame and its place. A frame of another origin cannot be looked into from here: it is put
// into `crossOrigin`, and is asked by a call of its own, which is `given` its place.
import {isFrame, real, rectOf} from './dom.js';
import {elementAt} from './hits.js';
import {follow, pathIn} from './paths.js';
import {clipOf, crop, onScreen} from './places.js';
import {visible} from './visibility.js';
import {everywhere} from './walking.js';

export function insideOf(frame, root, place) {
  // The document in a frame and its place; null where nothing of it shows, no document where it is of another origin.
  const style = getComputedStyle(frame);
  const box = rectOf(frame);
  if (!box.width || !box.height || !frame.offsetWidth) return null;
  const sx = box.width / frame.offsetWidth;
  const sy = box.height / frame.offsetHeight; // as transforms scale it
  const left = parseFloat(style.paddingLeft);
  const top = parseFloat(style.paddingTop);
  const width = frame.clientWidth - left - parseFloat(style.paddingRight);
  const height = frame.clientHeight - top - parseFloat(style.paddingBottom);
  const [dx, dy, w, h] = onScreen(
    [box.x + (frame.clientLeft + left) * sx, box.y + (frame.clientTop + top) * sy, width * sx, height * sy],
    place,
  );
  const clip = crop([dx, dy, w, h], clipOf(frame, place));
  if (!clip) return null;
  const inner = {dx, dy, sx: sx * place.sx, sy: sy * place.sy, clip, frames: place.frames, seen: null};
  const document = entered(frame);
  const path = [...place.trail, pathIn(root, frame)];
  if (document && real(document, 'documentElement'))
    return {document, place: {...inner, frame: real(document, 'URL'), trail: path}};
  return document
    ? null
    : {document: null, place: {...inner, frame: frame.src, trail: [], frames: [...place.frames, path]}};
}

export function entered(frame) {
  // The document in a frame, where it can be looked into; under a list of allowed hosts not one that has no host.
  const document = frame.contentDocument;
  return document && given.closed && /^(blob|data|file|filesystem):/.test(real(document, 'URL')) ? null : document;
}

function crossOriginPlace(frame, root, place) {
  // The place of a frame of another origin, with a map of what of it lies under other things.
  const inside = insideOf(frame, root, place);
  if (!inside || inside.document || !visible(frame)) return null;
  const [x, y, w, h] = inside.place.clip;
  const grid = (columns, rows) =>
    Array.from({length: rows}, (_, row) =>
      Array.from(
        {length: columns},
        (_, column) => elementAt(x + (w * (column + 0.5)) / columns, y + (h * (row + 0.5)) / rows) === frame,
      ),
    );
  const coarse = grid(4, 4).flat();
  if (!coarse.some(Boolean)) return null;
  return {
    ...inside.place,
    seen: coarse.every(Boolean) ? null : grid(Math.min(48, Math.ceil(w / 8)), Math.min(48, Math.ceil(h / 8))),
  };
}

export const crossOrigin = [];
export const crossOriginPlaces = [];

export function crossOriginIndex(frame, root, place) {
  // The number under which a frame of another origin is read apart, -1 where nothing of it can be seen.
  if (crossOrigin.includes(frame)) return crossOrigin.indexOf(frame);
  const inside = crossOriginPlace(frame, root, place);
  return inside ? (crossOriginPlaces.push(inside), crossOrigin.push(frame) - 1) : -1;
}

export function frameHandle(path) {
  // The way into a frame of another origin: `frames` with its place, or none.
  const element = follow(path);
  const entry = element && [...everywhere()].find(entry => entry.element === element);
  if (entry && isFrame(element)) crossOriginIndex(element, entry.root, entry.place);
  return {frames: crossOriginPlaces.map(place => ({place}))};
}

export function frameWindows(paths) {
  // The windows of frames of other origins, which come with the result.
  crossOrigin.push(...paths.map(follow));
  return {frames: paths.map(() => ({}))};
}
