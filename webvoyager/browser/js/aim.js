// A point of a mark's element to aim at, scrolled into view where it must be, and what a hand has to know of it there.
import {boxesOf} from './boxes.js';
import {rectOf} from './dom.js';
import {editable, heldBy, subjectOf} from './fields.js';
import {elementAt} from './hits.js';
import {find} from './identity.js';
import {shortened, textOf} from './names.js';
import {setPatience} from './occlusion.js';
import {onScreen, xywh} from './places.js';
import {hitPoint} from './points.js';
import {stateOf} from './states.js';
import {placeOf} from './walking.js';

export function aim(identity) {
  // Where to point, scrolled into view where it must be: {found, point, covered, tag, type, editable, disabled};
  // `grip` is where a slider is held.
  setPatience(Infinity); // a hand makes sure, however long its hit tests take
  const element = find(identity);
  if (!element) return {found: false};
  const point = () => {
    const place = placeOf(element);
    const boxes = place ? boxesOf(element, place) : [];
    return boxes.length ? hitPoint(element, boxes, place) : null;
  };
  let where = point();
  const scrolled = !where;
  if (scrolled) {
    element.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
    where = point();
  }
  const subject = subjectOf(element);
  return {
    found: true, scrolled, point: where, grip: subject.type === 'range' ? gripOf(subject, placeOf(subject)) : where,
    covered: where ? '' : covering(element), type: subject.type || '', tag: subject.tagName,
    editable: editable(subject), fixed: subject.readOnly === true, value: heldBy(subject),
    disabled: stateOf(subject).disabled,
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
