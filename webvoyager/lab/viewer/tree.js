// A search tree: a click or Enter shows a state, a slider replays the visits; for JupyterLab and exported pages.
const BEAT = 1400;  // milliseconds per visit in the replay
const LEAST = 0.72;  // the least share of its full size at which the panel stays beside the drawing
const BESIDE = 0.66;  // the drawing's share of the width with the panel beside it, which takes
const ROOM = 760;  // at least this many pixels
const make = (tag, style, words, ...inner) => {  // what pages and models say is text, never HTML
  const created = document.createElement(tag);
  if (style) created.className = style;
  if (words) created.textContent = words;
  created.append(...inner.filter(Boolean));
  return created;
};
const titled = (title, ...inner) => (inner.length ? [make('h5', '', title), ...inner] : []);
const listed = (facts) => make(
  'dl', '', '', ...facts.flatMap(([name, fact]) => [make('dt', '', name), make('dd', '', fact)]),
);

function addControls(root, keys) {  // root holds drawing, panel and data; `keys` receives the arrow keys
  const find = (name) => root.querySelector(name);
  const { states, visits, total, pictures, facts } = JSON.parse(find('.wv-data').textContent);
  const known = new Map(states.map((state) => [state.number, state]));
  const [slider, box, panel] = ['input', '.wv-drawn', '.wv-panel'].map(find);
  const [back, on, play] = ['.wv-back', '.wv-on', '.wv-play'].map(find);
  const parts = (name) => new Map(
    [...box.querySelectorAll(`[data-${name}]`)].map((part) => [Number(part.dataset[name]), part]),
  );
  const [nodes, edges] = ['state', 'edge'].map(parts);
  const notes = [...box.querySelectorAll('[data-note]')];
  const moments = new Map(visits.map((number, index) => [number, index + 1]));  // on the slider
  const end = visits.length + 1;  // everything is shown
  let now = end;
  let timer = null;

  const drawing = box.querySelector('svg');
  const wide = drawing.viewBox.baseVal.width;
  drawing.style.maxWidth = `${wide}px`;  // and never wider than its box, unless a click asks for its full size
  const full = find('.wv-full');
  new ResizeObserver(() => {
    root.classList.toggle('wv-wide', root.clientWidth < Math.max(ROOM, (wide * LEAST) / BESIDE));
    full.disabled = wide <= box.clientWidth;
  }).observe(root);

  const pathLine = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  pathLine.classList.add('wv-way');
  nodes.values().next().value?.before(pathLine);

  // a state that was never visited was proposed, or refused, at the visit of its parent
  const moment = (number) => moments.get(number) ?? moments.get(known.get(number)?.parent) ?? 0;
  const current = () => known.get(visits[now - 1])?.search ?? 0;
  const isTaken = (state) => state.committed && (now === end || state.search < current());  // at the end of its search

  // --- the panel ---

  const chip = (score) => {
    if (score === null) return make('span', 'wv-unread', '?');
    const created = make('span', score > 0.45 ? 'wv-deep' : '', String(Math.round(score * 100) / 100));
    created.style.setProperty('--value', score);
    return created;
  };

  function candidate(state) {  // a line about an action that was proposed here
    const later = moment(state.number) > now;
    const left = state.refused ? 'refused' : 'not visited';
    const came = later ? 'later' : state.visit ? `visit ${state.visit}, value ${state.worth}` : left;
    const action = make(nodes.has(state.number) && !later ? 'button' : 'span', '', state.words);
    if (action.matches('button')) action.addEventListener('click', () => choose(state.number));
    const words = make('span', '', '', action, make('span', 'wv-quiet', ` ${came}`));
    return make('li', '', '', make('span', 'wv-share', state.share), words);
  }

  function candidates(number) {  // by the search that proposed them, up to this moment of the replay
    const all = states.filter((state) => state.parent === number);
    const begun = (search) => now === end || search <= Math.max(current(), 1);
    const searches = [...new Set(all.map((state) => state.search))].filter(begun);
    return searches.flatMap((search) => titled(
      `Actions considered here${searches.length > 1 ? `, in search ${search}` : ''}`,
      make('ul', 'wv-candidates', '', ...all.filter((state) => state.search === search).map(candidate)),
    ));
  }

  function pictured(state) {
    if (state.picture === null) return null;
    const src = `data:image/jpeg;base64,${pictures[state.picture]}`;
    return Object.assign(make('img'), { src, alt: state.title || 'What was seen' });
  }

  function showDetails(state) {
    const place = [state.visit && `visit ${state.visit}`, state.search && `search ${state.search}`].filter(Boolean);
    const several = state.reasons.length > 1 ? `Reasons (${state.reasons.length} different)` : 'Reason';
    const samples = state.read ? `value (${state.read})` : 'value';
    panel.replaceChildren(...[
      make('h4', '', state.words),
      make('p', 'wv-quiet', place.join(' · '), isTaken(state) && make('span', 'wv-taken', 'taken for good')),
      pictured(state),
      state.refused && make('p', 'wv-text wv-error', `Refused: ${state.refused}`),
      state.act && make('p', 'wv-text wv-error', `Cannot be taken back: ${state.act}`),
      state.error && make('p', 'wv-text wv-error', `Failed: ${state.error}`),
      ...titled('Thought', ...(state.thought ? [make('p', 'wv-text', state.thought)] : [])),
      make('p', 'wv-worth', '', make('b', '', state.worth), make('span', 'wv-quiet', samples)),
      state.scores.length && make('p', 'wv-scores', '', ...state.scores.map(chip)),
      ...titled(several, ...state.reasons.map((reason) => make('p', 'wv-text wv-why', reason))),
      ...candidates(state.number),
      ...titled('Details and costs', ...(state.facts.length ? [listed(state.facts)] : [])),
    ].filter(Boolean));
  }

  function showSummary() {
    const hint = 'Click a state to see its thought, value and cost, or replay the search visit by visit.';
    panel.replaceChildren(make('h4', '', 'The whole episode'), make('p', 'wv-quiet', hint), listed(facts));
  }

  // --- the drawing ---

  function reveal(node) {  // scroll the box, not the page
    const [inner, outer] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
    const by = (low, high) => {
      const [before, beyond] = [inner[low] - outer[low] - 24, inner[high] - outer[high] + 24];
      return before < 0 ? before : Math.max(0, beyond);
    };
    box.scrollBy(by('left', 'right'), by('top', 'bottom'));
  }

  function choose(number) {  // select a state and draw the path to it, or select none
    box.querySelector('.wv-chosen')?.classList.remove('wv-chosen');
    nodes.get(number)?.classList.add('wv-chosen');
    const steps = [];
    for (let at = number; edges.has(at) && steps.length < states.length; at = known.get(at).parent) {
      steps.push(edges.get(at).getAttribute('d'));
    }
    pathLine.setAttribute('d', steps.join(''));
    if (nodes.has(number)) reveal(nodes.get(number));
    panel.scrollTop = 0;
    if (known.has(number)) showDetails(known.get(number));
    else showSummary();
  }

  function best(among) {
    const read = among.map((state) => state.value).filter((value) => value !== null);
    return read.length ? Math.max(...read).toFixed(2) : '–';
  }

  function words() {
    const seen = visits.slice(0, now).map((number) => known.get(number));
    if (!visits.length) return 'nothing was visited';
    if (now === end) return `whole search, ${visits.length} visits, best ${best(seen)}`;
    if (now === 0) return 'before the first visit';
    const { visit, search } = seen.at(-1);
    const here = seen.filter((state) => state.search === search);
    return `visit ${visit} of ${total}, search ${search}, best so far ${best(here)}`;
  }

  function place(part, number) {  // faded before its visit; orange once it is committed
    const state = known.get(number);
    part.classList.toggle('wv-later', moment(number) > now);
    part.classList.toggle('wv-open', state.committed && !isTaken(state));
  }

  function move(to) {
    now = Math.min(Math.max(to, 0), end);
    slider.value = now;
    for (const [number, node] of nodes) {
      place(node, number);
      node.tabIndex = node.matches('.wv-later') ? -1 : 0;
    }
    for (const [number, edge] of edges) place(edge, number);
    for (const note of notes) note.classList.toggle('wv-later', moment(Number(note.dataset.note)) > now);
    find('.wv-now').textContent = words();
    slider.setAttribute('aria-valuetext', words());
    back.disabled = !visits.length || now === 0;
    on.disabled = !visits.length || now === end;
    choose(now === end ? null : visits[now - 1] ?? states[0].number);
  }

  // --- controls ---

  function pause() {
    clearInterval(timer);
    timer = null;
    play.textContent = 'Play';
  }

  function turn(by) {
    pause();
    move(now + by);
  }

  function tick() {
    if (root.isConnected && now < end) move(now + 1);
    if (!root.isConnected || now === end) pause();
  }

  function run() {
    if (timer) return pause();
    if (now === end) move(0);
    play.textContent = 'Pause';
    timer = setInterval(tick, BEAT);
    return timer;
  }

  function pick(event) {
    const part = event.target.closest('[data-state], [data-note]');
    if (!part || part.matches('.wv-later')) return;
    event.preventDefault();
    pause();
    choose(Number(part.dataset.state ?? part.dataset.note));
  }

  function step(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !visits.length || event.ctrlKey || event.altKey || event.metaKey || event.target === slider) return;
    event.preventDefault();
    event.stopPropagation();
    turn(by);
  }

  back.addEventListener('click', () => turn(-1));
  on.addEventListener('click', () => turn(1));
  full.addEventListener('click', () => {
    drawing.style.minWidth = drawing.style.minWidth ? '' : `${wide}px`;
    full.textContent = drawing.style.minWidth ? 'Fit to width' : 'Full size';
  });
  play.addEventListener('click', run);
  slider.addEventListener('input', () => turn(Number(slider.value) - now));
  box.addEventListener('click', pick);
  box.addEventListener('keydown', (event) => { if (['Enter', ' '].includes(event.key)) pick(event); });
  keys.addEventListener('keydown', step);
  for (const control of [slider, play]) control.disabled = !visits.length;
  root.classList.add('wv-scripted');
  move(end);
}

function start(tries) {
  const viewer = element.closest('.wv-viewer');
  const root = viewer?.querySelector('.wv-tree');
  if (!root && tries) setTimeout(start, 50, tries - 1);  // the script runs before it is added to the page
  if (!root || root.matches('.wv-scripted')) return;
  viewer.dataset.lmSuppressShortcuts = 'true';  // else the notebook takes the keys
  viewer.tabIndex = 0;  // a click anywhere in it is enough
  addControls(root, viewer);
}

if (typeof element === 'undefined') addControls(document.querySelector('.wv-tree'), document);
else start(100);
