// Reads the contents of fields, and sets the fields that aren't typed into. Runs in the isolated
// world, at each question (questions.js).
import {isEditor, isFrame, readNative, shadowOf} from './dom.js';
import {documentIn} from './frames.js';
import {find} from './identity.js';
import {oneLine, subjectOf} from './names.js';
import {EDITABLE} from './states.js';

export const valueIn = field =>
  field.isContentEditable ? oneLine(field.innerText) : field.value;

export function fieldValue(identity) {
  const element = find(identity);
  return element && valueIn(subjectOf(element));
}

export function editable(element) {
  if (isEditor(element) || /^(TEXTAREA|SELECT)$/.test(element.tagName)) return true;
  return element.tagName === 'INPUT' && EDITABLE.has(element.type);
}

export const dropFocus = () => focusedElement()?.blur();

export function takesText() {
  // Whether the focused element takes text: it is a field, or its text is kept and painted by a
  // script.
  const element = focusedElement();
  return Boolean(element && !element.readOnly && (editable(element) || element.editContext));
}

function focusedElement() {
  let element = readNative(document, 'activeElement');
  for (let inner = element; inner; inner = focusedInside(element)) element = inner;
  return element;
}

function focusedInside(element) {
  const root = isFrame(element) ? documentIn(element) : shadowOf(element);
  return root && readNative(root, 'activeElement');
}

export function choose(identity, wanted) {
  // Set a native list as a person would: to the option of that name, or to the only one whose name
  // contains it. Returns null, or all options if none fits.
  const element = subjectOf(find(identity));
  const options = [...element.options];
  const lowered = words => oneLine(words).toLowerCase();
  const nameOfOption = option => lowered(option.label || option.text);
  const isNamed = option => nameOfOption(option) === lowered(wanted) || option.value === wanted;
  const similar = options.filter(option => nameOfOption(option).includes(lowered(wanted)));
  const option = options.find(isNamed) || (similar.length === 1 ? similar[0] : null);
  if (!option || option.disabled) return options.map(({label, text}) => oneLine(label || text));
  if (!element.multiple) element.value = option.value;
  option.selected = true;
  announceChange(element);
  return null;
}

export function put(identity, text) {
  // Set the whole value of a field with a picker (date, time, colour, slider); false if the text
  // isn't in its format.
  const element = subjectOf(find(identity));
  const before = element.value;
  const {prototype} = element.ownerDocument.defaultView.HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value').set.call(element, text);
  if (!element.value && text) {
    element.value = before;
    return false;
  }
  announceChange(element);
  return true;
}

function announceChange(element) {
  for (const type of ['input', 'change'])
    element.dispatchEvent(new Event(type, {bubbles: true}));
}
