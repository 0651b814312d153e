// Figures of the rules: markup from a game's drawings, loaded when its rules are opened. All text is escaped here.
import { escapeText } from "./escape";

/** Returns a text of the game by key, such as `suit.moss`. */
export type Say = (key: string) => string;

/** Exports of `games/NAME/figures.ts`. */
export interface Figures {
  /** Figures by the rule that they belong to, such as “R7”. */
  figures: Record<string, (say: Say) => string>;
  /** Gradients, patterns and symbols that the drawings refer to, and one of their ids: a visible board already defines them. */
  defs?: { id: string; all: string };
}

type Box = `${number} ${number} ${number} ${number}`;

/** A drawing. Without a label it is decorative. */
export const picture = (box: Box, inner: string, label = "", look = ""): string =>
  `<svg viewBox="${box}" class="rfig__pic ${look}" ${label ? `role="img" aria-label="${escapeText(label)}"` : 'aria-hidden="true"'}>${inner}</svg>`;

export interface Cell {
  box: Box;
  art: string;
  name?: string;
  note?: string;
  value?: string;
}

/** Drawings side by side, each with name, note and value. */
export function cells(all: Cell[], row = all.length): string {
  const words = all.some(({ name, value }) => name || value);
  const renderCell = ({ box, art, name, note, value }: Cell): string =>
    `<li>${picture(box, art)}${name ? `<span>${escapeText(name)}</span>` : ""}${note ? `<small>${escapeText(note)}</small>` : ""}${value ? `<b>${escapeText(value)}</b>` : ""}</li>`;
  return `<ul class="rfig__cells" style="--row:${row}"${words ? "" : ' aria-hidden="true"'}>${all.map(renderCell).join("")}</ul>`;
}

/** A large drawing with numbers, and a legend. */
export const legend = (box: Box, inner: string, says: string[]): string =>
  `<div class="rfig__legend">${picture(box, inner)}<ol>${says.map((text) => `<li>${escapeText(text)}</li>`).join("")}</ol></div>`;

/** Number on a drawing with a legend. */
export const pin = (x: number, y: number, number: number, r = 12): string =>
  `<g transform="translate(${x} ${y})"><circle r="${r}" fill="#ffd45c" stroke="var(--ink)" stroke-width="2"/><text y="${r * 0.42}" text-anchor="middle" class="suit" font-size="${r * 1.3}" fill="var(--ink)">${number}</text></g>`;

export const caption = (text: string): string => `<p class="rfig__say">${escapeText(text)}</p>`;
/** Group of drawings on one piece of paper. */
export const sheet = (inner: string): string => `<div class="rfig__sheet on-paper">${inner}</div>`;
