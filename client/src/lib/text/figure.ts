// Pictures beside the rules: text made by a game's own drawings, fetched only when its rules are opened.
import { escaped } from "./escape";

/** Says a text of the game as the server has it, such as `suit.moss`. */
export type Say = (key: string) => string;

/** What `games/NAME/figures.ts` exports. */
export interface Figures {
  /** By the rule below which it stands: “R7”. */
  figures: Record<string, (say: Say) => string>;
  /** Gradients, patterns and symbols that the drawings refer to, and one id of them: a board that is shown brings them itself. */
  defs?: { id: string; all: string };
}

type Box = `${number} ${number} ${number} ${number}`;

/** A drawing. Without a label it says nothing that the words beside it do not say. */
export const picture = (box: Box, inner: string, label = "", look = ""): string =>
  `<svg viewBox="${box}" class="rfig__pic ${look}" ${label ? `role="img" aria-label="${escaped(label)}"` : 'aria-hidden="true"'}>${inner}</svg>`;

export interface Cell {
  box: Box;
  art: string;
  name?: string;
  note?: string;
  value?: string;
}

/** Things side by side, at most so many in a row, each with what it is called and what it is worth. */
export function cells(all: Cell[], row = all.length): string {
  const words = all.some(({ name, value }) => name || value);
  const one = ({ box, art, name, note, value }: Cell): string =>
    `<li>${picture(box, art)}${name ? `<span>${escaped(name)}</span>` : ""}${note ? `<small>${escaped(note)}</small>` : ""}${value ? `<b>${escaped(value)}</b>` : ""}</li>`;
  return `<ul class="rfig__cells" style="--row:${row}"${words ? "" : ' aria-hidden="true"'}>${all.map(one).join("")}</ul>`;
}

/** One large drawing with numbers on it, and beside it what they stand for. */
export const legend = (box: Box, inner: string, says: string[]): string =>
  `<div class="rfig__legend">${picture(box, inner)}<ol>${says.map((one) => `<li>${escaped(one)}</li>`).join("")}</ol></div>`;

/** A number on such a drawing. */
export const pin = (x: number, y: number, number: number, r = 12): string =>
  `<g transform="translate(${x} ${y})"><circle r="${r}" fill="#ffd45c" stroke="var(--ink)" stroke-width="2"/><text y="${r * 0.42}" text-anchor="middle" class="suit" font-size="${r * 1.3}" fill="var(--ink)">${number}</text></g>`;

export const caption = (text: string): string => `<p class="rfig__say">${escaped(text)}</p>`;
/** Drawings that belong together on one piece of paper. */
export const sheet = (inner: string): string => `<div class="rfig__sheet on-paper">${inner}</div>`;
export const start = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
