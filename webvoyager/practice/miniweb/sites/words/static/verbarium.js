// What the dictionary does in the browser: suggestions, tabs for parts of speech, pronunciation that seems to play.
"use strict";

const PLAYS = 2500; // milliseconds a pronunciation lasts

suggest(document.querySelector(".seek input"), document.getElementById("offers"));
for (const bar of document.querySelectorAll("[role=tablist]")) tabs([...bar.children]);
for (const button of document.querySelectorAll(".play")) button.addEventListener("click", () => play(button));

// There is no sound: the button shows for a moment that it is playing, as on any page whose speakers are off.
function play(button) {
  const told = document.createElement("span");
  told.className = "playing";
  told.textContent = "playing…";
  for (const other of document.querySelectorAll(".playing")) other.remove();
  for (const other of document.querySelectorAll(".play")) other.setAttribute("aria-pressed", String(other === button));
  button.after(told);
  fetch(`/dictionary/${button.dataset.word}/played`, { method: "POST", body: new URLSearchParams(button.dataset) });
  setTimeout(() => {
    if (!told.isConnected) return;
    told.remove();
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

// Words that begin with what is typed, or, in an empty field, the most looked up; Enter without a choice searches.
function suggest(input, list) {
  let turn = 0;
  let chosen = -1;

  async function ask() {
    const own = ++turn;
    const text = input.value.trim();
    const found = await (await fetch(`/suggest?q=${encodeURIComponent(text)}`)).json();
    if (own === turn && document.activeElement === input) show(found, text ? "" : "most looked up this week");
  }

  function show(found, head = "") {
    chosen = -1;
    list.replaceChildren(...found.map(offer));
    list.hidden = !found.length;
    list.toggleAttribute("data-head", Boolean(head));
    if (head) list.dataset.head = head;
    input.setAttribute("aria-expanded", String(!list.hidden));
    input.removeAttribute("aria-activedescendant");
  }

  function offer(entry, at) {
    const item = document.createElement("li");
    Object.assign(item, { id: `offer-${at}`, textContent: entry.text });
    item.setAttribute("role", "option");
    item.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
    item.addEventListener("click", () => take(entry.text));
    return item;
  }

  function take(word) {
    input.value = word;
    input.form.requestSubmit();
  }

  function choose(at) {
    const items = [...list.children];
    chosen = (at + items.length + 1) % (items.length + 1); // one past the end is the field itself
    items.forEach((item, n) => item.setAttribute("aria-selected", String(n === chosen)));
    if (items[chosen]) input.setAttribute("aria-activedescendant", items[chosen].id);
    else input.removeAttribute("aria-activedescendant");
  }

  input.addEventListener("focus", ask);
  input.addEventListener("input", ask);
  input.addEventListener("blur", () => show([]));
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(chosen < 0 ? (step > 0 ? 0 : list.children.length - 1) : chosen + step);
    else if (event.key === "Enter" && list.children[chosen]) take(list.children[chosen].textContent);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
  });
}
