// The list of flights: fetched while a skeleton shows; its rows unfold, and more flights are shown on demand.
const list = document.getElementById('list'), began = performance.now();
const LEAST = 500;  // milliseconds: a skeleton that only flickers is worse than none

fetch(list.dataset.from).then(reply => reply.text()).then(html => {
  setTimeout(() => {
    list.innerHTML = html;
    list.setAttribute('aria-busy', 'false');
  }, Math.max(0, LEAST - (performance.now() - began)));
});

list.addEventListener('click', event => {
  const fold = event.target.closest('.unfold'), more = event.target.closest('.reveal');
  if (fold) {
    const detail = fold.closest('li').querySelector('.detail');
    detail.hidden = !detail.hidden;
    fold.setAttribute('aria-expanded', !detail.hidden);
  }
  if (more) {
    more.closest('.part').querySelectorAll('li[hidden]').forEach(row => { row.hidden = false; });
    more.remove();
  }
});

const dialog = document.getElementById('history');
document.querySelector('[data-open=history]').addEventListener('click', () => dialog.showModal());
