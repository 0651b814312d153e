import { C, flat, at, spark, glow, shroom, bell, fairy, firefly } from "../../art/core";
import { clip, frame, grass, sky, stars } from "../../art/poster";
import { back, charm } from "../../art/cards";

function art() {
  const cards = [-26, 26, 0]
    .map(
      (r) =>
        `<g transform="translate(110 250) rotate(${r}) translate(-37 -92) scale(.37)" color="#a93a68">${back()}</g>`,
    )
    .join("");
  return (
    sky("fairy") +
    clip(
      stars("#ffe9c9", [
        [40, 60, 4],
        [182, 54, 5],
        [30, 104, 1.6],
        [192, 110, 1.5],
        [66, 34, 1.6],
        [154, 30, 1.5],
        [110, 26, 1.5],
      ]) +
        `<circle cx="110" cy="112" r="66" fill="#ffeec2" opacity=".9"/><circle cx="110" cy="112" r="77" fill="none" stroke="#ffeec2" stroke-width="2" opacity=".4" stroke-dasharray="2 8" stroke-linecap="round"/>` +
        flat("M8 176Q40 150 76 170Q104 158 132 172Q170 148 214 178V232H8Z", "#8d3560") +
        grass(196, "#5b2350", 5) +
        glow(110, 180, 70, 0.9) +
        at(36, 212, 0.62, shroom("#e0645a")) +
        at(58, 222, 0.4, bell("#f0b65a")) +
        at(186, 214, 0.66, shroom("#e0645a")) +
        at(164, 224, 0.36, shroom("#f0b65a")) +
        cards +
        firefly(30, 150, 0.8) +
        firefly(190, 150, 0.7) +
        firefly(160, 178, 0.5),
    ) +
    at(110, 112, 0.98, fairy("petal", { w: 2.6 })) +
    spark(52, 84, 5, C.goldLit) +
    spark(168, 136, 5, C.goldLit) +
    frame
  );
}

/** On the shelf: the sky from top to bottom, what it is before it is drawn, and the picture. */
export const poster = {
  sky: [
    [0, "#6f2458"],
    [0.42, "#c0527f"],
    [0.75, "#f0a08f"],
    [1, "#f9cfa0"],
  ],
  colour: "#c24a78",
  art,
};

const w = "#fffaf0";
/** A small stamp, 40 × 40. */
export const emblem = `<g fill="${w}"><path d="M19 21C14 8 4 7 5 14C6 20 13 22 19 22Z"/><path d="M21 21C26 8 36 7 35 14C34 20 27 22 21 22Z"/><path d="M19 23C12 22 7 27 10 31C13 34 18 29 19.5 25Z"/><path d="M21 23C28 22 33 27 30 31C27 34 22 29 20.5 25Z"/></g><path d="M20 17V31" stroke="${w}" stroke-width="3" stroke-linecap="round"/><circle cx="20" cy="13.5" r="3.4" fill="${w}"/>`;

/** What lies on the table where people gather: the inside of an SVG of 360 × 184. */
export const tableScene = () =>
  `<g transform="matrix(.34 0 -.1 .26 114 50)" color="var(--accent)">${back()}</g><g transform="translate(0 -6) matrix(.34 0 -.1 .26 114 50)" color="var(--accent)">${back()}</g><g transform="matrix(.34 0 .06 .26 190 48)">${charm(16)}</g>`;
