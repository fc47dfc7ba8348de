// Draws the figures of a page from the data that stands in it.
import { kinds } from "./kinds.js";
import { separate } from "./labels.js";
import { words } from "./units.js";
import { boardName, choices, chosen, color, data, factor, linesOf, measured, picked, relative, show, unitOf } from "./view.js";

// A name for each colour, and the lines of the log for those who point at it.
function keys(lines) {
  const list = document.createElement("div");
  list.className = "keys";
  const from = (line) => `${line.name}${line.damaged ? " (damaged)" : ""}`;
  const entries = new Map();
  for (const line of lines) {
    const key = data.overlay ? line.board : line.i;
    entries.set(key, [...(entries.get(key) ?? []), line]);
  }
  for (const mine of entries.values()) {
    const item = document.createElement("span");
    const sign = document.createElement("i");
    sign.style.background = mine[0].color;
    if (mine[0].last > 0) item.title = mine.map((line) => `lines ${line.first} to ${line.last} of the log`).join("; ");
    item.append(sign, (data.overlay ? `${boardName(mine[0].board)}: ` : "") + mine.map(from).join("; "));
    list.append(item);
  }
  return list;
}

// What the lightest and the darkest cell stand for.
function shades(figure, lines, unit) {
  const heights = lines.flatMap((line) => line.points.map((point) => point[4] * line.by));
  return paragraph(`Lightest: ${words(Math.min(...heights), unit)}, darkest: ${words(Math.max(...heights), unit)}.`);
}

// A box for each measured line of a figure that shows a few of them.
function picks(figure) {
  const all = measured(figure);
  const list = document.createElement("details");
  const chosen = picked(figure);
  list.className = "keys";
  list.open = opened.has(figure.name);
  list.addEventListener("toggle", () => opened[list.open ? "add" : "delete"](figure.name));
  list.append(Object.assign(document.createElement("summary"), { textContent: `${chosen.size} of ${all.length} series are shown; choose` }));
  for (const { line, i } of all) {
    const item = document.createElement("label");
    const sign = document.createElement("i");
    sign.style.background = color(i);
    const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: chosen.has(i) });
    box.addEventListener("change", () => { chosen[box.checked ? "add" : "delete"](i); draw(); });
    item.title = `lines ${line.first} to ${line.last} of the log`;
    item.append(box, sign, `${line.name}${line.damaged ? " (damaged)" : ""}`);
    list.append(item);
  }
  return list;
}
const opened = new Set();

// Which of several things a figure shows.
function chooser(figure) {
  const label = document.createElement("label");
  const list = document.createElement("select");
  label.className = "small";
  for (const name of choices(figure))
    list.append(Object.assign(document.createElement("option"), { textContent: name, selected: name === chosen(figure) }));
  list.addEventListener("change", () => { show.chosen.set(figure.name, list.value); draw(); });
  label.append("Shown: ", list);
  return label;
}

// The evidence of a line of a figure: the first row about the kernel that it is named for ("triad plain, on 2"), else
// about the probe that wrote the same lines of the log.
function evidenceOf(line) {
  const rows = [...document.querySelectorAll("#evidence tbody tr")];
  const [kernel, variant] = line.name.split(/[ ,]+/);
  const named = (what) => rows.find((row) => row.cells[0].textContent.startsWith(`${what}.${kernel}.${variant}.`));
  const around = (row) => {
    const lines = /lines ([0-9]+) to ([0-9]+)/.exec(row.textContent);
    return lines && +lines[1] <= line.first && line.last <= +lines[2];
  };
  return named("kernel") ?? named("pattern") ?? rows.find(around);
}

function showEvidence(line) {
  const row = evidenceOf(line);
  if (!row) return;
  for (let at = row; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  row.scrollIntoView({ block: "center" });
  row.classList.add("found");
  setTimeout(() => row.classList.remove("found"), 4000);
}

// A click on a picture leads to the evidence of the line whose point the pointer is nearest to.
function leadToEvidence(picture, figure) {
  if (data.overlay || !picture.addEventListener) return picture;
  picture.addEventListener("click", () => {
    const line = picture.value && figure.lines[picture.value.i];
    if (line) showEvidence(line);
  });
  return picture;
}

const part = (figure, heading, mine, marks) => ({
  ...figure, heading, lines: figure.lines.filter(mine), marks: figure.marks.filter(marks),
});

// In the order in which boards have them: L3 of the one that has it, and memory behind it.
function groupsOf(figure) {
  const place = new Map();
  figure.lines.forEach((line, i) => {
    const before = figure.lines.slice(0, i).filter((other) => other.board === line.board).length;
    place.set(line.group, Math.max(before, place.get(line.group) ?? 0));
  });
  return [...place.keys()].sort((a, b) => place.get(a) - place.get(b));
}

// Several boards: what can be laid over each other, and what stands side by side.
function parts(figure) {
  if (!data.overlay || figure.kind === "scatter") return [part(figure, "", () => true, () => true)];
  if (figure.kind === "histogram" || figure.kind === "matrix")
    return [...new Set(figure.lines.map((line) => line.board))].sort((a, b) => a - b).map((board) =>
      part(figure, boardName(board), (line) => line.board === board, (m) => m.board === board));
  const groups = groupsOf(figure);
  const owner = (m) => groups.find((group) => m.label.startsWith(`${group} `));
  return groups.map((group) =>
    part(figure, groups.length > 1 ? group : "", (line) => line.group === group, (m) => (owner(m) ?? group) === group));
}

// Boards whose lines the unit in force leaves out.
function leftOut(figure) {
  const unit = unitOf(figure);
  const boards = [...new Set(figure.lines.filter((line) => !(factor(figure, line.board, unit) > 0)).map((line) => line.board))];
  const names = boards.sort((a, b) => a - b).map(boardName);
  const told = { cycle: "cycles", [relative]: "loads of the first level" }[unit] ?? unit;
  return names.length ? `Not shown, as it is not known in ${told}: ${names.join(", ")}.` : "";
}

function paragraph(text) {
  const p = document.createElement("p");
  p.className = "small";
  p.textContent = text;
  return p;
}

function panel(figure, width) {
  const lines = linesOf(figure, unitOf(figure));
  const box = document.createElement("div");
  if (figure.heading) box.append(Object.assign(document.createElement("h3"), { textContent: figure.heading }));
  box.append(lines.length ? leadToEvidence(kinds[figure.kind](figure, width), figure) : paragraph("Nothing is left to show here."));
  return box;
}

function drawOne(figure) {
  const place = document.querySelector(`figure[data-figure="${figure.name}"]`);
  if (!place) return;
  const all = Math.max(300, Math.min(1040, place.clientWidth || 1040));
  const shown = parts(figure);
  const gap = 24;
  const width = shown.length > 1 && all >= 700 ? (all - gap) / 2 : all;
  place.className = shown.length > 1 ? "panels" : "";
  const before = !data.overlay && choices(figure).length > 1 ? [chooser(figure)] : [];
  place.replaceChildren(...before, ...shown.map((each) => panel(each, width)));
  const lines = linesOf(figure, unitOf(figure));
  const end = document.createElement("div");
  const named = figure.kind === "curve" ? lines : figure.kind === "stack" ? lines.filter((line) => line.points.length) : figure.kind === "scatter" ? lines.filter((line) => data.overlay || line.measured) : [];
  if (named.length > 1 || data.overlay) end.append(keys(named));
  if (figure.kind === "matrix" && !data.overlay && lines.length) end.append(shades(figure, lines, unitOf(figure)));
  if (figure.picks && !data.overlay && measured(figure).length) end.append(picks(figure));
  if (data.overlay && leftOut(figure)) end.append(paragraph(leftOut(figure)));
  place.append(end);
  place.querySelectorAll("svg").forEach(separate);
}

function draw() {
  data.figures.forEach(drawOne);
}

// A figure that was folded has no width before it is seen.
function drawUnfolded(event) {
  const within = (figure) => event.target.contains(document.querySelector(`figure[data-figure="${figure.name}"]`));
  if (event.target.open) data.figures.filter(within).forEach(drawOne);
}

function option(id, key) {
  const box = document.getElementById(id);
  if (!box) return;
  show[key] = box.checked;
  box.addEventListener("change", () => { show[key] = box.checked; draw(); });
}

function sight(box) {
  const look = () => show.hidden[box.checked ? "delete" : "add"](+box.dataset.board);
  look();
  box.addEventListener("change", () => { look(); draw(); });
}

option("in-ns", "ns");
option("relative", "relative");
option("with-dots", "dots");
document.querySelectorAll("input[data-board]").forEach(sight);
draw();
document.querySelectorAll("#folded > details").forEach((folded) => folded.addEventListener("toggle", drawUnfolded));
let width = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth !== width) draw();
  width = window.innerWidth;
});
