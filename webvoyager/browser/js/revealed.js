// Parts that are visible only while the mouse is over something around them, according to the style
// sheets: the buttons of a row, the items of a menu. Runs in the isolated world, at each question
// (questions.js).
import {attributeOf, is, parentOf, readNative} from './dom.js';
import {oneLine, shortened} from './names.js';

const MOST_NAMES = 6;
const MOST_RULES = 100; // of one style sheet
const PROPERTIES = ['opacity', 'visibility', 'display'];
const HOVER_PARTS = /(?<!\\):hover\b/g;
const USABLE_PARTS = 'a[href],button,input:not([type=hidden]),select,[role=button],[role=menuitem]';

// By style sheet: its number of rules, and the selectors of those that show something under the
// mouse, each with the property that does it. Kept between questions.
const REVEALING = (globalThis[Symbol.for('revealing')] ??= new WeakMap());

export function revealed(shown) {
  // The names of such parts in `shown` (walking.js); '' for a part without a name.
  const names = new Set();
  for (const root of shown.roots) {
    const sheets = [...readNative(root, 'styleSheets'), ...readNative(root, 'adoptedStyleSheets')];
    for (const {selector, property} of sheets.flatMap(selectorsOf))
      for (const element of readNative(root, 'querySelectorAll', selector)) {
        if (names.size >= MOST_NAMES) return [...names].slice(0, MOST_NAMES);
        if (isHiddenBy(element, property) && isAroundSeen(element, shown))
          for (const name of namesIn(element)) names.add(name);
      }
  }
  return [...names].slice(0, MOST_NAMES);
}

function selectorsOf(sheet) {
  const rules = rulesOf(sheet);
  if (REVEALING.get(sheet)?.count !== rules.length) {
    const selectors = [...revealing(rules)].slice(0, MOST_RULES);
    REVEALING.set(sheet, {count: rules.length, selectors});
  }
  return REVEALING.get(sheet).selectors;
}

function rulesOf(sheet) {
  try {
    return sheet.disabled ? [] : sheet.cssRules;
  } catch (error) {
    if (error.name !== 'SecurityError') throw error;
    return []; // of another origin: the browser does not show us its rules
  }
}

function* revealing(rules, around = '') {
  for (const rule of rules) {
    if (rule.media && !matchMedia(rule.media.mediaText).matches) continue;
    const selector = (rule.selectorText ?? '').replaceAll('&', `:is(${around})`);
    const isOver = selector.search(HOVER_PARTS) >= 0;
    const property = isOver && PROPERTIES.find(name => reveals(rule.style, name));
    if (property) yield {selector: selector.replaceAll(HOVER_PARTS, ':is(*)'), property};
    if (rule.cssRules?.length) yield* revealing(rule.cssRules, selector || around);
  }
}

const reveals = (style, property) => style[property] && !isHiding(style, property);

const isHiding = (style, property) =>
  property === 'opacity' ? style.opacity < 0.1 : /^(none|hidden|collapse)$/.test(style[property]);

const isHiddenBy = (element, property) => isHiding(getComputedStyle(element), property);

function isAroundSeen(element, shown) {
  const around = parentOf(element);
  const how = {visibilityProperty: true, opacityProperty: true};
  return shown.elements.has(around) && Element.prototype.checkVisibility.call(around, how);
}

function namesIn(element) {
  const parts = is(element, USABLE_PARTS) ? [element] : [...element.querySelectorAll(USABLE_PARTS)];
  const name = part =>
    attributeOf(part, 'aria-label') || attributeOf(part, 'title') || part.textContent;
  return (parts.length ? parts : [element]).map(part => shortened(oneLine(name(part)), 40));
}
