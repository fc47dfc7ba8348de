/* Counts what the figures of a page show in a browser, and reads a tip under the pointer. */
(() => {
  const all = [...document.querySelectorAll("figure[data-figure]")];
  const marks = (f) => f.querySelectorAll("svg path, svg circle, svg rect, svg line, svg text").length;
  const drawn = all.map((f) => (marks(f) > 12 ? `${f.dataset.figure} ${marks(f)}` : `EMPTY ${f.dataset.figure}`));
  const svg = all[0].querySelector("svg");
  const box = svg.getBoundingClientRect();
  const said = () => [...svg.querySelectorAll("[aria-label=tip] text")].map((t) => t.textContent).join(" ");
  for (let y = 0.02; y < 1 && !said(); y += 0.02)
    for (const type of ["pointerenter", "pointermove"])
      svg.dispatchEvent(new PointerEvent(type, { clientX: box.left + box.width / 2, clientY: box.top + box.height * y, pointerType: "mouse", bubbles: true }));
  const foreign = document.querySelectorAll("[src]:not([src^='data:']), link, iframe, object").length;
  setTimeout(() => {
    const pre = document.createElement("pre");
    pre.id = "counted";
    pre.textContent = `buttons: ${document.querySelectorAll('#save button').length}; ${drawn.join(", ")}; foreign: ${foreign}; hover: ${said()};`;
    document.body.append(pre);
  }, 200);
})();
