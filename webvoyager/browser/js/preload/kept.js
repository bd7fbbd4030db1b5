// What the page may redefine, kept as it was before its scripts ran. The collections made here own their methods.

export const add = EventTarget.prototype.addEventListener;
export const remove = EventTarget.prototype.removeEventListener;
export const send = EventTarget.prototype.dispatchEvent;
export const Told = CustomEvent;
export const {composedPath, preventDefault} = Event.prototype;
export const {apply} = Reflect;

export const own = (collection, ...names) => {
  for (let at = 0; at < names.length; at += 1) collection[names[at]] = collection[names[at]];
  return collection;
};
export const map = () => own(new Map(), 'get', 'set', 'delete', 'clear', 'forEach');
