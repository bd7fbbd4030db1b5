// Lets through only the first lines that a page writes to its console: endless output would keep
// the browser's connection to us busy. Runs in the page's own world, before the page's scripts
// (preload.js).
import {apply} from './originals.js';

let linesLeft = 1000;
for (const name of Object.keys(console)) {
  const original = console[name];
  if (typeof original !== 'function') continue;
  console[name] = function () {
    if (linesLeft <= 0) return undefined;
    linesLeft -= 1;
    return apply(original, console, arguments);
  };
}
