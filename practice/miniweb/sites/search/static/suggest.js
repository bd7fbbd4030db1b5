// Shows suggested searches under the box while a visitor types.
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
  suggestions(input, list, {
    ask: fetchSuggestions,
    take: (text) => { input.value = text; form.submit(); },
    fill: (item, text) => { item.textContent = text; },
  });
}
