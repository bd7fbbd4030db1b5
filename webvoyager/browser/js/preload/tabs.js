// Links, forms and scripts that would open a tab: they stay in this one (section 3.3 of the paper),
// or open a tab where that is allowed. Runs in the page's own world, before the page's scripts
// (preload.js calls one of the two).
import {addListener, apply} from './originals.js';

export function allowTabs() {
  // Tabs are real, but without an opener: the driver cannot talk to a window that has one.
  const {open} = window;
  window.open = address => {
    apply(open, window, [address || 'about:blank', '_blank', 'noopener']);
    return {closed: false, focus() {}, close() {}, postMessage() {}};
  };
}

export function keepOneTab() {
  addListener.call(window, 'click', keepLink, {capture: true});
  addListener.call(window, 'submit', keepForm, {capture: true});
  const {submit} = HTMLFormElement.prototype;
  const {click} = HTMLElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    stayHere(this);
    return apply(submit, this, []);
  };
  HTMLElement.prototype.click = function () {
    if (this instanceof HTMLAnchorElement) stayHere(this);
    return apply(click, this, []);
  };
  window.open = address => {
    if (address) window.top.location.href = new URL(address, document.baseURI);
    return window;
  };
  window.close = () => {};
}

function keepLink(event) {
  const isLink = node => node instanceof Element && node.matches('a, area');
  const link = event.composedPath().find(isLink);
  if (link) stayHere(link);
}

function keepForm(event) {
  if (event.submitter?.hasAttribute('formtarget')) {
    event.target.setAttribute('target', event.submitter.getAttribute('formtarget'));
    event.submitter.removeAttribute('formtarget');
  }
  stayHere(event.target);
}

function stayHere(element) {
  const base = () => document.querySelector('base[target]')?.target;
  const target = element.getAttribute('target') ?? base();
  if (!target || ['_self', '_top', '_parent'].includes(target.toLowerCase())) return;
  if (!isFrameName(target)) element.setAttribute('target', '_top');
}

const isFrameName = name =>
  [window, parent, top].some(view => {
    try {
      return Boolean(view.frames[name]);
    } catch {
      return false;
    }
  });
