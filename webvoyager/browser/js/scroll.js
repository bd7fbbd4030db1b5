// Scrolling by two thirds of what shows.
import {parentOf, real} from './dom.js';
import {find} from './identity.js';
import {SCREEN} from './places.js';
import {scrolls} from './rules.js';

export function scroll(identity, way, far) {
  // Two thirds of what shows, of the nearest area around it that scrolls, or as far as it goes where `far`; of a small
  // one all but a line: {moved, left, page}, in pixels.
  const element = identity && find(identity);
  const room = area => (way > 0 ? area.scrollHeight - area.clientHeight - area.scrollTop : area.scrollTop);
  const around = element ? areasAround(element) : areasOfPage();
  const area = around.find(holder => holder.scrollHeight > holder.clientHeight + 1) || around.at(-1);
  const whole = area === scrollerOf(area.ownerDocument);
  const before = area.scrollTop;
  const height = whole ? area.ownerDocument.defaultView.innerHeight : area.clientHeight;
  const step = height < innerHeight / 3 ? Math.max((height * 2) / 3, height - lineOf(area)) : (height * 2) / 3;
  for (const length of [far ? area.scrollHeight : step, height]) {
    // where the page snaps back, by a whole one
    if (area.scrollTop === before) area.scrollBy({top: way * Math.round(length), behavior: 'instant'});
  }
  return {
    moved: Math.abs(area.scrollTop - before), left: Math.max(0, Math.round(room(area))),
    page: whole && area.ownerDocument === document && !SCREEN.frame,
  };
}

function lineOf(area) {
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
  // The page itself; or where it does not scroll but parts of it do, the largest of these first.
  const page = scrollerOf(document);
  const size = area => area.clientWidth * area.clientHeight;
  if (page.scrollHeight > innerHeight + 1) return [page];
  const parts = [...real(document, 'querySelectorAll', '*')].filter(part => part !== page && scrolls(part));
  return [...parts.sort((a, b) => size(b) - size(a)), page];
}
