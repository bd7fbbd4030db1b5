// The rules that make an element a target (Set-of-Mark), and the elements that may be one. Runs in
// the isolated world, at each question (questions.js).
import {HAND, cursorOf, showsHand} from './cursors.js';
import {childrenOf, is, isEditor, isFrame, parentOf, readNative, rectOf, tagOf} from './dom.js';
import {isItem, isPressed} from './items.js';
import {oneLine, rangeIn} from './names.js';
import {listens, readInternals} from './page_world.js';
import {USABLE} from './states.js';

const NATIVE =
  'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,video[controls],' +
  'audio[controls],label';
const HANDLERS =
  '[onclick],[onmousedown],[onmouseup],[onpointerdown],[onpointerup],[ondblclick],' +
  // of frameworks, whose listeners are on elements further out
  '[ng-click],[phx-click],[on\\:click],[jsaction*=click]';
const DECLARED =
  `${NATIVE},[role],[contenteditable],[draggable=true],[tabindex],${HANDLERS},body`;

// Roles of areas that take the focus only to be read or scrolled.
const PASSIVE = new Set([
  'dialog', 'tabpanel', 'region', 'main', 'group', 'document', 'article', 'presentation', 'none',
  'log', 'list',
]);

export function candidates(shown) {
  // Elements that may be targets, and frames, in `shown` (walking.js): {element, root, place}.
  const rangesIn = root => [...readNative(root, 'querySelectorAll', 'input[type=range]')];
  const thumbs = new Set([...shown.roots].flatMap(rangesIn).map(parentOf));
  return [...shown.elements.values()].filter(
    ({element}) => isFrame(element) || thumbs.has(element) || mayBeTarget(element),
  );
}

// Two properties of the style rule most elements out.
const mayBeTarget = element =>
  is(element, DECLARED) ||
  listens(element, 'any') ||
  isItem(element) ||
  looksUsable(element);

function looksUsable(element) {
  const {cursor, overflowY} = getComputedStyle(element);
  if (HAND.test(cursor)) return true;
  return (overflowY === 'auto' || overflowY === 'scroll') && scrolls(element);
}

export function kindOf(element) {
  // The rule that makes it a target: native, label, role, editable, listener, drag, focus, pointer,
  // hover or scroller; '' for none. views.py describes them.
  const tag = tagOf(element);
  const document = element.ownerDocument;
  if (tag === 'HTML' || tag === 'FORM' || tag === 'IFRAME') return '';
  if (tag === 'BODY') return element.isContentEditable ? 'editable' : '';
  if (element.matches(NATIVE)) {
    if (tag === 'LABEL') return element.control ? 'label' : '';
    const summary = tag === 'SUMMARY' && element.parentElement?.querySelector(':scope > summary');
    return tag === 'SUMMARY' && element !== summary ? '' : 'native';
  }
  if (isReadOnly(element)) return '';
  const explicit = oneLine(element.getAttribute('role')).split(' ')[0];
  const role = explicit || readInternals(element, 'role', USABLE);
  if (USABLE.includes(role)) return 'role';
  if (element.isContentEditable) {
    return isEditor(element) && document.designMode !== 'on' ? 'editable' : '';
  }
  if (rangeIn(element)) return 'label';
  if ((listens(element) && !isPressed(element)) || element.matches(HANDLERS)) return 'listener';
  if (element.getAttribute('draggable') === 'true') return 'drag';
  if (isItem(element)) return 'listener';
  // In a grid the keys move from cell to cell, and take the focus or the selection along.
  const isCell = role === 'gridcell' && element.matches('[tabindex],[aria-selected]');
  const takesFocus = element.tabIndex >= 0 && element.hasAttribute('tabindex');
  const isReached = isCell || (takesFocus && !PASSIVE.has(role));
  if (isReached && !scrolls(element)) return 'focus';
  if (showsHand(element) && cursorOf(element) !== cursorOf(parentOf(element))) return 'pointer';
  if (onlyHovers(element)) return 'hover';
  return scrolls(element) ? 'scroller' : '';
}

// An editor that is only read listens to presses all the same; a part of a text that isn't edited
// may be for clicks.
const isReadOnly = element =>
  element.getAttribute('contenteditable') === 'false' &&
  !parentOf(element)?.isContentEditable &&
  !listens(element, 'click');

const scrolls = element =>
  element.scrollHeight > element.clientHeight + 8 &&
  /auto|scroll/.test(getComputedStyle(element).overflowY);

function onlyHovers(element) {
  // Whether it is something small that shows more under the mouse: a word with a tooltip, a bar of
  // a chart.
  const {width, height} = rectOf(element);
  // A child without a width is a menu that is still hidden.
  const isPart = child => is(child, 'svg,img,i,b') || !rectOf(child).width;
  return (
    childrenOf(element).every(isPart) && width * height < 20000 && listens(element, 'hover')
  );
}
