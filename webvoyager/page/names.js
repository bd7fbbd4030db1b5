// What an element is called and what it is: accessible name, role and state, as the accessibility tree would say.
const ROLES = {A: 'link', AREA: 'link', BUTTON: 'button', SELECT: 'combobox', TEXTAREA: 'textbox', SUMMARY: 'button',
  IMG: 'img', H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', NAV: 'navigation',
  MAIN: 'main', UL: 'list', OL: 'list', LI: 'listitem', TABLE: 'table', TR: 'row', TD: 'cell', TH: 'columnheader',
  OPTION: 'option', VIDEO: 'video', AUDIO: 'audio', LABEL: 'label', P: 'paragraph', FORM: 'form', DIALOG: 'dialog'};
const INPUTS = {checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button', image: 'button',
  range: 'slider', number: 'spinbutton', search: 'searchbox', file: 'button', color: 'button'};
const EDITABLE = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number', 'date', 'time', 'month', 'week',
  'datetime-local', 'color', 'range']);

const folded = words => (words || '').replace(/\s+/g, ' ').trim();
const shortened = (words, most = 120) =>
  words.length <= most ? words : words.slice(0, most * 0.7) + ' … ' + words.slice(-most * 0.25);

function roleOf(element) {
  const given = folded(element.getAttribute('role')).split(' ')[0];
  if (given && given !== 'presentation' && given !== 'none') return given;
  if (element.tagName === 'INPUT') return INPUTS[element.type] || 'textbox';
  if (element.isContentEditable) return 'textbox';
  return ROLES[element.tagName.toUpperCase()] || '';
}

function textOf(element, depth = 0) {
  // The element's words as a reader hears them: text, and what names pictures and fields inside.
  let words = '';
  const children = element.shadowRoot ? element.shadowRoot.childNodes : element.childNodes;
  for (const node of children) {
    if (node.nodeType === Node.TEXT_NODE) words += node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || depth > 40 || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|OPTION)$/i.test(node.tagName)) continue;
    if (node.getAttribute('aria-hidden') === 'true') continue;
    if (node.checkVisibility && !node.checkVisibility({visibilityProperty: true})) continue;
    if (node.tagName === 'SLOT') { for (const put of node.assignedNodes()) words += put.data || textOf(put, depth + 1); continue; }
    const own = node.getAttribute('aria-label') || node.getAttribute('alt') || '';
    const titled = node.tagName.toLowerCase() === 'svg' ? folded(node.querySelector('title')?.textContent) : '';
    const inner = own || titled || textOf(node, depth + 1);
    words += getComputedStyle(node).display.startsWith('inline') ? inner : ` ${inner} `;
  }
  return folded(words);
}

function nameOf(element) {
  const root = element.getRootNode();
  const by = attribute => (element.getAttribute(attribute) || '').split(/\s+/).filter(Boolean)
    .map(id => root.getElementById && root.getElementById(id)).filter(Boolean).map(found => textOf(found)).join(' ');
  const isField = /^(INPUT|SELECT|TEXTAREA)$/i.test(element.tagName);
  const button = element.tagName === 'INPUT' && ['submit', 'button', 'reset'].includes(element.type);
  return folded(by('aria-labelledby') || element.getAttribute('aria-label')
    || (element.labels && element.labels.length ? [...element.labels].map(label => textOf(label)).join(' ') : '')
    || (button ? element.value || {submit: 'Submit', reset: 'Reset'}[element.type] : '')
    || element.getAttribute('alt') || (isField ? '' : textOf(element))
    || element.getAttribute('placeholder') || element.getAttribute('title')
    || (element.tagName === 'A' && element.querySelector('[title]')?.getAttribute('title')) || '');
}

function stateOf(element) {
  const tag = element.tagName, said = name => element.getAttribute('aria-' + name);
  const state = {};
  if (tag === 'SELECT') {
    state.options = [...element.options].map(option => shortened(folded(option.label || option.text), 40));
    state.value = folded(element.selectedOptions[0]?.label);
  } else if (tag === 'TEXTAREA' || (tag === 'INPUT' && EDITABLE.has(element.type))) {
    state.value = element.type === 'password' ? '•'.repeat(element.value.length) : shortened(element.value);
  } else if (element.isContentEditable) state.value = shortened(folded(element.innerText));
  else if (said('valuenow')) state.value = said('valuetext') || said('valuenow');
  if (tag === 'INPUT' && (element.type === 'checkbox' || element.type === 'radio')) state.checked = element.checked;
  else if (said('checked') || said('selected') || said('pressed')) {
    state.checked = [said('checked'), said('selected'), said('pressed')].includes('true');
  }
  state.disabled = Boolean(element.disabled) || said('disabled') === 'true';
  if (said('expanded')) state.expanded = said('expanded') === 'true';
  else if (tag === 'SUMMARY') state.expanded = Boolean(element.parentElement?.open);
  return state;
}
