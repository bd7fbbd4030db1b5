// What an element is called and what it is: accessible name, role and state, as the accessibility tree would say.
const ROLES = {A: 'link', AREA: 'link', BUTTON: 'button', SELECT: 'combobox', TEXTAREA: 'textbox', SUMMARY: 'button',
  IMG: 'img', H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', NAV: 'navigation',
  MAIN: 'main', UL: 'list', OL: 'list', LI: 'listitem', TABLE: 'table', TR: 'row', TD: 'cell', TH: 'columnheader',
  OPTION: 'option', VIDEO: 'video', AUDIO: 'audio', LABEL: 'label', P: 'paragraph', FORM: 'form', DIALOG: 'dialog'};
const INPUTS = {checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button', image: 'button',
  range: 'slider', number: 'spinbutton', search: 'searchbox', file: 'button', color: 'button'};
const EDITABLE = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number', 'date', 'time', 'month', 'week',
  'datetime-local', 'color', 'range']);

const folded = words => (words || '').toWellFormed().replace(/\s+/g, ' ').trim();
const shortened = (words, most = 120) =>
  words.length <= most ? words : (words.slice(0, most * 0.7) + ' … ' + words.slice(-most * 0.25)).toWellFormed();

function roleOf(element) {
  const said = folded(attributeOf(element, 'role')).split(' ')[0], tag = tagOf(element).toUpperCase();
  if (said && said !== 'presentation' && said !== 'none') return said;
  if (tag === 'INPUT') return INPUTS[element.type] || 'textbox';
  if (tag === 'SELECT' && (element.multiple || element.size > 1)) return 'listbox';
  if (element.isContentEditable) return 'textbox';
  return ROLES[tag] || '';
}

const UNSAID = /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|OPTION)$/i;

function textOf(element, depth = 0) {
  // The element's words as a reader hears them: text, and what names pictures and fields inside.
  let words = '';
  for (const node of nodesOf(shadowOf(element) ? element.shadowRoot : element)) {
    const kind = kindOfNode(node);
    if (kind === Node.TEXT_NODE) words += node.data;
    if (kind !== Node.ELEMENT_NODE || depth > 40 || UNSAID.test(tagOf(node)) || tagOf(node) === 'TEXTAREA') continue;
    if (attributeOf(node, 'aria-hidden') === 'true' || !Element.prototype.checkVisibility.call(node, {visibilityProperty: true})) continue;
    if (tagOf(node) === 'SLOT') { for (const put of node.assignedNodes()) words += put.data || textOf(put, depth + 1); continue; }
    const said = attributeOf(node, 'aria-label') || attributeOf(node, 'alt') || '';
    const titled = tagOf(node).toLowerCase() === 'svg' ? folded(node.querySelector('title')?.textContent) : '';
    const inner = said || titled || textOf(node, depth + 1);
    words += getComputedStyle(node).display.startsWith('inline') ? inner : ` ${inner} `;
  }
  return folded(words);
}

function nameOf(element) {
  // aria-labelledby, aria-label, label, a button's value, alt, text, placeholder, title: the first that says something.
  const root = element.getRootNode();
  const by = attribute => (element.getAttribute(attribute) || '').split(/\s+/).filter(Boolean)
    .map(id => root.getElementById && root.getElementById(id)).filter(Boolean).map(found => textOf(found)).join(' ');
  const field = /^(INPUT|SELECT|TEXTAREA)$/i.test(element.tagName);
  const button = element.tagName === 'INPUT' && ['submit', 'button', 'reset'].includes(element.type);
  const inSvg = element.ownerSVGElement && [...element.children].find(child => child.tagName === 'title');
  return folded(by('aria-labelledby') || element.getAttribute('aria-label')
    || (element.labels && element.labels.length ? [...element.labels].map(label => textOf(label)).join(' ') : '')
    || (button ? element.value || {submit: 'Submit', reset: 'Reset'}[element.type] : '')
    || element.getAttribute('alt') || (inSvg && inSvg.textContent) || (field || element.isContentEditable ? '' : textOf(element))
    || element.getAttribute('placeholder') || element.getAttribute('title') || element.getAttribute('aria-placeholder')
    || element.querySelector('[title]')?.getAttribute('title') || iconOf(element) || '');
}

function iconOf(element) {
  // The last resort: the symbol an icon is drawn from (<use href="#cart">) says what it shows.
  const use = element.querySelector('use'), address = use && (use.getAttribute('href') || use.getAttribute('xlink:href'));
  return address ? address.split('#').at(-1).replace(/^(icon|ico|i|svg|glyph)[-_]+/i, '').replace(/[-_]+/g, ' ') : '';
}

function stateOf(element) {
  const tag = element.tagName, said = name => element.getAttribute('aria-' + name);
  const state = {disabled: element.matches(':disabled') || Boolean(element.closest('[aria-disabled="true"]'))};
  if (tag === 'SELECT') {
    const options = [...element.options].map(option => shortened(folded(option.label || option.text), 40));
    state.options = options.length <= 120 ? options : [...options.slice(0, 90), `… ${options.length - 119} more …`, ...options.slice(-29)];
    state.value = [...element.selectedOptions].map(option => folded(option.label || option.text)).join(', ');
  } else if (tag === 'TEXTAREA' || (tag === 'INPUT' && EDITABLE.has(element.type))) {
    state.value = element.type === 'password' ? '•'.repeat(element.value.length) : shortened(element.value);
  } else if (tag === 'INPUT' && element.type === 'file') {
    state.value = [...element.files].map(file => file.name).join(', ');
  } else if (element.isContentEditable) state.value = shortened(folded(element.innerText));
  else if (said('valuenow')) state.value = said('valuetext') || said('valuenow');
  if (tag === 'INPUT' && (element.type === 'checkbox' || element.type === 'radio')) state.checked = element.checked;
  else if (said('checked') || said('pressed')) state.checked = [said('checked'), said('pressed')].includes('true');
  if (said('selected')) state.selected = said('selected') === 'true';
  else if (said('current') && said('current') !== 'false') state.selected = true;
  if (said('expanded')) state.expanded = said('expanded') === 'true';
  else if (tag === 'SUMMARY') state.expanded = Boolean(element.parentElement?.open);
  state.required = element.required === true || said('required') === 'true';
  state.invalid = (said('invalid') || 'false') !== 'false' || element.matches(':user-invalid');
  return state;
}

function addressOf(element) {
  const link = element.closest('a[href], area[href]');
  return !link ? '' : typeof link.href === 'string' ? link.href : new URL(link.href.baseVal, document.baseURI).href;
}
