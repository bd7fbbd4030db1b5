// Reads elements through their interfaces' own properties: a field named "parentNode" hides its
// form's property of that name, and a picture named "body" hides the document's. Runs in the
// isolated world, at each question (questions.js).

const getterOf = (interface_, name) => {
  const {get} = Object.getOwnPropertyDescriptor(interface_.prototype, name);
  return node => get.call(node);
};
export const nodesOf = getterOf(Node, 'childNodes');
export const kindOfNode = getterOf(Node, 'nodeType');
export const parentNodeOf = getterOf(Node, 'parentNode');
// Closed roots that the page's HTML declares, by their elements (worlds.py finds them); those that
// scripts make are open to us (preload/shadow_roots.js).
const DECLARED_ROOTS = (globalThis[Symbol.for('roots')] ??= new WeakMap());
const openRootOf = getterOf(Element, 'shadowRoot');
export const shadowOf = element => openRootOf(element) ?? DECLARED_ROOTS.get(element) ?? null;
export const tagOf = getterOf(Element, 'tagName');
const slotOf = getterOf(Element, 'assignedSlot');
export const firstOf = getterOf(Element, 'firstElementChild');
export const nextOf = getterOf(Element, 'nextElementSibling');
export const previousOf = getterOf(Element, 'previousElementSibling');

const descriptors = new Map(); // by a property's name, then by an object's prototype
export const readNative = (object, name, ...parameters) => {
  // The property that the object's interface defines under this name, or what its method returns.
  const prototype = Object.getPrototypeOf(object);
  if (!descriptors.has(name)) descriptors.set(name, new Map());
  const known = descriptors.get(name);
  if (!known.has(prototype)) known.set(prototype, descriptorOf(prototype, name));
  const {get, value} = known.get(prototype);
  return get ? get.call(object) : value.apply(object, parameters);
};
const descriptorOf = (prototype, name) =>
  Object.getOwnPropertyDescriptor(prototype, name) ??
  descriptorOf(Object.getPrototypeOf(prototype), name);

export const attributeOf = (element, name) => Element.prototype.getAttribute.call(element, name);
export const is = (element, selector) => Element.prototype.matches.call(element, selector);
export const rectOf = element => Element.prototype.getBoundingClientRect.call(element);
export const contains = (outer, inner) => Node.prototype.contains.call(outer, inner);

const isElement = node => kindOfNode(node) === Node.ELEMENT_NODE;
export const childrenOf = node => [...nodesOf(node)].filter(isElement);

export function parentOf(node) {
  // The element around an element or a text in the layout: through slots, out of shadow roots.
  const slot = isElement(node) ? slotOf(node) : node.assignedSlot;
  if (slot) return slot;
  const up = parentNodeOf(node);
  return up && isElement(up) ? up : (up?.host ?? null);
}

// Whether an element is the root of an edited text, which contains words, links and pictures.
export const isEditor = element =>
  element.isContentEditable &&
  (tagOf(element) === 'BODY' || !parentOf(element)?.isContentEditable);

// Whether an element shows a document of its own; the browser shows a PDF by itself.
export const isFrame = element =>
  /^I?FRAME$/.test(element.tagName) ||
  (/^(OBJECT|EMBED)$/.test(element.tagName) && !isPdf(element) && Boolean(windowOf(element)));

export const isPdf = element =>
  element.type === 'application/pdf' || /\.pdf([?#]|$)/i.test(addressIn(element));
export const addressIn = element => element.src || element.data || '';

export function windowOf(frame) {
  // Nothing leads from an <embed> to its window: that is one of the page's without another element.
  if (frame.tagName !== 'EMBED') return frame.contentWindow;
  const page = frame.ownerDocument;
  const others = [...readNative(page, 'querySelectorAll', 'iframe,frame,object')];
  const taken = new Set(others.map(other => other.contentWindow));
  const windows = Array.from(page.defaultView).filter(each => !taken.has(each));
  const own = windows.find(each => holderOf(each) === frame);
  return own ?? (windows.length === 1 && !holderOf(windows[0]) ? windows[0] : null);
}

function holderOf(inner) {
  try {
    return inner.frameElement;
  } catch {
    return null; // of another origin
  }
}

export function documentOf(frame) {
  if (frame.tagName !== 'EMBED') return frame.contentDocument;
  const inner = windowOf(frame);
  return inner && holderOf(inner) ? inner.document : null;
}

export const walkerOf = (root, kinds) => readNative(document, 'createTreeWalker', root, kinds);

export function skipInside(walker) {
  // Go to the next node that does not lie in the current one; null if there is none.
  do if (walker.nextSibling()) return walker.currentNode;
  while (walker.parentNode());
  return null;
}
