// An element's words and its accessible name, as in the accessibility tree. Runs in the isolated
// world, at each question (questions.js).
import {
  attributeOf, firstOf, is, isEditor, kindOfNode, nodesOf, readNative, shadowOf, tagOf,
} from './dom.js';

export const oneLine = words => (words || '').toWellFormed().replace(/\s+/g, ' ').trim();
export const shortened = (words, most = 120) => {
  if (words.length <= most) return words;
  return `${words.slice(0, most * 0.7)} … ${words.slice(-most * 0.25)}`.toWellFormed();
};

export const SILENT_TAGS = /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|OPTION)$/i;

// The element's words as a screen reader says them: its text, slotted text included, and the names
// of pictures and fields inside. `without` is a selector for what to leave out.
export const textOf = (element, without = '') => oneLine(wordsIn(element, without, 0));

const wordsIn = (element, ...rest) =>
  wordsOf(nodesOf(shadowOf(element) ?? element), ...rest);

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
  if (SILENT_TAGS.test(tag) || tag === 'TEXTAREA') return '';
  if (attributeOf(element, 'aria-hidden') === 'true') return '';
  if (tag === 'BR') return ' ';
  if (!isShown(element)) return '';
  const words =
    attributeOf(element, 'aria-label') ||
    attributeOf(element, 'alt') ||
    titleOfDrawing(element) ||
    wordsInside(element, without, depth);
  return /^(inline|contents)$/.test(getComputedStyle(element).display) ? words : ` ${words} `;
}

const titleOfDrawing = element =>
  tagOf(element).toLowerCase() === 'svg'
    ? oneLine(element.querySelector('title')?.textContent)
    : '';

function wordsInside(element, without, depth) {
  const slotted = tagOf(element) === 'SLOT' ? element.assignedNodes() : [];
  return slotted.length ? wordsOf(slotted, without, depth) : wordsIn(element, without, depth);
}

function isShown(element) {
  // An element without a box (display: contents, as every plain slot has) still shows its contents.
  if (Element.prototype.checkVisibility.call(element, {visibilityProperty: true})) return true;
  const {display, visibility} = getComputedStyle(element);
  return display === 'contents' && visibility === 'visible';
}

export function nameOf(element) {
  // The first of these that isn't empty.
  const isField = /^(INPUT|SELECT|TEXTAREA)$/i.test(element.tagName);
  const branch = attributeOf(element, 'role') === 'treeitem' ? '[role=group],[role=treeitem]' : '';
  return oneLine(
    labelledBy(element) ||
      element.getAttribute('aria-label') ||
      labelsOf(element) ||
      captionOf(element) ||
      element.getAttribute('alt') ||
      titleInDrawing(element) ||
      (isField || isEditor(element) ? '' : textOf(element, branch)) ||
      element.getAttribute('placeholder') ||
      element.getAttribute('title') ||
      element.getAttribute('aria-placeholder') ||
      element.querySelector('[title]')?.getAttribute('title') ||
      wordsOfStyle(element) ||
      iconOf(element) ||
      '',
  );
}

const labelledBy = element => textOfThose(element, 'aria-labelledby');

export const descriptionOf = element =>
  shortened(
    oneLine(textOfThose(element, 'aria-describedby') || element.getAttribute('aria-description')),
  );

function textOfThose(element, attribute) {
  // The words of the elements that an attribute lists by their ids, even of those that are hidden.
  const root = element.getRootNode();
  return (element.getAttribute(attribute) || '')
    .split(/\s+/)
    .filter(Boolean)
    .map(id => root.getElementById && root.getElementById(id))
    .filter(Boolean)
    .map(each => textOf(each) || each.textContent)
    .join(' ');
}

const labelsOf = ({labels}) =>
  labels && labels.length ? [...labels].map(label => textOf(label)).join(' ') : '';

function captionOf(element) {
  // The caption of an <input> that is a button.
  const {tagName, type} = element;
  if (tagName !== 'INPUT' || !['submit', 'button', 'reset'].includes(type)) return '';
  return element.value || {submit: 'Submit', reset: 'Reset'}[type];
}

function titleInDrawing(element) {
  if (!element.ownerSVGElement) return '';
  return [...element.children].find(child => child.tagName === 'title')?.textContent;
}

function wordsOfStyle(element) {
  // Words that a style sheet adds; the letters of an icon font say nothing.
  const elements = [element, ...element.querySelectorAll('*')].slice(0, 5);
  const words = elements.flatMap(each =>
    ['::before', '::after'].map(part => {
      const {content, display} = getComputedStyle(each, part);
      return display === 'none' ? '' : content.match(/^"(.*)"$/)?.[1] || '';
    }),
  );
  return oneLine(words.join(' ').replace(/\p{Co}/gu, ''));
}

function iconOf(element) {
  // The last resort: the name of the symbol that an icon is drawn from (<use href="#cart">).
  const use = element.querySelector('use');
  const address = use && (use.getAttribute('href') || use.getAttribute('xlink:href'));
  if (!address) return '';
  const symbol = address.split('#').at(-1);
  return symbol.replace(/^(icon|ico|i|svg|glyph)[-_]+/i, '').replace(/[-_]+/g, ' ');
}

export function subjectOf(element) {
  // The element that a mark is about: the field of a label, the slider inside a painted thumb.
  if (tagOf(element) === 'LABEL') return element.control ?? element;
  const inner = firstOf(element);
  const isThumb = inner && is(inner, '[role=slider]') && nodesOf(element).length === 1;
  return isThumb ? inner : (rangeIn(element) ?? element);
}

export function rangeIn(element) {
  // The native slider inside what is painted in its place: the only field, and no words beside it.
  if (!readNative(element, 'querySelector', ':scope > input[type=range]')) return null;
  const [range, ...more] = readNative(element, 'querySelectorAll', 'input');
  return more.length || textOf(element, 'input,output') ? null : range;
}

export const shortNameOf = element => shortened(nameOf(subjectOf(element)) || nameOf(element));
