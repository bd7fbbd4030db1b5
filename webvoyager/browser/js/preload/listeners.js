// Who listens to the pointer or to keys, and to what of them.
import {add, apply, own, remove} from './kept.js';

const set = words => own(new Set(words.split(' ')), 'has');
const HOVER = 'mouseenter mouseover pointerenter pointerover';
const PRESS = 'mousedown pointerdown touchstart';
const USED = `click mouseup pointerup dblclick touchend keydown keyup keypress ${PRESS}`;
const EVENTS = {
  used: set(USED), click: set('click'), press: set(PRESS), hover: set(HOVER), any: set(`${USED} ${HOVER}`),
};
const GROUPS = ['used', 'click', 'press', 'hover', 'any'];
const counts = {__proto__: null};
for (const group of GROUPS) counts[group] = own(new WeakMap(), 'get', 'set');

export const countOf = (element, group) => counts[group]?.get(element) || 0;

function count(element, type, by) {
  for (let at = 0; at < GROUPS.length; at += 1) {
    const group = GROUPS[at];
    const now = countOf(element, group) + by;
    if (EVENTS[group].has(type)) counts[group].set(element, now > 0 ? now : 0); // what was never added may be removed
  }
}

EventTarget.prototype.addEventListener = function (type, listener) {
  if (listener && EVENTS.any.has(type) && this instanceof Element) count(this, type, 1);
  return apply(add, this, arguments);
};
EventTarget.prototype.removeEventListener = function (type, listener) {
  if (listener && EVENTS.any.has(type) && this instanceof Element) count(this, type, -1);
  return apply(remove, this, arguments);
};
for (const interface_ of [HTMLElement, SVGElement]) {
  for (const type of EVENTS.any) {
    const handler = Object.getOwnPropertyDescriptor(interface_.prototype, 'on' + type);
    if (handler)
      Object.defineProperty(interface_.prototype, 'on' + type, {
        ...handler,
        set(listener) {
          const before = handler.get.call(this);
          handler.set.call(this, listener);
          count(this, type, Boolean(listener) - Boolean(before));
        },
      });
  }
}
