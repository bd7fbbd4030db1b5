// Words that a style sheet puts before and after an element's own (content): prices, labels of
// cells, numbers of steps. Runs in the isolated world, at each question (questions.js).
import {childrenOf} from './dom.js';

const TOKENS = /"((?:[^"\\]|\\.)*)"|counters?\(([^)]*)\)| (\/) /g;
const NUMBERED = /counters?\(/;

export function wordsGenerated(element, part) {
  // The words of '::before' or '::after'; '' if they do not show, or are only signs that decorate.
  const style = getComputedStyle(element, part);
  const {content, display, visibility, opacity, webkitTextFillColor: colour} = style;
  const isHidden = display === 'none' || visibility !== 'visible' || opacity < 0.1;
  if (!/["(]/.test(content) || isHidden || colour === 'rgba(0, 0, 0, 0)') return '';
  let words = '';
  for (const [, text, counter, ending] of content.matchAll(TOKENS)) {
    if (ending) break; // what follows is said, not drawn
    words += counter ? numbersOf(element, part, counter) : text.replace(/\\(.)/g, '$1');
  }
  words = words.replace(/\p{Co}/gu, ''); // the letters of an icon font say nothing
  return /[\p{L}\p{N}\p{Sc}\p{So}]/u.test(words) ? words : '';
}

function numbersOf(element, part, counter) {
  // What counter(name, style) or counters(name, "separator", style) shows.
  const [name, ...others] = counter.split(/,\s*/);
  const separator = others.join(', ').match(/"(.*)"/)?.[1];
  const style = others.find(word => !word.includes('"')) ?? 'decimal';
  const values = countersOf(element.ownerDocument).get(element)?.[part]?.[name] ?? [0];
  const shown = separator === undefined ? values.slice(-1) : values;
  return shown.map(value => write(value, style)).join(separator);
}

function write(value, style) {
  if (style === 'decimal-leading-zero') return String(value).padStart(2, '0');
  if (!/alpha|latin/.test(style) || value < 1) return String(value);
  const letter = String.fromCharCode(97 + ((value - 1) % 26));
  const letters = (value > 26 ? write(Math.floor((value - 1) / 26), 'lower-alpha') : '') + letter;
  return style.startsWith('upper') ? letters.toUpperCase() : letters;
}

const counted = new Map(); // by document: the counters' values at each part that shows one

function countersOf(page) {
  if (!counted.has(page)) {
    counted.set(page, new Map());
    count(page.documentElement, {}, counted.get(page));
  }
  return counted.get(page);
}

function count(element, around, found) {
  // Count in document order. `around` are the counters of an element's parent and earlier siblings,
  // by their names: those within others last, each {value, parent}.
  step(getComputedStyle(element), element.parentElement, around);
  const inside = {...around};
  const parts = {};
  const look = part => {
    const style = getComputedStyle(element, part);
    if (style.content === 'none' || style.content === 'normal') return;
    step(style, element, inside);
    if (NUMBERED.test(style.content)) parts[part] = valuesOf(inside);
  };
  look('::before');
  for (const child of childrenOf(element)) count(child, inside, found);
  look('::after');
  if (parts['::before'] || parts['::after']) found.set(element, parts);
}

const valuesOf = counters =>
  Object.fromEntries(
    Object.entries(counters).map(([name, within]) => [name, within.map(({value}) => value)]),
  );

function step({counterReset, counterSet, counterIncrement}, parent, counters) {
  const begin = (name, value) => {
    const outer = (counters[name] ?? []).filter(each => each.parent !== parent);
    counters[name] = [...outer, {value, parent}];
  };
  const current = name => {
    if (!counters[name]) begin(name, 0);
    return counters[name].at(-1);
  };
  for (const [name, value] of pairsIn(counterReset)) begin(name, value);
  for (const [name, value] of pairsIn(counterIncrement)) current(name).value += value;
  for (const [name, value] of pairsIn(counterSet)) current(name).value = value;
}

const pairsIn = text =>
  [...text.matchAll(/([^\s\d]\S*) (-?\d+)/g)].map(([, name, value]) => [name, Number(value)]);
