// What a mark is known by, and the element found again after the page changed.
import {parentOf, walkerOf} from './dom.js';
import {folded, named} from './names.js';
import {pathIn} from './paths.js';
import {kindOf} from './rules.js';
import {roleOf} from './states.js';
import {visible} from './visibility.js';
import {everywhere} from './walking.js';

const MET = (globalThis.met ??= {elements: [], numbers: new WeakMap()});

function acquainted(element) {
  if (!MET.numbers.has(element)) MET.numbers.set(element, MET.elements.push(new WeakRef(element)) - 1);
  return MET.numbers.get(element);
}

export function marksInside(element) {
  // The elements in it that had marks of their own, a label's field aside.
  const inside = other => {
    for (let node = parentOf(other); node; node = parentOf(node)) if (node === element) return true;
    return false;
  };
  const met = MET.elements.map(reference => reference.deref());
  return met.filter(other => other?.isConnected && other !== element.control && inside(other));
}

export function identitiesOf(found) {
  // The way to each target (frames of other origins, then roots and frames, then down the tree), what it is and is
  // called, the words that stand around it, and its position among equals.
  const groups = new Map();
  const identities = found.map(({element, root, place}) => {
    const identity = {
      frames: place.frames, path: [...place.trail, pathIn(root, element)], tag: element.tagName, role: roleOf(element),
      name: named(element), around: around(element), document: performance.timeOrigin, known: acquainted(element),
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

function around(element) {
  // The words of the row, card or form it stands in: they tell one "Add" from another.
  const length = firstWords(element).length;
  for (let node = parentOf(element), up = 0; node && up < 6; node = parentOf(node), up += 1) {
    const words = firstWords(node);
    if (words.length > length + 2) return words.slice(0, 160);
  }
  return '';
}

const begun = new Map(); // what was asked for before: many marks stand in one card

function firstWords(element) {
  if (!begun.has(element)) {
    const walker = walkerOf(element, NodeFilter.SHOW_TEXT);
    let words = '';
    while (words.length < 400 && walker.nextNode()) words += walker.currentNode.data.slice(0, 400);
    begun.set(element, folded(words));
  }
  return begun.get(element);
}

export function find(identity) {
  // The element that a mark stood for; null where it is gone, or where it cannot be told from others: never another
  // one.
  const same = element =>
    element && element.tagName === identity.tag && roleOf(element) === identity.role &&
    named(element) === identity.name;
  const met = identity.document === performance.timeOrigin && MET.elements[identity.known]?.deref();
  if (met && met.isConnected && same(met) && kept(identity.around, around(met)) >= 0.6) return met;
  const equals = [...everywhere()]
    .filter(entry => entry.element.tagName === identity.tag && kindOf(entry.element))
    .map(entry => entry.element)
    .filter(other => same(other) && other.getClientRects().length && visible(other));
  const alike = equals.filter(other => around(other) === identity.around); // the page was drawn anew
  return alike.length === 1 || alike.length === identity.of ? alike[alike.length === 1 ? 0 : identity.nth] : null;
}

function kept(before, now) {
  // How many of the words around it are still there, 0 to 1: a row that is used again for other things keeps few.
  const words = text => new Set(text.toLowerCase().split(' ').filter(Boolean));
  const [old, left] = [words(before), words(now)];
  return old.size ? [...old].filter(word => left.has(word)).length / old.size : 1;
}
