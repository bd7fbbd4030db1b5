// A mark found again, and a point that truly hits it: {element, point, covered, why}.
function find(identity) {
  const same = element => element && element.tagName === identity.tag && named(element) === identity.name;
  const element = follow(identity.path);
  if (same(element)) return element;
  const equals = [...everywhere()].map(one => one.element).filter(one => one.tagName === identity.tag && kindOf(one) && same(one));
  const shown = equals.filter(one => visible(one) && one.getClientRects().length);
  return shown.length === 1 ? shown[0] : shown[identity.nth] || null;
}

function named(element) {
  const subject = element.tagName === 'LABEL' && element.control ? element.control : element;
  return shortened(nameOf(subject) || nameOf(element));
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

function placeOf(element) {
  for (const one of everywhere()) if (one.element === element) return one.place;
  return null;
}

function aim(identity) {
  const element = find(identity);
  if (!element) return {element: null};
  const point = () => {
    const place = placeOf(element), boxes = place ? boxesOf(element, place) : [];
    return boxes.length ? hitPoint(element, boxes) : null;
  };
  let where = point();
  if (!where) {
    element.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
    where = point();
  }
  const subject = element.tagName === 'LABEL' ? element.control : element;
  return {element: subject, point: where, covered: where ? '' : covering(element), type: subject.type || '',
    tag: subject.tagName, editable: editable(subject), disabled: Boolean(subject.disabled)};
}

function covering(element) {
  const box = element.getBoundingClientRect();
  const hit = deepest(box.x + box.width / 2, box.y + box.height / 2);
  return hit ? `<${hit.tagName.toLowerCase()}> "${shortened(textOf(hit), 60)}"` : '';
}

function editable(element) {
  if (element.isContentEditable || element.tagName === 'TEXTAREA' || element.tagName === 'SELECT') return true;
  return element.tagName === 'INPUT' && EDITABLE.has(element.type);
}

function choose(element, wanted) {
  // A native list set as a person would: the option of that name, or the only one that holds the words.
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

function put(element, text) {
  // A field with a picker (date, time, colour, slider) takes its value whole; false where it is not of its form.
  const before = element.value;
  Object.getOwnPropertyDescriptor(element.ownerDocument.defaultView.HTMLInputElement.prototype, 'value').set.call(element, text);
  if (!element.value && text) { element.value = before; return false; }
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, {bubbles: true}));
  return true;
}

function scroll(element, way) {
  // Two thirds of what shows, of the nearest area that can scroll; returns how many pixels it moved and what is left.
  const room = area => way > 0 ? area.scrollHeight - area.clientHeight - area.scrollTop : area.scrollTop;
  const scrolls = area => area.scrollHeight > area.clientHeight + 1 && /auto|scroll|overlay/.test(getComputedStyle(area).overflowY);
  let area = element;
  while (area && !scrolls(area)) area = parentOf(area);
  const page = (element || document.body).ownerDocument.scrollingElement;
  area = area || page;
  if (!element && page.scrollHeight <= innerHeight + 1) {  // a page whose main part scrolls, not itself
    area = [...document.querySelectorAll('*')].filter(one => scrolls(one) && room(one) >= 1)
      .sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)[0] || area;
  }
  const before = area.scrollTop, height = area === page ? area.ownerDocument.defaultView.innerHeight : area.clientHeight;
  area.scrollBy({top: way * Math.round(height * 2 / 3), behavior: 'instant'});
  return {moved: Math.abs(area.scrollTop - before), left: Math.max(0, Math.round(room(area))), page: area === page};
}
