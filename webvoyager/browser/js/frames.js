// The documents in frames that scripts can look into, and their places. Runs in the isolated world,
// at each question (questions.js).
import {addressIn, documentOf, readNative, rectOf} from './dom.js';
import {pathIn} from './paths.js';
import {clipOf, crop, onScreen} from './places.js';
import {CLOSED} from './preamble.js';

const MOST = 100; // frames that are looked into
const lookedInto = new Set();
const leftOut = new Set();
export const numberOfFramesLeftOut = () => leftOut.size;

function mayLookInto(frame) {
  // Whether a visible frame is one of the first MOST.
  const may = lookedInto.has(frame) || lookedInto.size < MOST;
  (may ? lookedInto : leftOut).add(frame);
  return may;
}

export function insideOf(frame, root, place) {
  // The document in a frame and its place: null if nothing of it is visible, no document if it is
  // of another origin.
  const style = getComputedStyle(frame);
  const box = rectOf(frame);
  if (!box.width || !box.height || !frame.offsetWidth) return null;
  // How transforms scale it.
  const sx = box.width / frame.offsetWidth;
  const sy = box.height / frame.offsetHeight;
  const left = parseFloat(style.paddingLeft);
  const top = parseFloat(style.paddingTop);
  const width = frame.clientWidth - left - parseFloat(style.paddingRight);
  const height = frame.clientHeight - top - parseFloat(style.paddingBottom);
  const content = [
    box.x + (frame.clientLeft + left) * sx,
    box.y + (frame.clientTop + top) * sy,
    width * sx,
    height * sy,
  ];
  const [dx, dy, w, h] = onScreen(content, place);
  const clip = crop([dx, dy, w, h], clipOf(frame, place));
  if (!clip || !mayLookInto(frame)) return null;
  const inner = {
    dx, dy, sx: sx * place.sx, sy: sy * place.sy, clip, frames: place.frames, seen: null,
  };
  const path = [...place.trail, pathIn(root, frame)];
  const document = documentIn(frame);
  if (!document) {
    const frames = [...place.frames, path];
    return {document: null, place: {...inner, frame: addressIn(frame), trail: [], frames}};
  }
  if (!readNative(document, 'documentElement')) return null;
  return {document, place: {...inner, frame: readNative(document, 'URL'), trail: path}};
}

export function documentIn(frame) {
  // Null if it cannot be looked into, or is to stay closed.
  const document = documentOf(frame);
  const closed =
    document && CLOSED && /^(blob|data|file|filesystem):/.test(readNative(document, 'URL'));
  return closed ? null : document;
}
