// The identity of a mark, by which its element is found again after the page has changed. Runs in
// the isolated world, at each question (questions.js).
import {parentOf, walkerOf} from './dom.js';
import {oneLine, shortNameOf} from './names.js';
import {pathIn} from './paths.js';
import {kindOf} from './rules.js';
import {roleOf} from './states.js';
import {visible} from './visibility.js';
import {everyElement} from './walking.js';

// The elements that had marks, by number; kept between questions. They are stored under a symbol:
// an element of the page may have any name, and would be found here under it.
const MARKED = (globalThis[Symbol.for('marked')] ??= {elements: [], numbers: new WeakMap()});

function numberOfMarked(element) {
  if (!MARKED.numbers.has(element))
    MARKED.numbers.set(element, MARKED.elements.push(new WeakRef(element)) - 1);
  return MARKED.numbers.get(element);
}

export function marksInside(element) {
  // The elements inside it that had marks, except for a label's field.
  const isInside = other => {
    for (let node = parentOf(other); node; node = parentOf(node)) if (node === element) return true;
    return false;
  };
  const marked = MARKED.elements.map(reference => reference.deref());
  return marked.filter(
    other => other?.isConnected && other !== element.control && isInside(other),
  );
}

export function identitiesOf(found) {
  // For each target: the path to it (through frames of other origins, then roots and frames, then
  // down the tree), what it is, its name, the words around it, and its position among equals.
  const groups = new Map();
  const identities = found.map(({element, root, place}) => {
    const identity = {
      frames: place.frames,
      path: [...place.trail, pathIn(root, element)],
      tag: element.tagName,
      role: roleOf(element),
      name: shortNameOf(element),
      around: wordsAround(element),
      document: performance.timeOrigin,
      known: numberOfMarked(element),
    };
    const key = JSON.stringify([identity.tag, identity.role, identity.name, identity.around]);
    if (groups.has(key)) groups.get(key).push(identity);
    else groups.set(key, [identity]);
    return identity;
  });
  for (const group of groups.values())
    group.forEach((identity, nth) => Object.assign(identity, {nth, of: group.length}));
  return identities;
}

function wordsAround(element) {
  // The words of the row, card or form that it is in: they tell one "Add" from another.
  const {length} = firstWords(element);
  for (let node = parentOf(element), up = 0; node && up < 6; node = parentOf(node), up += 1) {
    const words = firstWords(node);
    if (words.length > length + 2) return words.slice(0, 160);
  }
  return '';
}

const firstWordsOf = new Map(); // many marks are in one card

function firstWords(element) {
  if (!firstWordsOf.has(element)) {
    const walker = walkerOf(element, NodeFilter.SHOW_TEXT);
    let words = '';
    while (words.length < 400 && walker.nextNode()) words += walker.currentNode.data.slice(0, 400);
    firstWordsOf.set(element, oneLine(words));
  }
  return firstWordsOf.get(element);
}

export function find(identity) {
  // The element that a mark stood for; null if it is gone or cannot be told from others, so that no
  // other one is taken for it.
  const isSame = element =>
    element &&
    element.tagName === identity.tag &&
    roleOf(element) === identity.role &&
    shortNameOf(element) === identity.name;
  const isThisDocument = identity.document === performance.timeOrigin;
  const marked = isThisDocument && MARKED.elements[identity.known]?.deref();
  if (marked && marked.isConnected && isSame(marked)) {
    if (shareKept(identity.around, wordsAround(marked)) >= 0.6) return marked;
  }
  // The page was rendered again.
  const equals = [...everyElement()]
    .filter(({element}) => element.tagName === identity.tag && kindOf(element))
    .map(({element}) => element)
    .filter(other => isSame(other) && other.getClientRects().length && visible(other));
  const alike = equals.filter(other => wordsAround(other) === identity.around);
  if (alike.length === 1) return alike[0];
  return alike.length === identity.of ? alike[identity.nth] : null;
}

function shareKept(before, now) {
  // The share of the words around it that are still there, from 0 to 1: a row that is reused for
  // something else keeps few.
  const wordsOfText = text => new Set(text.toLowerCase().split(' ').filter(Boolean));
  const [old, left] = [wordsOfText(before), wordsOfText(now)];
  return old.size ? [...old].filter(word => left.has(word)).length / old.size : 1;
}
