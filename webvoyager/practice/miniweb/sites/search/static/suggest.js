// Shows searches that begin like what is typed, under the box; arrow keys or a click choose one.
for (const form of document.querySelectorAll("form.box")) {
  const input = form.querySelector("input");
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = "suggestions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  list.hidden = true;
  input.after(list);
  input.setAttribute("aria-controls", list.id);
  let asked = 0;

  const close = () => { list.hidden = true; };
  const choose = (option) => { input.value = option.textContent; close(); form.submit(); };

  input.addEventListener("input", async () => {
    const turn = ++asked;
    const reply = await fetch("/suggest?" + new URLSearchParams({ q: input.value }));
    const found = await reply.json();
    if (turn !== asked || document.activeElement !== input) return;
    list.replaceChildren(...found.map((text) => {
      const option = document.createElement("li");
      option.setAttribute("role", "option");
      option.textContent = text;
      option.addEventListener("mousedown", (event) => { event.preventDefault(); choose(option); });
      return option;
    }));
    list.hidden = found.length === 0;
  });

  input.addEventListener("keydown", (event) => {
    const options = [...list.children];
    const current = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
    if (event.key === "Escape") close();
    if (event.key === "Enter" && !list.hidden && current >= 0) { event.preventDefault(); choose(options[current]); }
    if (!["ArrowDown", "ArrowUp"].includes(event.key) || list.hidden) return;
    event.preventDefault();
    const next = (current + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
    options.forEach((option, n) => option.setAttribute("aria-selected", String(n === next)));
  });
  input.addEventListener("blur", close);
}
