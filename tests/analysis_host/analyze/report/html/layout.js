// What the layout of a page comes to: its height before what is folded, what is wider than the window, labels of figures
// that lie on each other, and links that lead nowhere. Everything is unfolded for that. The page is in a frame, as a browser
// without a window has none that is narrower than 500 pixels.
setTimeout(() => {
  const all = [...document.querySelectorAll("figure[data-figure]")];
  const seen = (node) => node.getBoundingClientRect().width > 0;
  const height = Math.round(document.getElementById("folded").getBoundingClientRect().top + scrollY);
  const broken = [...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute("href").slice(1)).filter((id) => !document.getElementById(id));
  document.querySelectorAll("details").forEach((details) => { details.open = true; });
  setTimeout(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const cut = [...document.querySelectorAll("table.first")].filter((t) => seen(t) && t.parentElement.scrollWidth > t.parentElement.clientWidth + 1).length;
    const over = [];
    for (const figure of all) {
      const texts = [...figure.querySelectorAll("svg text")].filter((t) => !t.closest("[aria-label=tip]") && seen(t));
      const boxes = texts.map((t) => ({ t: t.textContent, ...t.getBoundingClientRect().toJSON() }));
      boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5)
          over.push(`${figure.dataset.figure}: ${a.t} / ${b.t}`);
      }));
    }
    const told = `height: ${height}; window: ${innerWidth}; wide: ${wide}; cut: ${cut}; links: ${broken.length} broken ${broken.slice(0, 3)}; labels: ${all.filter(seen).length} figures, ${over.length} over ${over.slice(0, 5)};`;
    parent.postMessage(told, "*");
  }, 400);
}, 400);
