// Everything that a view needs from the page, in one round trip. Runs in the isolated world, when
// the page is observed (questions.js).
import {placesOfFrames} from './cross_origin.js';
import {documents} from './documents.js';
import {readNative} from './dom.js';
import {numberOfFramesLeftOut} from './frames.js';
import {marks, targets} from './marks.js';
import {messages} from './messages.js';
import {spareHitTests} from './occlusion.js';
import {revealed} from './revealed.js';
import {aside} from './scroll.js';
import {drawnBoxes, leaveOut, lines} from './text.js';
import {tree} from './tree.js';
import {findShown} from './walking.js';

export function observe(options) {
  // `without` names rules of marks to leave out, `patience` is the number of milliseconds to spend
  // on hit tests, `blank` are boxes of texts that the picture does not show, `generated` asks for
  // the words of style sheets. `frames` are those of other origins, each read by a separate
  // question.
  const {without, tree: withTree, pictures, generated, patience, blank = []} = options;
  const shown = findShown();
  spareHitTests(shown, patience);
  leaveOut(blank);
  const found = targets(shown, without);
  const framesFound = found.filter(target => target.crossOrigin !== undefined);
  const numbers = new Map(framesFound.map(({element, crossOrigin}) => [element, crossOrigin]));
  return {
    url: location.href,
    title: readNative(document, 'title').toWellFormed(),
    marks: marks(found),
    lines: lines(shown, numbers, generated),
    messages: messages(shown),
    documents: documents(shown),
    revealed: revealed(shown),
    aside: aside(shown),
    tree: withTree ? tree(found, shown, numbers, pictures) : [],
    drawn: drawnBoxes(),
    scroll: screensAboveAndBelow(),
    frames: placesOfFrames(),
    framesLeftOut: numberOfFramesLeftOut(),
  };
}

function screensAboveAndBelow() {
  const scroller =
    readNative(document, 'scrollingElement') || readNative(document, 'documentElement');
  const {scrollTop, scrollHeight} = scroller || {scrollTop: 0, scrollHeight: innerHeight};
  const above = scrollTop / innerHeight;
  const below = (scrollHeight - scrollTop - innerHeight) / innerHeight;
  return [Math.max(0, above), Math.max(0, below)];
}

export const focused = () => Document.prototype.hasFocus.call(document);

export function errorPage() {
  // The error that the browser's own page names, "" on any other page.
  if (location.protocol !== 'chrome-error:') return '';
  const code = readNative(document, 'body').innerText.match(/ERR_\w+/);
  return code ? code[0] : 'the browser shows an error';
}
