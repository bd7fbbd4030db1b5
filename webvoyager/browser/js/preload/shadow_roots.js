// Opens closed shadow roots to us; to the page they stay closed. Runs in the page's own world,
// before the page's scripts (preload.js).
import {watchChanges} from './changes.js';
import {addRoot} from './coming.js';
import {apply, withMethods} from './originals.js';

const closed = withMethods(new WeakSet(), 'has', 'add');
const {attachShadow} = Element.prototype;
Element.prototype.attachShadow = function (options) {
  const opened = options?.mode === 'closed' ? {...options, mode: 'open'} : options;
  const root = apply(attachShadow, this, [opened]);
  if (options.mode === 'closed') closed.add(root);
  watchChanges(root);
  addRoot(root);
  return root;
};
// What the page sees in place of a closed one.
const hidden = [[Element, 'shadowRoot', null], [ShadowRoot, 'mode', 'closed']];
for (const [holder, name, instead] of hidden) {
  const {get, ...rest} = Object.getOwnPropertyDescriptor(holder.prototype, name);
  Object.defineProperty(holder.prototype, name, {
    ...rest,
    get() {
      const root = holder === Element ? get.call(this) : this;
      return closed.has(root) ? instead : get.call(this);
    },
  });
}
