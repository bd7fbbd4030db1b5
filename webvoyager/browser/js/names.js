// What an element is called: its words and its accessible name, as the accessibility tree would say.
import {attributeOf, kindOfNode, nodesOf, shadowOf, tagOf} from './dom.js';

export const folded = words => (words || '').toWellFormed().replace(/\s+/g, ' ').trim();
export const shortened = (words, most = 120) =>
  words.length <= most ? words : (words.slice(0, most * 0.7) + ' … ' + words.slice(-most * 0.25)).toWellFormed();

export const UNSAID = /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|OPTION)$/i;

export function textOf(element, depth = 0) {
  // The element's words as a reader hears them: text, and what names pictures and fields inside.
  let words = '';
  for (const node of nodesOf(shadowOf(element) ? element.shadowRoot : element)) {
    const kind = kindOfNode(node);
    if (kind === Node.TEXT_NODE) words += node.data;
    if (kind !== Node.ELEMENT_NODE || depth > 40 || UNSAID.test(tagOf(node)) || tagOf(node) === 'TEXTAREA') continue;
    if (attributeOf(node, 'aria-hidden') === 'true' || !isShown(node)) continue;
    if (tagOf(node) === 'SLOT') {
      for (const put of node.assignedNodes()) words += put.data || textOf(put, depth + 1);
      continue;
    }
    const label = attributeOf(node, 'aria-label') || attributeOf(node, 'alt') || '';
    const titled = tagOf(node).toLowerCase() === 'svg' ? folded(node.querySelector('title')?.textContent) : '';
    const inner = label || titled || textOf(node, depth + 1);
    words += getComputedStyle(node).display.startsWith('inline') ? inner : ` ${inner} `;
  }
  return folded(words);
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
  const inSvg = element.ownerSVGElement && [...element.children].find(child => child.tagName === 'title');
  return folded(
    by('aria-labelledby') ||
      element.getAttribute('aria-label') ||
      (element.labels && element.labels.length ? [...element.labels].map(label => textOf(label)).join(' ') : '') ||
      (button ? element.value || {submit: 'Submit', reset: 'Reset'}[element.type] : '') ||
      element.getAttribute('alt') || (inSvg && inSvg.textContent) ||
      (field || element.isContentEditable ? '' : textOf(element)) || element.getAttribute('placeholder') ||
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

export function named(element) {
  const subject = element.tagName === 'LABEL' && element.control ? element.control : element;
  return shortened(nameOf(subject) || nameOf(element));
}
