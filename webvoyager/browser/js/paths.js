// The path to an element in its document: the positions of its ancestors among their siblings. Runs
// in the isolated world, at each question (questions.js).
import {childrenOf, documentOf, parentNodeOf, previousOf, shadowOf} from './dom.js';

const positions = new Map(); // of each element among its siblings

function positionOf(element) {
  const uncounted = [];
  let node = element;
  for (; node && !positions.has(node); node = previousOf(node)) uncounted.push(node);
  let position = node ? positions.get(node) + 1 : 0;
  for (; uncounted.length; position += 1) positions.set(uncounted.pop(), position);
  return positions.get(element);
}

export function pathIn(root, element) {
  const steps = [];
  for (let node = element; node && node !== root; node = parentNodeOf(node))
    if (parentNodeOf(node)) steps.push(positionOf(node));
  return steps.reverse().join('/');
}

export function follow(path) {
  let root = document;
  let element = null;
  for (const steps of path) {
    if (element) root = shadowOf(element) || documentOf(element);
    element = root;
    for (const step of steps.split('/'))
      element = element && childrenOf(element)[Number(step)];
    if (!element) return null;
  }
  return element;
}
