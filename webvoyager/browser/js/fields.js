// Fields: what they hold, and those that a hand sets rather than types into.
import {find} from './identity.js';
import {folded, subjectOf} from './names.js';
import {EDITABLE} from './states.js';

export const heldBy = field => (field.isContentEditable ? folded(field.innerText) : field.value);

export function holds(identity) {
  const element = find(identity);
  return element && heldBy(subjectOf(element));
}

export function editable(element) {
  if (element.isContentEditable || element.tagName === 'TEXTAREA' || element.tagName === 'SELECT') return true;
  return element.tagName === 'INPUT' && EDITABLE.has(element.type);
}

export function choose(identity, wanted) {
  // A native list set as a person would: the option of that name, or the only one that holds the words.
  const element = subjectOf(find(identity));
  const options = [...element.options];
  const plain = words => folded(words).toLowerCase();
  const name = option => plain(option.label || option.text);
  const similar = options.filter(option => name(option).includes(plain(wanted)));
  const option =
    options.find(choice => name(choice) === plain(wanted) || choice.value === wanted) ||
    (similar.length === 1 ? similar[0] : null);
  if (!option || option.disabled) return options.map(choice => folded(choice.label || choice.text));
  if (!element.multiple) element.value = option.value;
  option.selected = true;
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, {bubbles: true}));
  return null;
}

export function put(identity, text) {
  // A field with a picker (date, time, colour, slider) takes its value whole; false where it is not of its form.
  const element = subjectOf(find(identity));
  const before = element.value;
  Object.getOwnPropertyDescriptor(element.ownerDocument.defaultView.HTMLInputElement.prototype, 'value').set.call(
    element,
    text,
  );
  if (!element.value && text) {
    element.value = before;
    return false;
  }
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, {bubbles: true}));
  return true;
}
