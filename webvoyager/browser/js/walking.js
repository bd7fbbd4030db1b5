// Walks through the elements of a page, its shadow roots and its frames of the same origin. Runs in
// the isolated world, at each question (questions.js).
import {
  firstOf, isFrame, nextOf, parentOf, readNative, rectOf, shadowOf, skipInside, walkerOf,
} from './dom.js';
import {insideOf} from './frames.js';
import {pathIn} from './paths.js';
import {SCREEN, hasVisiblePart} from './places.js';

export function* everyElement(root = document, place = SCREEN) {
  for (const element of readNative(root, 'querySelectorAll', '*')) {
    yield {element, root, place};
    const inside = rootIn(element, root, place);
    if (inside) yield* everyElement(inside.root, inside.place);
  }
}

export const placeOf = element =>
  [...everyElement()].find(entry => entry.element === element)?.place;

export function rootIn(element, root, place) {
  // The shadow root of an element, or the document in a frame, with its place; null if there is
  // neither.
  if (shadowOf(element)) {
    const trail = [...place.trail, pathIn(root, element)];
    return {root: shadowOf(element), place: {...place, trail}};
  }
  const inside = isFrame(element) && insideOf(element, root, place);
  return inside && inside.document ? {root: inside.document, place: inside.place} : null;
}

export function findShown() {
  // What may be visible: `elements` that are, or that contain what is, each with its root and
  // place, in document order; and the documents and shadow `roots` that were looked into.
  const shown = {elements: new Map(), roots: new Set()};
  collectShown(document, SCREEN, shown);
  return shown;
}

function collectShown(root, place, shown) {
  // Most of a long page lies outside of the viewport, and is skipped.
  const holders = holdersIn(root, place);
  const walker = walkerOf(root, NodeFilter.SHOW_ELEMENT);
  shown.roots.add(root);
  let missed = 0; // siblings in a row that do not show
  for (let element = walker.nextNode(); element; ) {
    const rect = rectOf(element);
    if (!hasVisiblePart(rect, place) && !holders.has(element) && !wordsShow(element, rect, place)) {
      missed += 1;
      if (missed % FEW === 0) walker.currentNode = lastOutside(element, place, holders);
      element = skipInside(walker);
      continue;
    }
    missed = 0;
    shown.elements.set(element, {element, root, place});
    const inside = rootIn(element, root, place);
    if (inside) collectShown(inside.root, inside.place, shown);
    element = walker.nextNode();
  }
}

const FEW = 64; // siblings that are asked one by one before many are asked at once
const MANY = 4096; // siblings that are asked at once

function lastOutside(element, place, holders) {
  // The last of many siblings that, as one box around them all shows, lie outside of the screen
  // with everything in them. The element itself if that box is on the screen.
  let last = element;
  for (let count = 0; count < MANY; count += 1) {
    const next = nextOf(last);
    if (!next || holders.has(next)) break;
    last = next;
  }
  range.setStartBefore(element);
  range.setEndAfter(last);
  return hasVisiblePart(range.getBoundingClientRect(), place) ? element : last;
}

// These show something without words. To query one kind at a time is faster.
const WORDLESS = [
  ':empty', 'area', 'iframe', 'select', 'textarea', 'video', 'object', '[aria-label]', '[title]',
];

function holdersIn(root, place) {
  // The elements around shadow hosts, as nothing outside tells where a shadow root is visible, and
  // around what shows something without words.
  const holders = new Set();
  const add = node => {
    for (; node && !holders.has(node); node = parentOf(node)) holders.add(node);
  };
  const walker = walkerOf(root, NodeFilter.SHOW_ELEMENT);
  for (let element = walker.nextNode(); element; element = walker.nextNode())
    if (shadowOf(element)) add(element);
  for (const kind of WORDLESS)
    for (const element of readNative(root, 'querySelectorAll', kind)) {
      // An area lies on its picture.
      if (kind === 'area' || hasVisiblePart(rectOf(element), place)) add(element);
    }
  return holders;
}

export const range = new Range(); // the one that measures texts

function wordsShow(element, rect, place) {
  // Children may lie apart from their parent (fixed, positioned elsewhere, overflowing), but they
  // carry their words with them: one question gives the box around all texts within. Words overflow
  // to the side and down, not up.
  const below = place.dy + rect.y * place.sy > place.clip[1] + place.clip[3];
  if (!firstOf(element) && below) return false;
  range.selectNodeContents(element);
  return hasVisiblePart(range.getBoundingClientRect(), place);
}
