// Whether a person can see an element or a text. In the isolated world, at each question
// (questions.js).
import {real, rectOf} from './dom.js';
import {belongs, elementAt} from './hits.js';
import {nothingElseStands} from './occlusion.js';
import {SCREEN, crop, onScreen, xywh} from './places.js';

export function visible(element) {
  if (element.tagName === 'AREA') return true;
  if (element.closest('[inert]')) return false;
  if (element.checkVisibility({visibilityProperty: true, opacityProperty: true})) return true;
  if (getComputedStyle(element).display === 'contents') return [...element.children].some(visible);
  // Fields are often laid, transparent, over what is painted in their place: a person uses them.
  return element.matches('input,select') && element.checkVisibility({visibilityProperty: true});
}

export function showsInPlace(element, place) {
  if (!visible(element)) return false;
  const rects = [...element.getClientRects(), ...[...element.children].map(rectOf)];
  return rects.some(
    rect => rect.width > 1 && rect.height > 1 && crop(onScreen(xywh(rect), place), place.clip),
  );
}

export function onTop([x, y, w, h], parent, place) {
  // Whether the words in a box can be seen: what lies over them may be transparent, as a link that
  // is stretched over its card is.
  if (nothingElseStands(parent, [x, y, w, h], place)) return true;
  const across = x + w / 2;
  const down = y + h / 2;
  const hit = elementAt(across, down);
  if (!hit) return !SCREEN.seen;
  if (belongs(hit, parent) || hit.contains(parent)) return true;
  if (hit.ownerDocument !== parent.ownerDocument) return false;
  const root = parent.getRootNode();
  const point = [(across - place.dx) / place.sx, (down - place.dy) / place.sy];
  for (const over of real(root, 'elementsFromPoint', ...point)) {
    if (over === parent || over.contains(parent) || parent.contains(over)) return true;
    if (isPainted(over)) return false;
  }
  return true; // the words take no hits (pointer-events: none), and nothing painted lies above
}

function isPainted(element) {
  if (/^(IMG|VIDEO|CANVAS|IFRAME|INPUT|SELECT|TEXTAREA|SVG|EMBED|OBJECT)$/i.test(element.tagName))
    return true;
  return [null, '::before', '::after'].some(part => {
    const style = getComputedStyle(element, part);
    if (part && style.content === 'none') return false;
    const isClear =
      /^(transparent|rgba\(.*, 0(\.0\d*)?\))$/.test(style.backgroundColor) &&
      style.backgroundImage === 'none';
    return !isClear && Number(style.opacity) > 0.1;
  });
}
