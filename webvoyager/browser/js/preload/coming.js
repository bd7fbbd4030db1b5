// Finds what is still loading: pictures that would be visible, and fonts. Runs in the page's own
// world, before the page's scripts (preload.js).
import {apply} from './originals.js';
import {restless} from './restless.js';

const roots = [new WeakRef(document)];
export const addRoot = root => {
  roots[roots.length] = new WeakRef(root);
};

const {fonts} = document;
const {deref} = WeakRef.prototype;
const forEachFont = fonts?.forEach;
const isComplete = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'complete').get;
const {getBoundingClientRect, getClientRects} = Element.prototype;
const queryDocument = Document.prototype.querySelectorAll;
const queryShadowRoot = DocumentFragment.prototype.querySelectorAll;

const wouldShow = picture => {
  const {left, top, right, bottom, width, height} = apply(getBoundingClientRect, picture, []);
  const area = width * height;
  if (right < 0 || bottom < 0 || left >= innerWidth || top >= innerHeight) return false;
  if (area > 0 && area < 16) return false; // a picture of 1 x 1 pixels counts visits
  return apply(getClientRects, picture, []).length > 0;
};

export const listLoading = () => {
  const found = [];
  const add = resource => {
    if (!restless.has(resource)) found[found.length] = resource;
  };
  for (let at = 0; at < roots.length; at += 1) {
    const root = apply(deref, roots[at], []);
    const pictures = root ? apply(at ? queryShadowRoot : queryDocument, root, ['img']) : [];
    for (let index = 0; index < pictures.length; index += 1) {
      const picture = pictures[index];
      if (!apply(isComplete, picture, []) && wouldShow(picture)) add(picture);
    }
  }
  const addIfLoading = font => {
    if (font.status === 'loading') add(font);
  };
  if (fonts?.status === 'loading') apply(forEachFont, fonts, [addIfLoading]);
  return found;
};
