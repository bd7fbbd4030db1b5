// Scrolls by two thirds of what shows. In the isolated world, at each question (questions.js).
import {parentOf, real} from './dom.js';
import {find} from './identity.js';
import {SCREEN} from './places.js';
import {scrolls} from './rules.js';

export function scroll(identity, way, far) {
  // Scrolls the nearest area around an element, or the page, by two thirds of what it shows, down
  // (1) or up (-1); a small area by all but a line; to the end where `far`. Returns in pixels how
  // far it `moved` and how much is `left` that way, and whether it was the `page`.
  const element = identity && find(identity);
  const areas = element ? areasAround(element) : areasOfPage();
  const area = areas.find(box => box.scrollHeight > box.clientHeight + 1) || areas.at(-1);
  const isWhole = area === scrollerOf(area.ownerDocument);
  const before = area.scrollTop;
  const height = isWhole ? area.ownerDocument.defaultView.innerHeight : area.clientHeight;
  const twoThirds = (height * 2) / 3;
  const isSmall = height < innerHeight / 3;
  const step = isSmall ? Math.max(twoThirds, height - lineHeightOf(area)) : twoThirds;
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

const scrollerOf = page => real(page, 'scrollingElement') || real(page, 'documentElement');

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
  // The page itself; where it does not scroll but parts of it do, these first, the largest ahead.
  const page = scrollerOf(document);
  if (page.scrollHeight > innerHeight + 1) return [page];
  const size = area => area.clientWidth * area.clientHeight;
  const all = [...real(document, 'querySelectorAll', '*')];
  const parts = all.filter(element => element !== page && scrolls(element));
  return [...parts.sort((a, b) => size(b) - size(a)), page];
}
