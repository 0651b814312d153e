// Room codes: the first characters of a table's id, to be typed where a link cannot be opened.

const LENGTH = 6;

/** Code of a table as people read it: two groups of capitals. */
export function codeOf(table: string): string {
  const code = table.slice(0, LENGTH).toUpperCase();
  return `${code.slice(0, LENGTH / 2)} ${code.slice(LENGTH / 2)}`;
}
