// The page's visible text as lines with boxes, in document order: what one would read in the
// viewport. Runs in the isolated world, at each question (questions.js).
import {boxesOf} from './boxes.js';
import {
  contains, is, kindOfNode, parentOf, readNative, rectOf, skipInside, tagOf, walkerOf,
} from './dom.js';
import {wordsGenerated} from './generated.js';
import {legible} from './legible.js';
import {SILENT_TAGS, oneLine} from './names.js';
import {LEAST, SCREEN, clipWithin, crop, hasVisiblePart, onScreen, xywh} from './places.js';
import {isMasked} from './states.js';
import {laidOut, onTop, visible} from './visibility.js';
import {range, rootIn} from './walking.js';

export function lines(shown, numbers, generated) {
  // Rows [x, y, width, height, words], with {crossOrigin: number} in place of a frame of another
  // origin. `shown` is what may be visible (walking.js), `numbers` are the frames' numbers, by
  // their elements; with `generated`, the words that style sheets add are among them.
  const found = [...pieces(document, SCREEN, shown, numbers, generated)];
  return joinedPieces(found).map(piece =>
    piece.box ? [...piece.box.map(Math.round), oneLine(piece.words)] : piece,
  );
}

function* pieces(root, place, shown, numbers, generated) {
  // Texts, the texts in fields, and frames of other origins, in document order.
  const around = []; // the elements that are open, if words may follow at their ends
  for (const node of nodesShownIn(root, shown)) {
    while (around.length && !contains(around.at(-1), node))
      yield* piecesGenerated(around.pop(), '::after', place);
    if (generated && kindOfNode(node) === Node.ELEMENT_NODE) {
      yield* piecesGenerated(node, '::before', place);
      around.push(node);
    }
    if (kindOfNode(node) === Node.TEXT_NODE) {
      yield* piecesOf(node, place);
      continue;
    }
    if (numbers.has(node)) {
      yield {crossOrigin: numbers.get(node)};
      continue;
    }
    const inside = rootIn(node, root, place);
    if (inside) yield* pieces(inside.root, inside.place, shown, numbers, generated);
    else if (/^(INPUT|SELECT|TEXTAREA)$/.test(tagOf(node))) {
      const words = textIn(node);
      const box = words && visible(node) && legible(node, 20) && boxesOf(node, place)[0];
      if (box && shows(box, node, place)) yield {box, words: oneLine(words), block: node};
    }
  }
  while (around.length) yield* piecesGenerated(around.pop(), '::after', place);
}

function* piecesGenerated(element, part, place) {
  // The words of a style sheet, between the element's edge and its own words.
  const words = wordsGenerated(element, part);
  if (!words || !visible(element) || !legible(element, 20)) return;
  range.selectNodeContents(element);
  const outer = rectOf(element);
  const inner = [...range.getClientRects()].at(part === '::before' ? 0 : -1);
  const [left, right] = !inner
    ? [outer.x, outer.right]
    : part === '::before'
      ? [outer.x, inner.x]
      : [inner.right, outer.right];
  const {y, height} = inner ?? outer;
  const clip = clipWithin(element, false, place);
  const box = clip && crop(onScreen([left, y, Math.max(right - left, LEAST), height], place), clip);
  if (box && onTop(box, element, place)) yield {box, words, block: blockOf(element)};
}

const drawn = new Set(); // the boxes of all pieces, each joined into a text
const blank = new Set(); // those in which the picture shows nothing

export const drawnBoxes = () => [...drawn].map(box => box.split(',').map(Number));

export function leaveOut(boxes) {
  // Call this before observing the page again.
  for (const box of boxes) blank.add(box.join());
}

function shows(box, element, place) {
  if (blank.has(box.join()) || !onTop(box, element, place)) return false;
  drawn.add(box.join());
  return true;
}

function* nodesShownIn(root, shown) {
  const walker = walkerOf(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; ) {
    const isSkipped =
      kindOfNode(node) === Node.ELEMENT_NODE &&
      (!shown.elements.has(node) || SILENT_TAGS.test(tagOf(node)));
    if (!isSkipped) yield node;
    node = isSkipped ? skipInside(walker) : walker.nextNode();
  }
}

const TEXTLESS = [
  'checkbox', 'radio', 'password', 'file', 'hidden', 'range', 'color', 'image',
];

function textIn(field) {
  if (tagOf(field) === 'SELECT') return field.selectedOptions[0]?.label;
  return TEXTLESS.includes(field.type) || isMasked(field) ? '' : field.value || field.placeholder;
}

const piecesByNode = new Map(); // the tree asks for the same texts again

export function piecesOf(node, place) {
  if (!piecesByNode.has(node)) piecesByNode.set(node, readPieces(node, place));
  return piecesByNode.get(node);
}

function readPieces(node, place) {
  const parent = parentOf(node);
  if (!node.data.trim() || !parent) return [];
  if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|OPTION|TITLE)$/i.test(tagOf(parent))) return [];
  range.selectNodeContents(node);
  const rects = range.getClientRects();
  const whole = rects.length === 1 ? rects[0] : range.getBoundingClientRect();
  if (!hasVisiblePart(whole, place)) return [];
  const isReadable = legible(parent, rects[0].height * place.sy) || isDrawnBelow(parent, rects[0]);
  if (!laidOut(parent) || !isReadable) return [];
  const clip = clipWithin(parent, false, place);
  if (!clip) return [];
  const block = blockOf(parent);
  const rows = rects.length > 1 ? rowsOf(node, place) : [[whole, node.data]];
  return rows
    .map(([rect, words]) => {
      const whole = onScreen(xywh(rect), place);
      const box = crop(whole, clip, Math.min(LEAST, ...whole.slice(2))); // an "i" is narrow
      return box && {box, words: words.replace(/\s+/g, ' '), block};
    })
    .filter(piece => piece && piece.words.trim() && shows(piece.box, parent, place));
}

function isDrawnBelow(element, {x, y, width, height}) {
  // Whether a transparent text lies over a canvas that draws it, as in viewers of PDFs.
  if (getComputedStyle(element).webkitTextFillColor !== 'rgba(0, 0, 0, 0)') return false;
  const middle = [x + width / 2, y + height / 2];
  const below = readNative(element.getRootNode(), 'elementsFromPoint', ...middle);
  return below.some(each => tagOf(each) === 'CANVAS');
}

function rowsOf(node, place) {
  // A wrapped text, split where the next word starts a new line; of a long one, only what can show.
  const rows = [];
  const [start, end] = node.data.length > 4000 ? shownPart(node, place) : [0, node.data.length];
  for (const word of node.data.slice(start, end).matchAll(/\S+/g)) {
    range.setStart(node, start + word.index);
    range.setEnd(node, start + word.index + word[0].length);
    const rect = range.getBoundingClientRect();
    const last = rows.at(-1);
    if (last && Math.abs(last[0].y - rect.y) < rect.height / 2) {
      const x = Math.min(last[0].x, rect.x);
      const width = Math.max(last[0].right, rect.right) - x;
      last[0] = new DOMRect(x, last[0].y, width, last[0].height);
      last[1] += ' ' + word[0];
    } else rows.push([rect, word[0]]);
  }
  return rows;
}

function shownPart(node, place) {
  // Where the visible part of a long text begins and ends, by bisection: its characters go down the
  // page.
  const [, top, , height] = place.clip;
  const firstBelow = edge => {
    let low = 0;
    let high = node.data.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      range.setStart(node, middle);
      range.setEnd(node, middle + 1);
      if (place.dy + range.getBoundingClientRect().bottom * place.sy > edge) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const start = Math.max(0, firstBelow(top) - 50);
  return [start, Math.min(node.data.length, firstBelow(top + height) + 500)];
}

export function blockOf(element) {
  // The nearest element around a text that is laid out as a block, a link, a button or a label.
  let node = element;
  for (let up = parentOf(node); up; node = up, up = parentOf(node)) {
    const isInline = /^(inline|contents)/.test(getComputedStyle(node).display);
    if (!isInline || is(node, 'a,button,label')) break;
  }
  return node;
}

function joinedPieces(pieces) {
  // Inline pieces side by side in one block become one line.
  const joined = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (!piece.box) joined.push(piece);
    else if (last?.box && continuesLine(last, piece)) {
      const [x, y, w, h] = piece.box;
      const [lx, ly, lw, lh] = last.box;
      const top = Math.min(y, ly);
      last.box = [lx, top, x + w - lx, Math.max(y + h, ly + lh) - top];
      last.words += (x - (lx + lw) > 1 ? ' ' : '') + piece.words;
    } else joined.push({...piece});
  }
  return joined;
}

function continuesLine(last, piece) {
  const [x, y, , h] = piece.box;
  const [lx, ly, lw, lh] = last.box;
  const gap = x - (lx + lw);
  const isLevel = Math.abs(y + h / 2 - ly - lh / 2) < Math.min(h, lh) / 2;
  return last.block === piece.block && isLevel && gap > -2 && gap < 12;
}
