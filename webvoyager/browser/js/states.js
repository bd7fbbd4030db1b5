// What an element is and how it stands: its role, its state, its address, as the accessibility tree would say.
import {attributeOf, is, real, tagOf} from './dom.js';
import {folded, shortened} from './names.js';
import {internal} from './page_world.js';

const ROLES = {
  A: 'link', AREA: 'link', BUTTON: 'button', SELECT: 'combobox', TEXTAREA: 'textbox', SUMMARY: 'button', IMG: 'img',
  H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', NAV: 'navigation',
  MAIN: 'main', UL: 'list', OL: 'list', LI: 'listitem', TABLE: 'table', TR: 'row', TD: 'cell', TH: 'columnheader',
  OPTION: 'option', VIDEO: 'video', AUDIO: 'audio', LABEL: 'label', P: 'paragraph', FORM: 'form', DIALOG: 'dialog',
};
const INPUTS = {
  checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button', image: 'button',
  range: 'slider', number: 'spinbutton', search: 'searchbox', file: 'button', color: 'button',
};
export const USABLE = [
  'button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'switch',
  'slider', 'spinbutton', 'textbox', 'searchbox', 'combobox', 'treeitem', 'scrollbar',
]; // roles of what can be used
export const EDITABLE = new Set([
  'text', 'search', 'email', 'url', 'tel', 'password', 'number', 'date', 'time', 'month', 'week', 'datetime-local',
  'color', 'range',
]);

export function roleOf(element) {
  const explicit = folded(attributeOf(element, 'role')).split(' ')[0];
  const tag = tagOf(element).toUpperCase();
  if (explicit && explicit !== 'presentation' && explicit !== 'none') return explicit;
  if (tag === 'INPUT') return INPUTS[element.type] || (element.list ? 'combobox' : 'textbox');
  if (tag === 'SELECT' && (element.multiple || element.size > 1)) return 'listbox';
  if (element.isContentEditable) return 'textbox';
  return ROLES[tag] || internal(element, 'role', USABLE);
}

export function stateOf(element) {
  const tag = element.tagName;
  const aria = name => element.getAttribute('aria-' + name);
  const state = {disabled: element.matches(':disabled') || Boolean(element.closest('[aria-disabled="true"]'))};
  if (tag === 'SELECT') {
    const options = [...element.options].map(option => shortened(folded(option.label || option.text), 40));
    state.options =
      options.length <= 120
        ? options
        : [...options.slice(0, 90), `… ${options.length - 119} more …`, ...options.slice(-29)];
    state.value = [...element.selectedOptions].map(option => folded(option.label || option.text)).join(', ');
  } else if (tag === 'TEXTAREA' || (tag === 'INPUT' && EDITABLE.has(element.type))) {
    const masked = element.type === 'password' || getComputedStyle(element).webkitTextSecurity !== 'none';
    state.value = masked ? '•'.repeat(Math.min(element.value.length, 40)) : shortened(element.value);
  } else if (tag === 'INPUT' && element.type === 'file') {
    state.value = [...element.files].map(file => file.name).join(', ');
  } else if (element.isContentEditable) state.value = shortened(folded(element.innerText));
  else if (aria('valuenow')) state.value = aria('valuetext') || aria('valuenow');
  if (tag === 'INPUT' && (element.type === 'checkbox' || element.type === 'radio')) state.checked = element.checked;
  else {
    const checked = aria('checked') || aria('pressed') || internal(element, 'ariaChecked', ['true', 'false', 'mixed']);
    if (checked) state.checked = checked === 'true';
  }
  if (aria('selected')) state.selected = aria('selected') === 'true';
  else if (aria('current') && aria('current') !== 'false') state.selected = true;
  if (aria('expanded')) state.expanded = aria('expanded') === 'true';
  else if (tag === 'SUMMARY') state.expanded = Boolean(element.parentElement?.open);
  state.required = element.required === true || aria('required') === 'true';
  state.invalid = (aria('invalid') || 'false') !== 'false' || element.matches(':user-invalid');
  const form = is(element, 'button, input') && element.type === 'submit' && element.form;
  if (form) state.posts = (element.formMethod || real(form, 'method')) === 'post';
  return state;
}

export function addressOf(element) {
  const link = element.closest('a[href], area[href]');
  return !link ? '' : typeof link.href === 'string' ? link.href : new URL(link.href.baseVal, document.baseURI).href;
}
