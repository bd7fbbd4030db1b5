// The calendar of two months behind "Check-in – check-out": a first and a last day, clicked one after the other.
// Prices come from /nights; a night without one can't be booked.
for (const box of document.querySelectorAll('details.dates')) calendar(box);

function calendar(box) {
  const sheet = box.querySelector('.calendar'), fields = box.querySelectorAll('input');
  const form = box.closest('form'), words = box.querySelector('summary b');
  const today = box.dataset.today, end = shifted(today, Number(box.dataset.horizon));
  const least = Number(box.dataset.minimum), LONGEST = 28;
  let [first, last] = [...fields].map(field => field.value), nights = {}, asked = null;
  let month = (first || today).slice(0, 7);

  box.addEventListener('toggle', async () => {
    if (!box.open) return;
    draw();
    sheet.scrollIntoView({block: 'nearest'});
    const place = box.dataset.place, q = form.elements.q ? form.elements.q.value : '';
    const address = '/nights?' + new URLSearchParams(place ? {place} : {q});
    if (asked === address) return;
    asked = address;
    nights = await (await fetch(address)).json();
    draw();
  });

  function draw() {
    const second = next(month, 1), open = !first || last;
    const atStart = month <= today.slice(0, 7), atEnd = next(second, 1) > end.slice(0, 7);
    const hint = open ? `Lowest price a night in ${box.dataset.sign}. Choose your first day.`
      : `From ${inFull(first)}: choose the day you leave.`;
    sheet.innerHTML = `<nav><button type="button" aria-label="Previous month"${atStart ? ' disabled' : ''}>‹</button>`
      + `<button type="button" aria-label="Next month"${atEnd ? ' disabled' : ''}>›</button></nav>`
      + `<div class="months-row">${grid(month)}${grid(second)}</div>`
      + `<p>${hint}</p>`;
    const [back, on] = sheet.querySelectorAll('nav button');
    back.onclick = () => { month = next(month, -1); draw(); };
    on.onclick = () => { month = next(month, 1); draw(); };
    for (const button of sheet.querySelectorAll('[data-day]')) button.onclick = () => pick(button.dataset.day);
  }

  function grid(of) {
    const days = new Date(Date.UTC(of.slice(0, 4), of.slice(5), 0)).getUTCDate();
    const lead = (new Date(of + '-01').getUTCDay() + 6) % 7;
    const heads = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map(name => `<span>${name}</span>`).join('');
    const day = n => `${of}-${String(n + 1).padStart(2, '0')}`;
    const cells = Array.from({length: days}, (_, n) => cell(day(n), n ? '' : lead + 1));
    return `<div class="month"><b>${formatted(of + '-01', {month: 'long', year: 'numeric'})}</b>`
      + `<div class="days">${heads}${cells.join('')}</div></div>`;
  }

  function cell(day, column) {
    const price = nights[day], ends = day === first || day === last;
    const between = first && last && day > first && day < last;
    const kind = ends ? 'end' : between ? 'between' : nights[day] === null ? 'taken' : '';
    return `<button type="button" data-day="${day}" class="${kind}" aria-label="${inFull(day)}" aria-pressed="${ends}"`
      + `${free(day) ? '' : ' disabled'}${column ? ` style="grid-column:${column}"` : ''}>${Number(day.slice(8))}`
      + `<small>${price && day >= today ? price : '&nbsp;'}</small></button>`;
  }

  function free(day) {
    if (day < today || day > end) return false;
    const startable = nights[day] !== null && day < end;
    if (!first || last || day <= first) return startable;
    const count = (Date.parse(day) - Date.parse(first)) / 864e5;
    if (count < least || count > LONGEST) return false;
    for (let night = first; night < day; night = shifted(night, 1)) if (nights[night] === null) return false;
    return true;
  }

  function pick(day) {
    if (!first || last || day <= first) [first, last] = [day, ''];
    else last = day;
    fields[0].value = first;
    fields[1].value = last;
    for (const field of fields) field.disabled = !last;
    words.textContent = last ? `${brief(first)} – ${brief(last)}` : `${brief(first)} – …`;
    draw();
    if (last) box.open = false;
  }
}

function shifted(day, count) { return new Date(Date.parse(day) + count * 864e5).toISOString().slice(0, 10); }
function next(month, count) {
  return new Date(Date.UTC(month.slice(0, 4), Number(month.slice(5)) - 1 + count)).toISOString().slice(0, 7);
}
function formatted(day, how) {
  return new Intl.DateTimeFormat('en-GB', {...how, timeZone: 'UTC'}).format(new Date(day));
}
function inFull(day) { return `${dayOf(day)} ${formatted(day, {month: 'long'})} ${day.slice(0, 4)}`; }
function brief(day) { return `${dayOf(day)} ${formatted(day, {month: 'long'}).slice(0, 3)}`; }
function dayOf(day) { return `${formatted(day, {weekday: 'short'})} ${formatted(day, {day: 'numeric'})}`; }
