// Whether eyes can reach an element or a text.
import {real, rectOf} from './dom.js';
import {belongs, elementAt} from './hits.js';
import {nothingElseStands} from './occlusion.js';
import {SCREEN, crop, onScreen, xywh} from './places.js';

export function visible(element) {
  if (element.tagName === 'AREA') return true;
  if (element.closest('[inert]')) return false;
  if (element.checkVisibility({visibilityProperty: true, opacityProperty: true})) return true;
  if (getComputedStyle(element).display === 'contents') return [...element.children].some(visible);
  // Real fields are often laid invisible over their painted stand-in: these a person does use.
  return element.matches('input,select') && element.checkVisibility({visibilityProperty: true});
}

export function shows(element, place) {
  if (!visible(element)) return false;
  const boxes = [...element.getClientRects(), ...[...element.children].map(rectOf)];
  return boxes.some(rect => rect.width > 1 && rect.height > 1 && crop(onScreen(xywh(rect), place), place.clip));
}

export function onTop([x, y, w, h], parent, place) {
  // Whether eyes can reach the words: what lies over them may still be clear, as a link stretched over its card is. A
  // hit test takes milliseconds where thousands of elements lie side by side: there only what may be covered gets
  // one.
  if (nothingElseStands(parent, [x, y, w, h], place)) return true;
  const across = x + w / 2;
  const down = y + h / 2;
  const hit = elementAt(across, down);
  if (!hit) return !SCREEN.seen;
  if (belongs(hit, parent) || hit.contains(parent)) return true;
  if (hit.ownerDocument !== parent.ownerDocument) return false;
  const root = parent.getRootNode();
  for (const over of real(root, 'elementsFromPoint', (across - place.dx) / place.sx, (down - place.dy) / place.sy)) {
    if (over === parent || over.contains(parent) || parent.contains(over)) return true;
    if (paints(over)) return false;
  }
  return true; // not to be hit at all (pointer-events: none), and nothing painted above
}

function paints(element) {
  if (/^(IMG|VIDEO|CANVAS|IFRAME|INPUT|SELECT|TEXTAREA|SVG|EMBED|OBJECT)$/i.test(element.tagName)) return true;
  return [null, '::before', '::after'].some(part => {
    const style = getComputedStyle(element, part);
    if (part && style.content === 'none') return false;
    const clear =
      /^(transparent|rgba\(.*, 0(\.0\d*)?\))$/.test(style.backgroundColor) && style.backgroundImage === 'none';
    return !clear && Number(style.opacity) > 0.1;
  });
}
