// The results load a little after their page, and again whenever a filter changes.
const filters = document.querySelector('#filters');
const list = document.querySelector('#list'), pins = document.querySelector('#pins');
const SLOW = 600;  // milliseconds that a search for free rooms takes
const ghosts = list.innerHTML;
let latest = 0;

async function load() {
  const turn = ++latest;
  list.setAttribute('aria-busy', 'true');
  list.innerHTML = ghosts;
  pins.replaceChildren();
  const page = new URLSearchParams(location.search);
  await new Promise(done => setTimeout(done, SLOW));
  if (turn !== latest) return;
  const reply = await (await fetch('/results?' + page)).text();
  if (turn !== latest) return;
  const parts = new DOMParser().parseFromString(reply, 'text/html');
  list.replaceChildren(...parts.querySelector('[data-part=list]').childNodes);
  pins.replaceChildren(...parts.querySelector('[data-part=pins]').childNodes);
  list.setAttribute('aria-busy', 'false');
}

function marked() {
  for (const box of filters.querySelectorAll('.pop')) {
    box.classList.toggle('on', [...box.querySelectorAll('input')].some(input => input.checked && input.value));
  }
}

filters.addEventListener('change', event => {
  for (const box of filters.querySelectorAll('.pop[open]')) if (!box.contains(event.target)) box.open = false;
  const asked = new URLSearchParams([...new FormData(filters)].filter(([, value]) => value));
  history.pushState(null, '', '/search?' + asked);
  marked();
  load();
});
addEventListener('popstate', () => location.reload());

document.addEventListener('click', event => {
  const link = event.target.closest('#list .pages a');
  if (!link) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  scrollTo(0, 0);
  load();
});

document.addEventListener('click', event => {
  const pin = event.target.closest('.pin[data-peek]');
  if (!pin && !event.target.closest('#pins .close')) return;
  for (const other of pins.querySelectorAll('.pin[data-peek]')) {
    const open = other === pin && pin.getAttribute('aria-expanded') === 'false';
    other.setAttribute('aria-expanded', open);
    pins.querySelector('#' + other.dataset.peek).hidden = !open;
  }
});

document.querySelector('#map-toggle').onclick = event => {
  const open = document.body.classList.toggle('mapped');
  event.target.setAttribute('aria-pressed', open);
  event.target.textContent = open ? 'List' : 'Map';
};

marked();
load();
