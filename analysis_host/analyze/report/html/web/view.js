// What the page's data is and what of it is to be seen: boards, units, lines.
export const data = JSON.parse(document.getElementById("figures").textContent);
const colors = 13;
export const color = (i) => `var(--c${i % colors})`;
// Boards that share a figure differ in colour and letter; lines of one board differ in colour alone.
export const letter = (board) => String.fromCharCode(65 + board);
const hue = (line, i) => color(data.overlay ? line.board : i);

export const relative = "loads of the first level";
export const show = { ns: false, relative: false, dots: true, hidden: new Set(), picked: new Map(), chosen: new Map() };

// Of a figure whose lines belong to several things, those of the one that is chosen: at first the first.
export const choices = (figure) => [...new Set(figure.lines.map((line) => line.choice).filter(Boolean))];
export const chosen = (figure) => show.chosen.get(figure.name) ?? choices(figure)[0];
const isChosen = (figure, line) => !line.choice || line.choice === chosen(figure);

// Measured lines of a figure, of what is chosen.
export const measured = (figure) =>
  figure.lines.map((line, i) => ({ line, i })).filter(({ line }) => line.measured && isChosen(figure, line));

// Those of a figure that has many which are shown: the first few, until somebody picks others.
const few = 6;
export function picked(figure) {
  const name = `${figure.name}, ${chosen(figure) ?? ""}`;
  if (!show.picked.has(name)) show.picked.set(name, new Set(measured(figure).slice(0, few).map(({ i }) => i)));
  return show.picked.get(name);
}

const inSight = (figure) => (line) => (!figure.picks || !line.measured || picked(figure).has(line.i)) && isChosen(figure, line);

const ownUnit = (figure, board) => (figure.yUnit === "cycle" ? data.boards[board].unit : figure.yUnit);

// What a board's values are multiplied by to be in UNIT; 0: it cannot be told.
export function factor(figure, board, unit) {
  const { cycleNs, first } = data.boards[board];
  const own = ownUnit(figure, board);
  if (own === unit) return 1;
  if (unit === relative) return first > 0 ? 1 / first : 0;
  if (own === "cycle" && unit === "ns") return cycleNs;
  if (own === "FLOP/cycle" && unit === "GFLOP/s") return cycleNs > 0 ? 1 / cycleNs : 0;
  return 0;
}

// The unit of y in force: a board that is alone has its own where the wanted one cannot be told.
export function unitOf(figure) {
  const other = { cycle: "ns", "FLOP/cycle": "GFLOP/s" }[figure.yUnit];
  const wanted = show.relative && figure.yUnit === "cycle" ? relative : show.ns && other ? other : figure.yUnit;
  return data.overlay || factor(figure, 0, wanted) > 0 ? wanted : ownUnit(figure, 0);
}

// The lines in sight, each with its unit's factor.
export function linesOf(figure, unit) {
  return figure.lines
    .map((line, i) => ({ ...line, i, color: hue(line, i), by: factor(figure, line.board, unit) }))
    .filter((line) => line.by > 0 && !show.hidden.has(line.board))
    .filter(inSight(figure));
}

export const boardName = (board) => `${letter(board)} ${data.boards[board].name}`;

export const called = (line) => (data.overlay ? `${boardName(line.board)}, ${line.name}` : line.name);

export function pointsOf(lines) {
  return lines.flatMap(({ i, by, board, name, color: stroke, gflops, ...line }) =>
    line.points.map(([x, x2, low, lower, middle, upper, high, n, xLow, xHigh, marked]) => ({
      i, by, board, name, color: stroke, gflops, called: called({ board, name }), x, x2, n,
      measured: line.measured, marked: marked === 1, xLow: xLow ?? x, xHigh: xHigh ?? x,
      low: low * by, lower: lower * by, y: middle * by, upper: upper * by, high: high * by,
    })));
}

export function dotsOf(lines) {
  return lines.flatMap((line) =>
    Array.from({ length: line.dots.length / 2 }, (_, k) => ({
      color: line.color, x: line.dots[2 * k], y: line.dots[2 * k + 1] * line.by,
    })));
}
