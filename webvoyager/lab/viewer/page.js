// An exported page: shows one step of one episode; buttons, arrow keys and the address choose which.
const root = document.querySelector('.wv');
const episodes = [...document.querySelectorAll('.wv-episode')];
const gallery = document.querySelector('.wv-gallery');
const single = episodes.length === 1;
const place = { episode: null, step: 1 };

const stepsOf = (episode) => [...episode.querySelectorAll(':scope > .wv-turn')];

function show(episode, step) {  // a step of an episode, or the list if there is no episode
  const count = episode ? stepsOf(episode).length : 0;
  Object.assign(place, { episode, step: Math.min(Math.max(step, 1), Math.max(count, 1)) });
  gallery.hidden = Boolean(episode);
  for (const each of episodes) each.hidden = each !== episode;
  if (!episode) return;
  stepsOf(episode).forEach((turn, index) => { turn.hidden = index + 1 !== place.step; });
  const slider = episode.querySelector('input[type=range]');
  slider.value = place.step;
  slider.disabled = count < 2;
  episode.querySelector('.wv-back').disabled = place.step <= 1;
  episode.querySelector('.wv-on').disabled = place.step >= count;
}

const addressOf = (episode, step) => `#${episode.id}${step > 1 ? `-${step}` : ''}`;

function turn(by) {
  if (!place.episode) return;
  show(place.episode, place.step + by);
  history.replaceState(null, '', addressOf(place.episode, place.step));
}

function follow() {  // the address: #episode-3-2 is the second step of the third
  const [, number, step] = /^#episode-(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [];
  show(episodes[number - 1] ?? (single ? episodes[0] : null), Number(step ?? 1));
}

function filter() {
  const words = document.querySelector('#text').value.toLowerCase().split(/\s+/).filter(Boolean);
  const [outcome, site] = ['#outcome', '#site'].map((id) => document.querySelector(id).value);
  const rows = [...gallery.querySelectorAll('li[data-words]')];
  for (const row of rows) {
    const fits = words.every((word) => row.dataset.words.includes(word))
      && (!outcome || row.dataset.outcome === outcome) && (!site || row.dataset.site === site);
    row.hidden = !fits;
  }
  const left = rows.filter((row) => !row.hidden).length;
  document.querySelector('#count').textContent = `${left} of ${rows.length} episodes`;
}

for (const episode of episodes) {
  episode.querySelector('.wv-list').addEventListener('click', () => { location.hash = ''; });
  episode.querySelector('.wv-back').addEventListener('click', () => turn(-1));
  episode.querySelector('.wv-on').addEventListener('click', () => turn(1));
  episode.querySelector('input').addEventListener('input', (event) => turn(Number(event.target.value) - place.step));
}
addEventListener('toggle', ({ target }) => {  // an enlarged picture stays so at the next step
  if (!target.matches?.('.wv-zoom')) return;
  for (const each of place.episode?.querySelectorAll('.wv-zoom') ?? []) each.open = target.open;
}, true);
for (const id of ['#text', '#outcome', '#site']) document.querySelector(id).addEventListener('input', filter);
addEventListener('hashchange', follow);
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('input, select')) return;
  if (event.key === 'ArrowLeft') turn(-1);
  if (event.key === 'ArrowRight') turn(1);
  if (event.key === 'Escape' && !single) location.hash = '';
});
root.classList.add('wv-scripted');
filter();
follow();
