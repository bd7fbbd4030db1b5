// Keeps the originals of what the page may redefine. Runs in the page's own world, before the
// page's scripts. The collections made here carry their methods with them.

export const addListener = EventTarget.prototype.addEventListener;
export const removeListener = EventTarget.prototype.removeEventListener;
export const dispatch = EventTarget.prototype.dispatchEvent;
export const OriginalEvent = CustomEvent;
export const {composedPath, preventDefault} = Event.prototype;
export const {apply} = Reflect;

export const withMethods = (collection, ...names) => {
  for (let at = 0; at < names.length; at += 1) collection[names[at]] = collection[names[at]];
  return collection;
};
export const makeMap = () => withMethods(new Map(), 'get', 'set', 'delete', 'clear', 'forEach');
