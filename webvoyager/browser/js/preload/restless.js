// What never comes to rest on this page (an address, a node, a timer's function) and is therefore
// not waited for again. Runs in the page's own world, before the page's scripts (preload.js).
import {withMethods} from './originals.js';

const addresses = withMethods(new Set(), 'has', 'add');
// Weak: an object is forgotten when the page drops it.
const objects = withMethods(new WeakSet(), 'has', 'add');
const setFor = cause => (typeof cause === 'string' ? addresses : objects);

export const restless = {
  has: cause => setFor(cause).has(cause),
  add: cause => setFor(cause).add(cause),
};
