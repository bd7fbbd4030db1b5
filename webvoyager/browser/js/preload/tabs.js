// Where TABS are wanted, what opens one does; else it leads on in this one (the paper's section 3.3).
import {add, apply} from './kept.js';

if (TABS) {
  // Real ones, but apart: the driver cannot speak to a window whose opener holds on to it
  const make = window.open;
  window.open = address => {
    apply(make, window, [address || 'about:blank', '_blank', 'noopener']);
    return {closed: false, focus() {}, close() {}, postMessage() {}};
  };
} else {
  // One tab: what would open another leads on in this one.
  const known = name =>
    [window, parent, top].some(view => {
      try {
        return Boolean(view.frames[name]);
      } catch {
        return false;
      }
    });
  const targetOf = element => element.getAttribute('target') ?? document.querySelector('base[target]')?.target;
  const stayHere = (element, target = targetOf(element)) => {
    if (target && !['_self', '_top', '_parent'].includes(target.toLowerCase()) && !known(target))
      element.setAttribute('target', '_top');
  };
  const keepLink = event => {
    const link = event.composedPath().find(part => part instanceof Element && part.matches('a, area'));
    if (link) stayHere(link);
  };
  add.call(window, 'click', keepLink, {capture: true});
  const keepForm = event => {
    if (event.submitter?.hasAttribute('formtarget')) {
      event.target.setAttribute('target', event.submitter.getAttribute('formtarget'));
      event.submitter.removeAttribute('formtarget');
    }
    stayHere(event.target);
  };
  add.call(window, 'submit', keepForm, {capture: true});
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
