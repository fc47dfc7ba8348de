"use strict";
// What a page does without figures: save its data, filter its evidence, unfold what a link leads to.
(() => {
  document.querySelectorAll(".controls").forEach((controls) => { controls.hidden = false; });

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

  // The evidence of answers whose id or term has all words that are typed.
  const filter = document.getElementById("filter");
  const answers = [...document.querySelectorAll("#evidence .evidence tbody")];
  const names = answers.map((answer) => answer.rows[0].cells[0].textContent.toLowerCase());
  filter?.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    answers.forEach((answer, i) => { answer.hidden = !words.every((word) => names[i].includes(word)); });
    const n = answers.filter((answer) => !answer.hidden).length;
    document.getElementById("filtered").textContent = words.length ? `${n} of ${answers.length} answers` : "";
  });

  // A link into what is folded unfolds it.
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden) { filter.value = ""; filter.dispatchEvent(new Event("input")); }
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  };
  window.addEventListener("hashchange", unfold);
  document.addEventListener("click", (event) => {
    if (event.target.closest("a")?.getAttribute("href") === location.hash) unfold();
  });
  unfold();
})();
