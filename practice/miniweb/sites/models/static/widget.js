// <hatch-widget>: try a model in the page. Everything is inside an open shadow root.
"use strict";

const STYLE = `
  :host { display: block; font: 14px/1.4 "Trebuchet MS", "Liberation Sans", sans-serif; }
  label { color: #7a6175; display: block; font-size: 13px; margin-top: 8px; }
  textarea, input, select { border: 1px solid #d8c39b; border-radius: 9px; box-sizing: border-box; display: block; font: inherit; margin-top: 3px; padding: 6px 9px; width: 100%; }
  button { background: #ffc42e; border: 0; border-radius: 9px; color: #4b1b46; cursor: pointer; font: bold 14px "DejaVu Sans", Verdana, sans-serif; margin: 10px 0 2px; padding: 7px 16px; }
  button:disabled { background: #efe3c8; color: #7a6175; }
  button:focus-visible, :focus-visible { outline: 3px solid #e2592b; }
  ul { list-style: none; margin: 8px 0 0; padding: 0; }
  li { display: grid; gap: 0 8px; grid-template-columns: 1fr auto; margin-bottom: 6px; }
  i { background: #f4e6c8; border-radius: 5px; grid-column: 1 / 3; height: 8px; overflow: hidden; }
  i b { background: #6d2f66; display: block; height: 100%; }
  .error { color: #c23b1a; margin: 8px 0 0; }
  .loading { color: #7a6175; font-style: italic; }
`;

class HatchWidget extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    const labels = this.dataset.kind === "labels";
    root.innerHTML = `<style>${STYLE}</style><form>
      <label>Examples <select name="example"><option value="">Choose an example…</option></select></label>
      <label>Text <textarea name="text" rows="3"></textarea></label>
      ${labels ? '<label>Labels, separated by commas <input type="text" name="labels" value="cooking, travel, money, health, sport"></label>' : ""}
      <button>Compute</button></form><div role="status" aria-live="polite"></div>`;
    const form = root.querySelector("form");
    for (const text of JSON.parse(this.dataset.examples)) form.example.add(new Option(text));
    form.example.addEventListener("change", () => { form.text.value = form.example.value; });
    form.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      form.requestSubmit();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.compute(form, root.querySelector("[role=status]"));
    });
  }

  async compute(form, status) {
    const button = form.querySelector("button");
    button.disabled = true;
    status.innerHTML = '<p class="loading">Loading the model…</p>';
    await new Promise((done) => setTimeout(done, Number(this.dataset.delay)));
    const reply = await fetch(`/${this.dataset.model}/infer`, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    this.show(await reply.json(), status);
    button.disabled = false;
  }

  show({ error, results }, status) {
    if (error) {
      status.innerHTML = '<p class="error"></p>';
      status.firstChild.textContent = error;
      return;
    }
    const list = document.createElement("ul");
    for (const [label, value] of results) {
      const item = document.createElement("li");
      const share = this.dataset.kind === "tokens" ? value : `${(100 * value).toFixed(1)}%`;
      item.append(label, Object.assign(document.createElement("span"), { textContent: share }));
      if (this.dataset.kind !== "tokens") {
        const bar = document.createElement("i");
        bar.append(Object.assign(document.createElement("b"), { style: `width:${100 * value}%` }));
        item.append(bar);
      }
      list.append(item);
    }
    status.replaceChildren(list);
  }
}

customElements.define("hatch-widget", HatchWidget);
