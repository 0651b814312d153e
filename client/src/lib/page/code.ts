// Room codes: the first characters of a table's id, to be typed where a link cannot be opened.

import { CODE_LENGTH } from "../../wire/api";

/** Code of a table as people read it: two groups of capitals. */
export function codeOf(table: string): string {
  const code = table.slice(0, CODE_LENGTH).toUpperCase();
  return `${code.slice(0, CODE_LENGTH / 2)} ${code.slice(CODE_LENGTH / 2)}`;
}
