// The rules that make an element a target (Set-of-Mark), and the elements that may be one.
import {childrenOf, is, isFrame, parentOf, rectOf, tagOf} from './dom.js';
import {folded} from './names.js';
import {internal, listens} from './page_world.js';
import {USABLE} from './states.js';
import {showing} from './walking.js';

const NATIVE =
  'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,video[controls],audio[controls],label';
const PASSIVE = new Set([
  'dialog', 'tabpanel', 'region', 'main', 'group', 'document', 'article', 'presentation', 'none', 'log', 'list',
]);

const holding = new Map(); // elements that listen to presses, and to no clicks: is it for the things in them?

function isHeld(element) {
  // One of several like things in something that listens to presses: a list that is sorted by dragging.
  const list = parentOf(element);
  if (!list || tagOf(list) === 'BODY') return false;
  if (!holding.has(list)) holding.set(list, listens(list, 'press') && !listens(list, 'click') ? childrenOf(list) : []);
  if (!holding.get(list).length) return false;
  const like = holding.get(list).filter(item => tagOf(item) === tagOf(element));
  const {width, height} = rectOf(element);
  const alike = rect => Math.min(Math.abs(rect.width - width), Math.abs(rect.height - height)) < 2;
  const same = like.filter(item => alike(rectOf(item)));
  return like.includes(element) && same.length > 1 && 2 * same.length > like.length;
}

function onlyHovers(element) {
  // Something small that shows more when the mouse comes: a word with a tip, a bar of a chart.
  const {width, height} = rectOf(element);
  const leaf = childrenOf(element).every(each => is(each, 'svg,img,i,b') || !rectOf(each).width); // a menu still hidden
  return leaf && width * height < 20000 && listens(element, 'hover');
}

export function* candidates() {
  // The elements in the viewport that may be targets, and frames: {element, root, place, frame}. Most elements are told
  // apart by two properties of their style.
  for (const shown of showing()) {
    if (isFrame(shown.element)) yield {...shown, frame: true};
    else if (mayBeTarget(shown.element)) yield shown;
  }
}

// What the mouse looks like over what can be used.
const HAND = /^(pointer|grab|move|text|zoom-in|zoom-out|[a-z]+-resize)/;
const HANDLERS =
  '[onclick],[onmousedown],[onmouseup],[onpointerdown],[onpointerup],[ontouchstart],[ondblclick],[onkeydown],' +
  '[ng-click],[jsaction*=click]'; // the last are for frameworks, which listen further out
const DECLARED = `${NATIVE},[role],[contenteditable],[draggable=true],[tabindex],${HANDLERS},body`;

const mayBeTarget = element =>
  is(element, DECLARED) || listens(element, 'any') || isHeld(element) || looksUsable(element);

function looksUsable(element) {
  const {cursor, overflowY} = getComputedStyle(element);
  return HAND.test(cursor) || ((overflowY === 'auto' || overflowY === 'scroll') && scrolls(element));
}

export function kindOf(element) {
  // The rule that makes it a target: native label role editable listener drag focus pointer hover scroller, or none.
  const tag = tagOf(element);
  const document = element.ownerDocument;
  if (tag === 'HTML' || tag === 'FORM' || tag === 'IFRAME') return '';
  if (tag === 'BODY') return element.isContentEditable ? 'editable' : '';
  if (element.matches(NATIVE)) {
    if (tag === 'LABEL') return element.control ? 'label' : '';
    if (tag === 'SUMMARY' && element !== element.parentElement?.querySelector(':scope > summary')) return '';
    return 'native';
  }
  const role = folded(element.getAttribute('role')).split(' ')[0] || internal(element, 'role', USABLE);
  if (USABLE.includes(role)) return 'role';
  if (element.isContentEditable)
    return element.parentElement?.isContentEditable || document.designMode === 'on' ? '' : 'editable';
  if (listens(element) || element.matches(HANDLERS)) return 'listener';
  if (element.getAttribute('draggable') === 'true') return 'drag';
  if (isHeld(element)) return 'listener';
  // The keys move from cell to cell, and take the focus along.
  const reached = element.tabIndex >= 0 || role === 'gridcell';
  if (reached && element.hasAttribute('tabindex') && !PASSIVE.has(role) && !scrolls(element)) return 'focus';
  if (points(element) && cursorOf(element) !== cursorOf(parentOf(element))) return 'pointer';
  if (onlyHovers(element)) return 'hover';
  return scrolls(element) ? 'scroller' : '';
}
export const scrolls = element =>
  element.scrollHeight > element.clientHeight + 8 && /auto|scroll/.test(getComputedStyle(element).overflowY);
const cursorOf = element => (element ? getComputedStyle(element).cursor : '');
export const points = element => HAND.test(cursorOf(element));
