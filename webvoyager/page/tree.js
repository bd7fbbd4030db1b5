// The accessibility tree of what is in the viewport: roles, names, states and text in reading order, with the marks' numbers.
// Rows: [depth, "mark", number] or [depth, role, words].
const STRUCTURE = new Set(['navigation', 'main', 'banner', 'contentinfo', 'complementary', 'form', 'search', 'region', 'dialog',
  'alertdialog', 'list', 'listitem', 'table', 'row', 'tablist', 'tabpanel', 'menu', 'listbox', 'radiogroup', 'group', 'article']);
const TAGS = {HEADER: 'banner', FOOTER: 'contentinfo', ASIDE: 'complementary', ARTICLE: 'article', FIELDSET: 'group'};

function tree() {
  const numbers = new Map(targets().map((one, number) => [one.element, number]));
  const top = {dx: 0, dy: 0, clip: [0, 0, innerWidth, innerHeight], frame: '', trail: []};
  return document.body ? branch(document.body, document, top, 0, numbers).map(row => row.slice(0, 3)) : [];
}

function branch(element, root, place, depth, numbers) {
  if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD)$/i.test(element.tagName) || element.getAttribute('aria-hidden') === 'true') return [];
  const number = numbers.get(element);
  const role = roleOf(element) || TAGS[element.tagName] || '';
  if (number !== undefined) {
    const within = inside(element, root, place, depth + 1, numbers).filter(row => row[1] === 'mark');
    return [[depth, 'mark', number], ...within];
  }
  if (element.tagName === 'LABEL' && numbers.has(element.control)) {  // its words are the field's name already
    return inside(element, root, place, depth, numbers).filter(row => row[1] === 'mark');
  }
  if (role === 'heading') {
    const rows = inside(element, root, place, depth, numbers);
    const words = rows.filter(row => row[1] === 'text').map(row => row[2]).join(' ');
    return words ? [[depth, 'heading', words], ...rows.filter(row => row[1] === 'mark')] : rows;
  }
  if (role === 'img') {
    const name = nameOf(element);
    return name && boxesOf(element, place).length && visible(element) ? [[depth, 'image', shortened(name)]] : [];
  }
  if (!STRUCTURE.has(role)) return inside(element, root, place, depth, numbers);
  const rows = inside(element, root, place, depth + 1, numbers);
  const label = folded(element.getAttribute('aria-label'));
  return rows.length ? [[depth, role, label], ...rows] : [];
}

function inside(element, root, place, depth, numbers) {
  const rows = [];
  const put = row => {
    const last = rows.at(-1);
    if (row[1] === 'text' && last && last[1] === 'text' && last[0] === row[0] && last[3] === row[3]) last[2] += ' ' + row[2];
    else rows.push(row);
  };
  if (element.shadowRoot) {
    const within = {...place, trail: [...place.trail, pathIn(root, element)]};
    for (const child of element.shadowRoot.childNodes) part(child, element.shadowRoot, within, depth, numbers).forEach(put);
    return rows;
  }
  if (/^I?FRAME$/.test(element.tagName)) {
    const frame = insideOf(element, root, place);
    return frame && frame.document.body ? branch(frame.document.body, frame.document, frame.place, depth, numbers) : [];
  }
  const children = element.tagName === 'SLOT' && element.assignedNodes().length ? element.assignedNodes() : element.childNodes;
  for (const child of children) part(child, root, place, depth, numbers).forEach(put);
  return rows;
}

function part(node, root, place, depth, numbers) {
  if (node.nodeType === Node.ELEMENT_NODE) return branch(node, root, place, depth, numbers);
  if (node.nodeType !== Node.TEXT_NODE) return [];
  const words = folded(piecesOf(node, place).map(piece => piece.words).join(' '));
  return words ? [[depth, 'text', words, blockOf(node.parentElement || node.getRootNode().host)]] : [];
}
