// Ways through all elements of a page, its shadow roots and its frames of the same origin.
import {firstOf, isFrame, parentOf, past, real, rectOf, shadowOf, walkerOf} from './dom.js';
import {insideOf} from './frames.js';
import {pathIn} from './paths.js';
import {SCREEN, meets} from './places.js';

export function* everywhere(root = document, place = SCREEN) {
  for (const element of real(root, 'querySelectorAll', '*')) {
    yield {element, root, place};
    if (shadowOf(element)) {
      yield* everywhere(element.shadowRoot, {...place, trail: [...place.trail, pathIn(root, element)]});
    } else if (isFrame(element)) {
      const inside = insideOf(element, root, place);
      if (inside?.document) yield* everywhere(inside.document, inside.place);
    }
  }
}

export const placeOf = element => [...everywhere()].find(entry => entry.element === element)?.place;

export const SHOWING = new Map(); // elements that may show, and what holds them, each with its root and place
export const ROOTS = new Set(); // the documents and shadow roots that were looked into

export function* showing(root = document, place = SCREEN) {
  // Of these elements those that may show, or hold what may: most of a long page lies elsewhere, and is passed over.
  const holders = holdersIn(root, place);
  const walker = walkerOf(root, NodeFilter.SHOW_ELEMENT);
  ROOTS.add(root);
  for (let element = walker.nextNode(); element;) {
    const rect = rectOf(element);
    if (!meets(rect, place) && !holders.has(element) && !wordsShow(element, rect, place)) {
      element = past(walker);
      continue;
    }
    const entry = {element, root, place};
    SHOWING.set(element, entry);
    yield entry;
    if (shadowOf(element)) {
      yield* showing(element.shadowRoot, {...place, trail: [...place.trail, pathIn(root, element)]});
    } else if (isFrame(element)) {
      const inside = insideOf(element, root, place);
      if (inside?.document) yield* showing(inside.document, inside.place);
    }
    element = walker.nextNode();
  }
}

// Quicker one by one.
const WORDLESS = [':empty', 'area', 'iframe', 'select', 'textarea', 'video', 'object', '[aria-label]', '[title]'];

function holdersIn(root, place) {
  // What holds a shadow host, as nothing outside tells where a shadow root shows, or something that shows without
  // words.
  const holders = new Set();
  const walker = walkerOf(root, NodeFilter.SHOW_ELEMENT);
  const add = node => {
    for (; node && !holders.has(node); node = parentOf(node)) holders.add(node);
  };
  for (let element = walker.nextNode(); element; element = walker.nextNode()) {
    if (shadowOf(element)) add(element);
  }
  for (const kind of WORDLESS)
    for (const element of real(root, 'querySelectorAll', kind)) {
      if (kind === 'area' || meets(rectOf(element), place)) add(element); // an area lies on its picture
    }
  return holders;
}

export const range = new Range();

function wordsShow(element, rect, place) {
  // Children may lie apart from their parent (fixed, drawn elsewhere, flowing over), but they carry their words with
  // them: the box around all texts within is asked for in one go.
  // Words flow aside and down.
  if (!firstOf(element) && place.dy + rect.y * place.sy > place.clip[1] + place.clip[3]) return false;
  range.selectNodeContents(element);
  return meets(range.getBoundingClientRect(), place);
}
