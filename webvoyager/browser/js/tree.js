// The accessibility tree of what is in the viewport: roles, names, states and text in reading order, with the marks'
// numbers. Rows: [depth, "mark", number], [depth, "crossOrigin", number of the frame] or [depth, role, words].
import {boxesOf} from './boxes.js';
import {attributeOf, isFrame, kindOfNode, nodesOf, parentOf, real, shadowOf, tagOf} from './dom.js';
import {crossOrigin, insideOf} from './frames.js';
import {folded, nameOf, shortened, textOf} from './names.js';
import {pathIn} from './paths.js';
import {SCREEN} from './places.js';
import {roleOf} from './states.js';
import {blockOf, piecesOf} from './text.js';
import {visible} from './visibility.js';
import {SHOWING} from './walking.js';

const STRUCTURE = new Set([
  'navigation', 'main', 'banner', 'contentinfo', 'complementary', 'form', 'search', 'region', 'dialog', 'alertdialog',
  'list', 'listitem', 'table', 'row', 'tablist', 'tabpanel', 'menu', 'listbox', 'radiogroup', 'group', 'article',
]);
const TAGS = {HEADER: 'banner', FOOTER: 'contentinfo', ASIDE: 'complementary', ARTICLE: 'article', FIELDSET: 'group'};

export function tree(found) {
  const numbers = new Map(
    found.map(({element, crossOrigin}, number) => [element, crossOrigin === undefined ? number : null]),
  );
  const top = real(document, 'documentElement');
  return top ? branch(top, document, SCREEN, 0, numbers).map(row => row.slice(0, 3)) : [];
}

const DEEPEST = 600; // levels; the parser makes no more than 512
let level = 0;

function branch(...branching) {
  if (level > DEEPEST) return [];
  level += 1;
  const rows = rowsOfBranch(...branching);
  level -= 1;
  return rows;
}

function rowsOfBranch(element, root, place, depth, numbers) {
  if (!SHOWING.has(element) || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD)$/i.test(tagOf(element))) return [];
  if (crossOrigin.includes(element)) return [[depth, 'crossOrigin', crossOrigin.indexOf(element)]];
  const number = numbers.get(element);
  const role = roleOf(element) || TAGS[tagOf(element)] || '';
  const usable = deeper =>
    inside(element, root, place, deeper, numbers).filter(row => row[1] === 'mark' || row[1] === 'crossOrigin');
  if (number !== undefined) return [[depth, 'mark', number], ...usable(depth + 1)];
  const repeated =
    tagOf(element) === 'LABEL' && numbers.has(element.control) && nameOf(element.control) === textOf(element);
  if (repeated || attributeOf(element, 'aria-hidden') === 'true') return usable(depth);
  if (role === 'heading') {
    const rows = inside(element, root, place, depth, numbers);
    const words = rows
      .filter(row => row[1] === 'text')
      .map(row => row[2])
      .join(' ');
    return words ? [[depth, 'heading', words], ...rows.filter(row => row[1] === 'mark')] : rows;
  }
  if (role === 'img') {
    const name = nameOf(element);
    const shows = name && visible(element) && boxesOf(element, place).length;
    return [...(shows ? [[depth, 'image', shortened(name)]] : []), ...usable(depth)];
  }
  if (!STRUCTURE.has(role)) return inside(element, root, place, depth, numbers);
  const rows = inside(element, root, place, depth + 1, numbers);
  const label = folded(attributeOf(element, 'aria-label'));
  return rows.length ? [[depth, role, label], ...rows] : [];
}

function inside(element, root, place, depth, numbers) {
  const rows = [];
  const put = row => {
    const last = rows.at(-1);
    if (row[1] === 'text' && last && last[1] === 'text' && last[0] === row[0] && last[3] === row[3])
      last[2] += ' ' + row[2];
    else rows.push(row);
  };
  if (shadowOf(element)) {
    const within = {...place, trail: [...place.trail, pathIn(root, element)]};
    for (const child of element.shadowRoot.childNodes)
      part(child, element.shadowRoot, within, depth, numbers).forEach(put);
    return rows;
  }
  if (isFrame(element)) {
    const frame = insideOf(element, root, place);
    return frame?.document
      ? branch(real(frame.document, 'documentElement'), frame.document, frame.place, depth, numbers)
      : [];
  }
  const children =
    tagOf(element) === 'SLOT' && element.assignedNodes().length ? element.assignedNodes() : nodesOf(element);
  for (const child of children) part(child, root, place, depth, numbers).forEach(put);
  return rows;
}

function part(node, root, place, depth, numbers) {
  if (kindOfNode(node) === Node.ELEMENT_NODE) return branch(node, root, place, depth, numbers);
  if (kindOfNode(node) !== Node.TEXT_NODE) return [];
  const words = folded(
    piecesOf(node, place)
      .map(piece => piece.words)
      .join(' '),
  );
  return words ? [[depth, 'text', words, blockOf(parentOf(node))]] : [];
}
