// The panel beside the map: suggestions, filters, the list that loads as it is scrolled, parts that arrive late.
"use strict";

for (const input of document.querySelectorAll("[data-suggest]")) {
  const list = document.getElementById(input.getAttribute("aria-controls"));
  const take = (entry) => {
    input.value = entry.text;
    list.hidden = true;
    const empty = [...input.form.querySelectorAll("[data-suggest]")].find((other) => !other.value);
    if (empty) empty.focus();
    else input.form.requestSubmit();
  };
  suggestions(input, list, { ask: (text) => (text ? fetchSuggestions(text) : []), take });
}

for (const form of document.querySelectorAll(".filters, .order, .sift")) {
  form.addEventListener("change", (event) => {
    if (event.target.closest(".pop") || event.target.type === "search") return;
    const day = form.querySelector("[name=day]");
    if (day && form.querySelector("[name=open]:checked").value !== "at") {
      day.disabled = form.querySelector("[name=hour]").disabled = true;
    }
    form.requestSubmit();
  });
}

const results = document.querySelector("#results");
let loading = false;

async function loadMore() {
  const more = results?.querySelector("[data-more]");
  if (!more || loading || results.scrollTop + results.clientHeight < results.scrollHeight - 160) return;
  loading = true;
  const reply = await fetch(more.dataset.more);
  more.insertAdjacentHTML("afterend", await reply.text());
  more.remove();
  loading = false;
  dispatchEvent(new Event("pins"));
}
results?.addEventListener("scroll", loadMore);

async function loadLate(section) {
  const reply = await fetch(section.dataset.late);
  section.innerHTML = await reply.text();
  section.removeAttribute("aria-busy");
  const day = section.querySelector("#busy-day");
  if (day) day.onchange = () => { section.querySelector("#busy").src = `${day.dataset.times}${day.value}.svg`; };
}
addEventListener("load", () => {
  for (const section of document.querySelectorAll("[data-late]")) setTimeout(loadLate, Number(section.dataset.delay), section);
});

for (const button of document.querySelectorAll("[data-photo]")) {
  button.onclick = () => {
    const photo = document.querySelector("#photo");
    photo.src = button.dataset.photo;
    photo.alt = button.dataset.alt;
    for (const other of document.querySelectorAll("[data-photo]")) other.setAttribute("aria-pressed", String(other === button));
  };
}
for (const button of document.querySelectorAll("[data-dialog]")) {
  button.onclick = () => document.getElementById(button.dataset.dialog).showModal();
}

const swap = document.querySelector("#swap");
if (swap) {
  swap.onclick = () => {
    const { from, to } = swap.form.elements;
    [from.value, to.value] = [to.value, from.value];
    if (from.value && to.value) swap.form.requestSubmit();
  };
}

const toast = document.querySelector(".toast");
if (toast) setTimeout(() => toast.remove(), 6000);
