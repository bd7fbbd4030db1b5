// All that a view needs of the page, in one round trip; `frames` are those of other origins, each read by its own call.
function observe(wanted) {
  const page = real(document, 'scrollingElement') || real(document, 'documentElement') || {scrollTop: 0, scrollHeight: innerHeight};
  const above = page.scrollTop / innerHeight, below = (page.scrollHeight - page.scrollTop - innerHeight) / innerHeight;
  patience = wanted.patience ?? patience;
  const found = targets(wanted.without);
  return {url: location.href, title: real(document, 'title').toWellFormed(), marks: marks(found), lines: lines(), messages: messages(),
    documents: documents(), tree: wanted.tree ? tree(found) : [], scroll: [Math.max(0, above), Math.max(0, below)], frames: crossOriginPlaces.map(place => ({place}))};
}

function documents() {
  // The addresses of PDFs that are shown inside the page. The browser draws a card in their place; in a frame it is a page.
  const card = location.protocol === 'data:' && real(document, 'querySelector', '.interstitial-wrapper a[href]');
  if (card) return [card.href];
  const held = [];
  for (const {element, place} of SHOWING.values()) {
    if (!/^(EMBED|OBJECT)$/.test(tagOf(element))) continue;
    const address = element.src || element.data, pdf = element.type === 'application/pdf' || /\.pdf([?#]|$)/i.test(address);
    if (pdf && crop(onScreen(xywh(rectOf(element)), place), place.clip)) held.push(address);
  }
  return held;
}

function frameHandle(path) {
  // The way into a frame of another origin: `frames` with its place, or none.
  const element = follow(path), one = element && [...everywhere()].find(one => one.element === element);
  if (one && isFrame(element)) crossOriginIndex(element, one.root, one.place);
  return {frames: crossOriginPlaces.map(place => ({place}))};
}

function frameWindows(paths) {
  // The windows of frames of other origins, which come with the result.
  crossOrigin.push(...paths.map(follow));
  return {frames: paths.map(() => ({}))};
}

function faultPage() {
  // What the browser's own error page says, "" on any other page.
  return location.protocol === 'chrome-error:' ? (real(document, 'body').innerText.match(/ERR_\w+/) || ['the browser shows an error'])[0] : '';
}

const CALLS = {observe, frameHandle, frameWindows, faultPage, aim, holds, choose, put, scroll};
