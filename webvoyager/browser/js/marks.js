// Finds every target that a person could use in the viewport (Set-of-Mark), and gives each one
// mark. Runs in the isolated world, at each question (questions.js).
import {boxesOf} from './boxes.js';
import {numberOf} from './cross_origin.js';
import {cursorOf, showsHand} from './cursors.js';
import {is, isFrame, parentOf} from './dom.js';
import {documentIn} from './frames.js';
import {identitiesOf} from './identity.js';
import {isFaint} from './legible.js';
import {shortNameOf, subjectOf, textOf} from './names.js';
import {listens} from './page_world.js';
import {crop} from './places.js';
import {hitPoint, shownBoxes} from './points.js';
import {candidates, kindOf} from './rules.js';
import {addressOf, roleOf, scaleOf, stateOf} from './states.js';
import {visible} from './visibility.js';

// Roles of what is used as a whole: what lies inside is a part of it.
const WHOLE = new Set([
  'link', 'button', 'tab', 'option', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'checkbox',
  'radio', 'switch', 'treeitem', 'gridcell', 'summary', 'label', 'textbox', 'slider', 'video',
  'audio',
]);
// Elements that are separate things even if there are targets in them.
const ROW = 'tr,li,article,[role=row],[role=listitem]';
// The rules for elements that react, but may only pass on what happens to their parts.
const WEAK = new Set(['listener', 'focus', 'pointer', 'hover', 'scroller']);

export function targets(shown, without = []) {
  // The targets in `shown` (walking.js), in document order, with each frame of another origin in
  // its place ({element, crossOrigin: its number}). `without` names rules to leave out.
  const found = [];
  for (const {element, root, place} of candidates(shown)) {
    if (isFrame(element)) {
      const number = documentIn(element) ? -1 : numberOf(element, root, place);
      if (number >= 0) found.push({element, crossOrigin: number});
      continue;
    }
    const kind = kindOf(element);
    if (!kind || without.includes(kind)) continue;
    const boxes = boxesOf(element, place);
    if (!boxes.length || !visible(element)) continue;
    const point = hitPoint(element, boxes, place);
    if (!point) continue;
    const shown = shownBoxes(element, boxes, point);
    found.push({element, root, place, kind, boxes: shown, whole: boxes});
  }
  return withoutDoubles(found);
}

function withoutDoubles(found) {
  // One mark per target: parts of a link, labels of visible fields, and wrappers around one target
  // are dropped.
  const targetOf = new Map(found.map(target => [target.element, target]));
  const within = new Map(found.map(target => [target, []]));
  const dropped = new Set();
  for (const target of found) dropPartOrLabel(target, targetOf, within, dropped);
  const left = target => within.get(target).filter(part => !dropped.has(part));
  for (const target of found.toReversed()) dropWrapper(target, left(target), dropped);
  for (const target of found) dropRemainder(target, found, dropped);
  for (const target of found) cutAboveBranch(target, within.get(target));
  return found.filter(target => !dropped.has(target));
}

function dropPartOrLabel(target, targetOf, within, dropped) {
  if (target.kind === 'label' && targetOf.has(subjectOf(target.element))) dropped.add(target);
  let isNearest = true; // it is a part only of the nearest whole around it
  for (let node = parentOf(target.element); node; node = parentOf(node)) {
    const around = targetOf.get(node);
    if (!around) continue;
    if (isNearest && mayBePartOf(around, target) && isWhole(around, target)) {
      if (reacts(around)) dropped.add(target);
      isNearest = false;
    }
    if (!dropped.has(target)) within.get(around).push(target);
  }
}

function mayBePartOf(around, target) {
  // In edited text, an element with a cursor different from the text's is a handle.
  const isHandle =
    around.element.isContentEditable && getComputedStyle(target.element).cursor !== 'text';
  return (WEAK.has(target.kind) && !isHandle) || target.kind === 'label';
}

function isWhole({kind, element, boxes}, part) {
  if (WEAK.has(kind)) return false;
  // A list below a combobox isn't a part of it, as what is chosen already is.
  const isInside = () => covered(part.boxes, boxes) > 0.9 * area(part);
  return WHOLE.has(roleOf(element)) || (roleOf(element) === 'combobox' && isInside());
}

function dropWrapper(target, inner, dropped) {
  if (!inner.length) return;
  if (target.kind === 'role' && (!reacts(target) || repeatsName(target, inner)))
    keepTargetOrPart(target, inner, dropped);
  if (isFrameOfField(target, inner)) dropped.add(target);
  // A button in a label takes the clicks there.
  if (target.kind === 'label' && inner.some(part => isAsLarge(part, target))) dropped.add(target);
  if (!WEAK.has(target.kind)) return;
  const repeats =
    inner.length === 1 ? !isApart(target, inner[0]) : repeatsWords(target, inner);
  const isRail = inner.every(({element}) => roleOf(subjectOf(element)) === 'slider');
  if (repeats || isRail || delegates(target) || target.kind === 'scroller') dropped.add(target);
}

const isAsLarge = (part, target) => area(part) > 0.8 * area(target);

function dropRemainder(target, found, dropped) {
  // A rest without words of what another target lies over, such as the track of a switch, isn't
  // a second one.
  if (!WEAK.has(target.kind) || area(target) > 0.5 * area({boxes: target.whole})) return;
  const isOver = other =>
    other.kind && !WEAK.has(other.kind) && covered(target.whole, other.boxes) > area(target);
  if (!textOf(target.element) && found.some(isOver)) dropped.add(target);
}

function delegates({kind, element}) {
  // An element that listens for several others, and does not itself look as if it could be clicked,
  // only passes clicks on.
  const isText = node => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const speaks = [...element.childNodes].some(isText);
  return kind !== 'pointer' && !showsHand(element) && !speaks && !is(element, ROW);
}

function isFrameOfField({kind, element}, inner) {
  // A text cursor means that people use the field inside, and so does the field's role.
  if (kind === 'pointer') return cursorOf(element) === 'text';
  const isField = part => part.kind === 'native' && roleOf(part.element) === roleOf(element);
  return kind === 'role' && roleOf(element) !== 'button' && inner.some(isField);
}

function keepTargetOrPart(target, inner, dropped) {
  // For a target that has a role but does nothing itself: if a part is about as large, the part is
  // dropped; otherwise the part with the most words takes the target's place.
  const words = part => textOf(part.element).length;
  const parts = inner.filter(part => WEAK.has(part.kind) && !dropped.has(part));
  const longest = (most, part) => (most && words(most) >= words(part) ? most : part);
  const part = parts.reduce(longest, null);
  if (part && area(part) > 0.9 * area(target)) dropped.add(part);
  else {
    dropped.add(target);
    if (part) part.host = target.element;
  }
}

function cutAboveBranch(target, inner) {
  // An item of a tree is its own row, not the items below it.
  const [[x, y, width]] = target.boxes ?? [[0, 0, 0]];
  const isItem = ({host, element}) => roleOf(host ?? element) === 'treeitem';
  const below = inner.filter(part => part.boxes && isItem(part));
  const top = Math.min(...below.map(part => part.boxes[0][1]));
  if (below.length && roleOf(target.element) === 'treeitem' && top > y + 8)
    target.boxes = [[x, y, width, top - y]];
}

// A role alone proves little if nothing listens and neither keyboard nor mouse confirm it: a tree
// item, for example, may only wrap its row and its branch.
const reacts = ({kind, element}) =>
  kind !== 'role' || listens(element) || showsHand(element) || element.tabIndex >= 0 ||
  element.isContentEditable;

// The area of the first of some boxes that the first of others covers.
const covered = ([box], [over]) => {
  const [, , across, down] = crop(box, over) ?? [0, 0, 0, 0];
  return across * down;
};

const area = ({boxes}) => boxes.reduce((sum, [, , w, h]) => sum + w * h, 0);

const repeatsName = (target, inner) =>
  inner.length === 1 && shortNameOf(inner[0].element) === shortNameOf(target.element);

function repeatsWords(target, inner) {
  // Whether its words are exactly those of the targets in it, which cover most of it.
  const withoutSpaces = words => words.replaceAll(' ', '');
  const covered = inner.reduce((sum, part) => sum + area(part), 0);
  const words = inner.map(part => textOf(part.element)).join('');
  if (covered <= 0.5 * area(target)) return false;
  return withoutSpaces(textOf(target.element)) === withoutSpaces(words);
}

// A button in a clickable thing does something else; but a link leads where the whole leads, and a
// field is what the whole is for.
const isApart = (target, part) =>
  roleOf(part.element) === 'button' && part.kind !== 'label' && !repeatsName(target, [part]) &&
  !isAsLarge(part, target);

// Whether a page draws a control by itself: then nothing else says where a slider ends.
const isDrawn = (element, subject) =>
  subject !== element || subject.tagName !== 'INPUT' || isFaint(subject) ||
  getComputedStyle(subject).appearance === 'none';

export function marks(found) {
  const own = found.filter(target => target.crossOrigin === undefined);
  const identities = identitiesOf(own).values();
  return found.map(({element, host, place, kind, boxes, crossOrigin}) => {
    if (crossOrigin !== undefined) return {crossOrigin};
    const subject = subjectOf(element);
    const speaker = host ?? subject; // whose role and state it has
    const identity = identities.next().value;
    const state = stateOf(speaker);
    if (isDrawn(element, subject)) state.description ||= scaleOf(subject);
    return {
      tag: subject.tagName.toLowerCase(),
      type: subject.tagName === 'INPUT' ? subject.type : '',
      role: roleOf(speaker),
      text: identity.name,
      boxes,
      ...state,
      href: addressOf(element),
      frame: place.frame,
      rule: kind,
      identity,
    };
  });
}
