// What the shop does in the browser: suggestions, selects that submit themselves, arrows of rows, menus that close.
"use strict";

for (const field of document.querySelectorAll("[data-submit]")) {
  field.addEventListener("change", () => field.form.requestSubmit());
}

for (const arrow of document.querySelectorAll("[data-scroll]")) {
  const track = arrow.closest(".row").querySelector(".track");
  arrow.addEventListener("click", () => track.scrollBy(Number(arrow.dataset.scroll) * track.clientWidth * 0.8, 0));
}

for (const form of document.querySelectorAll("form:not([method=post])")) {
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === "") formData.delete(name); // shorter addresses
  });
}

const menu = document.querySelector(".menu");
document.addEventListener("click", (event) => menu.contains(event.target) || (menu.open = false));
document.addEventListener("keydown", (event) => event.key === "Escape" && (menu.open = false));

const filters = document.querySelector(".filters");
if (filters && matchMedia("(max-width: 760px)").matches) filters.open = false;

suggestions(document.querySelector(".box input"), document.getElementById("suggestions"));

// A list of suggestions below an input: arrows choose, Enter or a click follows; Enter without a choice still searches.
function suggestions(input, list) {
  let chosen = -1;
  let asked = 0;

  async function ask() {
    const turn = ++asked;
    const text = input.value.trim();
    const reply = text.length < 2 ? [] : await (await fetch(`/suggest?q=${encodeURIComponent(text)}`)).json();
    if (turn === asked && document.activeElement === input) show(reply);
  }

  function show(found) {
    chosen = -1;
    list.replaceChildren(...found.map(option));
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    input.removeAttribute("aria-activedescendant");
  }

  function option(entry, at) {
    const item = document.createElement("li");
    Object.assign(item, { id: `suggestion-${at}`, textContent: entry.text });
    item.setAttribute("role", "option");
    item.dataset.href = entry.href;
    item.addEventListener("mousedown", (event) => event.preventDefault()); // the input keeps the focus
    item.addEventListener("click", () => location.assign(entry.href));
    return item;
  }

  function choose(at) {
    const items = [...list.children];
    chosen = (at + items.length + 1) % (items.length + 1); // one past the end is the input itself
    items.forEach((item, n) => item.setAttribute("aria-selected", String(n === chosen)));
    if (items[chosen]) input.setAttribute("aria-activedescendant", items[chosen].id);
    else input.removeAttribute("aria-activedescendant");
  }

  input.addEventListener("input", ask);
  input.addEventListener("blur", () => show([]));
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(chosen < 0 && step < 0 ? list.children.length - 1 : chosen < 0 ? 0 : chosen + step);
    else if (event.key === "Enter" && list.children[chosen]) location.assign(list.children[chosen].dataset.href);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
  });
}
