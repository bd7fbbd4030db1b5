// What the page tells a person of its own accord: dialogs, messages, complaints about fields. Rows: [kind, words].
import {attributeOf, is, real} from './dom.js';
import {named, shortened, textOf} from './names.js';
import {shows, visible} from './visibility.js';
import {ROOTS, SHOWING} from './walking.js';

const SAYING = {
  dialog: 'dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true],[popover]',
  message: '[role=alert],[role=status],[aria-live]:not([aria-live=off]),output',
  complaint: ':user-invalid,[aria-invalid]:not([aria-invalid=false])',
};

export function messages() {
  const found = [];
  for (const kind of ['dialog', 'message'])
    for (const {element, place} of SHOWING.values()) {
      const words = is(element, SAYING[kind]) && shows(element, place) && shortened(textOf(element), 200);
      if (words) found.push([kind, words]);
    }
  for (const root of ROOTS)
    for (const field of real(root, 'querySelectorAll', SAYING.complaint)) {
      const words = complaintOf(field);
      if (words) found.push(['complaint', words]);
    }
  return found;
}

function complaintOf(field) {
  // What is wrong with a field: in the page's words, or in the browser's.
  if (!visible(field)) return '';
  const described = ['aria-errormessage', 'aria-describedby'].map(name =>
    (attributeOf(field, name) || '')
      .split(/\s+/)
      .filter(Boolean)
      .map(id => field.getRootNode().getElementById?.(id))
      .filter(speaker => speaker && visible(speaker))
      .map(speaker => textOf(speaker))
      .join(' '),
  );
  const words = described.find(Boolean) || field.validationMessage || 'is marked as wrong';
  return `"${named(field)}": ${shortened(words, 200)}`;
}
