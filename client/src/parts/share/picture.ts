// The result of a game as a picture to share: one SVG, drawn on a canvas, as PNG.
import textFont from "../../../fonts/alegreya-sans-800.woff2?url";
import titleFont from "../../../fonts/young-serif.woff2?url";
import { defs, known, poster, S } from "../../art/index";
import { shape } from "../../art/core";
import { escapeText } from "../../lib/text/escape";
import { podium, WIDTH, type Stand } from "../end/podium";
import { wide } from "../end/scene";

export const SIZE = { width: 1200, height: 630 }; // as link previews have it
const BANNER = 560; // pixels that the title may take
const LETTER = 0.56; // of the size of the type, on average

export interface Result {
  game: string; // by name, for its poster
  called: string;
  title: string; // who has won
  stands: Stand[];
  crowned: boolean;
  note?: string; // a line below the title
}

/** The picture as the inside of an SVG of SIZE, with the page's variables and classes. */
export function drawResult({ game, called, title, stands, crowned, note = "" }: Result): string {
  const { art, height } = podium(stands, crowned);
  const scale = Math.min(1.3, 470 / height);
  const size = Math.min(62, BANNER / (title.length * LETTER));
  const half = Math.min(BANNER, title.length * size * LETTER + 60) / 2;
  const ribbon = `<g transform="translate(300 215) rotate(-1.5)">${shape(`M${-half} -46H${half}V46H${-half}Z`, "var(--accent-strong)", 3)}<text y="${size * 0.34}" text-anchor="middle" class="num" font-size="${size}" style="fill:#fffaf0">${escapeText(title)}</text></g>`;
  const plate = (text: string): string => {
    const letters = Math.min(26, 510 / (text.length * 0.47));
    const room = text.length * letters * 0.47 + 50;
    return `<g transform="translate(300 318)"><rect x="${-room / 2}" y="-28" width="${room}" height="46" rx="12" fill="#fffaf0" stroke="#2a2140" stroke-width="2.5"/><text text-anchor="middle" y="4" class="suit" font-size="${letters}" style="fill:#2a2140">${escapeText(text)}</text></g>`;
  };
  const sheet = known(game)
    ? `<g transform="translate(${note ? 216 : 206} ${note ? 356 : 300}) rotate(-2) scale(${note ? 0.86 : 1})">${poster(game, escapeText(called))}</g>`
    : "";
  return (
    `<g transform="translate(0 -90)">${wide}</g>` +
    `<g transform="translate(44 96) scale(.72)">${S.wordmark()}</g>` +
    ribbon +
    sheet +
    (note || !sheet ? plate(note || called) : "") +
    `<g transform="translate(${1140 - WIDTH * scale} ${600 - height * scale}) scale(${scale})">${art}</g>`
  );
}

async function base64(url: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Replace the page's variables by their values, for a picture has none. */
export function resolveVariables(svg: string, valueOf: (name: string) => string): string {
  let resolved = svg;
  for (let depth = 0; depth < 4 && resolved.includes("var(--"); depth++)
    resolved = resolved.replace(
      /var\((--[\w-]+)(?:,\s*([^()]*))?\)/g,
      (_all, name: string, otherwise: string | undefined) => valueOf(name).trim() || otherwise || "none",
    );
  return resolved;
}

/** The picture as PNG. `from` is an element inside the game's colours. */
export async function resultPicture(result: Result, from: Element): Promise<Blob> {
  const styles = getComputedStyle(from);
  const dark = document.documentElement.dataset["theme"] === "dark";
  const fonts = await Promise.all(
    [
      ["Young Serif", titleFont],
      ["Alegreya Sans", textFont],
    ].map(
      async ([name, url]) => `@font-face{font-family:"${name}";src:url(data:font/woff2;base64,${await base64(url!)})}`,
    ),
  );
  const css = `${fonts.join("")}.num{font-family:"Young Serif";fill:#2a2140}.suit{font-family:"Alegreya Sans"}.${dark ? "day" : "night"}-only{display:none}`;
  const inside = resolveVariables(`${defs}</defs>${drawResult(result)}`, (name) => styles.getPropertyValue(name));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ ...SIZE, viewBox: `0 0 ${SIZE.width} ${SIZE.height}` }))
    svg.setAttribute(name, String(value));
  svg.innerHTML = `<style>${css}</style><defs>${inside}`; // read as HTML, for drawings are no strict XML
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), SIZE);
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
