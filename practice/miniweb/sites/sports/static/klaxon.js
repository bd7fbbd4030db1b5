// Klaxon: the ticker and its clock, suggestions, tabs, following, more plays, sorting, the course of the lead.
const $ = (css, root = document) => root.querySelector(css);
const $$ = (css, root = document) => [...root.querySelectorAll(css)];

// The clock runs on from the server's time; the ticker moves by one game every four seconds. Neither ever stops.
const clock = $('#clock');
if (clock) {
  const [hours, minutes, seconds] = clock.textContent.split(':').map(Number);
  let now = hours * 3600 + minutes * 60 + seconds;
  setInterval(() => {
    now += 1;
    const parts = [now / 3600 % 24, now / 60 % 60, now % 60];
    clock.textContent = parts.map(part => String(Math.floor(part)).padStart(2, '0')).join(':');
  }, 1000);
}
const belt = $('#belt');
if (belt) {
  let first = 0;
  setInterval(() => {
    if (belt.matches(':hover, :focus-within')) return;
    const most = belt.scrollWidth - belt.parentElement.clientWidth;
    const at = belt.children[first]?.offsetLeft - belt.offsetLeft;
    first = at >= most ? 0 : first + 1;
    belt.style.transform = `translateX(${-Math.min(most, belt.children[first].offsetLeft - belt.offsetLeft)}px)`;
  }, 4000);
}

function say(words) {
  const toast = $('#toast');
  toast.textContent = words;
  toast.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { toast.hidden = true; }, 4000);
}

for (const field of $$('[data-submit]')) field.addEventListener('change', () => field.form.submit());

suggestions($('.find input'), $('#hints'), {
  ask: text => text.length > 1 ? fetchSuggestions(text) : [],
  take: ({href}) => location.assign(href),
  fill: (item, {text, more}) => {
    const small = document.createElement('small');
    small.textContent = more;
    item.append(text, small);
  },
});

for (const tab of $$('[role=tab]')) tab.addEventListener('click', () => {
  for (const other of $$('[role=tab]', tab.parentElement)) {
    other.setAttribute('aria-selected', other === tab);
    $('#' + other.getAttribute('aria-controls')).hidden = other !== tab;
  }
});

for (const form of $$('.follow')) form.addEventListener('submit', async event => {
  event.preventDefault();
  const reply = await fetch(form.action, {method: 'POST', headers: {Accept: 'application/json'}});
  const {following, name} = await reply.json(), button = $('button', form);
  button.textContent = following ? 'Following' : 'Follow';
  button.ariaPressed = String(following);
  button.ariaLabel = `${following ? 'Unfollow' : 'Follow'} ${name}`;
  say(following ? `You now follow ${name}.` : `You no longer follow ${name}.`);
});

const load = $('#load');
if (load) load.addEventListener('click', async () => {
  const {game, period, from} = load.dataset;
  const reply = await fetch(`/game/plays?id=${game}&period=${period}&from=${from}`);
  $('#plays').insertAdjacentHTML('beforeend', await reply.text());
  const last = $('#plays').lastElementChild;
  load.dataset.from = last.dataset.next;
  load.hidden = last.dataset.next === '0';
  $('#left').textContent = `${$('#plays').children.length} of ${last.dataset.count}`;
});

for (const button of $$('[data-clip]')) button.addEventListener('click', () => {
  const words = document.createElement('em');
  words.textContent = 'This clip can only be played at the ground.';
  button.replaceWith(words);
});

// Tables whose headings are buttons are sorted here, without asking the server.
for (const table of $$('[data-sortable]')) {
  for (const button of $$('thead button', table)) {
    button.addEventListener('click', () => sort(table, button.parentElement));
  }
}
function sort(table, cell) {
  const down = cell.ariaSort !== 'descending', body = table.tBodies[0];
  for (const other of $$('th', table.tHead)) { other.removeAttribute('aria-sort'); other.classList.remove('sorted'); }
  cell.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  cell.classList.add('sorted');
  const figure = row => parseFloat(row.cells[cell.cellIndex].textContent) || 0;
  body.append(...[...body.rows].sort((a, b) => (figure(b) - figure(a)) * (down ? 1 : -1)));
}

// The course of the lead: the home team above the line, the visitors below; the largest leads are labelled.
const flow = $('#flow');
if (flow) {
  const points = JSON.parse($('#margin').textContent), pen = flow.getContext('2d'), {width, height} = flow;
  const {away, home, colors, parts} = flow.dataset, [low, high] = colors.split(' ');
  const values = points.map(point => point[1]), most = Math.max(...values, 0), least = Math.min(...values, 0);
  const reach = Math.max(most, -least, 1);
  const x = at => 34 + at * (width - 44), y = lead => height / 2 - lead / reach * (height / 2 - 26);
  pen.font = 'bold 13px Arial, sans-serif';
  pen.fillStyle = '#f4f6f8';
  pen.fillRect(34, 0, width - 44, height);
  pen.strokeStyle = '#cfd6df';
  for (let part = 1; part < parts; part++) {
    pen.beginPath();
    pen.moveTo(x(part / parts), 0);
    pen.lineTo(x(part / parts), height);
    pen.stroke();
  }
  for (const [color, keep] of [[high, Math.max], [low, Math.min]]) {
    pen.beginPath();
    pen.moveTo(x(0), y(0));
    points.forEach(([at, lead], index) => {
      if (index) pen.lineTo(x(at), y(keep(points[index - 1][1], 0)));
      pen.lineTo(x(at), y(keep(lead, 0)));
    });
    pen.lineTo(x(1), y(0));
    pen.fillStyle = color;
    pen.fill();
    pen.strokeStyle = '#14171d';
    pen.stroke();
  }
  pen.beginPath(); pen.moveTo(34, y(0)); pen.lineTo(width - 10, y(0)); pen.stroke();
  pen.fillStyle = '#14171d';
  pen.fillText(home, 0, 22);
  pen.fillText(away, 0, height - 12);
  pen.fillText(`Largest lead of ${home}: ${most}`, 44, 18);
  pen.fillText(`Largest lead of ${away}: ${-least}`, 44, height - 8);
}
