// Whether a person can see an element or a text. Runs in the isolated world, at each question
// (questions.js).
import {contains, is, parentOf, readNative, rectOf} from './dom.js';
import {belongs, elementAt} from './hits.js';
import {isFaint} from './legible.js';
import {textOf} from './names.js';
import {isSurelyUncovered} from './occlusion.js';
import {SCREEN, crop, onScreen, xywh} from './places.js';

export function visible(element) {
  if (element.tagName === 'AREA') return true;
  if (element.closest('[inert]')) return false;
  const isRendered = element.checkVisibility({visibilityProperty: true, opacityProperty: true});
  if (isRendered && !isFaint(element)) return true;
  if (getComputedStyle(element).display === 'contents') return [...element.children].some(visible);
  // What is transparent is often laid over what is painted in its place: a person uses it.
  if (!element.checkVisibility({visibilityProperty: true})) return false;
  return is(element, 'input,select') || (is(element, LAID_OVER) && isLaidOver(element));
}

const LAID_OVER = 'a[href],button,textarea,[role=button],[role=link]';
const PICTURE = 'img,svg,video,canvas';

function isLaidOver(element) {
  // Whether it covers most of a visible element around it that shows words or a picture.
  let outer = element; // the outermost that is transparent
  while (parentOf(outer) && isFaint(parentOf(outer))) outer = parentOf(outer);
  return [parentOf(outer), outer.offsetParent].some(holder => {
    if (!holder || is(holder, 'body') || !visible(holder)) return false;
    const {width, height} = rectOf(holder);
    const [, , across, down] = crop(xywh(rectOf(element)), xywh(rectOf(holder))) ?? [0, 0, 0, 0];
    return across * down > 0.8 * width * height && showsMore(holder, outer);
  });
}

const showsMore = (holder, outer) =>
  textOf(holder).length > textOf(outer).length ||
  getComputedStyle(holder).backgroundImage !== 'none' ||
  [...readNative(holder, 'querySelectorAll', PICTURE)].some(each => !contains(outer, each));

export function showsInPlace(element, place) {
  if (!visible(element)) return false;
  const rects = [...element.getClientRects(), ...[...element.children].map(rectOf)];
  return rects.some(
    rect => rect.width > 1 && rect.height > 1 && crop(onScreen(xywh(rect), place), place.clip),
  );
}

export function onTop([x, y, w, h], parent, place) {
  // Whether the words in a box can be seen: what lies over them may be transparent, such as a link
  // that is stretched over its card.
  if (isSurelyUncovered(parent, [x, y, w, h], place)) return true;
  const across = x + w / 2;
  const down = y + h / 2;
  const hit = elementAt(across, down);
  if (!hit) return !SCREEN.seen;
  if (belongs(hit, parent)) return true;
  if (belongs(parent, hit)) return !isCutAway(parent, hit, [x, y, w, h]);
  if (hit.ownerDocument !== parent.ownerDocument) return false;
  const root = parent.getRootNode();
  const point = [(across - place.dx) / place.sx, (down - place.dy) / place.sy];
  for (const over of readNative(root, 'elementsFromPoint', ...point)) {
    if (belongs(parent, over) || belongs(over, parent)) return true;
    if (isPainted(over)) return false;
  }
  return true; // the words take no hits (pointer-events: none), and nothing painted lies above
}

function isCutAway(parent, around, [x, y, w, h]) {
  // Whether words that should take hits take none, because they are clipped, turned away, or behind
  // what is around them.
  if (getComputedStyle(parent).pointerEvents === 'none' || parent.closest('[inert]')) return false;
  if (!mayBeCutAway(parent, around)) return false;
  const parts = [0.1, 0.3, 0.7, 0.9];
  return parts.every(part => !belongs(elementAt(x + w * part, y + h / 2), parent));
}

function mayBeCutAway(parent, around) {
  for (let node = parent; node && node !== around; node = parentOf(node)) {
    const {clipPath, clip, backfaceVisibility, zIndex} = getComputedStyle(node);
    if (clipPath !== 'none' || clip !== 'auto' || backfaceVisibility === 'hidden') return true;
    if (zIndex < 0 && isPainted(around) && !/^(BODY|HTML)$/.test(around.tagName)) return true;
  }
  return false;
}

export function laidOut(element) {
  // Whether the texts of an element are rendered; one without a box (display: contents, as every
  // plain slot has) passes them on to what is around it.
  const style = getComputedStyle(element);
  if (style.display !== 'contents')
    return Element.prototype.checkVisibility.call(element, {visibilityProperty: true});
  const around = parentOf(element);
  return style.visibility === 'visible' && around !== null && hasBox(around);
}

const hasBox = element =>
  getComputedStyle(element).display === 'contents'
    ? parentOf(element) !== null && hasBox(parentOf(element))
    : Element.prototype.checkVisibility.call(element);

function isPainted(element) {
  if (/^(IMG|VIDEO|CANVAS|IFRAME|INPUT|SELECT|TEXTAREA|SVG|EMBED|OBJECT)$/i.test(element.tagName))
    return true;
  if (getComputedStyle(element).backdropFilter.includes('blur')) return true;
  return [null, '::before', '::after'].some(part => {
    const style = getComputedStyle(element, part);
    if (part && style.content === 'none') return false;
    const isClear =
      /^(transparent|rgba\(.*, 0(\.0\d*)?\))$/.test(style.backgroundColor) &&
      style.backgroundImage === 'none';
    return !isClear && Number(style.opacity) > 0.1;
  });
}
