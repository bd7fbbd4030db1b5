// A small app without a framework: the address after # says which view is shown.
const app = document.getElementById('app');
let houses = [];

const bar = '<div class="bar"><b>Botanic houses</b><a href="#/">Overview</a><a href="#/visitors">Visitors</a></div>';

function overview() {
  const tile = house => `<div class="tile" role="link" tabindex="0" data-id="${house.id}">
    <h2>${house.name}</h2><div class="stats">
    <div class="stat"><small>Temperature</small><strong>${house.temperature}</strong></div>
    <div class="stat"><small>Humidity</small><strong>${house.humidity}</strong></div></div></div>`;
  return `<h1>Overview</h1><div class="tiles">${houses.map(tile).join('')}</div>`;
}

function details(house, tab) {
  const rows = tab === 'care'
    ? [['Watering', house.watering], ['Light', house.light], ['Keeper', house.keeper]]
    : [['Built', house.built], ['Floor area', house.area], ['Height', house.height], ['Plants', house.plants]];
  const button = (id, name) => `<button role="tab" aria-selected="${tab === id}" data-tab="${id}">${name}</button>`;
  const row = ([label, value], n) => `<div id="l${n}">${label}</div><div aria-labelledby="l${n}">${value}</div>`;
  return `<h1>${house.name}</h1><div role="tablist">${button('building', 'Building')}${button('care', 'Care')}</div>
    <div class="details">${rows.map(row).join('')}</div>`;
}

function visitors() {
  const rows = [['Month', 'Adults', 'Children'], ['May', '3,120', '1,045'], ['June', '4,870', '1,390'], ['July', '6,255', '2,610'], ['August', '5,940', '2,480']];
  return `<h1>Visitors</h1><div class="grid">${rows.map(row => `<div>${row.map(cell => `<span>${cell}</span>`).join('')}</div>`).join('')}</div>`;
}

function show(tab = 'building') {
  const [, id] = location.hash.split('/');
  const house = houses.find(each => each.id === id);
  app.innerHTML = bar + `<div class="view">${house ? details(house, tab) : id === 'visitors' ? visitors() : overview()}</div>`;
  document.title = house ? `${house.name} · Botanic houses` : 'Botanic houses';
}

app.addEventListener('click', event => {
  const tile = event.target.closest('.tile');
  const tab = event.target.closest('[role=tab]');
  if (tile) location.hash = `#/${tile.dataset.id}`;
  if (tab) show(tab.dataset.tab);
});
addEventListener('hashchange', () => show());
fetch('/houses.json').then(reply => reply.json()).then(found => { houses = found; show(); });
