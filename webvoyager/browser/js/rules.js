// The rules that make an element a target (Set-of-Mark), and the elements that may be one.
import {is, isFrame, parentOf, real, tagOf} from './dom.js';
import {folded} from './names.js';
import {showing} from './walking.js';

const NATIVE =
  'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,video[controls],audio[controls],label';
const ACTIVE = new Set([
  'button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'switch',
  'slider', 'spinbutton', 'textbox', 'searchbox', 'combobox', 'treeitem', 'scrollbar',
]);
const PASSIVE = new Set([
  'dialog', 'tabpanel', 'region', 'main', 'group', 'document', 'article', 'presentation', 'none', 'log', 'list',
]);

export function listens(element) {
  // Whether an element listens to pointer or keys: the page's world knows, and answers an event (preload.js).
  return !real(element, 'dispatchEvent', new CustomEvent('webvoyager-listens', {composed: true, cancelable: true}));
}

export function* candidates() {
  // The elements in the viewport that may be targets, and frames: {element, root, place, frame}. Most elements are told
  // apart by two properties of their style.
  for (const one of showing()) {
    if (isFrame(one.element)) yield {...one, frame: true};
    else if (is(one.element, DECLARED) || listens(one.element) || looksUsable(one)) yield one;
  }
}

// What the mouse looks like over what can be used.
const HAND = /^(pointer|grab|move|text|zoom-in|zoom-out|[a-z]+-resize)/;
const HANDLERS =
  '[onclick],[onmousedown],[onmouseup],[onpointerdown],[onpointerup],[ontouchstart],[ondblclick],[onkeydown],' +
  '[ng-click],[jsaction*=click]'; // the last are for frameworks, which listen further out
const DECLARED = `${NATIVE},[role],[contenteditable],[draggable=true],[tabindex],${HANDLERS},body`;

function looksUsable(one) {
  const {cursor, overflowY} = getComputedStyle(one.element);
  return HAND.test(cursor) || ((overflowY === 'auto' || overflowY === 'scroll') && scrolls(one.element));
}

export function kindOf(element) {
  // The rule that makes an element a target: native label role editable listener drag focus pointer scroller, or none.
  const tag = tagOf(element);
  const document = element.ownerDocument;
  if (tag === 'HTML' || tag === 'FORM' || tag === 'IFRAME') return '';
  if (tag === 'BODY') return element.isContentEditable ? 'editable' : '';
  if (element.matches(NATIVE)) {
    if (tag === 'LABEL') return element.control ? 'label' : '';
    if (tag === 'SUMMARY' && element !== element.parentElement?.querySelector(':scope > summary')) return '';
    return 'native';
  }
  const role = folded(element.getAttribute('role')).split(' ')[0];
  if (ACTIVE.has(role)) return 'role';
  if (element.isContentEditable)
    return element.parentElement?.isContentEditable || document.designMode === 'on' ? '' : 'editable';
  if (listens(element) || element.matches(HANDLERS)) return 'listener';
  if (element.getAttribute('draggable') === 'true') return 'drag';
  // The keys move from cell to cell, and take the focus along.
  const reached = element.tabIndex >= 0 || role === 'gridcell';
  if (reached && element.hasAttribute('tabindex') && !PASSIVE.has(role) && !scrolls(element)) return 'focus';
  if (points(element) && !points(parentOf(element))) return 'pointer';
  return scrolls(element) ? 'scroller' : '';
}
export const scrolls = element =>
  element.scrollHeight > element.clientHeight + 8 && /auto|scroll/.test(getComputedStyle(element).overflowY);
export const points = element => Boolean(element) && HAND.test(getComputedStyle(element).cursor);
