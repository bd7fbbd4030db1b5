// Every target a person could use in the viewport, once (Set-of-Mark): found, hit-tested, one mark a target.
import {boxesOf} from './boxes.js';
import {is, parentOf} from './dom.js';
import {crossOriginIndex, entered} from './frames.js';
import {identitiesOf} from './identity.js';
import {named, subjectOf, textOf} from './names.js';
import {listens} from './page_world.js';
import {hitPoint, shownBoxes} from './points.js';
import {candidates, kindOf, points} from './rules.js';
import {addressOf, roleOf, stateOf} from './states.js';
import {visible} from './visibility.js';

const WHOLE = new Set([
  'link', 'button', 'tab', 'option', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'checkbox', 'radio', 'switch',
  'treeitem', 'gridcell', 'summary', 'label', 'textbox', 'slider', 'video', 'audio',
]); // what stands inside is part of it
const ROW = 'tr,li,article,[role=row],[role=listitem]'; // a thing of its own beside what it holds
// It reacts, but it may only pass on what its parts are told.
const WEAK = new Set(['listener', 'focus', 'pointer', 'hover', 'scroller']);

export function targets(without = []) {
  // In the order of the document: the targets, and where a frame of another origin stands ({crossOrigin: its number}).
  // `without` names rules to leave out.
  const found = [];
  for (const {element, root, place, frame} of [...candidates()]) {
    if (frame) {
      const number = entered(element) ? -1 : crossOriginIndex(element, root, place);
      if (number >= 0) found.push({element, crossOrigin: number});
      continue;
    }
    const kind = kindOf(element);
    if (!kind || without.includes(kind)) continue;
    const boxes = boxesOf(element, place);
    if (!boxes.length || !visible(element)) continue;
    const point = hitPoint(element, boxes, place);
    if (point) found.push({element, root, place, kind, boxes: shownBoxes(element, boxes, point)});
  }
  return single(found);
}

function single(found) {
  // One mark a target: parts of a link go, labels of fields that show go, wrappers around one target go.
  const at = new Map(found.map(target => [target.element, target]));
  const within = new Map(found.map(target => [target, []]));
  const dropped = new Set();
  for (const target of found) {
    if (target.kind === 'label' && at.has(target.element.control)) dropped.add(target);
    let nearest = true; // of what is whole around it, only the nearest has it as a part
    for (let node = parentOf(target.element); node; node = parentOf(node)) {
      const around = at.get(node);
      if (!around) continue;
      const island = around.element.isContentEditable && getComputedStyle(target.element).cursor !== 'text'; // a handle
      const part = (WEAK.has(target.kind) && !island) || target.kind === 'label';
      if (part && nearest && !WEAK.has(around.kind) && WHOLE.has(roleOf(around.element))) {
        if (reacts(around)) dropped.add(target);
        nearest = false;
      }
      if (!dropped.has(target)) within.get(around).push(target);
    }
  }
  for (const target of found) {
    const inner = within.get(target);
    if (target.kind === 'role' && inner.length && (!reacts(target) || saysOnly(target, inner)))
      standIn(target, inner, dropped);
    if (!WEAK.has(target.kind) || !inner.length) continue;
    // What listens for several others, and does not itself look as if it could be clicked, only passes clicks on.
    const speaks = [...target.element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const delegates = target.kind !== 'pointer' && !points(target.element) && !speaks && !is(target.element, ROW);
    // Where the mouse looks as over a text, it is the field inside that is used.
    const frame = target.kind === 'pointer' && getComputedStyle(target.element).cursor === 'text';
    const only = inner.length === 1 ? !apart(target, inner[0]) : repeats(target, inner);
    if (only || delegates || frame || target.kind === 'scroller') dropped.add(target);
  }
  for (const target of found) aboveBranch(target, within.get(target));
  return found.filter(target => !dropped.has(target));
}

function standIn(target, inner, dropped) {
  // What has a role and does nothing itself: a part as large as it goes, a smaller one with its words speaks for it.
  const words = each => textOf(each.element).length;
  const parts = inner.filter(each => WEAK.has(each.kind) && !dropped.has(each));
  const part = parts.reduce((most, each) => (most && words(most) >= words(each) ? most : each), null);
  if (part && area(part) > 0.9 * area(target)) dropped.add(part);
  else {
    dropped.add(target);
    if (part) part.host = target.element;
  }
}

function aboveBranch(target, inner) {
  // An item of a tree is its own row, not the items below it.
  const [[x, y, width]] = target.boxes ?? [[0, 0, 0]];
  const below = inner.filter(each => each.boxes && roleOf(each.host ?? each.element) === 'treeitem');
  const top = Math.min(...below.map(each => each.boxes[0][1]));
  if (below.length && roleOf(target.element) === 'treeitem' && top > y + 8) target.boxes = [[x, y, width, top - y]];
}

// A role is only said where nothing listens and neither keys nor mouse show it: an item of a tree around its row and
// branch.
const reacts = ({kind, element}) => kind !== 'role' || listens(element) || points(element) || element.tabIndex >= 0 ||
  element.isContentEditable;

const area = ({boxes}) => boxes.reduce((sum, [, , w, h]) => sum + w * h, 0);

const saysOnly = (target, inner) => inner.length === 1 && named(inner[0].element) === named(target.element);

function repeats(target, inner) {
  // Whether its words are just those of the targets in it, which leave little of it bare.
  const bare = words => words.replaceAll(' ', '');
  const covered = inner.reduce((sum, each) => sum + area(each), 0);
  const words = inner.map(each => textOf(each.element)).join('');
  return covered > 0.5 * area(target) && bare(textOf(target.element)) === bare(words);
}

// A button in a clickable thing is something else; a link leads where the whole leads, a field is what the whole is
// for.
const apart = (target, inner) =>
  roleOf(inner.element) === 'button' && inner.kind !== 'label' && !saysOnly(target, [inner]);

export function marks(found) {
  const identities = identitiesOf(found.filter(target => target.crossOrigin === undefined)).values();
  return found.map(({element, host, place, kind, boxes, crossOrigin}) => {
    if (crossOrigin !== undefined) return {crossOrigin};
    const subject = subjectOf(element);
    const speaker = host ?? subject;
    const identity = identities.next().value;
    return {
      tag: subject.tagName.toLowerCase(), type: subject.tagName === 'INPUT' ? subject.type : '', role: roleOf(speaker),
      text: identity.name, boxes, ...stateOf(speaker), href: addressOf(element), frame: place.frame, rule: kind,
      identity,
    };
  });
}
