/** How many cards lie beside each other, and how wide: as large as there is room, and never larger than `most`. */
export function fit(
  cards: number,
  width: number,
  height: number,
  gap: number,
  most: number,
): { columns: number; w: number } {
  let best = { columns: Math.min(cards, 20), w: 12 }; // where there is no room at all, small ones in one row
  for (let columns = Math.min(cards, 4); columns <= Math.min(cards, 20); columns++) {
    const rows = Math.ceil(cards / columns);
    const w = Math.min((width - (columns - 1) * gap) / columns, (height - (rows - 1) * gap) / rows / 1.4, most);
    if (w > best.w + 0.5) best = { columns, w };
  }
  return best;
}
