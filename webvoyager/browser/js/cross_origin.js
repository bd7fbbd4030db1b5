// Frames of other origins. Our scripts cannot reach into them from the page around them. So an
// answer contains their numbers and places, their windows go with it, and Python asks each frame
// separately. Runs in the isolated world, at each question (questions.js).
import {isFrame, windowOf} from './dom.js';
import {insideOf} from './frames.js';
import {elementAt} from './hits.js';
import {follow} from './paths.js';
import {visible} from './visibility.js';
import {everyElement} from './walking.js';

const frames = []; // in the order of their numbers: {element, place}

export const placesOfFrames = () => frames.map(({place}) => ({place}));
export const windowsOfFrames = () => frames.map(({element}) => windowOf(element));

export function numberOf(element, root, place) {
  // The number by which to ask a frame; -1 if nothing of it can be seen.
  const known = frames.findIndex(frame => frame.element === element);
  if (known >= 0) return known;
  const inner = placeInside(element, root, place);
  return inner ? frames.push({element, place: inner}) - 1 : -1;
}

function placeInside(frame, root, place) {
  // The place of the frame's document, with a map of the parts that can be seen (`seen`).
  const inside = insideOf(frame, root, place);
  if (!inside || inside.document || !visible(frame)) return null;
  const [x, y, w, h] = inside.place.clip;
  const middle = (length, index, count) => (length * (index + 0.5)) / count;
  const grid = (columns, rows) =>
    Array.from({length: rows}, (_, row) =>
      Array.from({length: columns}, (_, column) => {
        const hit = elementAt(x + middle(w, column, columns), y + middle(h, row, rows));
        return hit === frame;
      }),
    );
  const coarse = grid(4, 4).flat();
  if (!coarse.some(Boolean)) return null;
  const fine = () => grid(Math.min(48, Math.ceil(w / 8)), Math.min(48, Math.ceil(h / 8)));
  return {...inside.place, seen: coarse.every(Boolean) ? null : fine()};
}

export function frameHandle(path) {
  // The frame that a path leads to: `frames` holds its place, or is empty.
  const element = follow(path);
  const entry = element && [...everyElement()].find(entry => entry.element === element);
  if (entry && isFrame(element)) numberOf(element, entry.root, entry.place);
  return {frames: placesOfFrames()};
}

export function frameWindows(paths) {
  // The frames that paths lead to. Only their windows matter, which go with every answer.
  frames.push(...paths.map(path => ({element: follow(path)})));
  return {frames: paths.map(() => ({}))};
}
