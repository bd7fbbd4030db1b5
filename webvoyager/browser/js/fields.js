// Reads the contents of fields, and sets the fields that aren't typed into. Runs in the isolated
// world, at each question (questions.js).
import {is, isEditor, isFrame, readNative, shadowOf} from './dom.js';
import {documentIn} from './frames.js';
import {find} from './identity.js';
import {oneLine, subjectOf} from './names.js';
import {EDITABLE, lineOfOption, nameOfOption} from './states.js';

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
  // Set a native list to the option that is meant: what is read comes first, its name or its name
  // with its group, and its value only where no name fits. In a list of several, an option that is
  // chosen already is taken back. Returns null, or the options that may be meant.
  const element = subjectOf(find(identity));
  const options = [...element.options];
  const lowered = words => oneLine(words).toLowerCase();
  const wish = lowered(wanted).replace(/ ?> ?/, ': ');
  const isGiven = option =>
    [nameOfOption(option), lineOfOption(option)].some(name => lowered(name) === wish);
  const hasWords = option => ` ${lowered(nameOfOption(option))} `.includes(` ${wish} `);
  const hasPart = option => lowered(nameOfOption(option)).includes(wish);
  const isExact = option => nameOfOption(option) === oneLine(wanted);
  const named = [isExact, isGiven].map(fits => options.filter(fits)).find(some => some.length);
  const isOfOneGroup = named?.every(each => each.parentElement === named[0].parentElement);
  const hasValue = option => option.value === wanted;
  const guessed = [hasWords, hasValue, hasPart].map(fits => options.filter(fits));
  const option = named
    ? isOfOneGroup && (named.find(isFree) ?? named[0])
    : guessed.find(some => some.length === 1)?.[0];
  if (!option || !isFree(option)) return (named?.length > 1 ? named : options).map(lineOfOption);
  const isChosen = option.selected;
  if (!element.multiple) element.value = option.value;
  option.selected = !(element.multiple && isChosen);
  announceChange(element);
  return null;
}

const isFree = option => !is(option, ':disabled');

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
