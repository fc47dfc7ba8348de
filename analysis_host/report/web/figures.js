// Draws the figures of a page from the data that stands in it.
import * as Plot from "@observablehq/plot";

const data = JSON.parse(document.getElementById("figures").textContent);
const colors = 8;
const color = (i) => `var(--c${i % colors})`;

const significant = (v) => (Math.abs(v) >= 1000 ? Math.round(v).toString() : String(+v.toPrecision(3)));

function bytes(v) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let i = 0;
  for (; Math.abs(v) >= 1024 && i + 1 < units.length; i++) v /= 1024;
  return `${+v.toPrecision(4)} ${units[i]}`;
}

function seconds(v) {
  return v >= 1 ? `${significant(v)} s` : v >= 1e-3 ? `${significant(v * 1e3)} ms` : `${significant(v * 1e6)} us`;
}

function words(v, unit) {
  if (unit === "B") return bytes(v);
  if (unit === "s") return seconds(v);
  if (unit === "cycle") return `${significant(v)} cy`;
  if (unit === "count" || unit === "ratio") return significant(v);
  return `${significant(v)} ${unit}`;
}

// Powers of two, not more than fit.
function doublings(low, high, most = 12) {
  const first = Math.ceil(Math.log2(low));
  const last = Math.floor(Math.log2(high));
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => 2 ** (first + i * step));
}

const show = { ns: false, dots: true };

// The unit of y in force, and what to multiply by.
function scaleOf(figure) {
  const ns = show.ns && figure.yUnit === "cycle" && data.cycleNs > 0;
  return { unit: ns ? "ns" : figure.yUnit, by: ns ? data.cycleNs : 1 };
}

function pointsOf(figure, by) {
  return figure.lines.flatMap((line, i) =>
    line.points.map(([x, x2, low, lower, middle, upper, high, n]) => ({
      i, name: line.name, x, x2, n,
      low: low * by, lower: lower * by, y: middle * by, upper: upper * by, high: high * by,
    })));
}

function dotsOf(figure, by) {
  return figure.lines.flatMap((line, i) =>
    Array.from({ length: line.dots.length / 2 }, (_, k) => ({
      i, x: line.dots[2 * k], y: line.dots[2 * k + 1] * by,
    })));
}

// Domain of y from what matters: the single slowest timing of thousands would flatten the curve.
function range(figure, points, marks) {
  const lows = points.map((p) => p.low).concat(marks.map((m) => m.at));
  const highs = points.map((p) => Math.max(p.upper, p.y * 1.05)).concat(marks.map((m) => m.at));
  const low = Math.min(...lows);
  const high = Math.max(...highs);
  if (figure.logY) {
    const least = Math.min(...lows.filter((v) => v > 0));
    return [least / 1.15, Math.max(high, least * 2) * 1.3];
  }
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  return [low >= 0 && low < high / 2 ? 0 : low - room, high + room];
}

const labelY = (figure, unit) =>
  unit === "ratio" ? figure.yLabel : `${figure.yLabel}, ${unit === "cycle" ? "cycles" : unit}`;

function tip(figure, unit) {
  return (d) => [
    d.name,
    `${figure.xLabel}: ${words(d.x, figure.xUnit)}`,
    `median: ${words(d.y, unit)}` +
      (figure.yUnit === "cycle" && data.cycleNs > 0
        ? ` (${unit === "ns" ? words(d.y / data.cycleNs, "cycle") : words(d.y * data.cycleNs, "ns")})` : ""),
    `quartiles: ${words(d.lower, unit)} to ${words(d.upper, unit)}`,
    `least: ${words(d.low, unit)}, most: ${words(d.high, unit)}`,
    `timings: ${d.n}`,
  ].join("\n");
}

// Marks that stand close above each other: every further one a line lower.
function staggered(marks, x) {
  const taken = [];
  return [...marks].sort((a, b) => a.at - b.at).map((m) => {
    const at = x(m.at);
    let row = 0;
    while (taken[row] !== undefined && at - taken[row] < 8 * m.label.length + 10) row++;
    taken[row] = at;
    return { ...m, row };
  });
}

function steps(figure, domain, width) {
  const upright = figure.marks.filter((m) => !m.across);
  const [low, high] = figure.logX ? domain.map(Math.log) : domain;
  const x = (v) => (((figure.logX ? Math.log(v) : v) - low) / (high - low || 1)) * width;
  const rows = staggered(upright, x);
  return {
    height: rows.length ? (Math.max(...rows.map((m) => m.row)) + 1) * 15 : 0,
    marks: [
      Plot.rectX(upright.filter((m) => m.low < m.high), {
        x1: (m) => Math.max(m.low, domain[0]), x2: (m) => Math.min(m.high, domain[1]),
        fill: "var(--mark)", fillOpacity: 0.1,
      }),
      Plot.ruleX(upright, { x: "at", stroke: "var(--mark)", strokeDasharray: "4 3" }),
      ...rows.map((m) => Plot.text([m], {
        x: "at", text: "label", frameAnchor: "top", lineAnchor: "bottom", textAnchor: "middle",
        dy: -5 - 15 * m.row, fill: "var(--mark)", fontWeight: 600,
      })),
    ],
  };
}

// Answers at a height: their bounds and a bar under the curve, their names over it.
function levels(figure, by, domain) {
  const across = figure.marks
    .filter((m) => m.across && m.to > m.from && !(figure.logY && m.at <= 0))
    .map((m) => ({ ...m, at: m.at * by, low: m.low * by, high: m.high * by }));
  return {
    below: [
      Plot.rectX(across, { x1: "from", x2: "to", fill: (m) => color(across.indexOf(m)), fillOpacity: 0.06 }),
      Plot.rect(across, {
        x1: "from", x2: "to", y1: (m) => Math.max(m.low, domain[0]), y2: (m) => Math.min(m.high, domain[1]),
        fill: "var(--quiet)", fillOpacity: 0.18,
      }),
      Plot.link(across, { x1: "from", x2: "to", y1: "at", y2: "at", stroke: "var(--ink)", strokeWidth: 2, strokeOpacity: 0.55 }),
    ],
    above: [
      Plot.text(across, {
        x: "from", y: "at", text: "label", textAnchor: "start", lineAnchor: "bottom", dx: 5, dy: -6,
        fill: "var(--ink)", fontWeight: 600, stroke: "var(--paper)", strokeWidth: 4,
      }),
    ],
  };
}

function axisX(figure, domain) {
  const label = figure.xLabel;
  if (!figure.logX) {
    const few = figure.xUnit === "count" && domain[1] - domain[0] < 12;
    const whole = Array.from({ length: 12 }, (_, i) => Math.ceil(domain[0]) + i).filter((v) => v <= domain[1]);
    return { label, ticks: few ? whole : 10, tickFormat: (v) => words(v, figure.xUnit) };
  }
  if (figure.xUnit === "s") return { type: "log", domain, label, ticks: 6, tickFormat: seconds };
  return { type: "log", base: 2, domain, label, ticks: doublings(...domain), tickFormat: (v) => words(v, figure.xUnit) };
}

const base = (figure, width) => ({
  width, height: 400, marginLeft: 60, marginBottom: 44, marginRight: 24, ariaLabel: figure.title,
  style: { fontSize: "12px", color: "var(--ink)" },
});

function curve(figure, width) {
  const { unit, by } = scaleOf(figure);
  const points = pointsOf(figure, by);
  const xs = points.map((p) => p.x);
  const domainX = [Math.min(...xs), Math.max(...xs)];
  if (domainX[0] === domainX[1]) domainX[1] = domainX[0] * 2 || 1;
  const across = figure.marks.filter((m) => m.across).map((m) => ({ at: m.at * by }));
  const domainY = range(figure, points, across);
  const top = steps(figure, domainX, width - 84);
  const height = levels(figure, by, domainY);
  const inside = (d) => d.y >= domainY[0] && d.y <= domainY[1];
  return Plot.plot({
    ...base(figure, width), marginTop: 26 + top.height, clip: false,
    x: { ...axisX(figure, domainX), domain: domainX, grid: true },
    y: { type: figure.logY ? "log" : "linear", domain: domainY, grid: true, label: labelY(figure, unit),
         ticks: 6, tickFormat: significant },
    marks: [
      ...height.below, ...top.marks,
      show.dots ? Plot.dot(dotsOf(figure, by).filter(inside), { x: "x", y: "y", r: 1.3, fill: (d) => color(d.i), fillOpacity: 0.28 }) : null,
      Plot.areaY(points, { x: "x", y1: (d) => Math.max(d.lower, domainY[0]), y2: (d) => Math.min(d.upper, domainY[1]), z: "i", fill: (d) => color(d.i), fillOpacity: 0.15 }),
      Plot.lineY(points, { x: "x", y: "y", z: "i", stroke: (d) => color(d.i), strokeWidth: 1.6, clip: true }),
      ...height.above,
      Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: tip(figure, unit), fill: "var(--panel)", stroke: "var(--edge)" })),
    ],
  });
}

function bars(figure, width) {
  const points = pointsOf(figure, 1);
  const winner = (p) => figure.marks.some((m) => m.label.startsWith(`${p.name} `) && m.at === p.x);
  return Plot.plot({
    ...base(figure, Math.min(width, 160 * figure.lines.length + 200)), height: 260, marginTop: 30,
    fx: { label: null }, x: { label: figure.xLabel, tickFormat: bytes },
    y: { label: figure.yLabel, grid: true, domain: [0, Math.max(1, ...points.map((p) => p.y)) * 1.15] },
    marks: [
      Plot.ruleY([0]),
      Plot.barY(points, {
        fx: "name", x: "x", y: "y", stroke: "var(--accent)", strokeWidth: 1.5,
        fill: (p) => (winner(p) ? "var(--accent)" : "var(--panel)"),
      }),
      Plot.text(points, { fx: "name", x: "x", y: "y", dy: -8, text: (p) => (winner(p) ? "\u2713 " : "") + p.y.toFixed(2) }),
      Plot.tip(points, Plot.pointerX({ fx: "name", x: "x", y: "y", fill: "var(--panel)", stroke: "var(--edge)",
        title: (p) => `${p.name}, ${bytes(p.x)}: ${p.y.toFixed(2)}${winner(p) ? ", the line" : ""}` })),
    ],
  });
}

function histogram(figure, width) {
  const points = pointsOf(figure, 1);
  const domain = [Math.min(...points.map((p) => p.x)), Math.max(...points.map((p) => p.x2))];
  const top = steps(figure, domain, width - 84);
  return Plot.plot({
    ...base(figure, width), height: 280, marginTop: 26 + top.height,
    x: { ...axisX(figure, domain), domain }, y: { label: figure.yLabel, grid: true },
    marks: [
      Plot.rect(points, { x1: "x", x2: "x2", y1: 0, y2: "y", fill: "var(--accent)", fillOpacity: 0.7 }),
      Plot.ruleY([0]), ...top.marks,
      Plot.tip(points, Plot.pointerX({ x1: "x", x2: "x2", y: "y", fill: "var(--panel)", stroke: "var(--edge)",
        title: (p) => `${seconds(p.x)} to ${seconds(p.x2)}: ${p.y}` })),
    ],
  });
}

function matrix(figure, width) {
  const { unit, by } = scaleOf(figure);
  const points = pointsOf(figure, by);
  const most = Math.max(...points.map((p) => p.y));
  const least = Math.min(...points.map((p) => p.y));
  const columns = new Set(points.map((p) => p.x)).size;
  const cell = Math.max(16, Math.min(56, (width - 100) / columns));
  return Plot.plot({
    ...base(figure, Math.min(width, 100 + cell * columns)), height: 80 + cell * new Set(points.map((p) => p.x2)).size,
    // As they come: in the order of a tree, where there is one.
    x: { type: "band", label: figure.xLabel, domain: [...new Set(points.map((p) => p.x))] },
    y: { type: "band", label: figure.xLabel, domain: [...new Set(points.map((p) => p.x2))] },
    marks: [
      Plot.cell(points, { x: "x", y: "x2", fill: "var(--accent)", inset: 1,
        fillOpacity: (p) => 0.08 + 0.6 * (most > least ? (p.y - least) / (most - least) : 0) }),
      cell >= 28 ? Plot.text(points, { x: "x", y: "x2", text: (p) => significant(p.y) }) : null,
      Plot.tip(points, Plot.pointer({ x: "x", y: "x2", fill: "var(--panel)", stroke: "var(--edge)",
        title: (p) => `${p.x} and ${p.x2}: ${words(p.y, unit)}` })),
    ],
  });
}

function keys(figure) {
  const list = document.createElement("div");
  list.className = "keys";
  figure.lines.forEach((line, i) => {
    const item = document.createElement("span");
    const sign = document.createElement("i");
    sign.style.background = color(i);
    item.append(sign, `${line.name}${line.damaged ? " (damaged)" : ""}, lines ${line.first} to ${line.last}`);
    list.append(item);
  });
  return list;
}

const kinds = { curve, bars, histogram, matrix };

function draw() {
  for (const figure of data.figures) {
    const place = document.querySelector(`figure[data-figure="${figure.name}"]`);
    const width = Math.max(320, Math.min(1040, place.clientWidth || 1040));
    place.replaceChildren(kinds[figure.kind](figure, width));
    if (figure.kind === "curve") place.append(keys(figure));
  }
}

document.getElementById("in-ns").addEventListener("change", (e) => { show.ns = e.target.checked; draw(); });
document.getElementById("with-dots").addEventListener("change", (e) => { show.dots = e.target.checked; draw(); });
draw();
