// Numbers as people write them.
export const significant = (v) => (Math.abs(v) >= 1000 ? Math.round(v).toString() : String(+v.toPrecision(3)));

export function bytes(v) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let i = 0;
  for (; Math.abs(v) >= 1024 && i + 1 < units.length; i++) v /= 1024;
  return `${+v.toPrecision(4)} ${units[i]}`;
}

export function seconds(v) {
  return v >= 1 ? `${significant(v)} s` : v >= 1e-3 ? `${significant(v * 1e3)} ms` : `${significant(v * 1e6)} us`;
}

export function words(v, unit) {
  if (unit === "B") return bytes(v);
  if (unit === "s") return seconds(v);
  if (unit === "cycle") return `${significant(v)} c`;
  if (unit === "FLOP/cycle") return `${significant(v)} FLOP/c`;
  if (unit === "count" || unit === "ratio") return significant(v);
  return `${significant(v)} ${unit}`;
}

// Powers of two, not more than fit.
export function doublings(low, high, most = 12) {
  const first = Math.ceil(Math.log2(low));
  const last = Math.floor(Math.log2(high));
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => 2 ** (first + i * step));
}
