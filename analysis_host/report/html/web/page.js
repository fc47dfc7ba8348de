"use strict";
// What a page does without figures: save its data, sort its tables.
(() => {
  document.querySelector(".controls").hidden = false;

  const read = (id) => document.getElementById(id)?.textContent;
  const save = (name, text) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  // The report stands in the page as gzip in base64.
  const unpack = (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  const exported = read("report") ? JSON.parse(read("exports")) : {};
  const files = read("report") ? { "report.json": () => unpack(read("report")) } : {};
  for (const [name, text] of Object.entries(exported)) files[name] = async () => text;
  for (const [name, text] of Object.entries(files)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", async () => save(name, await text()));
    document.getElementById("save").append(button, " ");
  }

  // Numbers as numbers; what has none comes last.
  const key = (row, column) => {
    const cell = row.cells[column];
    const text = cell ? cell.dataset.value ?? cell.textContent : "";
    const number = parseFloat(text);
    return { text, number: Number.isNaN(number) ? Infinity : number };
  };
  const sort = (table, column) => {
    const down = table.dataset.sorted === String(column);
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => {
      const x = key(a, column);
      const y = key(b, column);
      return x.number === y.number ? x.text.localeCompare(y.text) : x.number < y.number ? -1 : 1;
    });
    table.dataset.sorted = down ? "" : column;
    table.tBodies[0].append(...(down ? rows.reverse() : rows));
  };
  for (const table of document.querySelectorAll("table.sortable"))
    for (const head of table.tHead.rows[0].cells)
      head.addEventListener("click", () => sort(table, head.cellIndex));
})();
