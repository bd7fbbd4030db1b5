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

suggestions(document.querySelector(".box input"), document.getElementById("suggestions"), {
  ask: (text) => (text.length < 2 ? [] : fetchSuggestions(text)),
  take: ({ href }) => location.assign(href),
});
