// What all pages share: the privacy wall, the menus, late parts, carousels and disclosures.

const page = document.querySelector('#page'), wall = document.querySelector('.consent');

function raiseWall() {
  wall.hidden = false;
  page.inert = true;
  document.body.classList.add('walled');
}
if (wall && wall.dataset.late) addEventListener('load', () => setTimeout(raiseWall, Number(wall.dataset.late)));
else if (wall) raiseWall();

function expand(button, open) {
  button.setAttribute('aria-expanded', open);
  return document.getElementById(button.getAttribute('aria-controls'));
}

wall?.querySelector('[aria-controls=purposes]').addEventListener('click', event => {
  const open = event.currentTarget.getAttribute('aria-expanded') === 'false';
  expand(event.currentTarget, open).hidden = !open;
  wall.querySelector('[value=save]').hidden = !open;
});

// Menus open under the pointer and for the keyboard by CSS; a click keeps one open.
const menus = [...document.querySelectorAll('.bar .menu')];
function openMenu(chosen) {
  for (const menu of menus) {
    menu.classList.toggle('open', menu === chosen);
    menu.querySelector('button').setAttribute('aria-expanded', menu === chosen);
  }
}
for (const menu of menus) {
  menu.querySelector('button').addEventListener('click', () => openMenu(menu.classList.contains('open') ? null : menu));
}
document.addEventListener('click', event => { if (!event.target.closest('.menu')) openMenu(null); });
document.addEventListener('keydown', event => { if (event.key === 'Escape') openMenu(null); });

// Parts that come after the rest of the page.
async function fetchPart(address) {
  const holder = document.createElement('template');
  holder.innerHTML = await (await fetch(address)).text();
  return holder.content;
}
addEventListener('load', () => {
  for (const part of document.querySelectorAll('[data-part]')) {
    setTimeout(async () => part.replaceWith(await fetchPart(part.dataset.part)), Number(part.dataset.delay));
  }
});
document.addEventListener('click', async event => {
  const more = event.target.closest('[data-more]');
  if (!more) return;
  more.disabled = true;
  more.textContent = 'Loading…';
  more.replaceWith(await fetchPart(more.dataset.more));
});

// The carousel of the front page shows four videos at a time.
for (const carousel of document.querySelectorAll('.carousel')) {
  const slides = [...carousel.querySelectorAll('.slide')], dots = carousel.querySelector('.dots');
  const screens = Math.ceil(slides.length / 4);
  let at = 0;
  const show = number => {
    at = (number + screens) % screens;
    slides.forEach((slide, n) => { slide.hidden = Math.floor(n / 4) !== at; });
    [...dots.children].forEach((dot, n) => dot.setAttribute('aria-current', n === at));
  };
  for (let n = 0; n < screens; n++) {
    const dot = document.createElement('button');
    dot.type = 'button';
    dot.setAttribute('aria-label', `Videos, screen ${n + 1}`);
    dot.onclick = () => show(n);
    dots.append(dot);
  }
  for (const button of carousel.querySelectorAll('[data-turn]')) button.onclick = () => show(at + Number(button.dataset.turn));
  show(0);
}

// Picture stories show one picture at a time.
for (const frames of document.querySelectorAll('.frames')) {
  const figures = [...frames.querySelectorAll('figure')];
  let at = 0;
  const show = number => {
    at = (number + figures.length) % figures.length;
    figures.forEach((figure, n) => { figure.hidden = n !== at; });
  };
  for (const button of frames.querySelectorAll('[data-frame]')) button.onclick = () => show(at + Number(button.dataset.frame));
}

// Buttons in the page that unfold something; of those with data-only, one is open at a time.
document.addEventListener('click', event => {
  const button = event.target.closest('#content [aria-controls]');
  if (!button) return;
  const open = button.getAttribute('aria-expanded') === 'false';
  for (const other of document.querySelectorAll(`[data-only="${button.dataset.only}"]`)) expand(other, false).hidden = true;
  expand(button, open).hidden = !open;
});

const toast = document.querySelector('.toast');
if (toast) setTimeout(() => toast.remove(), 7000);
