// The labeller one would write first, for ours to stand beside in the benchmark: it asks every element for its style and its
// box, tests the middle of each one in the viewport by one hit, and keeps what looks as if it could be used.
// It stops after so many seconds and says which part of the page it got through by then (`looked`, 0 to 1).
function straightforward(seconds) {
  const NATIVE = 'a[href],button,input:not([type=hidden]),select,textarea,summary,label';
  const ROLES = new Set(['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'option', 'switch', 'slider', 'textbox', 'combobox']);
  const began = performance.now(), all = document.querySelectorAll('*'), found = [];
  let looked = 0;
  for (const element of all) {
    if (performance.now() - began > 1000 * seconds) break;
    looked += 1;
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    const usable = element.matches(NATIVE) || ROLES.has(element.getAttribute('role')) || element.hasAttribute('tabindex')
      || element.onclick || style.cursor === 'pointer';
    const shows = box.width && box.height && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    if (!shows || style.visibility === 'hidden') continue;
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!usable || !hit || !element.contains(hit)) continue;
    found.push({box: [box.x, box.y, box.width, box.height], text: element.textContent.replace(/\s+/g, ' ').trim()});
  }
  return {found, looked: looked / all.length};
}
