// Finds a point of a mark's element to aim at, and what an action needs to know about the element.
// Runs in the isolated world, at each question (questions.js).
import {boxesOf} from './boxes.js';
import {attributeOf, childrenOf, parentOf, rectOf, tagOf} from './dom.js';
import {editable, valueIn} from './fields.js';
import {belongs, elementAt} from './hits.js';
import {find, marksInside} from './identity.js';
import {oneLine, rangeIn, shortened, subjectOf, textOf} from './names.js';
import {onScreen, xywh} from './places.js';
import {gripOf, hitPoint} from './points.js';
import {stateOf} from './states.js';
import {placeOf} from './walking.js';

export function aim(identity, at) {
  // Scrolls the element into view if necessary. `point` hits it, if possible where no other mark
  // lies, and preferably is `at` (where the mouse is); null if something covers it. `shared` says
  // that all of it belongs to other marks inside it, `corner` is the upper left corner of its
  // visible part, `grip` is where to grab a slider.
  const element = find(identity);
  if (!element) return {found: false};
  const inner = marksInside(element);
  const hits = hit => belongs(hit, element);
  const hitsAlone = hit => hits(hit) && !inner.some(part => belongs(hit, part));
  let corner = null;
  const pointThat = fits => {
    const place = placeOf(element);
    const boxes = place ? boxesOf(element, place) : [];
    if (!boxes.length) return null;
    corner = boxes[0].slice(0, 2);
    if (at && fits(elementAt(...at))) return at;
    return hitPoint(element, boxes, place, fits);
  };
  let point = pointThat(hitsAlone) || pointThat(hits);
  const scrolled = !point;
  if (scrolled) {
    element.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
    point = pointThat(hitsAlone) || pointThat(hits);
  }
  const subject = subjectOf(element);
  const painted = rangeIn(element) ? element : subject;
  return {
    found: true,
    scrolled,
    corner,
    point,
    shared: Boolean(point) && !hitsAlone(elementAt(...point)),
    grip: subject.type === 'range' ? gripOf(subject, painted, placeOf(element)) : point,
    covered: point ? '' : describeCover(element),
    type: subject.type || '',
    tag: subject.tagName,
    editable: editable(subject),
    fixed: subject.readOnly === true,
    value: valueIn(subject),
    disabled: stateOf(subject).disabled,
  };
}

export function tooltipAt(x, y) {
  // The title of what lies at a point, which the browser shows outside the page.
  for (let node = elementAt(x, y); node; node = parentOf(node)) {
    const parts = node.ownerSVGElement ? childrenOf(node) : [];
    const inDrawing = parts.find(each => tagOf(each) === 'title');
    const words = inDrawing ? inDrawing.textContent : attributeOf(node, 'title');
    if (words !== null) return oneLine(words);
  }
  return '';
}

function describeCover(element) {
  const [x, y, w, h] = onScreen(xywh(rectOf(element)), placeOf(element));
  const hit = elementAt(x + w / 2, y + h / 2);
  return hit ? `<${hit.tagName.toLowerCase()}> "${shortened(textOf(hit), 60)}"` : '';
}
