// Keeps labels of a picture apart: what would stand on another label is moved, and dropped where there is no room.
// Names of answers come first, then names of axes, then their ticks.
const gap = 1;

const place = (node) => {
  if (node.closest("[aria-label=tip]")) return -1;
  const of = node.closest("[aria-label]")?.getAttribute("aria-label") ?? "";
  return of.includes("tick") ? 2 : of.includes("axis") ? 1 : 0;
};

const apart = (a, b) => a.right + gap <= b.left || b.right + gap <= a.left || a.bottom + gap <= b.top || b.bottom + gap <= a.top;

function moved(node, x, y) {
  node.style.translate = `${x}px ${y}px`;
  return node.getBoundingClientRect();
}

// How far a label is moved, at most three lines up or down, and into the picture where it leaves it.
function tries(rank, box, frame) {
  const x = Math.min(0, frame.right - box.right) + Math.max(0, frame.left - box.left);
  const steps = rank === 0 ? [0, -1, 1, -2, 2, -3, 3] : [0];
  return steps.map((step) => [x, step * (box.height + gap)]);
}

export function separate(picture) {
  const frame = picture.getBoundingClientRect();
  if (!(frame.width > 0)) return; // folded: its labels have no size yet
  const kept = [];
  const labels = [...picture.querySelectorAll("text")].map((node) => ({ node, rank: place(node) })).filter(({ rank }) => rank >= 0);
  for (const { node, rank } of labels.sort((a, b) => a.rank - b.rank)) {
    const box = node.getBoundingClientRect();
    if (!(box.width > 0)) continue;
    const free = tries(rank, box, frame).find(([x, y]) => {
      const there = moved(node, x, y);
      return (y === 0 || (there.top >= frame.top && there.bottom <= frame.bottom)) && kept.every((other) => apart(there, other));
    });
    if (free) kept.push(moved(node, ...free));
    else node.remove();
  }
}
