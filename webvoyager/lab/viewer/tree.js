// A search tree: a click or Enter tells of a state, a slider replays the visits; in JupyterLab and in an exported page.
const LEAST = 0.72;  // of its size: smaller, the drawing is scrolled
const make = (tag, style, words, ...inner) => {  // words of pages and models are text, and never HTML
  const made = document.createElement(tag);
  if (style) made.className = style;
  if (words) made.textContent = words;
  made.append(...inner.filter(Boolean));
  return made;
};
const titled = (title, ...inner) => (inner.length ? [make('h5', '', title), ...inner] : []);
const listed = (facts) => make('dl', '', '', ...facts.flatMap(([name, said]) => [make('dt', '', name), make('dd', '', said)]));

function tend(root, keys) {  // root holds drawing, panel and data; arrow keys are heard in `keys`
  const find = (name) => root.querySelector(name);
  const { states, visits, total, pictures, facts } = JSON.parse(find('.wv-data').textContent);
  const known = new Map(states.map((state) => [state.number, state]));
  const [slider, box, panel] = ['input', '.wv-drawn', '.wv-panel'].map(find);
  const [back, on, play] = ['.wv-back', '.wv-on', '.wv-play'].map(find);
  const parts = (name) => new Map([...box.querySelectorAll(`[data-${name}]`)].map((part) => [Number(part.dataset[name]), part]));
  const [nodes, edges] = ['state', 'edge'].map(parts);
  const notes = [...box.querySelectorAll('[data-note]')];
  const moments = new Map(visits.map((number, index) => [number, index + 1]));  // on the slider
  const end = visits.length + 1;  // all is there
  let now = end;
  let timer = null;

  const drawing = box.querySelector('svg');
  const wide = drawing.viewBox.baseVal.width;
  Object.assign(drawing.style, { maxWidth: `${wide}px`, minWidth: `${wide * LEAST}px` });  // as wide as its box, if legible

  const way = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  way.classList.add('wv-way');
  nodes.values().next().value?.before(way);

  const moment = (number) => moments.get(number) ?? moments.get(known.get(number)?.parent) ?? 0;
  const current = () => known.get(visits[now - 1])?.search ?? 0;
  const isTaken = (state) => state.committed && (now === end || state.search < current());  // at the end of its search

  // --- the panel ---

  const chip = (score) => {
    const made = make('span', score === null ? 'wv-unread' : '', score === null ? '?' : String(Math.round(score * 100) / 100));
    made.style.setProperty('--value', score ?? 0);
    if (score > 0.45) made.classList.add('wv-deep');
    return made;
  };

  function candidate(state) {  // a line about an action that was thought of here
    const share = make('span', 'wv-share', state.share);
    const later = state.visit && moment(state.number) > now;
    const came = later ? 'later' : state.visit ? `visit ${state.visit}, value ${state.worth}` : state.refused ? 'refused' : 'not visited';
    const action = nodes.has(state.number) && !later ? make('button', 'wv-go', state.words) : make('span', '', state.words);
    action.addEventListener('click', () => { if (action.matches('button')) choose(state.number, true); });
    return make('li', '', '', share, make('span', '', '', action, make('span', 'wv-quiet', ` ${came}`)));
  }

  function candidates(number) {
    const all = states.filter((state) => state.parent === number);
    const searches = [...new Set(all.map((state) => state.search))].filter((search) => now === end || search <= Math.max(current(), 1));
    return searches.flatMap((search) => titled(
      `What was thought of here${searches.length > 1 ? `, in search ${search}` : ''}`,
      make('ul', 'wv-candidates', '', ...all.filter((state) => state.search === search).map(candidate)),
    ));
  }

  function tell(state) {
    const marks = [state.visit && `visit ${state.visit}`, state.search && `search ${state.search}`];
    const picture = state.picture === null ? null : make('img');
    if (picture) Object.assign(picture, { src: `data:image/jpeg;base64,${pictures[state.picture]}`, alt: state.title || 'What was seen' });
    const said = [
      make('h4', '', state.words),
      make('p', 'wv-quiet', marks.filter(Boolean).join(' · '), isTaken(state) && make('span', 'wv-taken', 'taken for good')),
      picture,
      state.refused && make('p', 'wv-text wv-error', `Refused: ${state.refused}`),
      state.error && make('p', 'wv-text wv-error', `Failed: ${state.error}`),
      make('p', 'wv-worth', '', make('b', '', state.worth), make('span', 'wv-quiet', state.read ? `value; samples: ${state.read}` : 'value')),
      state.scores.length && make('p', 'wv-scores', '', ...state.scores.map(chip)),
      ...titled(state.reasons.length > 1 ? `Reasons (${state.reasons.length} different)` : 'Reason', ...state.reasons.map((reason) => make('p', 'wv-text wv-why', reason))),
      ...titled('Thought', ...(state.thought ? [make('p', 'wv-text', state.thought)] : [])),
      ...candidates(state.number),
      ...titled('How and at what cost', ...(state.facts.length ? [listed(state.facts)] : [])),
    ];
    panel.replaceChildren(...said.filter(Boolean));
  }

  function sumUp() {
    const hint = 'Click a state to see what was thought of it, or replay the search visit by visit.';
    panel.replaceChildren(make('h4', '', 'The whole episode'), make('p', 'wv-quiet', hint), listed(facts));
  }

  // --- the drawing ---

  function reveal(node) {  // in its box; the page itself stays where it is
    const [inner, outer] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
    const by = (low, high, from, to) => (low < from + 12 ? low - from - 24 : Math.max(0, high - to + 24));
    box.scrollBy(by(inner.left, inner.right, outer.left, outer.right), by(inner.top, inner.bottom, outer.top, outer.bottom));
  }

  function choose(number, seen = false) {
    box.querySelector('.wv-chosen')?.classList.remove('wv-chosen');
    way.setAttribute('d', '');
    panel.scrollTop = 0;
    if (!known.has(number)) return sumUp();
    const steps = [];
    for (let at = number; edges.has(at) && steps.length < states.length; at = known.get(at).parent) steps.push(edges.get(at).getAttribute('d'));
    way.setAttribute('d', steps.reverse().join(''));
    nodes.get(number)?.classList.add('wv-chosen');
    if (seen && nodes.has(number)) reveal(nodes.get(number));
    return tell(known.get(number));
  }

  function words() {
    const searched = visits.slice(0, now).map((number) => known.get(number));
    const best = (among) => { const read = among.map((state) => state.value).filter((value) => value !== null); return read.length ? Math.max(...read).toFixed(2) : '–'; };
    if (now === end) return visits.length ? `whole search, ${visits.length} visits, best ${best(searched)}` : 'nothing was visited';
    if (!now) return 'before the first visit';
    const { visit, search } = searched.at(-1);
    return `visit ${visit} of ${total}, search ${search}, best so far ${best(searched.filter((state) => state.search === search))}`;
  }

  function move(to) {
    now = Math.min(Math.max(to, 0), end);
    slider.value = now;
    const fade = (part, number) => part.classList.toggle('wv-later', now !== end && moment(number) > now);
    const open = (part, number) => part.classList.toggle('wv-open', known.get(number).committed && !isTaken(known.get(number)));
    for (const [number, node] of nodes) { fade(node, number); open(node, number); node.tabIndex = node.matches('.wv-later') ? -1 : 0; }
    for (const [number, edge] of edges) { fade(edge, number); open(edge, number); }
    for (const note of notes) fade(note, Number(note.dataset.note));
    [back.disabled, on.disabled] = [now === 0, now === end];
    slider.setAttribute('aria-valuetext', find('.wv-now').textContent = words());
    choose(now === end ? null : visits[now - 1] ?? states[0]?.number, true);
  }

  // --- a person ---

  const pause = () => { clearInterval(timer); timer = null; play.textContent = 'Play'; };
  const turn = (by) => { pause(); move(now + by); };
  function run() {
    if (timer) return pause();
    if (now === end) move(0);
    play.textContent = 'Pause';
    timer = setInterval(() => { if (root.isConnected && now < end) move(now + 1); if (!root.isConnected || now === end) pause(); }, 1400);
    return timer;
  }

  back.addEventListener('click', () => turn(-1));
  on.addEventListener('click', () => turn(1));
  play.addEventListener('click', run);
  slider.addEventListener('input', () => turn(Number(slider.value) - now));
  const pick = (event) => {
    const part = event.target.closest('[data-state], [data-note]');
    if (part && !part.matches('.wv-later')) { pause(); choose(Number(part.dataset.state ?? part.dataset.note)); }
  };
  box.addEventListener('click', pick);
  box.addEventListener('keydown', (event) => {
    if (['Enter', ' '].includes(event.key)) { event.preventDefault(); pick(event); }
  });
  keys.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey || event.target === slider) return;
    event.preventDefault();
    event.stopPropagation();
    turn(by);
  });
  for (const control of [slider, play]) control.disabled = !visits.length;
  root.classList.add('wv-scripted');
  move(end);
  if (!visits.length) [back.disabled, on.disabled] = [true, true];
}

function start(tries) {
  const viewer = element.closest('.wv-viewer');
  const root = viewer?.querySelector('.wv-tree');
  if (!root && tries) setTimeout(start, 50, tries - 1);  // the script runs before it is put into the page
  if (!root || root.matches('.wv-scripted')) return;
  viewer.dataset.lmSuppressShortcuts = 'true';  // else the notebook takes the keys
  viewer.tabIndex = 0;  // a click anywhere in it is enough
  tend(root, viewer);
}

if (typeof element === 'undefined') tend(document.querySelector('.wv-tree'), document);
else start(100);
