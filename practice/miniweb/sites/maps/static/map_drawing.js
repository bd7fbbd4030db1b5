// Draws the map on a canvas from the vectors of /map.json. A view is {x, y, s}: the metres in the middle of the
// canvas, and how many pixels a metre takes.
"use strict";

const INK = {
  land: "#f4eee0", town: "#ece3d0", water: "#a9c1cb", park: "#c6d4b4", house: "#dfd3bd", street: "#fffdf6", edge: "#d3c7b0",
  avenue: "#fbe3b4", avenueEdge: "#d8b98a", motorway: "#eba98f", motorwayEdge: "#b9705a", lane: "#e3d8c2", word: "#4b4a44",
};
const WIDTHS = [16, 20, 13, 6]; // metres, by class: motorway, avenue, street, lane

function drawMap(canvas, map, view, shown) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
    canvas.width = width * ratio;
    canvas.height = height * ratio;
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  const at = ([x, y]) => [(x - view.x) * view.s + width / 2, (y - view.y) * view.s + height / 2];
  const board = { pen, at, view, width, height, boxes: [] };
  pen.fillStyle = INK.land;
  pen.fillRect(0, 0, width, height);
  drawGround(board, map);
  drawStreets(board, map);
  if (shown.lines && view.s > 0.035) drawLines(board, map);
  for (const way of shown.ways) drawWay(board, way);
  drawStations(board, map, shown);
  drawNames(board, map);
  if (shown.here) drawHere(board, shown.here);
  drawScale(board);
}

function trace({ pen, at }, points, closed = false) {
  pen.beginPath();
  points.forEach((point, n) => (n ? pen.lineTo(...at(point)) : pen.moveTo(...at(point))));
  if (closed) pen.closePath();
}

function drawGround(board, map) {
  const { pen, view } = board;
  for (const park of map.parks) {
    trace(board, park.ring, true);
    pen.fillStyle = INK.park;
    pen.fill();
  }
  pen.fillStyle = INK.water;
  for (const ring of [map.sea, ...map.lakes.map((lake) => lake.ring)]) {
    trace(board, ring, true);
    pen.fill();
  }
  trace(board, map.river);
  pen.strokeStyle = INK.water;
  pen.lineWidth = Math.max(3, 120 * view.s);
  pen.lineCap = pen.lineJoin = "round";
  pen.stroke();
}

function isNear({ at, width, height }, a, b) {
  const [[ax, ay], [bx, by]] = [at(a), at(b)];
  return Math.max(ax, bx) > -60 && Math.min(ax, bx) < width + 60 && Math.max(ay, by) > -60 && Math.min(ay, by) < height + 60;
}

function drawStreets(board, map) {
  const { pen, at, view } = board;
  const shown = map.edges.map(([a, b, street, kind, oneway]) => ({ a: map.nodes[a], b: map.nodes[b], street, kind, oneway }))
    .filter(({ a, b }) => isNear(board, a, b));
  if (view.s > 0.55) for (const edge of shown) if (edge.kind) drawHouses(board, edge);
  const styles = [[3, INK.lane, INK.lane], [2, INK.edge, INK.street], [1, INK.avenueEdge, INK.avenue], [0, INK.motorwayEdge, INK.motorway]];
  for (const [kind, border, fill] of styles) {
    if (kind > 1 && view.s < 0.05) continue;
    const least = [2.4, 2, 1, 0.7][kind];
    for (const [color, more] of [[border, 2], [fill, 0]]) {
      if (more && view.s < 0.12 && kind > 1) continue;
      pen.strokeStyle = view.s < 0.12 && kind > 1 ? INK.edge : color;
      pen.lineWidth = Math.max(least, WIDTHS[kind] * view.s) + more;
      pen.beginPath();
      for (const edge of shown) if (edge.kind === kind) { pen.moveTo(...at(edge.a)); pen.lineTo(...at(edge.b)); }
      pen.stroke();
    }
  }
  if (view.s > 0.3) for (const edge of shown) if (edge.oneway) drawArrow(board, edge);
  board.edges = shown;
}

function drawHouses({ pen, at, view }, { a, b, kind }) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  let seed = (a[0] * 31 + a[1] * 17 + b[0]) % 997;
  const next = () => (seed = (seed * 137 + 71) % 997) / 997;
  pen.fillStyle = INK.house;
  for (const side of [-1, 1]) {
    for (let along = 34; along < length - 44;) {
      const [wide, deep, gap] = [14 + 20 * next(), 16 + 16 * next(), next() < 0.25 ? 14 : 2];
      if (along + wide > length - 30) break;
      const off = WIDTHS[kind] / 2 + 4;
      const corner = (u, v) => at([a[0] + ux * u - uy * v * side, a[1] + uy * u + ux * v * side]);
      pen.beginPath();
      pen.moveTo(...corner(along, off));
      for (const [u, v] of [[along + wide, off], [along + wide, off + deep], [along, off + deep]]) pen.lineTo(...corner(u, v));
      pen.fill();
      along += wide + gap;
    }
  }
}

function drawArrow({ pen, at, view }, { a, b }) {
  const [x, y] = at([(a[0] * 2 + b[0]) / 3, (a[1] * 2 + b[1]) / 3]);
  pen.save();
  pen.translate(x, y);
  pen.rotate(Math.atan2(b[1] - a[1], b[0] - a[0]));
  pen.strokeStyle = "#7c8b93";
  pen.lineWidth = 1.6;
  pen.beginPath();
  pen.moveTo(-9, 0); pen.lineTo(8, 0); pen.moveTo(3, -4); pen.lineTo(8, 0); pen.lineTo(3, 4);
  pen.stroke();
  pen.restore();
}

function drawLines(board, map) {
  const { pen, view } = board;
  for (const line of map.metro) {
    trace(board, line.nodes.map((node) => map.nodes[node]));
    pen.strokeStyle = line.color;
    pen.lineWidth = Math.min(6, 2.5 + view.s * 8);
    pen.stroke();
  }
}

function drawWay(board, way) {
  const { pen } = board;
  pen.setLineDash(way.dotted ? [1, 9] : []);
  for (const [color, width] of [["#ffffff", 9], [way.color, 6]]) {
    trace(board, way.points);
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.stroke();
  }
  pen.setLineDash([]);
}

function write(board, words, x, y, { size = 12, color = INK.word, turn = 0, bold = false, align = "center", serif = false } = {}) {
  const { pen, boxes } = board;
  pen.font = `${bold ? "bold " : ""}${size}px ${serif ? "'Palatino Linotype', 'Liberation Serif', serif" : "'Gill Sans', 'DejaVu Sans Condensed', 'DejaVu Sans', sans-serif"}`;
  const wide = pen.measureText(words).width;
  const [w, h] = [wide * Math.abs(Math.cos(turn)) + size, wide * Math.abs(Math.sin(turn)) + size];
  const left = align === "left" ? x : x - w / 2;
  const box = [left, y - h / 2, left + w, y + h / 2];
  if (boxes.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) return false;
  boxes.push(box);
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  pen.textAlign = align;
  pen.textBaseline = "middle";
  pen.lineWidth = 3.5;
  pen.strokeStyle = "#fffdf6";
  pen.strokeText(words, 0, 0);
  pen.fillStyle = color;
  pen.fillText(words, 0, 0);
  pen.restore();
  return true;
}

function drawStations(board, map, shown) {
  const { pen, at, view, boxes } = board;
  if (!shown.lines || view.s < 0.06) return;
  for (const [name, node] of Object.entries(map.stations)) {
    const [x, y] = at(map.nodes[node]);
    pen.beginPath();
    pen.arc(x, y, view.s > 0.2 ? 6 : 4, 0, 7);
    pen.fillStyle = "#ffffff";
    pen.fill();
    pen.strokeStyle = "#2b3a40";
    pen.lineWidth = 2;
    pen.stroke();
    boxes.push([x - 8, y - 8, x + 8, y + 8]);
  }
  if (view.s < 0.075) return;
  for (const [name, node] of Object.entries(map.stations)) {
    const [x, y] = at(map.nodes[node]);
    const style = { size: view.s > 0.3 ? 13 : 11.5, bold: true, color: "#1f434c" };
    write(board, name, x + 10, y, { ...style, align: "left" }) || write(board, name, x, y - 15, style) || write(board, name, x, y + 16, style);
  }
}

function drawNames(board, map) {
  const { at, view } = board;
  for (const area of map.areas) {
    if (view.s < 0.07 && !area.town) continue;
    if (view.s > (area.town ? 0.3 : 0.8)) continue;
    write(board, area.town ? area.name : area.name.toUpperCase(), ...at(area.at), { size: area.town ? 16 : 12, color: area.town ? "#33393b" : "#8a6f55", serif: area.town, bold: !area.town });
  }
  if (view.s < 0.09) write(board, "Velmora", ...at([10000, 7500]), { size: 22, serif: true, color: "#33393b" });
  for (const { name, ring } of [...map.parks, ...map.lakes]) {
    const middle = [0, 1].map((n) => ring.reduce((sum, point) => sum + point[n], 0) / ring.length);
    if (view.s > 0.07) write(board, name, ...at(middle), { size: 12, color: "#4f6b4a", serif: true });
  }
  if (view.s > 0.05) write(board, "Gulf of Velmora", ...at([10600, 11300]), { size: 15, color: "#51707e", serif: true });
  if (view.s > 0.16) nameStreets(board, map);
}

function nameStreets(board, map) {
  const { pen, at, view } = board;
  const places = new Map();
  for (const { a, b, street, kind } of [...board.edges].sort((one, other) => one.kind - other.kind)) {
    if (kind > 1 && view.s < 0.3) continue;
    const [[ax, ay], [bx, by]] = [at(a), at(b)];
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
    const key = map.streets[street] + street;
    if ((places.get(key) || []).some(([ox, oy]) => Math.hypot(x - ox, y - oy) < 420)) continue;
    pen.font = "11px 'Gill Sans', 'DejaVu Sans Condensed', sans-serif";
    if (pen.measureText(map.streets[street]).width > Math.hypot(bx - ax, by - ay) - 6) continue;
    let turn = Math.atan2(by - ay, bx - ax);
    if (turn > Math.PI / 2 || turn <= -Math.PI / 2) turn += Math.PI;
    if (write(board, map.streets[street], x, y, { size: 11, turn, color: "#5a564c" })) places.set(key, [...(places.get(key) || []), [x, y]]);
  }
}

function drawHere({ pen, at }, here) {
  const [x, y] = at(here);
  for (const [radius, color] of [[18, "#3a7ca533"], [8, "#ffffff"], [6, "#3a7ca5"]]) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fillStyle = color;
    pen.fill();
  }
}

function drawScale({ pen, view, width, height }) {
  const metres = [10000, 5000, 2000, 1000, 500, 200, 100, 50, 20].find((length) => length * view.s < 130);
  const [right, y] = [width - 76, height - 34];
  pen.fillStyle = "#fffdf6cc";
  pen.fillRect(right - metres * view.s - 70, y - 11, metres * view.s + 76, 20);
  pen.strokeStyle = "#3b3f40";
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(right - metres * view.s, y - 5);
  pen.lineTo(right - metres * view.s, y + 3); pen.lineTo(right, y + 3); pen.lineTo(right, y - 5);
  pen.stroke();
  pen.font = "11px 'Gill Sans', 'DejaVu Sans Condensed', sans-serif";
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  pen.fillStyle = "#3b3f40";
  pen.fillText(metres < 1000 ? `${metres} m` : `${metres / 1000} km`, right - metres * view.s - 8, y);
}
