// Closed shadow roots are opened to us; to the page they stay closed.
import {watch} from './changes.js';
import {roots} from './coming.js';
import {apply, own} from './kept.js';

const closed = own(new WeakSet(), 'has', 'add');
const {attachShadow} = Element.prototype;
Element.prototype.attachShadow = function (how) {
  const root = apply(attachShadow, this, [how?.mode === 'closed' ? {...how, mode: 'open'} : how]);
  if (how.mode === 'closed') closed.add(root);
  watch(root);
  roots[roots.length] = new WeakRef(root);
  return root;
};
const hidden = [[Element, 'shadowRoot', null], [ShadowRoot, 'mode', 'closed']];
for (const [holder, name, instead] of hidden) {
  const {get, ...rest} = Object.getOwnPropertyDescriptor(holder.prototype, name);
  Object.defineProperty(holder.prototype, name, {
    ...rest,
    get() {
      return closed.has(holder === Element ? get.call(this) : this) ? instead : get.call(this);
    },
  });
}
