// A point of a mark's element to aim at, scrolled into view where it must be, and what a hand has to know of it there.
import {boxesOf} from './boxes.js';
import {rectOf} from './dom.js';
import {editable, heldBy} from './fields.js';
import {belongs, elementAt} from './hits.js';
import {find, marksInside} from './identity.js';
import {shortened, subjectOf, textOf} from './names.js';
import {setPatience} from './occlusion.js';
import {onScreen, xywh} from './places.js';
import {hitPoint} from './points.js';
import {stateOf} from './states.js';
import {placeOf} from './walking.js';

export function aim(identity, at) {
  // Where to point, scrolled into view where it must be: {found, point, covered, tag, type, editable, disabled}.
  // `corner` is where what shows of it begins, `grip` where a slider is held, `shared` whether all of it belongs to
  // other marks inside it. `at`, where the mouse is, is kept where it hits.
  setPatience(Infinity); // a hand makes sure, however long its hit tests take
  const element = find(identity);
  if (!element) return {found: false};
  const inner = marksInside(element);
  let corner = null;
  const hits = hit => belongs(hit, element);
  const own = hit => hits(hit) && !inner.some(part => belongs(hit, part));
  const point = fits => {
    const place = placeOf(element);
    const boxes = place ? boxesOf(element, place) : [];
    if (!boxes.length) return null;
    corner = boxes[0].slice(0, 2);
    if (at && fits(elementAt(...at))) return at;
    return hitPoint(element, boxes, place, fits);
  };
  let where = point(own) || point(hits);
  const scrolled = !where;
  if (scrolled) {
    element.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
    where = point(own) || point(hits);
  }
  const subject = subjectOf(element);
  return {
    found: true, scrolled, corner, point: where, shared: !!where && !own(elementAt(...where)),
    grip: subject.type === 'range' ? gripOf(subject, placeOf(subject)) : where, covered: where ? '' : covering(element),
    type: subject.type || '', tag: subject.tagName, editable: editable(subject), fixed: subject.readOnly === true,
    value: heldBy(subject), disabled: stateOf(subject).disabled,
  };
}

function gripOf(slider, place) {
  // Where the thumb of a slider stands: it is about as wide as the slider is high.
  const {x, y, width, height} = rectOf(slider);
  const {min, max, value} = slider;
  const low = Number(min || 0);
  const high = Number(max || 100);
  const part = high > low ? (Number(value) - low) / (high - low) : 0;
  const [across, down] = onScreen([x + height / 2 + part * (width - height), y + height / 2, 0, 0], place);
  return [Math.round(across), Math.round(down)];
}

function covering(element) {
  const place = placeOf(element);
  const [x, y, w, h] = onScreen(xywh(rectOf(element)), place);
  const hit = elementAt(x + w / 2, y + h / 2);
  return hit ? `<${hit.tagName.toLowerCase()}> "${shortened(textOf(hit), 60)}"` : '';
}
