// Three labellers that the benchmark compares; each gives the box and the name of every target.
const labels = found => found.map(({element, boxes}) => ({box: boxes[0], name: shortNameOf(element)}));

function ours() {
  const shown = findShown();
  spareHitTests(shown);
  return {found: labels(targets(shown)), looked: 1};
}

// The one that ours is compared with. By the same rules, it checks every element and hit-tests the middle of each.
// It stops after `seconds`; `looked` is the share of the page that it got through by then, from 0 to 1.
function straightforward(seconds) {
  const began = performance.now(), all = [...everyElement()], found = [];
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

// The simplest one: it ignores listeners, roots and frames, takes the text as the name, and counts parts as targets too.
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
