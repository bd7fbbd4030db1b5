// Finds the PDFs that are shown inside the page. Runs in the isolated world, at each question
// (questions.js).
import {addressIn, isPdf, readNative, rectOf, tagOf} from './dom.js';
import {crop, onScreen, xywh} from './places.js';

export function documents(shown) {
  // Their addresses; `shown` is what may be visible (walking.js). The browser draws a card in place
  // of a PDF; in a frame, that card is a page.
  const card =
    location.protocol === 'data:' &&
    readNative(document, 'querySelector', '.interstitial-wrapper a[href]');
  if (card) return [card.href];
  const addresses = [];
  for (const {element, place} of shown.elements.values()) {
    if (!/^(EMBED|OBJECT)$/.test(tagOf(element))) continue;
    const shows = () => crop(onScreen(xywh(rectOf(element)), place), place.clip);
    if (isPdf(element) && shows()) addresses.push(addressIn(element));
  }
  return addresses;
}
