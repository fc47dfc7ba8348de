// Pictures of one figure each: curves, bars, histograms, matrices.
import * as Plot from "@observablehq/plot";
import { bytes, doublings, seconds, significant, words } from "./units.js";
import { choices, chosen, color, data, dotsOf, factor, letter, linesOf, pointsOf, show, unitOf } from "./view.js";

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
  unit === "ratio" ? figure.yLabel : `${figure.yLabel}, ${unit === "cycle" ? "cycles" : unit.replace("/cycle", "/c")}`;

// The same value in the other units that a board knows.
function otherwise(figure, unit, d) {
  if (figure.yUnit !== "cycle") return "";
  const others = ["cycle", "ns"].filter((u) => u !== unit && factor(figure, d.board, u) > 0)
    .map((u) => words((d.y / d.by) * factor(figure, d.board, u), u));
  return others.length ? ` (${others.join(", ")})` : "";
}

function tip(figure, unit) {
  return (d) => [
    d.called,
    `${figure.xLabel}: ${words(d.x, figure.xUnit)}`,
    `${d.y === d.low && d.low < d.upper ? "least" : "median"}: ${words(d.y, unit)}${otherwise(figure, unit, d)}`,
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
  const all = figure.marks.filter((m) => !m.across && m.at >= domain[0] && m.at <= domain[1]);
  const upright = all.filter((m) => !m.reported);
  const reported = all.filter((m) => m.reported);
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
      Plot.ruleX(reported, { x: "at", stroke: "var(--quiet)", strokeWidth: 1.5, strokeDasharray: "1 4" }),
      Plot.text(reported, {
        x: "at", text: "label", frameAnchor: "bottom", lineAnchor: "bottom", textAnchor: "start", dx: 4, dy: -4,
        fill: "var(--quiet)", stroke: "var(--paper)", strokeWidth: 4,
      }),
      ...rows.map((m) => Plot.text([m], {
        x: "at", text: "label", frameAnchor: "top", lineAnchor: "bottom", textAnchor: "middle",
        dy: -5 - 15 * m.row, fill: "var(--mark)", fontWeight: 600,
      })),
    ],
  };
}

// Steps of several boards: a row over the figure for each, and a thin line down from it.
function tracks(figure, lines, domain, width, narrow) {
  const boards = [...new Set(lines.map((line) => line.board))].sort((a, b) => a - b);
  const upright = figure.marks
    .filter((m) => !m.across && boards.includes(m.board) && m.at >= domain[0] && m.at <= domain[1])
    .sort((a, b) => a.at - b.at);
  const rows = boards.filter((board) => upright.some((m) => m.board === board));
  const [low, high] = figure.logX ? domain.map(Math.log) : domain;
  const x = (m) => (((figure.logX ? Math.log(m.at) : m.at) - low) / (high - low || 1)) * width;
  const row = (board) => {
    const mine = upright.filter((m) => m.board === board);
    const style = { frameAnchor: "top", lineAnchor: "middle", dy: -8 - 15 * (rows.length - 1 - rows.indexOf(board)), fill: color(board), fontWeight: 600 };
    const { name } = data.boards[board];
    const short = name.length < 13 ? name : `${name.slice(0, 12)}\u2026`;
    // The first word alone where the next step is near; at the right edge a label stands before its step.
    const room = (m) => (m === mine.at(-1) ? Infinity : x(mine[mine.indexOf(m) + 1]) - x(m));
    const label = (m) => (8 * m.label.length + 8 < room(m) ? m.label : m.label.split(" ")[0]);
    const before = (m) => width - x(m) < 8 * m.label.length - 40;
    return [
      Plot.text([narrow ? letter(board) : `${letter(board)} ${short}`], { ...style, frameAnchor: "top-left", textAnchor: "end", dx: -8 }),
      Plot.text(mine.filter((m) => !before(m)), { ...style, x: "at", text: (m) => `\u2193${label(m)}`, textAnchor: "start", dx: -4 }),
      Plot.text(mine.filter(before), { ...style, x: "at", text: (m) => `${m.label}\u2193`, textAnchor: "end", dx: 4 }),
    ];
  };
  return {
    height: rows.length * 15,
    marks: [
      Plot.ruleX(upright, { x: "at", stroke: (m) => color(m.board), strokeOpacity: 0.7, strokeDasharray: "2 3" }),
      ...rows.flatMap(row),
    ],
  };
}

// The letter of each line's board behind its end, pushed apart where ends are near each other.
function ends(points, domain, log, height) {
  const place = (v) => {
    const [low, high, at] = log ? [...domain, v].map(Math.log) : [...domain, v];
    return height * (1 - (at - low) / (high - low));
  };
  const last = new Map(points.map((p) => [p.i, p]));
  const free = new Map();
  return [...last.values()].sort((a, b) => b.y - a.y).map((p) => {
    const at = Math.max(place(clamped(domain)(p.y)), free.get(p.x) ?? -Infinity);
    free.set(p.x, at + 12);
    return Plot.text([p], { x: "x", y: domain[1], text: () => letter(p.board), dx: 10, dy: at, fill: p.color, fontWeight: 700 });
  });
}

// Answers at a height: their bounds and a bar under the curve, their names over it.
function levels(figure, by, domain) {
  const across = figure.marks
    .filter((m) => !data.overlay && m.across && m.to > m.from && !(figure.logY && m.at <= 0))
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

const clamped = (domain) => (v) => Math.min(domain[1], Math.max(domain[0], v));

function curve(figure, width) {
  const unit = unitOf(figure);
  const lines = linesOf(figure, unit);
  const points = pointsOf(lines);
  const by = lines[0].by;
  const narrow = width < 620;
  const left = data.overlay && !narrow ? 120 : 60;
  const xs = points.map((p) => p.x);
  const domainX = [Math.min(...xs), Math.max(...xs)];
  if (domainX[0] === domainX[1]) domainX[1] = domainX[0] * 2 || 1;
  const across = data.overlay ? [] : figure.marks.filter((m) => m.across).map((m) => ({ at: m.at * by }));
  const domainY = range(figure, points, across);
  const top = data.overlay ? tracks(figure, lines, domainX, width - left - 24, narrow) : steps(figure, domainX, width - 84);
  const height = levels(figure, by, domainY);
  const inside = (d) => d.y >= domainY[0] && d.y <= domainY[1];
  const least = clamped(domainY);
  const tall = data.overlay ? 330 : 310 - top.height;
  return Plot.plot({
    ...base(figure, width), height: tall + 70 + top.height, marginLeft: left, marginTop: 26 + top.height, clip: false,
    x: { ...axisX(figure, domainX), domain: domainX, grid: true },
    y: { type: figure.logY ? "log" : "linear", domain: domainY, grid: true, label: labelY(figure, unit),
         ticks: 6, tickFormat: significant },
    marks: [
      ...height.below, ...top.marks,
      show.dots ? Plot.dot(dotsOf(lines).filter(inside), { x: "x", y: "y", r: 1.3, fill: "color", fillOpacity: 0.28 }) : null,
      Plot.areaY(points, { x: "x", y1: (d) => least(d.lower), y2: (d) => least(d.upper), z: "i", fill: "color", fillOpacity: 0.15 }),
      Plot.lineY(points, { x: "x", y: "y", z: "i", stroke: "color", strokeWidth: 1.6, clip: true }),
      ...height.above,
      ...(data.overlay ? ends(points, domainY, figure.logY, tall) : []),
      Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: tip(figure, unit), fill: "var(--panel)", stroke: "var(--edge)" })),
    ],
  });
}

// A group of bars for each level; where boards share a figure, for each size.
function bars(figure, width) {
  const points = pointsOf(linesOf(figure, unitOf(figure)))
    .map((p) => ({ ...p, size: bytes(p.x), letter: letter(p.board) }));
  const winner = (p) => figure.marks.some((m) => m.board === p.board && m.label.startsWith(`${p.name} `) && m.at === p.x);
  const [outer, inner] = data.overlay ? ["size", "letter"] : ["name", "x"];
  const groups = new Set(points.map((p) => p[outer])).size;
  const sizes = [...new Set(points.map((p) => p.x))].sort((a, b) => a - b).map(bytes);
  return Plot.plot({
    ...base(figure, Math.min(width, 160 * groups + 200)), height: 260, marginTop: 30,
    fx: data.overlay ? { label: null, domain: sizes } : { label: null },
    x: data.overlay ? { label: `board, by ${figure.xLabel}` } : { label: figure.xLabel, tickFormat: bytes },
    y: { label: figure.yLabel, grid: true, domain: [0, Math.max(1, ...points.map((p) => p.y)) * 1.15] },
    marks: [
      Plot.ruleY([0]),
      Plot.barY(points, {
        fx: outer, x: inner, y: "y", stroke: data.overlay ? "color" : "var(--accent)", strokeWidth: 1.5,
        fill: (p) => (!winner(p) ? "var(--panel)" : data.overlay ? p.color : "var(--accent)"),
      }),
      Plot.text(points, { fx: outer, x: inner, y: "y", dy: -8, 
        text: (p) => (data.overlay ? (winner(p) ? "\u2713" : "") : (winner(p) ? "\u2713 " : "") + p.y.toFixed(2)) }),
      Plot.tip(points, Plot.pointerX({ fx: outer, x: inner, y: "y", fill: "var(--panel)", stroke: "var(--edge)",
        title: (p) => `${p.called}, ${bytes(p.x)}: ${p.y.toFixed(2)}${winner(p) ? ", the line" : ""}` })),
    ],
  });
}

function histogram(figure, width) {
  const points = pointsOf(linesOf(figure, figure.yUnit));
  const domain = [Math.min(...points.map((p) => p.x)), Math.max(...points.map((p) => p.x2))];
  const top = steps(figure, domain, width - 84);
  const accent = data.overlay ? points[0].color : "var(--accent)";
  return Plot.plot({
    ...base(figure, width), height: 280, marginTop: 26 + top.height,
    x: { ...axisX(figure, domain), domain }, y: { label: figure.yLabel, grid: true },
    marks: [
      Plot.rect(points, { x1: "x", x2: "x2", y1: 0, y2: "y", fill: accent, fillOpacity: 0.7 }),
      Plot.ruleY([0]), ...top.marks,
      Plot.tip(points, Plot.pointerX({ x1: "x", x2: "x2", y: "y", fill: "var(--panel)", stroke: "var(--edge)",
        title: (p) => `${words(p.x, figure.xUnit)} to ${words(p.x2, figure.xUnit)}: ${p.y}` })),
    ],
  });
}

function matrix(figure, width) {
  const unit = unitOf(figure);
  const points = pointsOf(linesOf(figure, unit));
  const accent = data.overlay ? points[0].color : "var(--accent)";
  const most = Math.max(...points.map((p) => p.y));
  const least = Math.min(...points.map((p) => p.y));
  const columns = new Set(points.map((p) => p.x)).size;
  const rows = new Set(points.map((p) => p.x2)).size;
  const cell = Math.min(56, (width - 100) / columns, 520 / columns);
  const letters = Math.max(...points.map((p) => significant(p.y).length));
  const names = new Map(figure.marks.map((m) => [m.at, m.label]));
  const left = names.size ? { marginLeft: 180 } : {};
  return Plot.plot({
    ...base(figure, Math.min(width, (names.size ? 240 : 100) + cell * columns)), ...left, height: 80 + Math.max(cell, Math.min(12, 300 / rows)) * rows,
    // As they come: in the order of a tree, where there is one.
    x: { type: "band", label: figure.xLabel, domain: [...new Set(points.map((p) => p.x))] },
    y: { type: "band", label: names.size ? null : figure.xLabel, domain: [...new Set(points.map((p) => p.x2))].sort((a, b) => names.size ? a - b : 0),
      tickFormat: (v) => names.get(v) ?? v },
    marks: [
      Plot.cell(points, { x: "x", y: "x2", fill: accent, inset: 1,
        fillOpacity: (p) => 0.08 + 0.6 * (most > least ? (p.y - least) / (most - least) : 0) }),
      cell >= 7.5 * letters + 4 ? Plot.text(points, { x: "x", y: "x2", text: (p) => significant(p.y) }) : null,
      Plot.tip(points, Plot.pointer({ x: "x", y: "x2", fill: "var(--panel)", stroke: "var(--edge)",
        title: (p) => `${p.x} and ${names.get(p.x2) ?? p.x2}: ${words(p.y, unit)}` })),
    ],
  });
}

// A ceiling with its rate: "v256f32 fma, 32 FLOP/c, 99.5 GFLOP/s". Those that nearly coincide have one name: of the same
// type the type once.
function ceilingNames(level, unit, near) {
  const joined = [];
  for (const p of level) {
    const above = joined.at(-1);
    const [type, mix] = p.called.split(" ");
    if (!above || !near(above, p)) joined.push({ ...p, types: new Map([[type, [mix]]]) });
    else above.types.set(type, [...(above.types.get(type) ?? []), mix]);
  }
  const rate = (p) => [words(p.y, unit), ...(p.gflops && unit !== "GFLOP/s" ? [words(p.gflops, "GFLOP/s")] : [])].join(", ");
  const few = ([type, mixes]) => `${type} ${mixes.join(", ")}`;
  return joined.map((p) => {
    const types = [...p.types];
    const named = types.slice(0, 2).map(few).join(", ") + (types.length > 2 ? ", \u2026" : "");
    return { ...p, called: `${named}: ${rate(p)}` };
  });
}

// A second axis where a cycle has a length: the same heights by time.
function secondAxis(figure, unit) {
  const ns = data.boards[0].cycleNs;
  if (data.overlay || unit !== "FLOP/cycle" || !(ns > 0)) return null;
  return Plot.axisY({
    anchor: "right", ticks: 6, tickFormat: (v) => significant(v / ns), label: `GFLOP/s at ${significant(1 / ns)} GHz`,
  });
}

// Lines of ceilings with their names over them, and series of points with boxes, joined in their order.
function scatter(figure, width) {
  const unit = unitOf(figure);
  const points = pointsOf(linesOf(figure, unit));
  const series = points.filter((p) => p.measured);
  const ceilings = points.filter((p) => !p.measured);
  const near = series.length ? series : points;
  const domainX = [Math.min(...near.map((p) => p.xLow)) / 1.5, Math.max(...near.map((p) => p.xHigh)) * 1.5];
  if (ceilings.length) {
    domainX[0] = Math.min(domainX[0], Math.max(domainX[0] / 2, Math.min(...ceilings.map((p) => p.x))));
    domainX[1] = Math.max(...ceilings.map((p) => p.x));
  }
  const ys = near.map((p) => p.y).concat(ceilings.filter((p) => p.x >= domainX[0]).map((p) => p.y));
  const domainY = [Math.min(...ys.filter((v) => v > 0)) / 1.6, Math.max(...ys) * 1.6];
  const end = (list, at) => [...new Map(at < 0 ? list.map((p) => [p.i, p]) : [...list].reverse().map((p) => [p.i, p])).values()];
  // The bandwidth of a level rises up to the peak: its name stands where it begins, others' where they end.
  const rises = (p) => ceilings.some((q) => q.i === p.i && q.y > p.y * 1.01) || ceilings.some((q) => q.i === p.i && q.y < p.y / 1.01);
  const far = (a, b, domain, part) => Math.abs(Math.log(a / b)) > part * Math.log(domain[1] / domain[0]);
  const level = end(ceilings, -1).filter((p) => !rises(p)).sort((a, b) => b.y - a.y);
  const named = ceilingNames(level, unit, (above, p) => !far(above.y, p.y, domainY, 0.045));
  const wide = (factor) => (p) => [p.xLow / factor, p.xHigh * factor];
  const box = wide(1.02);
  const least = clamped(domainY);
  const twins = [...new Set(series.map((p) => p.i))];
  const pairs = twins.length === 2
    ? series.filter((p) => p.i === twins[0]).flatMap((p) => series.filter((q) => q.i === twins[1] && q.x2 === p.x2).map((q) => ({ p, q })))
    : [];
  // Sizes whose names would stand on each other's are left out; the tip has them.
  const spread = (list) => list.reduce((kept, p) =>
    (kept.every((q) => far(p.x, q.x, domainX, 0.08) || far(p.y, q.y, domainY, 0.04)) ? [...kept, p] : kept), []);
  // Likewise levels that bring nearly as much have one name.
  const risen = [];
  for (const p of end(ceilings.filter((q) => q.y >= domainY[0] && q.x >= domainX[0]), 1).filter(rises).sort((a, b) => b.y - a.y)) {
    const above = risen.at(-1);
    if (above && !far(above.y, p.y, domainY, 0.03)) above.called += `, ${p.called}`;
    else risen.push({ ...p });
  }
  const size = (p) => (figure.name === "roofline" ? `n = ${p.x2}` : "");
  const second = ceilings.length ? secondAxis(figure, unit) : null;
  const right = second ? 60 : 24;
  const first = !data.overlay && (choices(figure)[0] ?? "") === (chosen(figure) ?? "");
  const top = first ? steps(figure, domainX, width - 60 - right) : { height: 0, marks: [] };
  const halo = { fill: "var(--ink)", stroke: "var(--paper)", strokeWidth: 4 };
  return Plot.plot({
    ...base(figure, width), height: 440 + top.height, marginTop: 26 + top.height, marginRight: right,
    x: { ...axisX(figure, domainX), domain: domainX, grid: true },
    y: { type: "log", domain: domainY, grid: true },
    marks: [
      Plot.axisY({ anchor: "left", ticks: 6, tickFormat: significant, label: labelY(figure, unit) }), second,
      ...top.marks,
      Plot.lineY(ceilings, { x: "x", y: "y", z: "i", stroke: "color", strokeWidth: 1.2, strokeOpacity: 0.8, clip: true }),
      Plot.text(named, { x: "x", y: "y", text: "called", textAnchor: "end", lineAnchor: "bottom", dx: -4, dy: -3, ...halo }),
      Plot.text(risen, { x: "x", y: "y", text: "called", textAnchor: "start", lineAnchor: "bottom", dx: 4, dy: -4, ...halo }),
      Plot.rect(series, {
        x1: (p) => box(p)[0], x2: (p) => box(p)[1], y1: (p) => least(p.lower), y2: (p) => least(p.upper), fill: "color", fillOpacity: 0.25,
      }),
      Plot.ruleX(series, { x: "x", y1: (p) => least(p.low), y2: (p) => least(p.high), stroke: "color", strokeOpacity: 0.6 }),
      Plot.link(pairs, { x1: (d) => d.p.x, y1: (d) => d.p.y, x2: (d) => d.q.x, y2: (d) => d.q.y, stroke: "var(--quiet)", strokeDasharray: "3 3" }),
      Plot.line(series, { x: "x", y: "y", z: "i", stroke: "color", strokeWidth: 1, clip: true }),
      Plot.dot(series, { x: "x", y: "y", r: 2.5, stroke: "color", fill: (p) => (p.marked ? "var(--paper)" : p.color) }),
      figure.name === "roofline" ? Plot.text(spread([...end(series, 1), ...end(series, -1)]), {
        x: "x", y: "y", text: (p) => p.x2, dy: -9, fill: "color", fontWeight: 600,
      }) : null,
      Plot.tip(series, Plot.pointer({
        x: "x", y: "y", fill: "var(--panel)", stroke: "var(--edge)",
        title: (p) => [p.called, size(p), `${figure.xLabel}: ${words(p.x, figure.xUnit)}`, `${figure.yLabel}: ${words(p.y, unit)}`,
          `quartiles: ${words(p.lower, unit)} to ${words(p.upper, unit)}`, `timings: ${p.n}`,
          p.marked && "call and loop take more than 5 % of it"].filter(Boolean).join("\n"),
      })),
    ],
  });
}

// A row of bars behind each other for each mark.
function stack(figure, width) {
  const points = pointsOf(linesOf(figure, figure.yUnit));
  const names = new Map(figure.marks.map((m) => [m.at, m.label]));
  const rows = [...names.keys()].sort((a, b) => a - b);
  const left = Math.min(width / 3, 7 * Math.max(...[...names.values()].map((name) => name.length)) + 12);
  return Plot.plot({
    ...base(figure, width), height: 60 + 26 * rows.length, marginLeft: left, marginTop: 8,
    x: { label: figure.xLabel, grid: true, ticks: 5, tickFormat: (v) => words(v, figure.xUnit) },
    y: { type: "band", label: null, domain: rows, tickFormat: (row) => names.get(row), tickSize: 0 },
    marks: [
      Plot.barX(points, { x1: "x", x2: "x2", y: "y", fill: "color", insetTop: 2, insetBottom: 2 }),
      Plot.tip(points, Plot.pointer({ x1: "x", x2: "x2", y: "y", fill: "var(--panel)", stroke: "var(--edge)",
        title: (p) => `${names.get(p.y)}: ${p.name} ${words(p.x2 - p.x, figure.xUnit)}` })),
    ],
  });
}

export const kinds = { scatter, curve, bars, histogram, matrix, stack };
