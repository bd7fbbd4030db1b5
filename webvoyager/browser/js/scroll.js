// Scrolls by two thirds of what is visible, by more in a small area, and so that each entry of a
// list is seen whole once; and says what lies to the sides. Runs in the isolated world, at each
// question (questions.js).
import {childrenOf, is, parentOf, readNative, rectOf, walkerOf} from './dom.js';
import {belongs, elementAt} from './hits.js';
import {find} from './identity.js';
import {oneLine, shortened} from './names.js';
import {SCREEN, crop, onScreen, xywh} from './places.js';
import {visible} from './visibility.js';
import {everyElement} from './walking.js';

const TALLEST = 0.75; // the share of an area's length that an entry has at most
const LEAST_ASIDE = 24; // pixels that lie to a side: fewer hide nothing
const MOST_ASIDE = 4; // areas

// The names of what is measured along each axis.
const DOWN = {
  at: 'scrollTop', whole: 'scrollHeight', part: 'clientHeight', screen: 'innerHeight',
  overflow: 'overflowY', start: 'top', end: 'bottom', size: 'height', border: 'clientTop',
};
const ACROSS = {
  at: 'scrollLeft', whole: 'scrollWidth', part: 'clientWidth', screen: 'innerWidth',
  overflow: 'overflowX', start: 'left', end: 'right', size: 'width', border: 'clientLeft',
};

export function scroll(identity, direction, far) {
  // Scrolls the nearest area around an element, or the page, by two thirds of its visible length:
  // "up", "down", "left" or "right"; a small area by all but a line or an entry; with `far`, to the
  // end. Returns in pixels how far it `moved`, and whether it was the `page`.
  const {axis, way} = wayOf(direction);
  const element = identity && find(identity);
  const areas = element ? areasAround(element, axis) : areasOfPage(axis);
  const area = areas.find(box => goesOn(box, axis)) || areas.at(-1);
  const isWhole = isPage(area);
  const before = area[axis.at];
  const length = isWhole ? area.ownerDocument.defaultView[axis.screen] : area[axis.part];
  const isSmall = length < window[axis.screen] / 3;
  const repeated = isWhole
    ? 0
    : stickyLength(area, axis) + Math.max(lineHeightOf(area), repeatedEnd(area, axis, way));
  const step = isSmall ? length - repeated : Math.min((length * 2) / 3, length - repeated);
  for (const pixels of [far ? area[axis.whole] : step, length]) {
    // A page that snaps back is scrolled by a whole screen.
    if (area[axis.at] === before && goesOn(area, axis))
      area.scrollBy({[axis.start]: way * Math.round(pixels), behavior: 'instant'});
  }
  globalThis[SCROLLED] = {area, direction};
  return {
    moved: Math.abs(area[axis.at] - before),
    page: isWhole && area.ownerDocument === document && !SCREEN.frame,
  };
}

const wayOf = direction => ({
  axis: /left|right/.test(direction) ? ACROSS : DOWN,
  way: /down|right/.test(direction) ? 1 : -1,
});

// What was scrolled last. Kept between questions.
const SCROLLED = Symbol.for('scrolled');

export function leftToScroll() {
  // How many pixels are left the way that was scrolled last, now that more may have been loaded.
  const {area, direction} = globalThis[SCROLLED] ?? {};
  const {axis, way} = wayOf(direction);
  if (!area?.isConnected || !goesOn(area, axis)) return 0;
  return roomIn(area, axis)[way > 0 ? 1 : 0];
}

export function aside(shown) {
  // What lies to the left and right of what shows: [whether it is the page, how the area begins,
  // pixels to the left, pixels to the right].
  const found = [];
  for (const {element, place} of shown.elements.values()) {
    const beside = element.scrollWidth - element.clientWidth;
    if (beside <= LEAST_ASIDE || !goesOn(element, ACROSS)) continue;
    const isTop = isPage(element) && place === SCREEN && !SCREEN.frame;
    const [left, right] = roomIn(element, ACROSS);
    if (visible(element)) found.push([isTop, isTop ? '' : beginningOf(element), left, right]);
    if (found.length === MOST_ASIDE) break;
  }
  return found;
}

function beginningOf(area) {
  const walker = walkerOf(area, NodeFilter.SHOW_TEXT);
  let words = '';
  while (!words && walker.nextNode()) words = oneLine(walker.currentNode.data);
  return shortened(words, 40);
}

const isPage = area => area === scrollerOf(area.ownerDocument);

// Whether a person can scroll it along an axis: it is the page, or an area with bars.
const canScroll = (area, axis) => (isPage(area) ? !isCutOff(area, axis) : hasBar(area, axis));
const hasBar = (area, axis) => /auto|scroll/.test(getComputedStyle(area)[axis.overflow]);
const lengthShown = (area, axis) =>
  isPage(area) ? area.ownerDocument.defaultView[axis.screen] : area[axis.part];
const goesOn = (area, axis) =>
  area[axis.whole] > lengthShown(area, axis) + 1 && canScroll(area, axis);

function isCutOff(page, axis) {
  // Whether the page hides what lies to its sides. (Below, a dialog may only hide it for now.)
  const {documentElement, body} = page.ownerDocument;
  const styles = [documentElement, body].filter(Boolean).map(each => getComputedStyle(each));
  const style = styles.find(each => each[axis.overflow] !== 'visible');
  return axis === ACROSS && /hidden|clip/.test(style?.[axis.overflow]);
}

function roomIn(area, axis) {
  // The pixels before and after what shows. Where a text runs to the left, or a list upwards, the
  // place at the end is 0, and those before it are negative.
  const {direction, flexDirection, display} = getComputedStyle(area);
  const isReversed =
    area[axis.at] < 0 ||
    (axis === ACROSS && direction === 'rtl') ||
    (axis === DOWN && display.includes('flex') && flexDirection === 'column-reverse');
  const most = area[axis.whole] - lengthShown(area, axis);
  const before = area[axis.at] + (isReversed ? most : 0);
  return [before, most - before].map(pixels => Math.max(0, Math.round(pixels)));
}

function lineHeightOf(area) {
  const {lineHeight, fontSize} = getComputedStyle(area);
  return parseFloat(lineHeight) || 1.2 * parseFloat(fontSize);
}

function repeatedEnd(area, axis, way) {
  // The number of pixels at an area's end to show again: its last whole entry, so that the one that
  // is cut off there shows whole. 0 if entries are too long for that.
  const {start, end} = axis;
  const first = rectOf(area)[start] + area[axis.border];
  const past = first + area[axis.part];
  // Where it begins and ends, measured from the edge inwards.
  const span = rect =>
    way > 0 ? [past - rect[end], past - rect[start]] : [rect[start] - first, rect[end] - first];
  const spans = entriesIn(area, axis, way > 0 ? past : first).map(entry => span(rectOf(entry)));
  const cut = spans.filter(([near, far]) => near <= -1 && far > 1);
  const last = Math.min(...spans.filter(([near]) => near > -1).map(([, far]) => far));
  const beyond = Math.max(0, ...cut.map(([near]) => -near));
  const shown = Math.max(0, ...cut.map(([, far]) => far));
  const room = area[axis.part] - beyond - stickyLength(area, axis);
  return [last, shown].find(most => most <= Math.min(room, TALLEST * area[axis.part])) ?? 0;
}

function entriesIn(area, axis, edge) {
  // The sibling elements, one of which may be cut off at an edge.
  let entries = childrenOf(area);
  for (;;) {
    const isList = rect =>
      rect[axis.start] < edge &&
      rect[axis.end] > edge &&
      rect[axis.size] > TALLEST * area[axis.part];
    const list = entries.find(entry => isList(rectOf(entry)));
    const inner = list ? childrenOf(list) : [];
    if (!inner.length) return entries;
    entries = inner;
  }
}

function stickyLength(area, axis) {
  // The length at an area's beginning that is covered by headings that do not scroll.
  const {x, y} = rectOf(area);
  const [left, top] = [x + area.clientLeft, y + area.clientTop];
  const point =
    axis === DOWN
      ? [left + area.clientWidth / 2, top + 1]
      : [left + 1, top + area.clientHeight / 2];
  const hit = readNative(area.getRootNode(), 'elementFromPoint', ...point);
  for (let node = hit; node && node !== area; node = parentOf(node))
    if (getComputedStyle(node).position === 'sticky')
      return rectOf(node)[axis.end] - (axis === DOWN ? top : left);
  return 0;
}

const scrollerOf = page =>
  readNative(page, 'scrollingElement') || readNative(page, 'documentElement');

function areasAround(element, axis) {
  // The boxes that scroll, from the inside out, each document's own last.
  const areas = [];
  for (let node = element; node; node = node.ownerDocument.defaultView.frameElement) {
    for (let up = node; up; up = parentOf(up))
      if (!isPage(up) && goesOn(up, axis)) areas.push(up);
    areas.push(scrollerOf(node.ownerDocument));
  }
  return areas;
}

function areasOfPage(axis) {
  // The page itself; if it does not scroll but parts of it do, these come first, the largest ahead.
  // If a dialog or another layer lies over the middle of the page, only parts of layers count.
  const page = scrollerOf(document);
  const isCovered = isInLayer(elementAt(innerWidth / 2, innerHeight / 2));
  if (!isCovered && goesOn(page, axis)) return [page];
  const isCandidate = ({element, place}) =>
    element !== page &&
    goesOn(element, axis) &&
    (!isCovered || (isInLayer(element) && isUncovered(element, place)));
  const size = area => area.clientWidth * area.clientHeight;
  const parts = [...everyElement()].filter(isCandidate).map(({element}) => element);
  return [...parts.sort((a, b) => size(b) - size(a)), page];
}

const LAYERS = 'dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]';

function isInLayer(element) {
  for (let node = element; node; )
    if (is(node, LAYERS) || getComputedStyle(node).position === 'fixed') return true;
    else node = parentOf(node) ?? node.ownerDocument.defaultView?.frameElement;
  return false;
}

function isUncovered(area, place) {
  const box = crop(onScreen(xywh(rectOf(area)), place), place.clip);
  const hit = box && elementAt(box[0] + box[2] / 2, box[1] + box[3] / 2);
  return Boolean(hit) && belongs(hit, area);
}
