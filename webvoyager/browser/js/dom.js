// A page's own elements, asked of their interfaces: a field named "parentNode" hides its form's own property, and a
// picture named "body" hides the document's.

const asked = (interface_, name) => {
  const get = Object.getOwnPropertyDescriptor(interface_.prototype, name).get;
  return element => get.call(element);
};
export const nodesOf = asked(Node, 'childNodes');
export const kindOfNode = asked(Node, 'nodeType');
export const upOf = asked(Node, 'parentNode');
export const shadowOf = asked(Element, 'shadowRoot');
export const tagOf = asked(Element, 'tagName');
const slotOf = asked(Element, 'assignedSlot');
export const firstOf = asked(Element, 'firstElementChild');
export const previousOf = asked(Element, 'previousElementSibling');
const interfaces = new Map(); // by a name and an object's prototype: the interface's own property
export const real = (object, name, ...rest) => {
  const kind = Object.getPrototypeOf(object);
  if (!interfaces.has(name)) interfaces.set(name, new Map());
  if (!interfaces.get(name).has(kind)) interfaces.get(name).set(kind, propertyOf(kind, name));
  const {get, value} = interfaces.get(name).get(kind);
  return get ? get.call(object) : value.apply(object, rest);
};
const propertyOf = (kind, name) =>
  Object.getOwnPropertyDescriptor(kind, name) ?? propertyOf(Object.getPrototypeOf(kind), name);
export const attributeOf = (element, name) => Element.prototype.getAttribute.call(element, name);
export const is = (element, selector) => Element.prototype.matches.call(element, selector);
export const rectOf = element => Element.prototype.getBoundingClientRect.call(element);
export const childrenOf = node => [...nodesOf(node)].filter(child => kindOfNode(child) === Node.ELEMENT_NODE);

export const contains = (outer, inner) => Node.prototype.contains.call(outer, inner);

export function parentOf(node) {
  // The element around an element or a text, as it is laid out: through slots and out of shadow roots.
  const slot = kindOfNode(node) === Node.ELEMENT_NODE ? slotOf(node) : node.assignedSlot;
  if (slot) return slot;
  const up = upOf(node);
  return up && kindOfNode(up) === Node.ELEMENT_NODE ? up : (up?.host ?? null);
}

export const isFrame = element => element.tagName === 'IFRAME' || element.tagName === 'FRAME';

export const walkerOf = (root, kinds) => real(document, 'createTreeWalker', root, kinds);

export function past(walker) {
  // The next node after all that the current one holds.
  do if (walker.nextSibling()) return walker.currentNode;
  while (walker.parentNode());
  return null;
}
