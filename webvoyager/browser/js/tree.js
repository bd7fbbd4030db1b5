// The accessibility tree of what is in the viewport: roles, names, states and text in reading
// order, with the marks' numbers. Rows: [depth, "mark", number], [depth, "crossOrigin", number of a
// frame], [depth, "picture", box and name] or [depth, role, words]. Runs in the isolated world, at
// each question (questions.js).
import {boxesOf} from './boxes.js';
import {attributeOf, isFrame, kindOfNode, nodesOf, parentOf, readNative, tagOf} from './dom.js';
import {wordsGenerated} from './generated.js';
import {nameOf, oneLine, shortened, textOf} from './names.js';
import {SCREEN} from './places.js';
import {roleOf} from './states.js';
import {blockOf, piecesOf} from './text.js';
import {visible} from './visibility.js';
import {rootIn} from './walking.js';

const STRUCTURE = new Set([
  'navigation', 'main', 'banner', 'contentinfo', 'complementary', 'form', 'search', 'region',
  'dialog', 'alertdialog', 'list', 'listitem', 'table', 'row', 'tablist', 'tabpanel', 'menu',
  'listbox', 'radiogroup', 'group', 'article',
]);
const TAGS = {
  HEADER: 'banner', FOOTER: 'contentinfo', ASIDE: 'complementary', ARTICLE: 'article',
  FIELDSET: 'group',
};
const LEAST_PICTURE = 32; // pixels: what is smaller is an icon
const DEEPEST = 600; // levels; the parser makes at most 512
let level = 0;

export function tree(found, shown, frames, pictures) {
  // The rows of what is in `shown` (walking.js), with the numbers of the targets that were `found`;
  // `frames` are the numbers of frames of other origins, by their elements. With `pictures`, each
  // picture has a row of its own, in a link too.
  const marked = new Map(
    found.map(({element, crossOrigin}, number) => [
      element,
      crossOrigin === undefined ? number : null,
    ]),
  );
  const top = readNative(document, 'documentElement');
  const here = {root: document, place: SCREEN};
  const rows = top ? branch(top, here, 0, {shown, marked, frames, pictures}) : [];
  return rows.map(row => row.slice(0, 3));
}

function branch(element, here, depth, page) {
  // The rows of an element: `here` are its root and place, `page` is what is known about the page.
  if (level > DEEPEST) return [];
  level += 1;
  const rows = rowsOfBranch(element, here, depth, page);
  level -= 1;
  return rows;
}

function rowsOfBranch(element, here, depth, page) {
  const {shown, marked, frames} = page;
  const tag = tagOf(element);
  // A slot has no box of its own.
  if (!shown.elements.has(element) && tag !== 'SLOT') return [];
  if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD)$/i.test(tag)) return [];
  if (frames.has(element)) return [[depth, 'crossOrigin', frames.get(element)]];
  const usableInside = deeper => rowsInside(element, here, deeper, page).filter(isUsable);
  const number = marked.get(element);
  const deeper = number === undefined ? depth : depth + 1;
  const picture = page.pictures ? pictureRows(element, here, deeper) : [];
  if (number !== undefined) return [[depth, 'mark', number], ...picture, ...usableInside(deeper)];
  if (picture.length) return [...picture, ...usableInside(depth)];
  const isRepeated =
    tag === 'LABEL' && marked.has(element.control) && nameOf(element.control) === textOf(element);
  if (isRepeated || attributeOf(element, 'aria-hidden') === 'true') return usableInside(depth);
  const role = roleOf(element) || TAGS[tag] || '';
  if (role === 'heading') return headingRows(rowsInside(element, here, depth, page), depth);
  if (role === 'img') return [...imageRows(element, here, depth), ...usableInside(depth)];
  if (!STRUCTURE.has(role)) return rowsInside(element, here, depth, page);
  const rows = rowsInside(element, here, depth + 1, page);
  return rows.length ? [[depth, role, oneLine(attributeOf(element, 'aria-label'))], ...rows] : [];
}

const isUsable = ([, kind]) => /^(mark|crossOrigin|picture)$/.test(kind);

function headingRows(rows, depth) {
  const texts = rows.filter(([, kind]) => kind === 'text');
  const words = texts.map(([, , text]) => text).join(' ');
  if (!words) return rows;
  return [[depth, 'heading', words], ...rows.filter(([, kind]) => kind === 'mark')];
}

function imageRows(element, here, depth) {
  const name = nameOf(element);
  const shows = name && visible(element) && boxesOf(element, here.place).length;
  return shows ? [[depth, 'image', shortened(name)]] : [];
}

function pictureRows(element, here, depth) {
  // "x,y,width,height name" of a picture: an element that draws one, or a background without words.
  const draws = /^(IMG|CANVAS|VIDEO|SVG)$/i.test(tagOf(element)) || isBackground(element);
  const box = draws && visible(element) && boxesOf(element, here.place)[0];
  if (!box || Math.min(box[2], box[3]) < LEAST_PICTURE) return [];
  return [[depth, 'picture', `${box.map(Math.round)} ${shortened(nameOf(element))}`]];
}

const isBackground = element =>
  /url\(/.test(getComputedStyle(element).backgroundImage) && !textOf(element);

function rowsInside(element, here, depth, page) {
  const inside = rootIn(element, here.root, here.place);
  if (isFrame(element))
    return inside ? branch(readNative(inside.root, 'documentElement'), inside, depth, page) : [];
  if (inside) return rowsOfNodes(inside.root.childNodes, inside, depth, page);
  const slotted = tagOf(element) === 'SLOT' ? element.assignedNodes() : [];
  const nodes = slotted.length ? slotted : nodesOf(element);
  const [before, after] = ['::before', '::after'].map(part => {
    const words = oneLine(visible(element) && wordsGenerated(element, part));
    return words ? [[depth, 'text', words, blockOf(element)]] : [];
  });
  return joined([...before, ...rowsOfNodes(nodes, here, depth, page), ...after]);
}

const rowsOfNodes = (nodes, here, depth, page) =>
  joined([...nodes].flatMap(node => rowsOfNode(node, here, depth, page)));

function joined(all) {
  const rows = [];
  for (const row of all) {
    const last = rows.at(-1);
    if (last && continuesText(last, row)) last[2] += ' ' + row[2];
    else rows.push(row);
  }
  return rows;
}

function rowsOfNode(node, here, depth, page) {
  if (kindOfNode(node) === Node.ELEMENT_NODE) return branch(node, here, depth, page);
  if (kindOfNode(node) !== Node.TEXT_NODE) return [];
  const pieces = piecesOf(node, here.place);
  const words = oneLine(pieces.map(piece => piece.words).join(' '));
  return words ? [[depth, 'text', words, blockOf(parentOf(node))]] : [];
}

// Whether two rows are texts of one block.
const continuesText = ([depth, kind, , block], [nextDepth, nextKind, , nextBlock]) =>
  kind === 'text' && nextKind === 'text' && depth === nextDepth && block === nextBlock;
