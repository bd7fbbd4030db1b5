// The page's visible text as lines with boxes, in the order of the document: what eyes would read in the viewport.
function lines() {
  const pieces = [];
  const seen = new Set();
  for (const {root, place} of everywhere()) {
    if (seen.has(root)) continue;
    seen.add(root);
    const walker = (root.ownerDocument || root).createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) pieces.push(...piecesOf(walker.currentNode, place));
  }
  for (const {element, place} of everywhere()) {
    if (!element.matches('input,select,textarea')) continue;
    const shown = element.tagName === 'SELECT' ? element.selectedOptions[0]?.label : shownIn(element);
    const box = shown && visible(element) && boxesOf(element, place)[0];
    if (box) pieces.push({box, words: folded(shown), block: element});
  }
  return joined(pieces).map(({box, words}) => [...box.map(Math.round), folded(words)]);
}

const shownIn = field => ['checkbox', 'radio', 'password', 'file', 'hidden', 'range', 'color', 'image'].includes(field.type)
  ? '' : field.value || field.placeholder;

function piecesOf(node, place) {
  const parent = node.parentElement || node.getRootNode().host;
  if (!node.data.trim() || !parent || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|OPTION|TITLE)$/i.test(parent.tagName)) return [];
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  const whole = range.getBoundingClientRect();
  if (!crop([whole.x + place.dx, whole.y + place.dy, whole.width, whole.height], place.clip)) return [];
  if (parent.checkVisibility && !parent.checkVisibility({visibilityProperty: true, opacityProperty: true})) return [];
  const block = blockOf(parent), rows = range.getClientRects().length > 1 ? rowsOf(node, range) : [[whole, node.data]];
  return rows.map(([rect, words]) => {
    const box = crop([rect.x + place.dx, rect.y + place.dy, rect.width, rect.height], place.clip);
    return box && {box, words: words.replace(/\s+/g, ' '), block};
  }).filter(piece => piece && piece.words.trim() && onTop(piece.box, parent, place));
}

function rowsOf(node, range) {
  // Split a wrapped text where the next word starts a new line.
  const rows = [];
  for (const word of node.data.matchAll(/\S+/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const rect = range.getBoundingClientRect(), last = rows.at(-1);
    if (last && Math.abs(last[0].y - rect.y) < rect.height / 2) {
      const x = Math.min(last[0].x, rect.x);
      last[0] = new DOMRect(x, last[0].y, Math.max(last[0].right, rect.right) - x, last[0].height);
      last[1] += ' ' + word[0];
    } else rows.push([rect, word[0]]);
  }
  return rows;
}

function blockOf(element) {
  let node = element;
  while (node.parentElement && /^(inline|contents)/.test(getComputedStyle(node).display)
    && !node.matches('a,button,label')) node = node.parentElement;
  return node;
}

function onTop([x, y, w, h], parent, place) {
  // Whether eyes can reach the words: what lies over them may still be clear, as a link stretched over its card is.
  const across = x + w / 2, down = y + h / 2, hit = deepest(across, down);
  if (!hit || belongs(hit, parent) || hit.contains(parent)) return true;
  if (hit.ownerDocument !== parent.ownerDocument) return false;
  for (const over of parent.getRootNode().elementsFromPoint(across - place.dx, down - place.dy)) {
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
    const last = done.at(-1);
    const [x, y, w, h] = piece.box, [lx, ly, lw, lh] = last ? last.box : [0, 0, 0, 0];
    const gap = x - (lx + lw);
    if (last && last.block === piece.block && Math.abs(y + h / 2 - ly - lh / 2) < Math.min(h, lh) / 2 && gap > -2 && gap < 12) {
      last.box = [lx, Math.min(y, ly), x + w - lx, Math.max(y + h, ly + lh) - Math.min(y, ly)];
      last.words += (gap > 1 ? ' ' : '') + piece.words;
    } else done.push({...piece});
  }
  return done;
}
