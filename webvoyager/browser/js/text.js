// The page's visible text as lines with boxes, in the order of the document: what eyes would read in the viewport.
import {boxesOf} from './boxes.js';
import {is, isFrame, kindOfNode, parentOf, past, shadowOf, tagOf, walkerOf} from './dom.js';
import {crossOrigin, insideOf} from './frames.js';
import {UNSAID, folded} from './names.js';
import {pathIn} from './paths.js';
import {SCREEN, clipWithin, crop, meets, onScreen, xywh} from './places.js';
import {onTop, visible} from './visibility.js';
import {SHOWING, range} from './walking.js';

export function lines() {
  return joined([...pieces(document, SCREEN)]).map(piece =>
    piece.box ? [...piece.box.map(Math.round), folded(piece.words)] : piece,
  );
}

function* pieces(root, place) {
  // Texts, what stands in fields, and where a frame of another origin stands, in the order of the document.
  for (const node of shownIn(root)) {
    if (kindOfNode(node) === Node.TEXT_NODE) {
      yield* piecesOf(node, place);
      continue;
    }
    const tag = tagOf(node);
    if (shadowOf(node)) yield* pieces(node.shadowRoot, {...place, trail: [...place.trail, pathIn(root, node)]});
    else if (crossOrigin.includes(node)) yield {crossOrigin: crossOrigin.indexOf(node)};
    else if (isFrame(node)) {
      const inside = insideOf(node, root, place);
      if (inside?.document) yield* pieces(inside.document, inside.place);
    } else if (tag === 'INPUT' || tag === 'SELECT' || tag === 'TEXTAREA') {
      const shown = tag === 'SELECT' ? node.selectedOptions[0]?.label : standsIn(node);
      const box = shown && visible(node) && boxesOf(node, place)[0];
      if (box && onTop(box, node, place)) yield {box, words: folded(shown), block: node};
    }
  }
}

function* shownIn(root) {
  // The texts and elements of what may show (`showing` found it out).
  const walker = walkerOf(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node;) {
    const passed = kindOfNode(node) === Node.ELEMENT_NODE && (!SHOWING.has(node) || UNSAID.test(tagOf(node)));
    if (!passed) yield node;
    node = passed ? past(walker) : walker.nextNode();
  }
}

const standsIn = field =>
  ['checkbox', 'radio', 'password', 'file', 'hidden', 'range', 'color', 'image'].includes(field.type)
    ? ''
    : field.value || field.placeholder;

const read = new Map(); // the tree asks for the texts again

export function piecesOf(node, place) {
  if (!read.has(node)) read.set(node, readPieces(node, place));
  return read.get(node);
}

function readPieces(node, place) {
  const parent = parentOf(node);
  if (!node.data.trim() || !parent || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|OPTION|TITLE)$/i.test(tagOf(parent))) return [];
  range.selectNodeContents(node);
  const rects = range.getClientRects();
  const whole = rects.length === 1 ? rects[0] : range.getBoundingClientRect();
  if (!meets(whole, place)) return [];
  if (!Element.prototype.checkVisibility.call(parent, {visibilityProperty: true, opacityProperty: true})) return [];
  const clip = clipWithin(parent, false, place);
  if (!clip) return [];
  const block = blockOf(parent);
  const rows = rects.length > 1 ? rowsOf(node, place) : [[whole, node.data]];
  return rows
    .map(([rect, words]) => {
      const box = crop(onScreen(xywh(rect), place), clip);
      return box && {box, words: words.replace(/\s+/g, ' '), block};
    })
    .filter(piece => piece && piece.words.trim() && onTop(piece.box, parent, place));
}

function rowsOf(node, place) {
  // Split a wrapped text where the next word starts a new line; of a long one, only what can show.
  const rows = [];
  const [start, end] = node.data.length > 4000 ? shownPart(node, place) : [0, node.data.length];
  for (const word of node.data.slice(start, end).matchAll(/\S+/g)) {
    range.setStart(node, start + word.index);
    range.setEnd(node, start + word.index + word[0].length);
    const rect = range.getBoundingClientRect();
    const last = rows.at(-1);
    if (last && Math.abs(last[0].y - rect.y) < rect.height / 2) {
      const x = Math.min(last[0].x, rect.x);
      last[0] = new DOMRect(x, last[0].y, Math.max(last[0].right, rect.right) - x, last[0].height);
      last[1] += ' ' + word[0];
    } else rows.push([rect, word[0]]);
  }
  return rows;
}

function shownPart(node, place) {
  // From where to where a long text lies on the screen, by halving: its characters go down the page.
  const [, top, , height] = place.clip;
  const first = edge => {
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
  return [Math.max(0, first(top) - 50), Math.min(node.data.length, first(top + height) + 500)];
}

export function blockOf(element) {
  let node = element;
  for (let up = parentOf(node); up; node = up, up = parentOf(node)) {
    if (!/^(inline|contents)/.test(getComputedStyle(node).display) || is(node, 'a,button,label')) break;
  }
  return node;
}

function joined(pieces) {
  // Inline pieces that stand side by side in one block are one line.
  const done = [];
  for (const piece of pieces) {
    const last = done.at(-1)?.box && done.at(-1);
    if (!piece.box) {
      done.push(piece);
      continue;
    }
    const [x, y, w, h] = piece.box;
    const [lx, ly, lw, lh] = last ? last.box : [0, 0, 0, 0];
    const gap = x - (lx + lw);
    if (
      last && last.block === piece.block && Math.abs(y + h / 2 - ly - lh / 2) < Math.min(h, lh) / 2 && gap > -2 &&
      gap < 12
    ) {
      last.box = [lx, Math.min(y, ly), x + w - lx, Math.max(y + h, ly + lh) - Math.min(y, ly)];
      last.words += (gap > 1 ? ' ' : '') + piece.words;
    } else done.push({...piece});
  }
  return done;
}
