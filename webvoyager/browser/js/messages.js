// What the page says by itself: dialogs, messages, complaints about fields. Rows: [kind, words].
// Runs in the isolated world, at each question (questions.js).
import {attributeOf, is, readNative} from './dom.js';
import {shortNameOf, shortened, textOf} from './names.js';
import {showsInPlace, visible} from './visibility.js';

const SELECTORS = {
  dialog: 'dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true],[popover]',
  message: '[role=alert],[role=status],[aria-live]:not([aria-live=off]),output',
  complaint: ':user-invalid,[aria-invalid]:not([aria-invalid=false])',
};

export function messages(shown) {
  // `shown` is what may be visible (walking.js).
  const found = [];
  for (const kind of ['dialog', 'message'])
    for (const {element, place} of shown.elements.values()) {
      const isOne = is(element, SELECTORS[kind]) && showsInPlace(element, place);
      const words = isOne && shortened(textOf(element), 200);
      if (words) found.push([kind, words]);
    }
  for (const root of shown.roots)
    for (const field of readNative(root, 'querySelectorAll', SELECTORS.complaint)) {
      const words = complaintOf(field);
      if (words) found.push(['complaint', words]);
    }
  return found;
}

function complaintOf(field) {
  // What is wrong with a field: in the page's words, or in the browser's.
  if (!visible(field)) return '';
  const words =
    describedBy(field, 'aria-errormessage') ||
    describedBy(field, 'aria-describedby') ||
    field.validationMessage ||
    'is marked as wrong';
  return `"${shortNameOf(field)}": ${shortened(words, 200)}`;
}

const describedBy = (field, attribute) =>
  (attributeOf(field, attribute) || '')
    .split(/\s+/)
    .filter(Boolean)
    .map(id => field.getRootNode().getElementById?.(id))
    .filter(element => element && visible(element))
    .map(element => textOf(element))
    .join(' ');
