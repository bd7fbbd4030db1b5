// Shared by all pages: popovers, steppers, lists that submit themselves, messages, tabs, fares that load late.
document.querySelectorAll('[data-popover]').forEach(popover => {
  const button = popover.querySelector('button'), panel = popover.querySelector('.panel');
  popover.show = open => { panel.hidden = !open; button.setAttribute('aria-expanded', open); };
  button.addEventListener('click', () => {
    document.querySelectorAll('[data-popover]').forEach(other => other !== popover && other.show(false));
    popover.show(panel.hidden);
  });
});
document.addEventListener('pointerdown', event => {
  for (const popover of document.querySelectorAll('[data-popover]')) {
    if (!popover.contains(event.target)) popover.show(false);
  }
});
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') document.querySelectorAll('[data-popover]').forEach(popover => popover.show(false));
});
document.querySelectorAll('[data-submit]').forEach(list => {
  list.addEventListener('change', () => list.form.requestSubmit());
});
document.querySelectorAll('input[type=range]').forEach(slide => slide.addEventListener('input', () => {
  slide.parentElement.querySelector('output').textContent = `$${slide.value}`;
}));

const people = document.querySelector('.people');
if (people) {
  const most = Number(people.closest('form').dataset.most), alert = people.querySelector('.problem');
  const count = name => Number(people.querySelector(`input[name=${name}]`).value);
  const fresh = () => {
    const all = ['adults', 'child', 'infants', 'laps'].reduce((sum, name) => sum + count(name), 0);
    const button = people.parentElement.querySelector('[data-people]');
    button.setAttribute('aria-label', `Travellers: ${all}`);
    button.querySelector('span').textContent = all;
    people.querySelectorAll('.step').forEach(step => {
      const field = step.querySelector('input'), value = Number(field.value);
      step.querySelector('output').textContent = value;
      step.querySelector('[data-step="-1"]').disabled = value <= (field.name === 'adults' ? 1 : 0);
      step.querySelector('[data-step="1"]').disabled = all >= most;
    });
    const tooMany = count('laps') > count('adults');
    alert.hidden = !tooMany;
    const words = 'Each adult can hold one infant: there may be no more infants on laps than adults.';
    alert.textContent = tooMany ? words : '';
    return !tooMany;
  };
  people.addEventListener('click', event => {
    const by = event.target.closest('[data-step]');
    if (by) {
      const field = by.parentElement.querySelector('input');
      field.value = Number(field.value) + Number(by.dataset.step);
      fresh();
    } else if (event.target.closest('[data-done]') && fresh()) people.parentElement.show(false);
  });
  fresh();
}

const toast = document.querySelector('.toast');
if (toast) {
  toast.querySelector('button').addEventListener('click', () => toast.remove());
  setTimeout(() => toast.remove(), 8000);
}

document.querySelectorAll('[role=tablist]').forEach(list => {
  const tabs = [...list.querySelectorAll('[role=tab]')];
  tabs.forEach(tab => tab.addEventListener('click', () => tabs.forEach(other => {
    other.setAttribute('aria-selected', other === tab);
    document.getElementById(other.getAttribute('aria-controls')).hidden = other !== tab;
  })));
});

const late = document.querySelector('[data-late]');
if (late) setTimeout(() => { late.hidden = false; document.querySelector('[data-wait]').remove(); }, 1800);
