// The role and state that a custom element gives itself without attributes (ElementInternals): only
// the page's own world can read them. Runs before the page's scripts (preload.js).
import {apply, withMethods} from './originals.js';

const internals = withMethods(new WeakMap(), 'get', 'set');
const {attachInternals} = HTMLElement.prototype;
HTMLElement.prototype.attachInternals = function () {
  const attached = apply(attachInternals, this, []);
  internals.set(this, attached);
  return attached;
};

export function internalsSay(path, question) {
  // "any": whether it has internals; "role=checkbox": whether they say so.
  const attached = internals.get(path[0]);
  if (!attached || question === 'any') return Boolean(attached);
  return question === `role=${attached.role}` || question === `ariaChecked=${attached.ariaChecked}`;
}
