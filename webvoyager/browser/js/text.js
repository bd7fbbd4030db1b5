// The page's visible text as lines with boxes, in the order of the document: what eyes would read in the viewport.
function lines() {
  return joined([...pieces(document, SCREEN)]).map(one => one.box ? [...one.box.map(Math.round), folded(one.words)] : one);
}

function* pieces(root, place) {
  // Texts, what stands in fields, and where a frame of another origin stands, in the order of the document.
  for (const node of shownIn(root)) {
    if (kindOfNode(node) === Node.TEXT_NODE) { yield* piecesOf(node, place); continue; }
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

const standsIn = field => ['checkbox', 'radio', 'password', 'file', 'hidden', 'range', 'color', 'image'].includes(field.type)
  ? '' : field.value || field.placeholder;

const read = new Map();  // the tree asks for the texts again
function piecesOf(node, place) {
  if (!read.has(node)) read.set(node, readPieces(node, place));
  return read.get(node);
}

function readPieces(node, place) {
  const parent = parentOf(node);
  if (!node.data.trim() || !parent || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|OPTION|TITLE)$/i.test(tagOf(parent))) return [];
  range.selectNodeContents(node);
  const rects = range.getClientRects(), whole = rects.length === 1 ? rects[0] : range.getBoundingClientRect();
  if (!meets(whole, place)) return [];
  if (!Element.prototype.checkVisibility.call(parent, {visibilityProperty: true, opacityProperty: true})) return [];
  const clip = clipWithin(parent, false, place);
  if (!clip) return [];
  const block = blockOf(parent), rows = rects.length > 1 ? rowsOf(node, place) : [[whole, node.data]];
  return rows.map(([rect, words]) => {
    const box = crop(onScreen(xywh(rect), place), clip);
    return box && {box, words: words.replace(/\s+/g, ' '), block};
  }).filter(piece => piece && piece.words.trim() && onTop(piece.box, parent, place));
}

function rowsOf(node, place) {
  // Split a wrapped text where the next word starts a new line; of a long one, only what can show.
  const rows = [], [start, end] = node.data.length > 4000 ? shownPart(node, place) : [0, node.data.length];
  for (const word of node.data.slice(start, end).matchAll(/\S+/g)) {
    range.setStart(node, start + word.index);
    range.setEnd(node, start + word.index + word[0].length);
    const rect = range.getBoundingClientRect(), last = rows.at(-1);
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
    let low = 0, high = node.data.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      range.setStart(node, middle);
      range.setEnd(node, middle + 1);
      if (place.dy + range.getBoundingClientRect().bottom * place.sy > edge) high = middle; else low = middle + 1;
    }
    return low;
  };
  return [Math.max(0, first(top) - 50), Math.min(node.data.length, first(top + height) + 500)];
}

function blockOf(element) {
  let node = element;
  for (let up = parentOf(node); up; node = up, up = parentOf(node)) {
    if (!/^(inline|contents)/.test(getComputedStyle(node).display) || is(node, 'a,button,label')) break;
  }
  return node;
}

function onTop([x, y, w, h], parent, place) {
  // Whether eyes can reach the words: what lies over them may still be clear, as a link stretched over its card is.
  // A hit test takes milliseconds where thousands of elements lie side by side: there only what may be covered gets one.
  if (nothingElseStands(parent, [x, y, w, h], place)) return true;
  const across = x + w / 2, down = y + h / 2, hit = elementAt(across, down);
  if (!hit) return !SCREEN.seen;
  if (belongs(hit, parent) || hit.contains(parent)) return true;
  if (hit.ownerDocument !== parent.ownerDocument) return false;
  const root = parent.getRootNode();
  for (const over of real(root, 'elementsFromPoint', (across - place.dx) / place.sx, (down - place.dy) / place.sy)) {
    if (over === parent || over.contains(parent) || parent.contains(over)) return true;
    if (paints(over)) return false;
  }
  return true;  // not to be hit at all (pointer-events: none), and nothing painted above
}

function paints(element) {
  if (/^(IMG|VIDEO|CANVAS|IFRAME|INPUT|SELECT|TEXTAREA|SVG|EMBED|OBJECT)$/i.test(element.tagName)) return true;
  return [null, '::before', '::after'].some(part => {
    const style = getComputedStyle(element, part);
    if (part && style.content === 'none') return false;
    const clear = /^(transparent|rgba\(.*, 0(\.0\d*)?\))$/.test(style.backgroundColor) && style.backgroundImage === 'none';
    return !clear && Number(style.opacity) > 0.1;
  });
}

function joined(pieces) {
  // Inline pieces that stand side by side in one block are one line.
  const done = [];
  for (const piece of pieces) {
    const last = done.at(-1)?.box && done.at(-1);
    if (!piece.box) { done.push(piece); continue; }
    const [x, y, w, h] = piece.box, [lx, ly, lw, lh] = last ? last.box : [0, 0, 0, 0];
    const gap = x - (lx + lw);
    if (last && last.block === piece.block && Math.abs(y + h / 2 - ly - lh / 2) < Math.min(h, lh) / 2 && gap > -2 && gap < 12) {
      last.box = [lx, Math.min(y, ly), x + w - lx, Math.max(y + h, ly + lh) - Math.min(y, ly)];
      last.words += (gap > 1 ? ' ' : '') + piece.words;
    } else done.push({...piece});
  }
  return done;
}
