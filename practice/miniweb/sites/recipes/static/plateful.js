// Plateful's interactive parts: tabs, servings, suggestions, saving, more reviews, sorting, the newsletter.
// Without this script each part still works or is left out. A part does nothing on pages that lack its element.
"use strict";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const fetched = { headers: { "X-Requested-With": "fetch" } };
const send = (form, extra = {}) => {
  const body = new URLSearchParams([...new FormData(form), ...Object.entries(extra)]);
  return fetch(form.action, { ...fetched, method: "POST", body });
};

document.documentElement.classList.add("js");

for (const tabs of all("[data-tabs]")) {
  const open = (chosen) => {
    for (const tab of all("[role=tab]", tabs)) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      document.getElementById(tab.getAttribute("aria-controls")).classList.toggle("open", tab === chosen);
    }
  };
  all("[role=tab]", tabs).forEach((tab) => tab.addEventListener("click", () => open(tab)));
  open(tabs.querySelector("[role=tab]"));
}

// Servings: the server rescales, so that amounts follow one rule. Only the latest answer is shown.
let asked = 0;
async function rescale(form, servings) {
  const mine = ++asked;
  const clamped = Math.min(Math.max(Math.round(servings) || 1, 1), 48);
  form.elements.servings.value = clamped;
  const reply = await fetch(`${form.dataset.servings}?servings=${clamped}`, fetched);
  const text = await reply.text();
  if (mine === asked) document.querySelector("[data-amounts]").innerHTML = text;
}
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) rescale(step.form, Number(step.form.elements.servings.value) + Number(step.dataset.step));
});
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.dataset.servings) rescale(form, Number(event.target.value));
  if (form?.matches("[data-autosubmit]")) form.requestSubmit();
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.servings) {
    event.preventDefault();
    rescale(form, Number(form.elements.servings.value));
  } else if (form.matches("[data-save]")) {
    event.preventDefault();
    save(form);
  } else if (form.matches("[data-letter]")) {
    event.preventDefault();
    answer(form, event.submitter?.value ?? "subscribe");
  }
});

async function save(form) {
  const { saved, count } = await (await send(form)).json();
  for (const twin of all(`form[action="${form.getAttribute("action")}"]`)) {
    twin.querySelector("button").setAttribute("aria-pressed", String(saved));
    twin.querySelector("[data-word]").textContent = saved ? "Saved" : "Save";
  }
  all("[data-box-count]").forEach((badge) => (badge.textContent = count));
}

const letter = document.getElementById("letter");
async function answer(form, word) {
  if (word !== "subscribe") form.elements.email.value = "";
  letter.close();
  await send(form);
}
if (letter) {
  letter.addEventListener("cancel", () => answer(letter.querySelector("form"), "no"));
  letter.showModal();
}

document.addEventListener("click", async (event) => {
  const more = event.target.closest("[data-more]");
  if (!more) return;
  event.preventDefault();
  const text = await (await fetch(more.href, fetched)).text();
  more.closest(".loader").outerHTML = text;
});

for (const form of all(".finder")) {
  const [input, list] = [form.querySelector("input"), form.querySelector(".suggestions")];
  let latest = 0;
  input.addEventListener("input", async () => {
    const mine = ++latest;
    const hits = await (await fetch(`/suggest?q=${encodeURIComponent(input.value)}`)).json();
    if (mine !== latest) return;
    list.replaceChildren(...hits.map(({ title, kind, address }) => {
      const [item, link, note] = ["li", "a", "span"].map((tag) => document.createElement(tag));
      link.href = address;
      note.textContent = kind;
      link.append(title, note);
      item.append(link);
      return item;
    }));
    list.hidden = !hits.length;
  });
  document.addEventListener("click", (event) => { if (!form.contains(event.target)) list.hidden = true; });
  input.addEventListener("keydown", (event) => { if (event.key === "Escape") list.hidden = true; });
}

for (const form of all("[data-write]")) {
  form.addEventListener("toggle", () => form.open && form.scrollIntoView({ block: "center" }));
}

// On a phone the filters start folded.
if (matchMedia("(max-width: 900px)").matches) all(".filters").forEach((filters) => filters.removeAttribute("open"));
