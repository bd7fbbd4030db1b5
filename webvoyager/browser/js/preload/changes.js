// What changes on the page, by its scripts or by a person.
import {markChanged, restless} from './activity.js';
import {add} from './kept.js';

const watcher = new MutationObserver(records => {
  for (let at = 0; at < records.length; at += 1) {
    const {target, addedNodes} = records[at];
    markChanged(target);
    if (!restless.has(target)) continue;
    for (let index = 0; index < addedNodes.length; index += 1) restless.add(addedNodes[index]);
  }
});
export const watch = root =>
  watcher.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
watch(document);
for (const type of ['click', 'keydown', 'input', 'change', 'submit', 'scroll']) {
  const noteChange = event => markChanged(type === 'scroll' ? event.target : event);
  add.call(window, type, noteChange, {capture: true, passive: true});
}
