// The configurator as a single page, and lists that apply themselves.

const place = () => document.getElementById('configurator');

// Show the configurator for an address: the server renders it, as it does when the page is loaded.
async function show(address) {
  const reply = await fetch(address, {cache: 'no-store', headers: {'X-Part': 'configurator'}});
  if (!reply.ok) return location.assign(address);
  const focused = document.activeElement?.id;
  place().innerHTML = await reply.text();
  if (focused) document.getElementById(focused)?.focus({preventScroll: true});
}

function addressOf(form) {
  const pairs = [...new FormData(form)].filter(([name, value]) => value && value !== form.dataset[name]);
  const query = new URLSearchParams(pairs).toString();
  return query ? `${form.action}?${query}` : form.action;
}

function choose(form) {
  const address = addressOf(form);
  if (address === location.href) return;
  history.pushState(null, '', address);
  show(address);
}

document.addEventListener('change', ({target}) => {
  const form = target.closest('form');
  if (form?.id === 'options') choose(form);
  if (form?.hasAttribute('data-applies')) form.requestSubmit();
});

document.addEventListener('submit', event => {
  if (event.target.id !== 'options') return;
  event.preventDefault();
  choose(event.target);
});

addEventListener('popstate', () => place() && show(location.href));
