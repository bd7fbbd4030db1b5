// Counts the elements' listeners to the mouse, by event; listeners to touches and keys do nothing
// for someone with a mouse. Runs in the page's own world, before the page's scripts (preload.js).
import {isHandled, noteRegistry} from './handled.js';
import {addListener, apply, removeListener, withMethods} from './originals.js';

const setOf = words => withMethods(new Set(words.split(' ')), 'has');
const HOVER = 'mouseenter mouseover pointerenter pointerover';
const PRESS = 'mousedown pointerdown';
const CLICK_OR_PRESS = `click mouseup pointerup dblclick doubleclick ${PRESS}`; // one is React's
const EVENTS = {
  clickOrPress: setOf(CLICK_OR_PRESS),
  click: setOf('click'),
  press: setOf(PRESS),
  hover: setOf(HOVER),
  any: setOf(`${CLICK_OR_PRESS} ${HOVER}`),
};
const GROUPS = ['clickOrPress', 'click', 'press', 'hover', 'any'];
const counts = {__proto__: null};
for (const group of GROUPS) counts[group] = withMethods(new WeakMap(), 'get', 'set');

const listenersOf = (element, group) => counts[group].get(element) || 0;

export const isListening = (path, group) =>
  listenersOf(path[0], group) > 0 || isHandled(path, EVENTS[group]);

function count(element, type, by) {
  for (let at = 0; at < GROUPS.length; at += 1) {
    const group = GROUPS[at];
    const total = listenersOf(element, group) + by;
    // A listener that was never added may be removed.
    if (EVENTS[group].has(type)) counts[group].set(element, total > 0 ? total : 0);
  }
}

EventTarget.prototype.addEventListener = function (type, listener) {
  if (listener && EVENTS.any.has(type) && this instanceof Element) count(this, type, 1);
  if (this instanceof Node) noteRegistry(this);
  return apply(addListener, this, arguments);
};
EventTarget.prototype.removeEventListener = function (type, listener) {
  if (listener && EVENTS.any.has(type) && this instanceof Element) count(this, type, -1);
  return apply(removeListener, this, arguments);
};
for (const {prototype} of [HTMLElement, SVGElement]) {
  for (const type of EVENTS.any) {
    const handler = Object.getOwnPropertyDescriptor(prototype, 'on' + type);
    if (!handler) continue;
    Object.defineProperty(prototype, 'on' + type, {
      ...handler,
      set(listener) {
        const before = handler.get.call(this);
        handler.set.call(this, listener);
        count(this, type, Boolean(listener) - Boolean(before));
      },
    });
  }
}
