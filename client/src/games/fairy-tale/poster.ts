import { C, line, shape, flat, tube, dot, at, spark, glow } from "../../art/core";
import { clip, frame, sky, stars } from "../../art/poster";

function art() {
  const roof = (x: number, y: number, w: number, h: number, c: string) =>
    shape(`M${x - w / 2} ${y}L${x} ${y - h}L${x + w / 2} ${y}Q${x} ${y + 4} ${x - w / 2} ${y}Z`, c, 2.4);
  const flag = (x: number, y: number, d = 1) =>
    line(`M${x} ${y}V${y - 14}`, 2) + shape(`M${x} ${y - 14}L${x + 11 * d} ${y - 10.5}L${x} ${y - 7}Z`, "#e0645a", 1.6);
  const win = (x: number, y: number, s = 1) =>
    shape(`M${x - 3 * s} ${y}V${y - 5 * s}A${3 * s} ${3 * s} 0 0 1 ${x + 3 * s} ${y - 5 * s}V${y}Z`, C.goldLit, 1.8);
  const castle =
    shape("M70 184V118H88V184ZM132 184V118H150V184Z", "#f3e6c8", 2.4) +
    roof(79, 118, 27, 32, "#c24a58") +
    roof(141, 118, 27, 32, "#c24a58") +
    shape("M86 186V128H92V122H98V128H104V122H116V128H122V122H128V128H134V186Z", "#fff6e0", 2.4) +
    shape("M99 122V84H121V122Z", "#f3e6c8", 2.4) +
    roof(110, 84, 32, 42, "#c24a58") +
    flag(110, 44) +
    shape("M100 186V166A10 10 0 0 1 120 166V186Z", "#6b4632", 2.4) +
    line("M110 157V186", 1.5) +
    win(110, 106) +
    win(79, 138) +
    win(141, 138) +
    win(95, 150, 0.85) +
    win(125, 150, 0.85) +
    line("M104 92h6M112 97h5M90 170h6M124 176h6M76 160h5M143 166h5", 1.3, 'opacity=".4"');
  const pine = (x: number, y: number, s: number) =>
    at(
      x,
      y,
      s,
      shape("M-3 0V-10H3V0Z", C.wood, 2.2) +
        shape("M-18-8L-9-22H-14L-5-36H-9L0-52L9-36H5L14-22H9L18-8Q0-2-18-8Z", "#2f6b4c", 2.4) +
        line("M-6-14Q0-12 6-14M-4-28Q0-26 4-28", 1.4, 'opacity=".5"'),
    );
  const dragon = `<g>${shape("M168 146C158 118 172 92 196 84C192 94 196 100 204 104C196 110 196 118 200 126C190 126 184 132 182 142Z", "#8f6bc0", 2.4)}${line("M172 138C172 116 182 98 196 86M176 138C180 124 190 112 203 104", 1.5, 'opacity=".55"')}
    ${tube("M160 190C184 190 196 170 184 152C176 141 160 138 158 122C157 112 163 107 168 106", 12, "#6e57b5", 2.4)}<path d="M162 193C184 192 193 172 181 155" fill="none" stroke="#d9c8f0" stroke-width="4" stroke-linecap="round" opacity=".8"/>
    ${shape("M178 100C170 90 156 91 151 99C145 101 140 106 139 112C145 116 152 116 157 114C166 118 178 112 178 100Z", "#6e57b5", 2.4)}${shape("M170 93C172 86 178 83 183 84C181 89 180 94 177 98Z", "#d9c8f0", 2)}${dot(160, 101, 2.2, "#fff")}${dot(159.6, 101.4, 1.3)}${line("M141 110.5Q147 111.6 151 109.6", 1.5)}${dot(144.4, 105.6, 1)}
    ${shape("M190 158L200 156L194 166ZM193 172L203 174L193 181ZM176 144L182 135L186 146Z", "#d9c8f0", 1.8)}</g>`;
  const book =
    shape(
      "M16 206C50 190 90 193 110 209C130 193 170 190 204 206L207 221C172 208 132 210 110 226C88 210 48 208 13 221Z",
      "#2d6a45",
      2.6,
    ) +
    shape("M110 190C92 172 54 170 32 178L20 208C52 196 92 198 110 213Z", "#fffaf0", 2.4) +
    shape("M110 190C128 172 166 170 188 178L200 208C168 196 128 198 110 213Z", "#fffaf0", 2.4) +
    line("M110 190V213", 2) +
    `<g stroke="#b6a7b0" stroke-width="1.7" fill="none" stroke-linecap="round"><path d="M40 190Q58 184 76 188M36 197Q56 190 80 195M180 190Q162 184 144 188M184 197Q164 190 140 195"/></g>`;
  return (
    sky("fairy-tale") +
    clip(
      stars("#fdf3c9", [
        [46, 66, 4],
        [70, 40, 1.6],
        [172, 56, 5],
        [150, 34, 1.6],
        [30, 100, 1.5],
        [186, 74, 1.5],
      ]) +
        `<path d="M60 52a20 20 0 1 0 18 30a16 16 0 1 1-18-30Z" fill="#fdf0c4"/>` +
        flat("M8 170Q44 140 84 166Q120 150 150 166Q184 148 214 168V232H8Z", "#2f6e4a", 'opacity=".65"') +
        flat("M8 200Q60 182 110 196T214 198V232H8Z", "#1f4f3c") +
        glow(110, 168, 90),
    ) +
    book +
    `<g transform="translate(110 186) scale(.9) translate(-110 -189)">${shape("M30 184C40 178 60 180 72 182C100 176 124 176 150 182C164 178 184 180 190 186C176 194 150 192 132 195C118 200 100 200 88 195C66 193 40 193 30 184Z", "#8fc07a", 2.4)}${dragon}${pine(44, 187, 0.95)}${pine(60, 191, 0.7)}${castle}${line("M66 188L68 184M72 190L74 186M148 190L150 186M156 188L157 185", 1.8)}</g>` +
    spark(34, 126, 5) +
    frame
  );
}

/** On the shelf: the sky from top to bottom, what it is before it is drawn, and the picture. */
export const poster = {
  sky: [
    [0, "#173f3b"],
    [0.45, "#3f8450"],
    [0.8, "#a7c77c"],
    [1, "#e6dc9b"],
  ],
  colour: "#3f8450",
  art,
};

const w = "#fffaf0";
/** A small stamp, 40 × 40. */
export const emblem = `<path d="M20 13C16 9.5 10 9.5 6 11V30C10 28.5 16 28.5 20 32C24 28.5 30 28.5 34 30V11C30 9.5 24 9.5 20 13Z" fill="${w}"/><path d="M20 13V32" stroke="#2f6f42" stroke-width="2"/><path d="M27 13.500L28.3 17L31.5 18L28.3 19.200L27 22.500L25.7 19.200L22.5 18L25.7 17Z" fill="#e6a92f"/>`;
