// Whether the style of a text lets a person read it: its colour, its size, and how transparent or
// blurred it and what is around it are. The rest is checked in the picture (pixels.py). Runs in the
// isolated world, at each question (questions.js).
import {parentOf, tagOf} from './dom.js';

const FAINT = 0.1; // opacity: nobody sees a text below this
const SMALLEST = 6; // pixels of a line's height
const BLURRED = 0.25; // the deviation of a blur, as a share of the font size

// By element: its opacity with that of all around it, and its blur in pixels.
const knownOpacityAndBlur = new Map();

export const isFaint = element => opacityAndBlurOf(element).opacity < FAINT;

export function legible(element, height) {
  // Whether the texts of an element, `height` pixels high, can be read if nothing covers them.
  const style = getComputedStyle(element);
  const isUpright = style.writingMode === 'horizontal-tb';
  if (isUpright && height < SMALLEST) return false;
  const {opacity, blur} = opacityAndBlurOf(element);
  const size = parseFloat(style.fontSize);
  if (opacity < FAINT || (blur && blur >= BLURRED * size)) return false;
  return hasInk(element, style, opacity) || hasShadow(style, size) || isCutOut(element);
}

function opacityAndBlurOf(element) {
  if (!knownOpacityAndBlur.has(element)) {
    const around = parentOf(element) ?? element.ownerDocument.defaultView?.frameElement;
    const {opacity, blur} = around ? opacityAndBlurOf(around) : {opacity: 1, blur: 0};
    const {display, opacity: own, filter} = getComputedStyle(element);
    const amount = name => amountIn(filter, name);
    const all = display === 'contents' ? opacity : opacity * own * (amount('opacity') ?? 1);
    knownOpacityAndBlur.set(element, {opacity: all, blur: Math.max(blur, amount('blur') ?? 0)});
  }
  return knownOpacityAndBlur.get(element);
}

function amountIn(filter, name) {
  const found = filter !== 'none' && filter.match(`\\b${name}\\(([\\d.e-]+)`);
  return found ? Number(found[1]) : null;
}

function hasInk(element, style, opacity) {
  if (element.ownerSVGElement) return [style.fill, style.stroke].some(paint => paint !== 'none');
  const {webkitTextFillColor: fill, webkitTextStrokeWidth: stroke, backgroundColor: ground} = style;
  if (parseFloat(stroke) && opacityOf(style.webkitTextStrokeColor) >= FAINT) return true;
  // The border of a field keeps the picture of it from being blank.
  const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(tagOf(element));
  const isPlain = style.backgroundImage === 'none' && style.boxShadow === 'none';
  if (isField && isPlain && fill === ground) return false;
  return opacity * opacityOf(fill) >= FAINT;
}

function hasShadow({textShadow}, size) {
  // Such as "rgb(0, 0, 0) 0px 0px 8px": the deviation of its blur is half of the last length.
  const shadows = textShadow === 'none' ? [] : textShadow.split(/,(?![^(]*\))/);
  return shadows.some(shadow => {
    const [colour] = shadow.match(/\w+\([^)]*\)/) ?? ['black'];
    const blur = Number(shadow.match(/([\d.]+)px$/)?.[1]) / 2;
    return opacityOf(colour) >= FAINT && blur < BLURRED * size;
  });
}

const opacityOf = colour => {
  if (colour === 'transparent') return 0;
  const [, opacity] = colour.match(/[,/] *([\d.e-]+)\)$/) ?? [];
  return colour.startsWith('rgb(') || opacity === undefined ? 1 : Number(opacity);
};

function isCutOut(element) {
  // Its letters are filled with the background of a box around them.
  for (let node = element; node; node = parentOf(node))
    if (getComputedStyle(node).backgroundClip.includes('text')) return true;
  return false;
}
