// What Reckon does in the browser: pods that arrive late, dialogs, the extended keyboard.
"use strict";

const FIRST = 1000, EACH = 300, LAST = 2400; // milliseconds after the page until a pod is fetched

addEventListener("load", () => {
  document.querySelectorAll(".waiting").forEach((pod, n) => setTimeout(() => fetchPod(pod), Math.min(FIRST + n * EACH, LAST)));
});

async function fetchPod(pod) {
  const reply = await fetch(pod.dataset.from);
  if (reply.ok) pod.outerHTML = await reply.text();
}

// Buttons that open and close a dialog; one listener serves the pods that come later, too.
document.addEventListener("click", ({ target }) => {
  const { dialog, close } = target.dataset || {};
  if (dialog) document.getElementById(dialog).showModal();
  if (close) document.getElementById(close).close();
});

const keys = document.getElementById("keys");
const button = document.getElementById("keys-button");
button.addEventListener("click", () => {
  keys.hidden = !keys.hidden;
  button.setAttribute("aria-expanded", String(!keys.hidden));
});
keys.addEventListener("click", ({ target }) => {
  if (target.dataset.text) insert(document.getElementById("i"), target.dataset.text);
});

function insert(input, text) {
  input.focus();
  input.setRangeText(text, input.selectionStart, input.selectionEnd, "end");
}

// Enter in a practice sheet moves on to the next answer, so that a sheet isn't handed in by accident.
for (const sheet of document.querySelectorAll(".sheet")) {
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    const answers = [...sheet.querySelectorAll("input")];
    const next = answers[answers.indexOf(event.target) + 1] || sheet.querySelector(".main-button");
    next.focus();
  });
}
