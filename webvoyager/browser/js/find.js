// A mark found again after the page changed, a point that truly hits it, and what a hand does to it there.
// The elements that had marks, and their numbers, for as long as this document lives.
const MET = globalThis.met ??= {elements: [], numbers: new WeakMap()};
function acquainted(element) {
  if (!MET.numbers.has(element)) MET.numbers.set(element, MET.elements.push(new WeakRef(element)) - 1);
  return MET.numbers.get(element);
}

function identitiesOf(found) {
  // The way to each target (frames of other origins, then roots and frames, then down the tree), what it is and is called,
  // the words that stand around it, and its position among equals.
  const groups = new Map();
  const identities = found.map(({element, root, place}) => {
    const identity = {frames: place.frames, path: [...place.trail, pathIn(root, element)], tag: element.tagName,
      role: roleOf(element), name: named(element), around: around(element),
      document: performance.timeOrigin, known: acquainted(element)};
    const key = JSON.stringify([identity.tag, identity.role, identity.name, identity.around]);
    if (groups.has(key)) groups.get(key).push(identity); else groups.set(key, [identity]);
    return identity;
  });
  for (const group of groups.values()) group.forEach((identity, nth) => Object.assign(identity, {nth, of: group.length}));
  return identities;
}

function named(element) {
  const subject = element.tagName === 'LABEL' && element.control ? element.control : element;
  return shortened(nameOf(subject) || nameOf(element));
}

function around(element) {
  // The words of the row, card or form it stands in: they tell one "Add" from another.
  const length = firstWords(element).length;
  for (let node = parentOf(element), up = 0; node && up < 6; node = parentOf(node), up += 1) {
    const words = firstWords(node);
    if (words.length > length + 2) return words.slice(0, 160);
  }
  return '';
}

const begun = new Map();  // what was asked for before: many marks stand in one card
function firstWords(element) {
  if (!begun.has(element)) {
    const walker = walkerOf(element, NodeFilter.SHOW_TEXT);
    let words = '';
    while (words.length < 400 && walker.nextNode()) words += walker.currentNode.data.slice(0, 400);
    begun.set(element, folded(words));
  }
  return begun.get(element);
}

function find(identity) {
  // The element that a mark stood for; null where it is gone, or where it cannot be told from others: never another one.
  const same = element => element && element.tagName === identity.tag && roleOf(element) === identity.role && named(element) === identity.name;
  const met = identity.document === performance.timeOrigin && MET.elements[identity.known]?.deref();
  if (met && met.isConnected && same(met) && kept(identity.around, around(met)) >= 0.6) return met;
  const equals = [...everywhere()].filter(one => one.element.tagName === identity.tag && kindOf(one.element))
    .map(one => one.element).filter(one => same(one) && one.getClientRects().length && visible(one));
  const alike = equals.filter(one => around(one) === identity.around);  // the page was drawn anew
  return alike.length === 1 || alike.length === identity.of ? alike[alike.length === 1 ? 0 : identity.nth] : null;
}

function kept(before, now) {
  // How many of the words around it are still there, 0 to 1: a row that is used again for other things keeps few.
  const words = text => new Set(text.toLowerCase().split(' ').filter(Boolean));
  const [old, left] = [words(before), words(now)];
  return old.size ? [...old].filter(word => left.has(word)).length / old.size : 1;
}

function follow(path) {
  let root = document, element = null;
  for (const steps of path) {
    if (element) root = element.shadowRoot || element.contentDocument;
    element = root;
    for (const step of steps.split('/')) element = element && childrenOf(element)[Number(step)];
    if (!element) return null;
  }
  return element;
}

const placeOf = element => [...everywhere()].find(one => one.element === element)?.place;

function aim(identity) {
  // Where to point, scrolled into view where it must be: {found, point, covered, tag, type, editable, disabled}; `grip` is
  // where a slider is held.
  const element = find(identity);
  if (!element) return {found: false};
  const point = () => {
    const place = placeOf(element), boxes = place ? boxesOf(element, place) : [];
    return boxes.length ? hitPoint(element, boxes, place) : null;
  };
  let where = point();
  const scrolled = !where;
  if (scrolled) {
    element.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
    where = point();
  }
  const subject = subjectOf(element);
  return {found: true, scrolled, point: where, grip: subject.type === 'range' ? gripOf(subject, placeOf(subject)) : where, covered: where ? '' : covering(element), type: subject.type || '',
    tag: subject.tagName, editable: editable(subject), fixed: subject.readOnly === true,
    value: heldBy(subject), disabled: stateOf(subject).disabled};
}

function gripOf(slider, place) {
  // Where the thumb of a slider stands: it is about as wide as the slider is high.
  const {x, y, width, height} = rectOf(slider), {min, max, value} = slider, low = Number(min || 0), high = Number(max || 100);
  const part = high > low ? (Number(value) - low) / (high - low) : 0;
  const [across, down] = onScreen([x + height / 2 + part * (width - height), y + height / 2, 0, 0], place);
  return [Math.round(across), Math.round(down)];
}

const subjectOf = element => element.tagName === 'LABEL' ? element.control : element;

const heldBy = field => field.isContentEditable ? folded(field.innerText) : field.value;

function holds(identity) {
  const element = find(identity);
  return element && heldBy(subjectOf(element));
}

function covering(element) {
  const place = placeOf(element), [x, y, w, h] = onScreen(xywh(rectOf(element)), place);
  const hit = elementAt(x + w / 2, y + h / 2);
  return hit ? `<${hit.tagName.toLowerCase()}> "${shortened(textOf(hit), 60)}"` : '';
}

function editable(element) {
  if (element.isContentEditable || element.tagName === 'TEXTAREA' || element.tagName === 'SELECT') return true;
  return element.tagName === 'INPUT' && EDITABLE.has(element.type);
}

function choose(identity, wanted) {
  // A native list set as a person would: the option of that name, or the only one that holds the words.
  const element = subjectOf(find(identity));
  const options = [...element.options], plain = words => folded(words).toLowerCase();
  const name = option => plain(option.label || option.text);
  const held = options.filter(option => name(option).includes(plain(wanted)));
  const option = options.find(one => name(one) === plain(wanted) || one.value === wanted) || (held.length === 1 ? held[0] : null);
  if (!option || option.disabled) return options.map(one => folded(one.label || one.text));
  if (!element.multiple) element.value = option.value;
  option.selected = true;
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, {bubbles: true}));
  return null;
}

function put(identity, text) {
  // A field with a picker (date, time, colour, slider) takes its value whole; false where it is not of its form.
  const element = subjectOf(find(identity)), before = element.value;
  Object.getOwnPropertyDescriptor(element.ownerDocument.defaultView.HTMLInputElement.prototype, 'value').set.call(element, text);
  if (!element.value && text) { element.value = before; return false; }
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, {bubbles: true}));
  return true;
}

function scroll(identity, way) {
  // Two thirds of what shows, of the nearest area around it that scrolls: {moved, left, page}, in pixels.
  const element = identity && find(identity);
  const room = area => way > 0 ? area.scrollHeight - area.clientHeight - area.scrollTop : area.scrollTop;
  const around = element ? areasAround(element) : areasOfPage();
  const area = around.find(one => one.scrollHeight > one.clientHeight + 1) || around.at(-1);
  const whole = area === scrollerOf(area.ownerDocument), before = area.scrollTop;
  const height = whole ? area.ownerDocument.defaultView.innerHeight : area.clientHeight;
  for (const part of [2 / 3, 1]) {  // where the page snaps back, by a whole one
    if (area.scrollTop === before) area.scrollBy({top: way * Math.round(height * part), behavior: 'instant'});
  }
  return {moved: Math.abs(area.scrollTop - before), left: Math.max(0, Math.round(room(area))), page: whole && area.ownerDocument === document && !SCREEN.frame};
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
  const page = scrollerOf(document), size = area => area.clientWidth * area.clientHeight;
  if (page.scrollHeight > innerHeight + 1) return [page];
  const parts = [...real(document, 'querySelectorAll', '*')].filter(one => one !== page && scrolls(one));
  return [...parts.sort((a, b) => size(b) - size(a)), page];
}
