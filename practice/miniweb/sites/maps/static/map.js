// Moves the map: dragging, wheel, buttons and keys; keeps the pins of what the panel lists in their places.
"use strict";

const canvas = document.querySelector("#map");
const pinsBox = document.querySelector("#pins");
const again = document.querySelector("#again");
const HERE = [9905, 7290]; // where the visitor is: in front of Central Station
const CITY = [7000, 5500, 13100, 9800];
const [CLOSEST, FARTHEST, PANEL] = [2.4, 0.028, 484];
const view = { x: 10000, y: 7600, s: 0.1 };
const shown = { lines: true, ways: JSON.parse(document.querySelector("#ways")?.textContent || "[]"), here: HERE };
let map = null;
let pins = [];
let waiting = false;

function redraw() {
  if (waiting || !map) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    drawMap(canvas, map, view, shown);
    for (const pin of pins) {
      const [x, y] = toScreen(pin.x, pin.y);
      pin.element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      pin.element.hidden = x < PANEL || x > innerWidth || y < 20 || y > innerHeight + 20;
    }
  });
}

const toScreen = (x, y) => [(x - view.x) * view.s + canvas.clientWidth / 2, (y - view.y) * view.s + canvas.clientHeight / 2];
const toMetres = (x, y) => [(x - canvas.clientWidth / 2) / view.s + view.x, (y - canvas.clientHeight / 2) / view.s + view.y];

function fit([west, north, east, south]) {
  const [width, height] = [innerWidth - PANEL - 90, innerHeight - 110];
  view.s = Math.min(1.1, Math.max(FARTHEST, Math.min(width / (east - west), height / (south - north))));
  view.x = (west + east) / 2 - (PANEL - 30) / 2 / view.s;
  view.y = (north + south) / 2;
  redraw();
}

function zoom(factor, x = (innerWidth + PANEL) / 2, y = innerHeight / 2) {
  const [mx, my] = toMetres(x, y);
  view.s = Math.min(CLOSEST, Math.max(FARTHEST, view.s * factor));
  view.x = mx - (x - canvas.clientWidth / 2) / view.s;
  view.y = my - (y - canvas.clientHeight / 2) / view.s;
  moved();
}

function pan(dx, dy) {
  view.x = Math.min(20000, Math.max(0, view.x - dx / view.s));
  view.y = Math.min(14000, Math.max(0, view.y - dy / view.s));
  moved();
}

function moved() {
  again.hidden = !document.querySelector("#results");
  redraw();
}

function placePins() {
  pins = [...document.querySelectorAll("main [data-x]")].map(({ dataset }) => {
    const element = document.createElement(dataset.href ? "a" : "span");
    element.className = "pin";
    if (dataset.href) {
      element.href = dataset.href;
      element.setAttribute("aria-label", `Pin of ${dataset.name}`);
    }
    return { x: Number(dataset.x), y: Number(dataset.y), element };
  });
  pinsBox.replaceChildren(...pins.map((pin) => pin.element));
  redraw();
}

function boxOfPage() {
  const given = document.querySelector("main [data-box]")?.dataset.box.split(",").map(Number);
  const points = [...pins.map(({ x, y }) => [x, y]), ...shown.ways.flatMap((way) => way.points)];
  if (given) return given;
  if (!points.length || document.querySelector(".best")) return CITY;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs) - 220, Math.min(...ys) - 220, Math.max(...xs) + 220, Math.max(...ys) + 220];
}

let held = null;
canvas.addEventListener("pointerdown", (event) => {
  held = [event.clientX, event.clientY];
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener("pointermove", (event) => {
  if (!held) return;
  pan(event.clientX - held[0], event.clientY - held[1]);
  held = [event.clientX, event.clientY];
});
canvas.addEventListener("pointerup", () => { held = null; });
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(event.deltaY < 0 ? 1.3 : 1 / 1.3, event.clientX, event.clientY);
}, { passive: false });
canvas.addEventListener("keydown", (event) => {
  const ways = { ArrowLeft: [90, 0], ArrowRight: [-90, 0], ArrowUp: [0, 90], ArrowDown: [0, -90] };
  if (ways[event.key]) pan(...ways[event.key]);
  else if (event.key === "+" || event.key === "=") zoom(2);
  else if (event.key === "-") zoom(0.5);
  else return;
  event.preventDefault();
});
document.querySelector("#closer").onclick = () => zoom(2);
document.querySelector("#farther").onclick = () => zoom(0.5);
document.querySelector("#locate").onclick = () => {
  fit([HERE[0] - 500, HERE[1] - 500, HERE[0] + 500, HERE[1] + 500]);
  moved();
};
document.querySelector("#lines").onclick = (event) => {
  shown.lines = !shown.lines;
  event.currentTarget.setAttribute("aria-pressed", String(shown.lines));
  redraw();
};
again.onclick = () => {
  const [west, north] = toMetres(PANEL, 0).map(Math.round);
  const [east, south] = toMetres(innerWidth, innerHeight).map(Math.round);
  location.href = `/search?${document.querySelector("#results").dataset.again}box=${west},${north},${east},${south}`;
};
addEventListener("resize", redraw);
addEventListener("pins", placePins);

fetch("/map.json").then((reply) => reply.json()).then((read) => {
  map = read;
  placePins();
  fit(boxOfPage());
});
