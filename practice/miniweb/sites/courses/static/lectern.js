// Lectern: suggestions in the search field, lists that submit themselves, the syllabus, the player.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const field = document.getElementById("find");
  suggestions(field, document.getElementById("found"), {
    ask: fetchSuggestions,
    take: (entry) => { location.href = entry.href; },
  });
  document.querySelectorAll("[data-submits]").forEach((list) => {
    list.addEventListener("change", () => list.form.submit());
  });
  document.querySelectorAll("[data-opens]").forEach(openAll);
  document.querySelectorAll("div.video").forEach(play);
});

function openAll(button) {
  button.addEventListener("click", () => {
    const weeks = [...document.querySelectorAll(`#${button.dataset.opens} details`)];
    const open = weeks.some((week) => !week.open);
    weeks.forEach((week) => { week.open = open; });
    button.textContent = open ? "Hide all weeks" : "Show all weeks";
  });
}

function play(video) {
  const slides = [...video.querySelectorAll("img")];
  const button = video.querySelector("[data-play]");
  let at = 0;
  let timer = 0;

  function show(slide) {
    at = Math.min(Math.max(slide, 0), slides.length - 1);
    slides.forEach((each, number) => { each.hidden = number !== at; });
    if (at === slides.length - 1) pause();
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    button.textContent = "Play";
  }

  button.addEventListener("click", () => {
    if (timer) return pause();
    button.textContent = "Pause";
    timer = setInterval(() => show(at + 1), 4000);
  });
  video.querySelectorAll("[data-next]").forEach((step) => {
    step.addEventListener("click", () => { pause(); show(at + Number(step.dataset.next)); });
  });
  video.querySelectorAll("[data-slide]").forEach((line) => {
    line.addEventListener("click", () => { pause(); show(Number(line.dataset.slide)); });
  });
}
