// The calendar with a price on every day: departure first, then the return, where each day shows the price of the whole
// trip.
const finder = document.querySelector('.finder'), calendar = finder.querySelector('.calendar');
const {first, last} = finder.dataset;
const dayOf = text => new Date(`${text}T12:00:00Z`);
const textOf = day => day.toISOString().slice(0, 10);
const inWords = (day, form) => day.toLocaleDateString('en-GB', {timeZone: 'UTC', ...form});
const buttons = {out: finder.querySelector('[data-day=out]'), back: finder.querySelector('[data-day=back]')};
let choosing = null, shown = null, prices = {};

function label(name) {
  const span = buttons[name].querySelector('span'), value = finder[name].value;
  const title = name === 'out' ? 'Departure' : 'Return';
  span.textContent = value ? inWords(dayOf(value), {weekday: 'short', day: 'numeric', month: 'short'}) : title;
  buttons[name].classList.toggle('set', Boolean(value));
  buttons[name].setAttribute('aria-label', value ? `${title}, ${span.textContent}` : title);
  buttons[name].setAttribute('aria-expanded', choosing === name);
}

function month(start) {
  const box = document.createElement('div'), table = document.createElement('table');
  const title = document.createElement('h3');
  box.className = 'month';
  title.textContent = inWords(start, {month: 'long', year: 'numeric'});
  const heads = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map(name => `<th scope="col">${name}</th>`).join('');
  table.innerHTML = `<thead><tr>${heads}</tr></thead>`;
  const rows = table.createTBody(), day = new Date(start), low = Math.min(...Object.values(prices));
  let row = null;
  while (day.getUTCMonth() === start.getUTCMonth()) {
    const column = (day.getUTCDay() + 6) % 7;
    if (!row || column === 0) { row = rows.insertRow(); for (let n = 0; n < column; n++) row.insertCell(); }
    row.insertCell().append(cell(day, low));
    day.setUTCDate(day.getUTCDate() + 1);
  }
  box.append(title, table);
  return box;
}

function cell(day, low) {
  const button = document.createElement('button'), text = textOf(day), price = prices[text];
  button.type = 'button';
  button.textContent = day.getUTCDate();
  const after = choosing === 'back' && finder.out.value > text;
  button.disabled = text < first || text > last || after;
  const date = inWords(day, {day: 'numeric', month: 'long', year: 'numeric'});
  const name = `${inWords(day, {weekday: 'long'})}, ${date}`;
  button.setAttribute('aria-label', price && !after ? `${name}, ${price} dollars` : name);
  if (price && !after) {
    const small = document.createElement('small');
    small.textContent = `$${price}`;
    button.append(small);
    button.classList.toggle('cheap', price <= low * 1.06);
  }
  const {out, back} = finder;
  button.classList.toggle('chosen', text === out.value || (text === back.value && finder.trip.value === 'round'));
  button.classList.toggle('between', finder.trip.value === 'round' && out.value < text && text < back.value);
  button.addEventListener('click', () => pick(text));
  return button;
}

function pick(text) {
  finder[choosing].value = text;
  if (choosing === 'out' && finder.back.value < text) finder.back.value = '';
  if (choosing === 'out' && finder.trip.value === 'round') open('back'); else close();
}

function draw() {
  const next = new Date(shown);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const months = document.createElement('div'), turners = document.createElement('div');
  const foot = document.createElement('div');
  months.className = 'months';
  months.append(month(shown), month(next));
  turners.className = 'turners';
  const wide = matchMedia('(min-width: 761px)').matches, end = wide ? next : shown;
  const ways = [
    [-1, 'Previous month', '‹', textOf(shown) <= first],
    [1, 'Next month', '›', textOf(end).slice(0, 7) >= last.slice(0, 7)],
  ];
  for (const [by, name, sign, off] of ways) {
    const button = document.createElement('button');
    Object.assign(button, {type: 'button', className: 'round', textContent: sign, disabled: off});
    button.setAttribute('aria-label', name);
    button.addEventListener('click', () => { shown.setUTCMonth(shown.getUTCMonth() + by); draw(); });
    turners.append(button);
  }
  foot.className = 'foot';
  const known = Object.keys(prices).length > 0;
  const hint = !known ? 'Choose both places to see prices.'
    : choosing === 'back' ? 'Lowest total of the round trip, one traveller.' : 'Lowest fare out, one traveller.';
  foot.innerHTML = `<span>${hint}</span>`;
  const done = document.createElement('button');
  Object.assign(done, {type: 'button', className: 'plain', textContent: 'Close calendar'});
  done.addEventListener('click', close);
  foot.append(done);
  calendar.replaceChildren(months, turners, foot);
}

async function open(name) {
  choosing = name;
  label('out');
  label('back');
  const start = dayOf(finder.out.value || first);
  start.setUTCDate(1);
  shown = start;
  prices = {};
  calendar.hidden = false;
  calendar.setAttribute('aria-label', name === 'out' ? 'Choose a departure date' : 'Choose a return date');
  draw();
  const asked = new URLSearchParams({from: finder.from.value, to: finder.to.value, cabin: finder.cabin.value});
  if (name === 'back' && finder.out.value) asked.set('out', finder.out.value);
  const found = await (await fetch(`/prices?${asked}`)).json();
  if (choosing === name) { prices = found; draw(); }
}

function close() {
  choosing = null;
  calendar.hidden = true;
  label('out');
  label('back');
}

for (const name of ['out', 'back']) {
  buttons[name].addEventListener('click', () => choosing === name ? close() : open(name));
}
document.addEventListener('pointerdown', event => {
  if (choosing && !calendar.contains(event.target) && !event.target.closest('[data-day]')) close();
});
document.addEventListener('keydown', event => { if (event.key === 'Escape' && choosing) close(); });
finder.trip.addEventListener('change', () => { buttons.back.hidden = finder.trip.value !== 'round'; });
label('out');
label('back');
