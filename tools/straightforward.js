// Three labellers to be compared in the benchmark; each gives a box and a name of every target.
const labels = found => found.map(({element, boxes}) => ({box: boxes[0], name: named(element)}));

function ours() {
  const shown = showing();
  spareHitTests(shown);
  return {found: labels(targets(shown)), looked: 1};
}

// The one to stand against, by the same rules: it walks all elements, asks each, and tests the middle of each by one hit.
// It stops after so many seconds and says which part of the page it got through by then (`looked`, 0 to 1).
function straightforward(seconds) {
  const began = performance.now(), all = [...everywhere()], found = [];
  let looked = 0;
  for (const {element, root, place} of all) {
    if (performance.now() - began > 1000 * seconds) break;
    looked += 1;
    const [x, y, w, h] = onScreen(xywh(rectOf(element)), place), hit = elementAt(x + w / 2, y + h / 2), kind = kindOf(element);
    const boxes = kind && hit && belongs(hit, element) && visible(element) ? boxesOf(element, place) : [];
    if (boxes.length) found.push({element, root, place, kind, boxes});
  }
  return {found: labels(withoutDoubles(found)), looked: looked / all.length};
}

// The least one could do with: of listeners, roots and frames it knows nothing, a name is the text, parts are targets too.
function sketch() {
  const usable = 'a[href],button,input:not([type=hidden]),select,textarea,summary,label,[role],[tabindex],[onclick]', found = [];
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element), {x, y, width, height, right, bottom} = element.getBoundingClientRect();
    if (!width || !height || right <= 0 || bottom <= 0 || x >= innerWidth || y >= innerHeight || style.visibility === 'hidden') continue;
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!hit || !element.contains(hit) || !(element.matches(usable) || style.cursor === 'pointer')) continue;
    found.push({box: [x, y, width, height], name: element.textContent.replace(/\s+/g, ' ').trim()});
  }
  return {found, looked: 1};
}
