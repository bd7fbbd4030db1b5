// The items of a list, table or grid that listens in their place: its parts that look alike. Runs
// in the isolated world, at each question (questions.js).
import {cursorOf, showsHand} from './cursors.js';
import {attributeOf, childrenOf, firstOf, is, parentOf, readNative, rectOf, tagOf} from './dom.js';
import {listens} from './page_world.js';

const LIST =
  'ul,ol,menu,table,tbody,[role=list],[role=listbox],[role=menu],[role=menubar],[role=grid],' +
  '[role=table],[role=rowgroup],[role=radiogroup],[role=tablist],[role=tree]';
const TARGET =
  'a[href],button,input,select,textarea,summary,label,[tabindex],[onclick],[role=button],' +
  '[role=link]';
// An item of a list, a text or a target isn't a list of its own parts.
const NO_LIST = `body,p,tr,li,article,[role=row],[role=listitem],${TARGET}`;
const TEXT = 'p,h1,h2,h3,h4,h5,h6,pre,blockquote';
const MANY_ROWS = 50; // rows whose cursors are asked for
const WEEK = 5; // at least as many parts of one size in each row are the items, such as days

const itemsOfList = new Map(); // by list, once it was asked

export function isItem(element) {
  // Whether it is an item of a list around it, perhaps in one of its rows.
  let list = parentOf(element);
  for (let up = 0; list && up < 4; up += 1, list = parentOf(list)) {
    if (!itemsOfList.has(list)) itemsOfList.set(list, new Set(itemsOf(list)));
    if (itemsOfList.get(list).has(element)) return true;
  }
  return false;
}

function itemsOf(list) {
  if (!firstOf(list) || is(list, 'body') || !listens(list, 'any')) return [];
  // One that takes the focus listens to presses for that; another is sorted by dragging.
  const isSorted = listens(list, 'press') && attributeOf(list, 'tabindex') === null;
  if (!listens(list, 'click')) return isSorted ? lookAlike(childrenOf(list), areAligned) : [];
  const isDeclared = is(list, LIST);
  if (is(list, NO_LIST) || !(isDeclared || isSingle(list))) return [];
  const rows = rowsOfList(list);
  const isCalendar = rows.every(row => readNative(row, 'childElementCount') >= WEEK);
  const cells = isCalendar ? lookAlike(rows.flatMap(childrenOf), areOfOneSize) : [];
  const items = cells.length ? cells : lookAlike(rows, isDeclared ? areAligned : areRepeated);
  const plain = items.length > (isDeclared ? 1 : 2) ? items.filter(isPlainItem) : [];
  if (2 * plain.length <= items.length) return [];
  // If the cursor tells of some that they can be clicked, it tells of all.
  const hand = cursorOf(list);
  const isTold = element => showsHand(element) && cursorOf(element) !== hand;
  const areTold = rows.slice(0, MANY_ROWS).some(row => [row, ...childrenOf(row)].some(isTold));
  return areTold ? [] : plain;
}

function rowsOfList(list) {
  if (tagOf(list) === 'TABLE') return [...readNative(list, 'tBodies')].flatMap(childrenOf);
  const rows = childrenOf(list);
  const isWrapped = rows.length === 1 && rows[0] instanceof HTMLElement && !is(rows[0], NO_LIST);
  return isWrapped ? rowsOfList(rows[0]) : rows;
}

// A list that listens to presses only serves the dragging of its items, or its own focus.
export const isPressed = element => is(element, LIST) && !listens(element, 'click');

function isSingle(list) {
  // Of several alike that listen, each is an item, and so is what shows a hand as a whole.
  if (!(list instanceof HTMLElement) || cursorOf(list) === 'pointer') return false;
  const one = appearanceOf(list);
  const others = childrenOf(parentOf(list)).filter(other => other !== list);
  return !others.some(other => areRepeated(one, appearanceOf(other)) && listens(other, 'click'));
}

const appearanceOf = element => ({element, tag: tagOf(element), rect: rectOf(element)});

function lookAlike(elements, areAlike) {
  // Those that look alike, if they are most of the elements.
  const shown = elements.map(appearanceOf).filter(({rect}) => rect.width && rect.height);
  for (const one of shown.slice(0, SAMPLE)) {
    const most = shown.filter(other => areAlike(one, other));
    if (most.length > 1 && 2 * most.length > shown.length) return most.map(({element}) => element);
  }
  return [];
}
const SAMPLE = 9;

const distances = ({tag, rect}, other) =>
  tag === other.tag
    ? [Math.abs(rect.width - other.rect.width), Math.abs(rect.height - other.rect.height)]
    : [Infinity, Infinity];
const areAligned = (one, other) => Math.min(...distances(one, other)) < 2;
const areOfOneSize = (one, other) => Math.max(...distances(one, other)) < 2;
const firstClassOf = ({element}) => (attributeOf(element, 'class') ?? '').split(' ')[0];

function areRepeated(one, other) {
  const [across, down] = distances(one, other);
  if (down >= 2 || is(one.element, TEXT)) return false;
  return across < 2 || (firstClassOf(one) && firstClassOf(one) === firstClassOf(other));
}

// Whether it shows something, and no target is in it: the list may listen for that.
const isPlainItem = item =>
  !is(item, TARGET) && !readNative(item, 'querySelector', TARGET) &&
  (readNative(item, 'textContent').trim() || firstOf(item) || !is(item, 'td,th')) &&
  !is(item, 'tr:not(:has(td))');
