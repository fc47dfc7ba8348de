"use strict";
// What a page does without figures: save its data, sort its tables.
(() => {
  document.querySelector(".controls").hidden = false;

  const save = (id) => {
    const blob = new Blob([document.getElementById(id).textContent], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${id}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  for (const button of document.querySelectorAll("[data-save]"))
    button.addEventListener("click", () => save(button.dataset.save));

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
