// Pictures that would show, and fonts, that are still on their way.
import {restless} from './activity.js';
import {apply} from './kept.js';

export const roots = [new WeakRef(document)];
const {fonts} = document;
const {deref} = WeakRef.prototype;
const forEach = fonts?.forEach;
const getter = (holder, name) => Object.getOwnPropertyDescriptor(holder.prototype, name).get;
const isThere = getter(HTMLImageElement, 'complete');
const {getBoundingClientRect, getClientRects} = Element.prototype;
const inPage = Document.prototype.querySelectorAll;
const inShadow = DocumentFragment.prototype.querySelectorAll;
const shows = picture => {
  const {left, top, right, bottom, width, height} = apply(getBoundingClientRect, picture, []);
  const area = width * height;
  const onScreen = right >= 0 && bottom >= 0 && left < innerWidth && top < innerHeight;
  return onScreen && !(area > 0 && area < 16) && apply(getClientRects, picture, []).length > 0; // 1 x 1 counts visits
};
export const coming = () => {
  const found = [];
  const add = part => {
    if (!restless.has(part)) found[found.length] = part;
  };
  for (let at = 0; at < roots.length; at += 1) {
    const root = apply(deref, roots[at], []);
    const pictures = root ? apply(at ? inShadow : inPage, root, ['img']) : [];
    for (let nth = 0; nth < pictures.length; nth += 1) {
      if (!apply(isThere, pictures[nth], []) && shows(pictures[nth])) add(pictures[nth]);
    }
  }
  const addIfLoading = font => {
    if (font.status === 'loading') add(font);
  };
  if (fonts?.status === 'loading') apply(forEach, fonts, [addIfLoading]);
  return found;
};
