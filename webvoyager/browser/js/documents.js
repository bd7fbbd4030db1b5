// PDFs that are shown inside the page.
import {real, rectOf, tagOf} from './dom.js';
import {crop, onScreen, xywh} from './places.js';
import {SHOWING} from './walking.js';

export function documents() {
  // The addresses of PDFs that are shown inside the page. The browser draws a card in their place; in a frame it is a
  // page.
  const card = location.protocol === 'data:' && real(document, 'querySelector', '.interstitial-wrapper a[href]');
  if (card) return [card.href];
  const addresses = [];
  for (const {element, place} of SHOWING.values()) {
    if (!/^(EMBED|OBJECT)$/.test(tagOf(element))) continue;
    const address = element.src || element.data;
    const pdf = element.type === 'application/pdf' || /\.pdf([?#]|$)/i.test(address);
    if (pdf && crop(onScreen(xywh(rectOf(element)), place), place.clip)) addresses.push(address);
  }
  return addresses;
}
