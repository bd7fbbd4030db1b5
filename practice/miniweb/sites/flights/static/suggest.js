// The two boxes for places: typing only searches, a click on the list chooses a place. Enter chooses nothing.
document.querySelectorAll('[data-place]').forEach(place => {
  const [input, code] = place.querySelectorAll('input'), list = place.querySelector('ul');
  let asked = 0;

  const close = () => { list.hidden = true; input.setAttribute('aria-expanded', 'false'); };
  const choose = airport => {
    input.value = `${airport.city} ${airport.code}`;
    code.value = airport.code;
    place.classList.remove('bad');
    close();
    code.dispatchEvent(new Event('change', {bubbles: true}));
  };
  const option = airport => {
    const item = document.createElement('li');
    item.setAttribute('role', 'option');
    item.append(document.createElement('span'), document.createElement('i'), document.createElement('small'));
    const where = airport.city === airport.country ? airport.city : `${airport.city}, ${airport.country}`;
    [where, airport.code, airport.name].forEach((words, n) => { item.children[n].textContent = words; });
    item.addEventListener('pointerdown', event => event.preventDefault());
    item.addEventListener('click', () => choose(airport));
    return item;
  };
  const tell = words => {
    const tip = document.createElement('li');
    tip.className = 'tip';
    tip.textContent = words;
    return tip;
  };

  input.addEventListener('input', async () => {
    code.value = '';
    const mine = ++asked, words = input.value.trim();
    if (!words) return close();
    const found = await (await fetch(`/suggest?q=${encodeURIComponent(words)}`)).json();
    if (mine !== asked) return;
    const tip = tell(found.length ? 'Choose an airport from the list.' : 'No airport begins with this.');
    list.replaceChildren(...found.map(option), tip);
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
  });
  input.addEventListener('focus', () => input.select());
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Escape') close();
  });
  input.addEventListener('blur', () => {
    asked += 1;
    close();
    place.classList.toggle('bad', !code.value && input.value !== '');
  });
});

document.querySelector('[data-swap]')?.addEventListener('click', event => {
  const [from, to] = document.querySelectorAll('[data-place]');
  for (const n of [0, 1]) {
    const [a, b] = [from, to].map(place => place.querySelectorAll('input')[n]);
    [a.value, b.value] = [b.value, a.value];
  }
  from.querySelectorAll('input')[1].dispatchEvent(new Event('change', {bubbles: true}));
});

document.querySelector('.finder')?.addEventListener('submit', event => {
  const form = event.target, places = [...form.querySelectorAll('[data-place]')];
  const empty = places.find(place => !place.querySelectorAll('input')[1].value);
  const missing = empty?.querySelector('ul').id === 'list-from' ? 'departure airport' : 'destination';
  const round = form.trip.value === 'round', laps = Number(form.laps.value) > Number(form.adults.value);
  const problem = empty ? `Choose a ${missing} from the list.`
    : !form.out.value ? 'Choose a departure date.' : round && !form.back.value ? 'Choose a return date.'
    : laps ? 'Each adult can hold one infant: there may be no more infants on laps than adults.' : '';
  const alert = form.querySelector('[data-problem]');
  alert.hidden = !problem;
  alert.textContent = problem;
  if (problem) event.preventDefault();
  else if (!round) form.back.disabled = true;
});
