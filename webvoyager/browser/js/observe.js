// All that a view needs of the page, in one round trip; `frames` are those of other origins, each read by its own call.
import {documents} from './documents.js';
import {real} from './dom.js';
import {crossOriginPlaces} from './frames.js';
import {marks, targets} from './marks.js';
import {messages} from './messages.js';
import {setPatience} from './occlusion.js';
import {lines} from './text.js';
import {tree} from './tree.js';

export function observe(wanted) {
  const page = real(document, 'scrollingElement') ||
    real(document, 'documentElement') || {scrollTop: 0, scrollHeight: innerHeight};
  const above = page.scrollTop / innerHeight;
  const below = (page.scrollHeight - page.scrollTop - innerHeight) / innerHeight;
  if (wanted.patience !== undefined) setPatience(wanted.patience);
  const found = targets(wanted.without);
  return {
    url: location.href, title: real(document, 'title').toWellFormed(), marks: marks(found), lines: lines(),
    messages: messages(), documents: documents(), tree: wanted.tree ? tree(found) : [],
    scroll: [Math.max(0, above), Math.max(0, below)], frames: crossOriginPlaces.map(place => ({place})),
  };
}

export const focused = () => Document.prototype.hasFocus.call(document);

export function faultPage() {
  // What the browser's own error page says, "" on any other page.
  return location.protocol === 'chrome-error:'
    ? (real(document, 'body').innerText.match(/ERR_\w+/) || ['the browser shows an error'])[0]
    : '';
}
