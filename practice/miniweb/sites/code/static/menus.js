// Dropdown menus: one is open at a time, the field filters the entries, Enter opens the first.
const menus = [...document.querySelectorAll('details.menu')];

function shown(menu) {
  return [...menu.querySelectorAll('a')].filter((link) => !link.hidden);
}

for (const menu of menus) {
  const field = menu.querySelector('input');
  menu.addEventListener('toggle', () => {
    if (!menu.open) return;
    for (const other of menus) if (other !== menu) other.open = false;
    field?.focus({ preventScroll: true });
  });
  field?.addEventListener('input', () => {
    const typed = field.value.trim().toLowerCase();
    for (const link of menu.querySelectorAll('a')) {
      link.hidden = !link.textContent.toLowerCase().includes(typed);
    }
  });
  field?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    shown(menu)[0]?.click();
  });
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') for (const menu of menus) menu.open = false;
});
document.addEventListener('click', (event) => {
  for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
});
