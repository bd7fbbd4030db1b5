// Shared by all pages: the destination with suggestions, the guests, hearts and toasts, lists that submit themselves.
const field = document.querySelector('.where input');
if (field) {
  suggest(field, document.querySelector('#places'), JSON.parse(document.querySelector('#wherever').textContent));
}

function suggest(field, list, places) {
  let shown = [], at = -1;
  const plain = words => words.normalize('NFD').replace(/[\u0300-\u036f]/g, '').replace(/’/g, "'").toLowerCase();
  const close = () => { list.hidden = true; field.setAttribute('aria-expanded', 'false'); };
  const take = ([name, , address]) => {
    field.value = name;
    close();
    if (address) location.assign(address + own());
  };
  const own = () => {  // the dates and guests chosen so far, for the address
    const chosen = new FormData(field.form);
    chosen.delete('q');
    return chosen.has('from') ? '?' + new URLSearchParams(chosen) : '';
  };
  const draw = () => {
    const typed = plain(field.value.trim());
    shown = typed ? places.filter(([name]) => ` ${plain(name)}`.includes(` ${typed}`)).slice(0, 7) : places.slice(0, 6);
    at = typed ? 0 : -1;
    list.replaceChildren(...shown.map(([name, what], n) => {
      const item = document.createElement('li'), small = document.createElement('small');
      small.textContent = what;
      item.append(name, small);
      item.setAttribute('role', 'option');
      item.setAttribute('aria-label', name);
      item.setAttribute('aria-selected', n === at);
      item.onmousedown = event => event.preventDefault();
      item.onclick = () => take(shown[n]);
      return item;
    }));
    list.hidden = !shown.length;
    field.setAttribute('aria-expanded', String(!list.hidden));
  };
  field.addEventListener('input', draw);
  field.addEventListener('click', () => { if (list.hidden) draw(); });
  field.addEventListener('blur', close);
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter' && !list.hidden && shown[at]) { event.preventDefault(); take(shown[at]); }
    if (event.key === 'Escape') close();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      at = (at + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % shown.length;
      [...list.children].forEach((item, n) => item.setAttribute('aria-selected', n === at));
    }
  });
}

for (const box of document.querySelectorAll('.guests')) {
  const words = box.querySelector('summary b'), value = name => Number(box.querySelector(`[name=${name}]`).value);
  const count = (number, name) => `${number} ${name}${number > 1 ? 's' : ''}`;
  for (const step of box.querySelectorAll('.step')) {
    const [fewer, more] = step.querySelectorAll('button'), held = step.querySelector('input');
    const change = by => {
      held.value = Number(held.value) + by;
      step.querySelector('output').textContent = held.value;
      fewer.disabled = Number(held.value) <= Number(step.dataset.least);
      more.disabled = Number(held.value) >= Number(step.dataset.most);
      words.textContent = `${count(value('adults') + value('kids'), 'guest')}, ${count(value('rooms'), 'room')}`;
    };
    fewer.onclick = () => change(-1);
    more.onclick = () => change(1);
    change(0);
  }
  box.querySelector('.done').onclick = () => { box.open = false; };
}

document.addEventListener('click', event => {  // a click elsewhere closes what is open
  for (const box of document.querySelectorAll('details.pop[open]')) {
    if (event.target.isConnected && !box.contains(event.target)) box.open = false;
  }
});

document.addEventListener('submit', async event => {
  if (!event.target.matches('.heart')) return;
  event.preventDefault();
  wish(event.target);
});

async function wish(form) {
  const button = form.querySelector('button');
  const asked = {method: 'POST', body: new FormData(form), headers: {Accept: 'application/json'}};
  const reply = await fetch(form.action, asked);
  const {saved, count, name} = await reply.json();
  button.setAttribute('aria-pressed', saved);
  button.setAttribute('aria-label', `${saved ? 'Remove' : 'Save'} ${name}`);
  document.querySelector('#wish-count').textContent = count;
  toast(`${name} is ${saved ? 'on your wish list' : 'off your wish list'}.`, () => wish(form));
}

function toast(words, undo) {
  const box = document.createElement('div'), link = document.createElement('a');
  const button = document.createElement('button');
  link.href = '/wishes';
  link.textContent = 'See list';
  button.textContent = 'Undo';
  button.onclick = () => { box.remove(); undo(); };
  box.className = 'toast';
  box.append(words, link, button);
  document.querySelector('#toasts').replaceChildren(box);
  setTimeout(() => box.remove(), 7000);
}

document.addEventListener('change', event => {
  if (event.target.matches('.money select, form[data-auto] select')) event.target.form.submit();
});
