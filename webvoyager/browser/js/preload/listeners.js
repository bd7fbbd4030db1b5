// Who listens to pointer or keys.
import {add, apply, own, remove} from './kept.js';

const EVENTS = 'click mousedown mouseup pointerdown pointerup dblclick touchstart touchend keydown keyup keypress';
const USED = own(new Set(EVENTS.split(' ')), 'has');
export const counts = own(new WeakMap(), 'get', 'set');
const count = (element, by) => counts.set(element, (counts.get(element) || 0) + by);
EventTarget.prototype.addEventListener = function (type, listener) {
  if (listener && USED.has(type) && this instanceof Element) count(this, 1);
  return apply(add, this, arguments);
};
EventTarget.prototype.removeEventListener = function (type, listener) {
  if (listener && USED.has(type) && this instanceof Element && counts.get(this) > 0) count(this, -1);
  return apply(remove, this, arguments);
};
for (const interface_ of [HTMLElement, SVGElement]) {
  for (const type of USED) {
    const handler = Object.getOwnPropertyDescriptor(interface_.prototype, 'on' + type);
    if (handler)
      Object.defineProperty(interface_.prototype, 'on' + type, {
        ...handler,
        set(listener) {
          const before = handler.get.call(this);
          handler.set.call(this, listener);
          count(this, Boolean(listener) - Boolean(before));
        },
      });
  }
}
