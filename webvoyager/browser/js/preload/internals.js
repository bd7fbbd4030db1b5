// The role and state that a custom element gives itself without attributes (ElementInternals): only its page's world
// can read them.
import {apply, own} from './kept.js';

const internals = own(new WeakMap(), 'get', 'set');
const {attachInternals} = HTMLElement.prototype;
HTMLElement.prototype.attachInternals = function () {
  const made = apply(attachInternals, this, []);
  internals.set(this, made);
  return made;
};

export function says(element, question) {
  // "any": whether it has internals; "role=checkbox": whether they say so.
  const held = internals.get(element);
  if (!held || question === 'any') return Boolean(held);
  return question === `role=${held.role}` || question === `ariaChecked=${held.ariaChecked}`;
}
