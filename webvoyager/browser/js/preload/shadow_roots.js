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

// A root that is closed in HTML which a script sets is opened, with a comment by which it is known.
const MARK = `closed ${Math.random()}`;
const CLOSED_IN_HTML = /(<template\b[^>]*?\bshadowrootmode\s*=\s*["']?)closed(["']?[^>]*>)/gi;
const {replace} = String.prototype;
const rootOf = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get;

function findOpened(within) {
  const elements = within.querySelectorAll('*');
  for (let at = 0; at < elements.length; at += 1) {
    const root = apply(rootOf, elements[at], []);
    if (root?.firstChild?.data === MARK) {
      root.firstChild.remove();
      closed.add(root);
      watchChanges(root);
      addRoot(root);
    }
    if (root) findOpened(root);
  }
}

function openRootsIn(holder, name) {
  const original = holder[name];
  if (!original) return;
  holder[name] = function (html, ...options) {
    const isText = typeof html === 'string';
    const opened = isText ? apply(replace, html, [CLOSED_IN_HTML, `$1open$2<!--${MARK}-->`]) : html;
    const result = apply(original, this, [opened, ...options]);
    if (opened !== html) findOpened(result ?? this);
    return result;
  };
}
openRootsIn(Element.prototype, 'setHTMLUnsafe');
openRootsIn(ShadowRoot.prototype, 'setHTMLUnsafe');
openRootsIn(Document, 'parseHTMLUnsafe');

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
