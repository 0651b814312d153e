import { INK, line, shape, flat, tube, ring, at, spark, glow, n, shroom, bell } from "../../art/core";
import { clip, frame, sky } from "../../art/poster";

function art() {
  const card = (x: number, y: number, w: number, sk: number, fill = "#fffaf0") =>
    shape(`M${x - w / 2} ${y}L${x - w / 2 + sk} ${y - 9}H${x + w / 2 + sk}L${x + w / 2} ${y}Z`, fill, 2.2);
  let deck = "";
  for (let i = 0; i < 7; i++)
    deck += shape(
      `M${64 + (i % 2)} ${216 - i * 5}H${138 + (i % 2)}L${158 + (i % 2)} ${205 - i * 5}V${200 - i * 5}H${84}L${64} ${211 - i * 5}Z`,
      i % 2 ? "#f3e3c2" : "#fffaf0",
      1.8,
    );
  deck +=
    shape("M64 183L84 171H158L138 183Z", "#b04f1c", 2.2) +
    `<g transform="matrix(1 0 -.9 .5 152 100)">${spark(112, 154, 11, "#ffe9b0")}</g>`;
  const arm =
    tube("M84 92C52 96 40 122 48 148C50 156 57 160 64 157", 10, "#f3bd5d", 2.4) +
    line("M50 126C51 118 55 111 61 106", 2, 'stroke="#fff3cf" opacity=".0"');
  return (
    sky("crane") +
    clip(
      `<g opacity=".22" fill="#fff3cf">${Array.from({ length: 12 }, (_, i) => `<path d="M110 92L${n(110 + 190 * Math.cos((i / 12) * 6.283))} ${n(92 + 190 * Math.sin((i / 12) * 6.283))}L${n(110 + 190 * Math.cos((i / 12) * 6.283 + 0.26))} ${n(92 + 190 * Math.sin((i / 12) * 6.283 + 0.26))}Z"/>`).join("")}</g>` +
        flat("M8 200Q60 188 110 194T214 198V232H8Z", "#8a3f17") +
        at(34, 216, 0.5, shroom("#e0645a")) +
        at(190, 218, 0.56, shroom("#e0645a")) +
        at(174, 222, 0.36, bell("#ffe0a0")) +
        glow(110, 130, 80, 0.9) +
        tube("M110 4V62", 7, "#9a8fb0", 2.2) +
        line("M106.4 12L113.6 19M106.4 26L113.6 33M106.4 40L113.6 47", 2, 'opacity=".6"'),
    ) +
    deck +
    [0, 1, 2, 3, 4, 5].map((i) => card(106 + [0, -5, 4, -3, 3, 0][i]!, 160 - i * 6, 74, 14)).join("") +
    shape("M69 130L83 121H157L143 130Z", "#b04f1c", 2.2) +
    line("M60 172V180M52 168V174M168 160V168M176 156V162", 2.2) +
    tube("M110 96V118", 9, "#f3bd5d", 2.4) +
    arm +
    `<g transform="translate(220 0) scale(-1 1)">${arm}</g>` +
    shape("M70 96C68 66 86 54 110 54S152 66 150 96Q110 110 70 96Z", "#e2812a", 2.8) +
    `<path d="M136 62C147 70 151 82 150 96Q143 98.600 136 100.200C143 86 143 73 136 62Z" fill="${INK}" opacity=".15"/>` +
    line("M86 80Q94 88 102 80M118 80Q126 88 134 80", 2.6) +
    line("M88 83L84.500 85.500M91.500 85.200L89.500 88.400M132 83L135.500 85.500M128.500 85.200L130.500 88.400", 2) +
    `<ellipse cx="84" cy="93" rx="5" ry="3" fill="#b6401f" opacity=".55"/><ellipse cx="136" cy="93" rx="5" ry="3" fill="#b6401f" opacity=".55"/>` +
    line("M105 93Q110 97 115 93", 2.2) +
    shape("M92 60Q110 50 128 60Q126 66 110 64Q94 66 92 60Z", "#f7c267", 2) +
    ring(110, 52, 5, "#f7c267", 2.2) +
    frame
  );
}

/** On the shelf: the sky from top to bottom, what it is before it is drawn, and the picture. */
export const poster = {
  sky: [
    [0, "#7c3414"],
    [0.4, "#cf6f1e"],
    [0.8, "#f3ab4c"],
    [1, "#fbd98f"],
  ],
  colour: "#d2741f",
  art,
};

const w = "#fffaf0";
/** A small stamp, 40 × 40. */
export const emblem = `<path d="M20 5V11" stroke="${w}" stroke-width="3" stroke-linecap="round"/><path d="M12 18C12 12.5 16 10.5 20 10.500S28 12.5 28 18Z" fill="${w}"/><path d="M14 18C8 19 7 25 10.5 29M26 18C32 19 33 25 29.5 29" fill="none" stroke="${w}" stroke-width="3.2" stroke-linecap="round"/><path d="M13 26H27V29.500H13ZM13 31.500H27V35H13Z" fill="${w}"/>`;
