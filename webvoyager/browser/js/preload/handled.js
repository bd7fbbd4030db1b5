// What an element handles although the listener is further out, at a root or the document: the
// frameworks that listen there leave a trace of it. Runs in the page's own world, before the page's
// scripts (preload.js).
import {apply, withMethods} from './originals.js';

const {ownKeys, getOwnPropertyDescriptor} = Reflect;
const {slice, toLowerCase} = String.prototype;
const {matches} = Element.prototype;
const valueAt = (object, key) => getOwnPropertyDescriptor(object, key)?.value; // runs no getter

export const isHandled = (path, events) => keepsHandler(path[0], events) || isChosen(path, events);

function keepsHandler(element, events) {
  // React keeps the element's properties ({onClick}), Svelte and Vue its handlers ({click}), under
  // a private name or a symbol. Solid keeps a function, `$$click`, and so did Svelte, `__click`.
  const keys = ownKeys(element);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at];
    const isName = typeof key === 'string';
    if (isName && key[0] !== '_' && key[0] !== '$') continue;
    const value = valueAt(element, key);
    if (!value) continue;
    if (isName && events.has(apply(slice, key, [2]))) return true;
    if (typeof value === 'object' && hasHandler(value, events)) return true;
  }
  return false;
}

function hasHandler(handlers, events) {
  const keys = ownKeys(handlers);
  for (let at = 0; at < keys.length; at += 1) {
    if (typeof keys[at] !== 'string' || !valueAt(handlers, keys[at])) continue;
    const name = apply(toLowerCase, keys[at], []);
    if (events.has(name) || events.has(apply(slice, name, [2]))) return true; // "click", "onclick"
  }
  return false;
}

// jQuery keeps the listeners of a node in a property of the node, each with the selector of the
// elements further in that it is for.
const registries = withMethods(new WeakMap(), 'get', 'set');
let hasRegistries = false;

export function noteRegistry(node) {
  const keys = ownKeys(node);
  for (let at = 0; at < keys.length; at += 1) {
    if (typeof keys[at] !== 'string' || apply(slice, keys[at], [0, 6]) !== 'jQuery') continue;
    registries.set(node, valueAt(node, keys[at]));
    hasRegistries = true;
  }
}

function isChosen(path, events) {
  for (let at = 1; hasRegistries && at < path.length; at += 1) {
    const listeners = registries.get(path[at])?.events;
    const types = listeners ? ownKeys(listeners) : [];
    for (let each = 0; each < types.length; each += 1)
      if (events.has(types[each]) && isSelected(path[0], listeners[types[each]])) return true;
  }
  return false;
}

function isSelected(element, listeners) {
  for (let at = 0; at < listeners.length; at += 1) {
    try {
      if (listeners[at].selector && apply(matches, element, [listeners[at].selector])) return true;
    } catch {
      // A selector of jQuery's own, such as ":visible".
    }
  }
  return false;
}
