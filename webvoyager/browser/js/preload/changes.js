// Notices what changes on the page, by its scripts or by a person. Runs in the page's own world,
// before the page's scripts (preload.js).
import {markChanged} from './activity.js';
import {addListener} from './originals.js';
import {restless} from './restless.js';

const observer = new MutationObserver(records => {
  for (let at = 0; at < records.length; at += 1) {
    const {target, addedNodes} = records[at];
    markChanged(target);
    if (!restless.has(target)) continue;
    for (let index = 0; index < addedNodes.length; index += 1) restless.add(addedNodes[index]);
  }
});
export const watchChanges = root =>
  observer.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});

watchChanges(document);
for (const type of ['click', 'keydown', 'input', 'change', 'submit', 'scroll']) {
  const noteChange = event => markChanged(type === 'scroll' ? event.target : event);
  addListener.call(window, type, noteChange, {capture: true, passive: true});
}
