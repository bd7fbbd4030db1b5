// The leaderboard arrives after its page; sorting, columns and filters then work without the server.
"use strict";

const board = document.getElementById("board");
const boxes = [...document.querySelectorAll(".board-bar input")];
const largest = document.getElementById("largest");
const terms = document.getElementById("terms");
const order = { by: "Average", up: false };
let rows = [];

async function load() {
  await new Promise((done) => setTimeout(done, Number(board.dataset.delay)));
  rows = await (await fetch("/leaderboard/rows")).json();
  board.setAttribute("aria-busy", "false");
  draw();
}

function compared(one, other) {
  const [a, b] = [one[order.by], other[order.by]];
  const step = typeof a === "string" ? a.localeCompare(b) : a - b;
  return order.up ? step : -step;
}

function size(millions) {
  return millions >= 1000 ? `${millions / 1000}B` : `${millions}M`;
}

function write(name, value) {
  if (name === "Parameters") return size(value);
  return typeof value === "string" ? value : value.toFixed(name === "Average" ? 2 : 1);
}

function head(name) {
  const cell = document.createElement("th");
  if (order.by === name) cell.setAttribute("aria-sort", order.up ? "ascending" : "descending");
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
  button.addEventListener("click", () => {
    order.up = order.by === name ? !order.up : ["Model", "Licence"].includes(name);
    order.by = name;
    draw();
  });
  cell.append(button);
  return cell;
}

function body(row, place, columns) {
  const line = document.createElement("tr");
  line.insertCell().textContent = place;
  for (const name of columns) {
    const cell = line.insertCell();
    if (name === "Model") {
      const link = Object.assign(document.createElement("a"), { href: `/${row.Model}`, textContent: row.Model });
      cell.append(link);
    } else cell.textContent = write(name, row[name]);
  }
  return line;
}

function draw() {
  const columns = ["Model", ...boxes.filter((box) => box.checked).map((box) => box.value)];
  if (!columns.includes(order.by)) Object.assign(order, { by: "Model", up: true });
  const shown = rows.filter((row) => (largest.value === "0" || row.Parameters <= Number(largest.value)) && (!terms.value || row.Licence === terms.value));
  const table = document.createElement("table");
  const top = table.createTHead().insertRow();
  top.append(Object.assign(document.createElement("th"), { textContent: "#" }), ...columns.map(head));
  table.createTBody().append(...shown.sort(compared).map((row, at) => body(row, at + 1, columns)));
  board.replaceChildren(table);
}

for (const control of [...boxes, largest, terms]) control.addEventListener("change", () => { if (rows.length) draw(); });
load();
