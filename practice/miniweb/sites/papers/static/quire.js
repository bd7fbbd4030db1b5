// Three conveniences; every page works without them.

// Search results: long abstracts are cut to their beginning until unfolded.
const FOLDED = 150;
for (const abstract of document.querySelectorAll("[data-fold]")) {
  const toggle = document.createElement("button");
  toggle.type = "button";
  toggle.className = "fold";
  const fold = (folded) => {
    abstract.classList.toggle("folded", folded);
    toggle.textContent = folded ? "More" : "Less";
    toggle.setAttribute("aria-expanded", String(!folded));
    const offer = folded ? "Show all" : "Show less";
    toggle.setAttribute("aria-label", `${offer} of the abstract of ${abstract.dataset.fold}`);
  };
  if (abstract.textContent.length > FOLDED) {
    toggle.addEventListener("click", () => fold(!abstract.classList.contains("folded")));
    abstract.after(toggle);
    fold(true);
  }
}

// Advanced search: filling in a year or a date selects the radio button beside it.
for (const [name, kind] of [["year", "year"], ["from", "range"], ["to", "range"]]) {
  document.querySelector(`.advanced [name=${name}]`)?.addEventListener("input", (event) => {
    if (event.target.value) document.querySelector(`[name=dates][value=${kind}]`).checked = true;
  });
}

// BibTeX: copy the entry, or select it where the browser does not allow copying.
document.getElementById("copy")?.addEventListener("click", async () => {
  const entry = document.getElementById("entry");
  const status = document.getElementById("copied");
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(entry.textContent);
    status.textContent = "Copied.";
  } else {
    getSelection().selectAllChildren(entry);
    status.textContent = "Selected: copy with the keyboard.";
  }
});
