// An element's role, state and address, as in the accessibility tree. Runs in the isolated world,
// at each question (questions.js).
import {attributeOf, is, isEditor, readNative, tagOf} from './dom.js';
import {descriptionOf, oneLine, shortNameOf, shortened} from './names.js';
import {readInternals} from './page_world.js';

const ROLES = {
  A: 'link', AREA: 'link', BUTTON: 'button', SELECT: 'combobox', TEXTAREA: 'textbox',
  SUMMARY: 'button', IMG: 'img', H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading',
  H5: 'heading', H6: 'heading', NAV: 'navigation', MAIN: 'main', UL: 'list', OL: 'list',
  LI: 'listitem', TABLE: 'table', TR: 'row', TD: 'cell', TH: 'columnheader', OPTION: 'option',
  VIDEO: 'video', AUDIO: 'audio', LABEL: 'label', P: 'paragraph', FORM: 'form', DIALOG: 'dialog',
};
const INPUTS = {
  checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button',
  image: 'button', range: 'slider', number: 'spinbutton', search: 'searchbox', file: 'button',
  color: 'button',
};

// The roles of what a person can use.
export const USABLE = [
  'button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
  'option', 'switch', 'slider', 'spinbutton', 'textbox', 'searchbox', 'combobox', 'treeitem',
  'scrollbar',
];

// The types of <input> that a person fills in.
export const EDITABLE = new Set([
  'text', 'search', 'email', 'url', 'tel', 'password', 'number', 'date', 'time', 'month', 'week',
  'datetime-local', 'color', 'range',
]);

const SUBMITTING = new Set(['submit', 'image']);

export function roleOf(element) {
  const explicit = oneLine(attributeOf(element, 'role')).split(' ')[0];
  const tag = tagOf(element).toUpperCase();
  if (explicit && explicit !== 'presentation' && explicit !== 'none') return explicit;
  if (tag === 'INPUT') return INPUTS[element.type] || (element.list ? 'combobox' : 'textbox');
  if (tag === 'SELECT' && (element.multiple || element.size > 1)) return 'listbox';
  if (isEditor(element)) return 'textbox';
  return ROLES[tag] || readInternals(element, 'role', USABLE);
}

export function stateOf(element) {
  const aria = name => element.getAttribute('aria-' + name);
  const isDisabled =
    element.matches(':disabled') || Boolean(element.closest('[aria-disabled="true"]'));
  const state = {disabled: isDisabled, ...valueState(element, aria)};
  const checked = checkedState(element, aria);
  if (checked !== undefined) state.checked = checked;
  if (aria('selected')) state.selected = aria('selected') === 'true';
  else if (aria('current') && aria('current') !== 'false') state.selected = true;
  if (aria('expanded')) state.expanded = aria('expanded') === 'true';
  else if (element.tagName === 'SUMMARY') state.expanded = Boolean(element.parentElement?.open);
  const column = element.closest('[aria-sort]')?.getAttribute('aria-sort') ?? '';
  if (/cending$/.test(column)) state.sorted = column;
  state.mixed = element.indeterminate === true || /mixed/.test(aria('checked') ?? aria('pressed'));
  state.required = element.required === true || aria('required') === 'true';
  state.invalid = (aria('invalid') || 'false') !== 'false' || element.matches(':user-invalid');
  // What is wrong with a field is among the messages.
  if (!state.invalid) state.description = descriptionOf(element);
  if (element.matches(':focus')) state.focused = true;
  return {...state, ...submission(element)};
}

// What a click on a button, or Enter in a field, does with its form.
function submission(element) {
  const form = is(element, 'button, input') && element.form;
  if (!form || !(SUBMITTING.has(element.type) || EDITABLE.has(element.type))) return {};
  const buttons = [...readNative(form, 'elements')].filter(each => SUBMITTING.has(each.type));
  const button = SUBMITTING.has(element.type) ? element : buttons[0];
  const method = (button && button.getAttribute('formmethod')) || readNative(form, 'method');
  const posts = method.toLowerCase() === 'post';
  return button && button !== element ? {posts, submits: shortNameOf(button)} : {posts};
}

function valueState(element, aria) {
  const {tagName, type} = element;
  if (tagName === 'SELECT') {
    const options = [...element.options];
    const isShared = name => options.filter(each => nameOfOption(each) === name).length > 1;
    const valueOf = option =>
      isShared(nameOfOption(option)) ? lineOfOption(option) : nameOfOption(option);
    return {
      options: firstAndLast(options.map(lineOfOption)),
      value: [...element.selectedOptions].map(valueOf).join(', '),
    };
  }
  if (tagName === 'TEXTAREA' || (tagName === 'INPUT' && EDITABLE.has(type))) {
    const {value} = element;
    const shown = isMasked(element) ? '•'.repeat(Math.min(value.length, 40)) : shortened(value);
    return {value: shown, options: firstAndLast(suggestionsOf(element))};
  }
  if (tagName === 'INPUT' && type === 'file')
    return {value: [...element.files].map(file => file.name).join(', ')};
  if (isEditor(element)) return {value: shortened(oneLine(element.innerText))};
  if (aria('valuenow')) return {value: aria('valuetext') || aria('valuenow')};
  return {};
}

function suggestionsOf(field) {
  // What the browser offers while one types (datalist): what is filled in, and what it is called.
  const options = field.list && !/^(range|color)$/.test(field.type) ? [...field.list.options] : [];
  const isNamed = ({label, value}) => label && label !== value;
  return options.map(each =>
    shortened(isNamed(each) ? `${each.value} (${oneLine(each.label)})` : each.value, 60),
  );
}

export const nameOfOption = option => oneLine(option.label || option.text);

export function lineOfOption(option) {
  // The name of an option as it is listed, with that of its group.
  const {label} = option.closest('optgroup') ?? {};
  const name = shortened(nameOfOption(option), 40);
  return label ? `${shortened(oneLine(label), 40)}: ${name}` : name;
}

export function scaleOf(slider) {
  // Between which values a slider stands, and in which steps; "" if that is not known.
  if (roleOf(slider) !== 'slider') return '';
  const isNative = slider.tagName === 'INPUT';
  const [low, high] = isNative
    ? [slider.min || '0', slider.max || '100']
    : ['min', 'max'].map(end => attributeOf(slider, 'aria-value' + end));
  const step = isNative ? ` in steps of ${slider.step || 1}` : '';
  return low && high ? `${low} to ${high}${step}` : '';
}

const firstAndLast = options =>
  options.length <= 120
    ? options
    : [...options.slice(0, 90), `… ${options.length - 119} more …`, ...options.slice(-29)];

export const isMasked = field =>
  field.type === 'password' || getComputedStyle(field).webkitTextSecurity !== 'none';

function checkedState(element, aria) {
  if (element.tagName === 'INPUT' && (element.type === 'checkbox' || element.type === 'radio'))
    return element.checked;
  const checked =
    aria('checked') ||
    aria('pressed') ||
    readInternals(element, 'ariaChecked', ['true', 'false', 'mixed']);
  return checked ? checked === 'true' : undefined;
}

export function addressOf(element) {
  const link = element.closest('a[href], area[href]');
  if (!link) return '';
  // The href of a link in a drawing (SVG) is an object.
  const {href} = link;
  return typeof href === 'string' ? href : new URL(href.baseVal, document.baseURI).href;
}
