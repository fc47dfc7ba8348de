/* Clicks through the units and boards of an overlay in a browser and tells what each figure shows
 * then. */
(() => {
  const place = document.querySelector("figure[data-figure=latency]");
  const told = [];
  const tell = (what) => {
    const lines = place.querySelectorAll("svg g[aria-label=line] path").length;
    const label = [...place.querySelectorAll("svg [aria-label='y-axis label'] text")].map((t) => t.textContent.slice(2)).join(" ");
    const without = [...place.querySelectorAll("p")].map((p) => p.textContent.replace(/.*: (.*)\./, "without $1")).join(" ");
    told.push(`${what}: ${lines} lines${label && ` of ${label}`}${without && `, ${without}`}`);
  };
  const set = (box, on) => {
    box.checked = on;
    box.dispatchEvent(new Event("change"));
  };
  const ns = document.getElementById("in-ns");
  const relative = document.getElementById("relative");
  const boards = [...document.querySelectorAll("input[data-board]")];
  set(ns, true);
  tell("ns");
  set(ns, false);
  tell("cycles");
  set(relative, true);
  tell("relative");
  set(boards[0], false);
  tell("without A");
  boards.forEach((box) => set(box, false));
  tell("without all");
  boards.forEach((box) => set(box, true));
  tell("with all");
  const pre = document.createElement("pre");
  pre.id = "counted";
  pre.textContent = `${told.join("; ")};`;
  document.body.append(pre);
})();
