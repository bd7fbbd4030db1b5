// What an element is called: its words and its accessible name, as the accessibility tree would say.
import {attributeOf, firstOf, is, kindOfNode, nodesOf, shadowOf, tagOf} from './dom.js';

export const folded = words => (words || '').toWellFormed().replace(/\s+/g, ' ').trim();
export const shortened = (words, most = 120) =>
  words.length <= most ? words : (words.slice(0, most * 0.7) + ' … ' + words.slice(-most * 0.25)).toWellFormed();

export const UNSAID = /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|OPTION)$/i;

// The element's words as a reader hears them: text, slotted too, and what names pictures and fields inside.
export const textOf = (element, without = '') => folded(wordsIn(element, without, 0));

const wordsIn = (element, ...rest) => wordsOf(nodesOf(shadowOf(element) ? element.shadowRoot : element), ...rest);

function wordsOf(nodes, without, depth) {
  let words = '';
  for (const node of nodes) {
    const kind = kindOfNode(node);
    if (kind === Node.TEXT_NODE) words += node.data;
    if (kind === Node.ELEMENT_NODE && depth < 40) words += wordsOfElement(node, without, depth + 1);
  }
  return words;
}

function wordsOfElement(element, without, depth) {
  const tag = tagOf(element);
  if (without && is(element, without)) return '';
  if (UNSAID.test(tag) || tag === 'TEXTAREA' || attributeOf(element, 'aria-hidden') === 'true') return '';
  if (tag === 'BR') return ' ';
  if (!isShown(element)) return '';
  const put = tag === 'SLOT' ? element.assignedNodes() : [];
  const label = attributeOf(element, 'aria-label') || attributeOf(element, 'alt') || '';
  const titled = tag.toLowerCase() === 'svg' ? folded(element.querySelector('title')?.textContent) : '';
  const words = label || titled || (put.length ? wordsOf(put, without, depth) : wordsIn(element, without, depth));
  return /^(inline|contents)$/.test(getComputedStyle(element).display) ? words : ` ${words} `;
}

function isShown(element) {
  // What has no box of its own (display: contents, as every plain slot has) still shows what it holds.
  if (Element.prototype.checkVisibility.call(element, {visibilityProperty: true})) return true;
  const {display, visibility} = getComputedStyle(element);
  return display === 'contents' && visibility === 'visible';
}

export function nameOf(element) {
  // aria-labelledby, aria-label, label, a button's value, alt, text, placeholder, title: the first that says something.
  const root = element.getRootNode();
  const by = attribute =>
    (element.getAttribute(attribute) || '')
      .split(/\s+/)
      .filter(Boolean)
      .map(id => root.getElementById && root.getElementById(id))
      .filter(Boolean)
      .map(found => textOf(found))
      .join(' ');
  const field = /^(INPUT|SELECT|TEXTAREA)$/i.test(element.tagName);
  const button = element.tagName === 'INPUT' && ['submit', 'button', 'reset'].includes(element.type);
  const branch = attributeOf(element, 'role') === 'treeitem' ? '[role=group],[role=treeitem]' : '';
  const inSvg = element.ownerSVGElement && [...element.children].find(child => child.tagName === 'title');
  return folded(
    by('aria-labelledby') ||
      element.getAttribute('aria-label') ||
      (element.labels && element.labels.length ? [...element.labels].map(label => textOf(label)).join(' ') : '') ||
      (button ? element.value || {submit: 'Submit', reset: 'Reset'}[element.type] : '') ||
      element.getAttribute('alt') || (inSvg && inSvg.textContent) ||
      (field || element.isContentEditable ? '' : textOf(element, branch)) || element.getAttribute('placeholder') ||
      element.getAttribute('title') || element.getAttribute('aria-placeholder') ||
      element.querySelector('[title]')?.getAttribute('title') || iconOf(element) || '',
  );
}

function iconOf(element) {
  // The last resort: the symbol an icon is drawn from (<use href="#cart">) says what it shows.
  const use = element.querySelector('use');
  const address = use && (use.getAttribute('href') || use.getAttribute('xlink:href'));
  return address
    ? address
        .split('#')
        .at(-1)
        .replace(/^(icon|ico|i|svg|glyph)[-_]+/i, '')
        .replace(/[-_]+/g, ' ')
    : '';
}

export function subjectOf(element) {
  // What a mark is about: the field of a label, the slider that a thumb is painted around.
  if (tagOf(element) === 'LABEL') return element.control ?? element;
  const inner = firstOf(element);
  const thumb = inner && is(inner, 'input[type=range], [role=slider]') && nodesOf(element).length === 1;
  return thumb ? inner : element;
}

export const named = element => shortened(nameOf(subjectOf(element)) || nameOf(element));
