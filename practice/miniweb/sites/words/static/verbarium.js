// What the dictionary does in the browser: suggestions, tabs for parts of speech, pronunciation that seems to play.
"use strict";

const PLAYS = 2500; // milliseconds a pronunciation lasts

suggest(document.querySelector(".seek input"));
for (const bar of document.querySelectorAll("[role=tablist]")) tabs([...bar.children]);
for (const button of document.querySelectorAll(".play")) button.addEventListener("click", () => play(button));

// There is no sound: the button shows for a moment that it is playing, as on any page with the speakers off.
function play(button) {
  const note = document.createElement("span");
  note.className = "playing";
  note.textContent = "playing…";
  for (const other of document.querySelectorAll(".playing")) other.remove();
  for (const other of document.querySelectorAll(".play")) other.setAttribute("aria-pressed", String(other === button));
  button.after(note);
  fetch(`/dictionary/${button.dataset.word}/played`, { method: "POST", body: new URLSearchParams(button.dataset) });
  setTimeout(() => {
    if (!note.isConnected) return;
    note.remove();
    button.setAttribute("aria-pressed", "false");
  }, PLAYS);
}

function tabs(all) {
  const choose = (chosen) => {
    for (const tab of all) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      document.getElementById(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
  };
  for (const tab of all) tab.addEventListener("click", () => choose(tab));
  choose(all.find((tab) => tab.getAttribute("aria-controls") === location.hash.slice(1)) || all[0]);
}

// Words that begin with what is typed, or, in an empty field, the most looked up.
function suggest(input) {
  const update = suggestions(input, document.getElementById("offers"), {
    ask: fetchSuggestions,
    take: ({ text }) => { input.value = text; input.form.requestSubmit(); },
    heading: (text) => (text ? "" : "most looked up this week"),
  });
  input.addEventListener("focus", update);
}
