// The demo apps, each of one kind. An app draws its result on a canvas; its constants (from 0 to 1) come with the page.
"use strict";

const { kind, delay, constants, words } = document.body.dataset;
const c = JSON.parse(constants);
const names = JSON.parse(words);
const form = document.querySelector("form");
const canvas = document.querySelector("canvas");
const pen = canvas.getContext("2d");
const PLUM = "#4b1b46", YOLK = "#f2b21c", SOFT = "#7a6175";

function write(text, x, y, size = 15, color = PLUM, align = "left") {
  Object.assign(pen, { fillStyle: color, font: `${size}px DejaVu Sans, Verdana, sans-serif`, textAlign: align });
  pen.fillText(text, x, y);
}

function box(x, y, width, height, color) {
  pen.fillStyle = color;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 6);
  pen.fill();
}

function bars(pairs, unit) {
  pairs.forEach(([label, value], at) => {
    write(label, 20, 62 + at * 52);
    box(150, 42 + at * 52, Math.max(4, value * 3.6), 30, at ? YOLK : PLUM);
    write(`${value.toFixed(1)}${unit}`, 162 + value * 3.6, 62 + at * 52);
  });
}

// The best learning rate of an app is 8 + 60 c0; tasks/hub_choice_tasks.py has the same formula.
function finalLoss(rate, warmup) {
  const best = 8 + 60 * c[0];
  return 0.9 + c[1] + (Math.abs(rate - best) / best) * (0.5 + c[2]) + 0.3 / (1 + warmup);
}

const KINDS = {
  curve({ rate, warmup }) {
    const end = finalLoss(Number(rate), Number(warmup));
    pen.strokeStyle = PLUM;
    pen.lineWidth = 3;
    pen.beginPath();
    for (let step = 0; step <= 100; step++) {
      const loss = end + (6.5 - end) * Math.exp(-step / (12 + Number(warmup) / 2));
      pen.lineTo(60 + step * 5.2, 340 - loss * 45);
    }
    pen.stroke();
    for (let loss = 0; loss <= 6; loss += 2) write(loss, 44, 345 - loss * 45, 13, SOFT, "right");
    write("Steps", 320, 385, 13, SOFT, "center");
    write(`Final loss ${end.toFixed(2)}`, 580, 300 - end * 45, 19, PLUM, "right");
  },
  memory({ size, bits, context }) {
    const weights = (Number(size) * parseInt(bits)) / 8;
    const cache = Number(context) * (0.02 + 0.05 * c[0]) * Math.sqrt(Number(size));
    const all = weights + cache + 0.6 + c[1];
    write("Memory needed", 30, 60, 18, SOFT);
    write(`${all.toFixed(1)} GB`, 30, 120, 48);
    write(`Weights ${weights.toFixed(1)} GB, context ${cache.toFixed(1)} GB, the rest ${(0.6 + c[1]).toFixed(1)} GB`, 30, 170);
    [[weights, PLUM], [cache, YOLK], [0.6 + c[1], "#d98fc4"]].reduce((x, [part, color]) => {
      box(x, 200, (part / all) * 550, 50, color);
      return x + (part / all) * 550;
    }, 30);
  },
  palette({ mood, warmth, contrast }) {
    const start = { Calm: 190, Festive: 320, Stormy: 230, Dry: 40 }[mood] + 60 * c[0] - Number(warmth);
    for (let n = 0; n < 5; n++) {
      const hue = Math.round((start + n * (14 + 30 * c[1]) + 360) % 360);
      const light = Math.round(55 + (n - 2) * (4 + Number(contrast) / 10));
      box(20 + n * 118, 40, 108, 240, `hsl(${hue} 62% ${light}%)`);
      pen.fillStyle = `hsl(${hue} 62% ${light}%)`;
      const shown = document.createElement("canvas").getContext("2d");
      shown.fillStyle = pen.fillStyle;
      shown.fillRect(0, 0, 1, 1);
      const hex = [...shown.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part.toString(16).padStart(2, "0")).join("");
      write(`#${hex}`, 74 + n * 118, 312, 15, PLUM, "center");
    }
  },
  nearest({ word }) {
    const points = names.map((name, n) => [name, 70 + 480 * ((c[n % 12] * 7.3 + n * 0.31) % 1), 40 + 320 * ((c[(n + 5) % 12] * 5.1 + n * 0.17) % 1)]);
    const own = points.find(([name]) => name === word);
    const near = points.filter((point) => point !== own).sort((a, b) => Math.hypot(a[1] - own[1], a[2] - own[2]) - Math.hypot(b[1] - own[1], b[2] - own[2]))[0];
    pen.strokeStyle = YOLK;
    pen.lineWidth = 4;
    pen.beginPath();
    pen.moveTo(own[1], own[2]);
    pen.lineTo(near[1], near[2]);
    pen.stroke();
    for (const point of points) {
      box(point[1] - 6, point[2] - 6, 12, 12, point === own ? "#e2592b" : PLUM);
      write(point[0], point[1] + 10, point[2] + 5, 14);
    }
  },
  sample({ picture, blur }) {
    const at = Number(picture.slice(-1));
    const raw = names.map((name, n) => [name, 0.05 + ((c[(n + at) % 12] * (3 + at)) % 1) ** (4 - Number(blur) / 3.5)]);
    const sum = raw.reduce((total, [, value]) => total + value, 0);
    bars(raw.map(([name, value]) => [name, (100 * value) / sum]).sort((a, b) => b[1] - a[1]).slice(0, 5), "%");
  },
  speed({ size, machine, batch }) {
    const base = { Laptop: 9, "Desk card": 42, "Two desk cards": 71, "Server card": 130 }[machine] * (0.7 + 0.6 * c[0]);
    const single = (base * 4) / (Number(size) ** 0.9 + 1);
    bars([["One text", Math.min(100, single)], ["All texts", Math.min(100, single * Number(batch) ** 0.6)]], " tokens/s");
  },
};

function run() {
  pen.fillStyle = "#fffdf7";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  KINDS[kind](Object.fromEntries(new FormData(form)));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
for (const slider of form.querySelectorAll("input[type=range]")) {
  slider.addEventListener("input", () => { slider.parentElement.querySelector("output").textContent = slider.value; });
}
setTimeout(() => {
  document.getElementById("waking").hidden = true;
  document.getElementById("running").hidden = false;
  run();
}, Number(delay));
