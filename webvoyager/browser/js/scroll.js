// Scrolls by two thirds of the visible height, by more in a small area, and so that each entry of a
// list is seen whole once. Runs in the isolated world, at each question (questions.js).
import {childrenOf, parentOf, readNative, rectOf} from './dom.js';
import {find} from './identity.js';
import {SCREEN} from './places.js';
import {scrolls} from './rules.js';

const TALLEST = 0.75; // the share of an area's height that an entry has at most

export function scroll(identity, way, far) {
  // Scrolls the nearest area around an element, or the page, by two thirds of its visible height,
  // down (1) or up (-1); a small area by all but a line or an entry; with `far`, to the end.
  // Returns in pixels how far it `moved` and how much is `left` that way, and whether it was the
  // `page`.
  const element = identity && find(identity);
  const areas = element ? areasAround(element) : areasOfPage();
  const area = areas.find(box => box.scrollHeight > box.clientHeight + 1) || areas.at(-1);
  const isWhole = area === scrollerOf(area.ownerDocument);
  const before = area.scrollTop;
  const height = isWhole ? area.ownerDocument.defaultView.innerHeight : area.clientHeight;
  const twoThirds = (height * 2) / 3;
  const isSmall = height < innerHeight / 3;
  const repeated = isWhole
    ? 0
    : stickyHeight(area) + Math.max(lineHeightOf(area), repeatedEnd(area, way));
  const step = isSmall ? height - repeated : Math.min(twoThirds, height - repeated);
  for (const length of [far ? area.scrollHeight : step, height]) {
    // A page that snaps back is scrolled by a whole screen.
    if (area.scrollTop === before)
      area.scrollBy({top: way * Math.round(length), behavior: 'instant'});
  }
  const left =
    way > 0 ? area.scrollHeight - area.clientHeight - area.scrollTop : area.scrollTop;
  return {
    moved: Math.abs(area.scrollTop - before),
    left: Math.max(0, Math.round(left)),
    page: isWhole && area.ownerDocument === document && !SCREEN.frame,
  };
}

function lineHeightOf(area) {
  const {lineHeight, fontSize} = getComputedStyle(area);
  return parseFloat(lineHeight) || 1.2 * parseFloat(fontSize);
}

function repeatedEnd(area, way) {
  // The number of pixels at an area's end to show again: its last whole entry, so that the one that
  // is cut off there shows whole. 0 if entries are too tall for that.
  const {y} = rectOf(area);
  const top = y + area.clientTop;
  const bottom = top + area.clientHeight;
  // Where it begins and ends, measured from the edge inwards.
  const span = rect =>
    way > 0 ? [bottom - rect.bottom, bottom - rect.top] : [rect.top - top, rect.bottom - top];
  const spans = entriesIn(area, way > 0 ? bottom : top).map(entry => span(rectOf(entry)));
  const cut = spans.filter(([near, far]) => near <= -1 && far > 1);
  const last = Math.min(...spans.filter(([near]) => near > -1).map(([, far]) => far));
  const beyond = Math.max(0, ...cut.map(([near]) => -near));
  const shown = Math.max(0, ...cut.map(([, far]) => far));
  const room = area.clientHeight - beyond - stickyHeight(area);
  return [last, shown].find(end => end <= Math.min(room, TALLEST * area.clientHeight)) ?? 0;
}

function entriesIn(area, edge) {
  // The sibling elements, one of which may be cut off at an edge.
  let entries = childrenOf(area);
  for (;;) {
    const isList = ({top, bottom, height}) =>
      top < edge && bottom > edge && height > TALLEST * area.clientHeight;
    const list = entries.find(entry => isList(rectOf(entry)));
    const inner = list ? childrenOf(list) : [];
    if (!inner.length) return entries;
    entries = inner;
  }
}

function stickyHeight(area) {
  // The height at an area's top that is covered by a heading that does not scroll.
  const {x, y} = rectOf(area);
  const [left, top] = [x + area.clientLeft, y + area.clientTop];
  const root = area.getRootNode();
  const hit = readNative(root, 'elementFromPoint', left + area.clientWidth / 2, top + 1);
  for (let node = hit; node && node !== area; node = parentOf(node))
    if (getComputedStyle(node).position === 'sticky') return rectOf(node).bottom - top;
  return 0;
}

const scrollerOf = page =>
  readNative(page, 'scrollingElement') || readNative(page, 'documentElement');

function areasAround(element) {
  // The boxes that scroll, from the inside out, each document's own last.
  const areas = [];
  for (let node = element; node; node = node.ownerDocument.defaultView.frameElement) {
    const page = scrollerOf(node.ownerDocument);
    for (let up = node; up; up = parentOf(up)) if (up !== page && scrolls(up)) areas.push(up);
    areas.push(page);
  }
  return areas;
}

function areasOfPage() {
  // The page itself; if it does not scroll but parts of it do, these come first, the largest ahead.
  const page = scrollerOf(document);
  if (page.scrollHeight > innerHeight + 1) return [page];
  const size = area => area.clientWidth * area.clientHeight;
  const all = [...readNative(document, 'querySelectorAll', '*')];
  const parts = all.filter(element => element !== page && scrolls(element));
  return [...parts.sort((a, b) => size(b) - size(a)), page];
}
