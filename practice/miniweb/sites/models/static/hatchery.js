// What all pages of Hatchery share: suggestions, tabs, dialogs, forms that send themselves, lists narrowed by typing.
"use strict";

const suggest = async (text) => (text ? fetchSuggestions(text) : []);

for (const input of document.querySelectorAll("input[role=combobox]")) {
  const list = document.getElementById(input.getAttribute("aria-controls"));
  if (input.closest(".suggests")) input.after(list);
  const take = (entry) => {
    input.value = entry.text;
    list.hidden = true;
    if (input.form.role === "search") location.href = "/" + entry.text;
  };
  suggestions(input, list, { ask: suggest, take });
}

for (const bar of document.querySelectorAll("[role=tablist]")) {
  const tabs = [...bar.querySelectorAll("[role=tab]")];
  const show = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(at + step + tabs.length) % tabs.length];
      show(next);
      next.focus();
    });
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.opens) document.getElementById(button.dataset.opens).showModal();
  if (button?.dataset.closes) document.getElementById(button.dataset.closes).close();
  if (button?.dataset.copies) {
    navigator.clipboard?.writeText(document.querySelector(`#${button.dataset.copies} code`).textContent).catch(() => {});
    button.textContent = "Copied";
  }
});

for (const form of document.querySelectorAll("form[data-sends]")) {
  form.addEventListener("change", (event) => { if (event.target.tagName === "SELECT") form.requestSubmit(); });
}

for (const form of document.querySelectorAll("form[data-branches]")) {
  const select = form.querySelector("select");
  select.addEventListener("change", () => { location.href = location.pathname.replace(/(tree|commits|blob)\/[^/]+.*/, (_, view) => `${view === "blob" ? "tree" : view}/${select.value}`); });
  form.addEventListener("submit", (event) => event.preventDefault());
}

for (const input of document.querySelectorAll("input.narrow")) {
  input.addEventListener("input", () => {
    for (const tag of input.parentElement.querySelectorAll(".tag")) tag.hidden = !tag.textContent.toLowerCase().includes(input.value.trim().toLowerCase());
  });
}
