// A list of suggestions below a text field: arrow keys choose one, Enter or a click takes it; Enter without a choice
// submits the form. `ask(text)` returns the suggestions, `take(entry)` follows one, `fill(item, entry)` writes one into
// its list item.
"use strict";

function suggestions(input, list, options) {
  const { ask, take, fill = (item, entry) => { item.textContent = entry.text; }, heading = () => "" } = options;
  let turn = 0;
  let chosen = -1;
  let entries = [];

  async function update() {
    const own = ++turn;
    const text = input.value.trim();
    const found = await ask(text);
    if (own === turn && document.activeElement === input) show(found, heading(text));
  }

  function show(found, words = "") {
    chosen = -1;
    entries = found;
    list.replaceChildren(...found.map(option));
    list.hidden = !found.length;
    list.toggleAttribute("data-head", Boolean(words));
    if (words) list.dataset.head = words;
    if (input.hasAttribute("aria-expanded")) input.setAttribute("aria-expanded", String(!list.hidden));
    input.removeAttribute("aria-activedescendant");
  }

  function option(entry, at) {
    const item = document.createElement("li");
    item.id = `${list.id}-${at}`;
    item.setAttribute("role", "option");
    fill(item, entry);
    item.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
    item.addEventListener("click", () => take(entry));
    return item;
  }

  function choose(at) {
    const items = [...list.children];
    chosen = (at + items.length + 1) % (items.length + 1); // one past the end is the field itself
    items.forEach((item, n) => item.setAttribute("aria-selected", String(n === chosen)));
    if (items[chosen]) input.setAttribute("aria-activedescendant", items[chosen].id);
    else input.removeAttribute("aria-activedescendant");
  }

  input.addEventListener("input", update);
  input.addEventListener("blur", () => show([]));
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(chosen < 0 ? (step > 0 ? 0 : list.children.length - 1) : chosen + step);
    else if (event.key === "Enter" && entries[chosen]) take(entries[chosen]);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
  });
  return update;
}

async function fetchSuggestions(text) {
  return (await fetch(`/suggest?q=${encodeURIComponent(text)}`)).json();
}
