// Questions to the page's own world, which preload.js answers there with yes or no.
import {real, tagOf} from './dom.js';

function answers(event, element, detail) {
  const asked = new CustomEvent(event, {composed: true, cancelable: true, detail});
  return !real(element, 'dispatchEvent', asked);
}

// Whether an element listens to pointer or keys.
export const listens = (element, detail = 'used') => answers(CHANNEL + 'listens', element, detail);

export function internal(element, property, values) {
  // What a custom element says of itself by its internals rather than by an attribute: one of the values, or ''.
  if (!tagOf(element).includes('-') || !answers(CHANNEL + 'internals', element, 'any')) return '';
  return values.find(value => answers(CHANNEL + 'internals', element, `${property}=${value}`)) ?? '';
}
