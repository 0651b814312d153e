import { INK, C, line, shape, flat, tube, dot, ring, at, spark, glow, n, mirror, star5, blossom, shroom, bell, fairy, tuft, firefly } from './core.js';
import { back } from './cards.js';

/* The plate of a poster: x 13..207, y 13..229 in a 220 x 290 card, with an arched top. */
const PLATE = 'M13 74C13 34 50 13 110 13S207 34 207 74V219Q207 229 197 229H23Q13 229 13 219Z';
const grad = (id, ...s) => `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${s.map(([o, c]) => `<stop offset="${o}" stop-color="${c}"/>`).join('')}</linearGradient>`;
export const posterDefs = `<clipPath id="plate"><path d="${PLATE}"/></clipPath>`
  + grad('po-fairy', [0, '#6f2458'], [0.42, '#c0527f'], [0.75, '#f0a08f'], [1, '#f9cfa0'])
  + grad('po-tale', [0, '#173f3b'], [0.45, '#3f8450'], [0.8, '#a7c77c'], [1, '#e6dc9b'])
  + grad('po-crane', [0, '#7c3414'], [0.4, '#cf6f1e'], [0.8, '#f3ab4c'], [1, '#fbd98f'])
  + grad('po-fari', [0, '#14385c'], [0.45, '#2479a3'], [0.8, '#7fbfd0'], [1, '#cfe8d8'])
  + grad('po-town', [0, '#241a52'], [0.45, '#5a3d97'], [0.8, '#a877bd'], [1, '#eeb29c']);
const sky = (id) => `<path d="${PLATE}" fill="url(#po-${id})"/>`;
const stars = (col, list) => list.map(([x, y, r]) => (r > 1.9 ? spark(x, y, r, col) : dot(x, y, r, col))).join('');
const clip = (s) => `<g clip-path="url(#plate)">${s}</g>`;
const frame = `<path d="${PLATE}" fill="none" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/>`;
const grass = (y, fill, seed = 3) => { let d = `M8 ${y + 60}V${y}`; for (let x = 8; x < 214; x += 9) { const h = 7 + ((x * seed) % 11); d += `Q${x + 2} ${y - h * 0.4} ${x + 3 + (x * seed) % 4} ${y - h}Q${x + 6} ${y - 2} ${x + 9} ${y}`; } return flat(d + `V${y + 60}Z`, fill); };

function fairyPoster() {
  const cards = [-26, 26, 0].map((r) => `<g transform="translate(110 250) rotate(${r}) translate(-37 -92) scale(.37)" color="#a93a68">${back()}</g>`).join('');
  return sky('fairy') + clip(
    stars('#ffe9c9', [[40, 60, 4], [182, 54, 5], [30, 104, 1.6], [192, 110, 1.5], [66, 34, 1.6], [154, 30, 1.5], [110, 26, 1.5]])
    + `<circle cx="110" cy="112" r="66" fill="#ffeec2" opacity=".9"/><circle cx="110" cy="112" r="77" fill="none" stroke="#ffeec2" stroke-width="2" opacity=".4" stroke-dasharray="2 8" stroke-linecap="round"/>`
    + flat('M8 176Q40 150 76 170Q104 158 132 172Q170 148 214 178V232H8Z', '#8d3560') + grass(196, '#5b2350', 5)
    + glow(110, 180, 70, 0.9) + at(36, 212, 0.62, shroom('#e0645a')) + at(58, 222, 0.4, bell('#f0b65a')) + at(186, 214, 0.66, shroom('#e0645a')) + at(164, 224, 0.36, shroom('#f0b65a'))
    + cards + firefly(30, 150, 0.8) + firefly(190, 150, 0.7) + firefly(160, 178, 0.5))
    + at(110, 112, 0.98, fairy('petal', { w: 2.6 })) + spark(52, 84, 5, C.goldLit) + spark(168, 136, 5, C.goldLit) + frame;
}
function talePoster() {
  const roof = (x, y, w, h, c) => shape(`M${x - w / 2} ${y}L${x} ${y - h}L${x + w / 2} ${y}Q${x} ${y + 4} ${x - w / 2} ${y}Z`, c, 2.4);
  const flag = (x, y, d = 1) => line(`M${x} ${y}V${y - 14}`, 2) + shape(`M${x} ${y - 14}L${x + 11 * d} ${y - 10.5}L${x} ${y - 7}Z`, '#e0645a', 1.6);
  const win = (x, y, s = 1) => shape(`M${x - 3 * s} ${y}V${y - 5 * s}A${3 * s} ${3 * s} 0 0 1 ${x + 3 * s} ${y - 5 * s}V${y}Z`, C.goldLit, 1.8);
  const castle = shape('M70 184V118H88V184ZM132 184V118H150V184Z', '#f3e6c8', 2.4) + roof(79, 118, 27, 32, '#c24a58') + roof(141, 118, 27, 32, '#c24a58')
    + shape('M86 186V128H92V122H98V128H104V122H116V128H122V122H128V128H134V186Z', '#fff6e0', 2.4) + shape('M99 122V84H121V122Z', '#f3e6c8', 2.4) + roof(110, 84, 32, 42, '#c24a58') + flag(110, 44) + shape('M100 186V166A10 10 0 0 1 120 166V186Z', '#6b4632', 2.4) + line('M110 157V186', 1.5) + win(110, 106) + win(79, 138) + win(141, 138) + win(95, 150, 0.85) + win(125, 150, 0.85) + line('M104 92h6M112 97h5M90 170h6M124 176h6M76 160h5M143 166h5', 1.3, 'opacity=".4"');
  const pine = (x, y, s) => at(x, y, s, shape('M-3 0V-10H3V0Z', C.wood, 2.2) + shape('M-18-8L-9-22H-14L-5-36H-9L0-52L9-36H5L14-22H9L18-8Q0-2-18-8Z', '#2f6b4c', 2.4) + line('M-6-14Q0-12 6-14M-4-28Q0-26 4-28', 1.4, 'opacity=".5"'));
  const dragon = `<g>${shape('M168 146C158 118 172 92 196 84C192 94 196 100 204 104C196 110 196 118 200 126C190 126 184 132 182 142Z', '#8f6bc0', 2.4)}${line('M172 138C172 116 182 98 196 86M176 138C180 124 190 112 203 104', 1.5, 'opacity=".55"')}
    ${tube('M160 190C184 190 196 170 184 152C176 141 160 138 158 122C157 112 163 107 168 106', 12, '#6e57b5', 2.4)}<path d="M162 193C184 192 193 172 181 155" fill="none" stroke="#d9c8f0" stroke-width="4" stroke-linecap="round" opacity=".8"/>
    ${shape('M178 100C170 90 156 91 151 99C145 101 140 106 139 112C145 116 152 116 157 114C166 118 178 112 178 100Z', '#6e57b5', 2.4)}${shape('M170 93C172 86 178 83 183 84C181 89 180 94 177 98Z', '#d9c8f0', 2)}${dot(160, 101, 2.2, '#fff')}${dot(159.6, 101.4, 1.3)}${line('M141 110.5Q147 111.6 151 109.6', 1.5)}${dot(144.4, 105.6, 1)}
    ${shape('M190 158L200 156L194 166ZM193 172L203 174L193 181ZM176 144L182 135L186 146Z', '#d9c8f0', 1.8)}</g>`;
  const book = shape('M16 206C50 190 90 193 110 209C130 193 170 190 204 206L207 221C172 208 132 210 110 226C88 210 48 208 13 221Z', '#2d6a45', 2.6)
    + shape('M110 190C92 172 54 170 32 178L20 208C52 196 92 198 110 213Z', '#fffaf0', 2.4) + shape('M110 190C128 172 166 170 188 178L200 208C168 196 128 198 110 213Z', '#fffaf0', 2.4) + line('M110 190V213', 2) + `<g stroke="#b6a7b0" stroke-width="1.7" fill="none" stroke-linecap="round"><path d="M40 190Q58 184 76 188M36 197Q56 190 80 195M180 190Q162 184 144 188M184 197Q164 190 140 195"/></g>`;
  return sky('tale') + clip(stars('#fdf3c9', [[46, 66, 4], [70, 40, 1.6], [172, 56, 5], [150, 34, 1.6], [30, 100, 1.5], [186, 74, 1.5]]) + `<path d="M60 52a20 20 0 1 0 18 30a16 16 0 1 1-18-30Z" fill="#fdf0c4"/>` + flat('M8 170Q44 140 84 166Q120 150 150 166Q184 148 214 168V232H8Z', '#2f6e4a', 'opacity=".65"') + flat('M8 200Q60 182 110 196T214 198V232H8Z', '#1f4f3c') + glow(110, 168, 90))
    + book + `<g transform="translate(110 186) scale(.9) translate(-110 -189)">${shape('M30 184C40 178 60 180 72 182C100 176 124 176 150 182C164 178 184 180 190 186C176 194 150 192 132 195C118 200 100 200 88 195C66 193 40 193 30 184Z', '#8fc07a', 2.4)}${dragon}${pine(44, 187, 0.95)}${pine(60, 191, 0.7)}${castle}${line('M66 188L68 184M72 190L74 186M148 190L150 186M156 188L157 185', 1.800)}</g>` + spark(34, 126, 5) + frame;
}
function cranePoster() {
  const card = (x, y, w, sk, fill = '#fffaf0') => shape(`M${x - w / 2} ${y}L${x - w / 2 + sk} ${y - 9}H${x + w / 2 + sk}L${x + w / 2} ${y}Z`, fill, 2.2);
  let deck = ''; for (let i = 0; i < 7; i++) deck += shape(`M${64 + (i % 2)} ${216 - i * 5}H${138 + (i % 2)}L${158 + (i % 2)} ${205 - i * 5}V${200 - i * 5}H${84}L${64} ${211 - i * 5}Z`, i % 2 ? '#f3e3c2' : '#fffaf0', 1.8);
  deck += shape('M64 183L84 171H158L138 183Z', '#b04f1c', 2.2) + `<g transform="matrix(1 0 -.9 .5 152 100)">${spark(112, 154, 11, '#ffe9b0')}</g>`;
  const arm = tube('M84 92C52 96 40 122 48 148C50 156 57 160 64 157', 10, '#f3bd5d', 2.4) + line('M50 126C51 118 55 111 61 106', 2, 'stroke="#fff3cf" opacity=".0"');
  return sky('crane') + clip(
    `<g opacity=".22" fill="#fff3cf">${Array.from({ length: 12 }, (_, i) => `<path d="M110 92L${n(110 + 190 * Math.cos((i / 12) * 6.283))} ${n(92 + 190 * Math.sin((i / 12) * 6.283))}L${n(110 + 190 * Math.cos((i / 12) * 6.283 + 0.26))} ${n(92 + 190 * Math.sin((i / 12) * 6.283 + 0.26))}Z"/>`).join('')}</g>`
    + flat('M8 200Q60 188 110 194T214 198V232H8Z', '#8a3f17') + at(34, 216, 0.5, shroom('#e0645a')) + at(190, 218, 0.56, shroom('#e0645a')) + at(174, 222, 0.36, bell('#ffe0a0'))
    + glow(110, 130, 80, 0.9) + tube('M110 4V62', 7, '#9a8fb0', 2.2) + line('M106.4 12L113.6 19M106.4 26L113.6 33M106.4 40L113.6 47', 2, 'opacity=".6"'))
    + deck
    + [0, 1, 2, 3, 4, 5].map((i) => card(106 + [0, -5, 4, -3, 3, 0][i], 160 - i * 6, 74, 14)).join('') + shape('M69 130L83 121H157L143 130Z', '#b04f1c', 2.2)
    + line('M60 172V180M52 168V174M168 160V168M176 156V162', 2.2)
    + tube('M110 96V118', 9, '#f3bd5d', 2.4) + arm + `<g transform="translate(220 0) scale(-1 1)">${arm}</g>`
    + shape('M70 96C68 66 86 54 110 54S152 66 150 96Q110 110 70 96Z', '#e2812a', 2.8) + `<path d="M136 62C147 70 151 82 150 96Q143 98.600 136 100.200C143 86 143 73 136 62Z" fill="${INK}" opacity=".15"/>`
    + line('M86 80Q94 88 102 80M118 80Q126 88 134 80', 2.6) + line('M88 83L84.500 85.500M91.500 85.200L89.500 88.400M132 83L135.500 85.500M128.500 85.200L130.500 88.400', 2) + `<ellipse cx="84" cy="93" rx="5" ry="3" fill="#b6401f" opacity=".55"/><ellipse cx="136" cy="93" rx="5" ry="3" fill="#b6401f" opacity=".55"/>` + line('M105 93Q110 97 115 93', 2.2) + shape('M92 60Q110 50 128 60Q126 66 110 64Q94 66 92 60Z', '#f7c267', 2) + ring(110, 52, 5, '#f7c267', 2.2) + frame;
}
const hex = (x, y, r, fill, w = 2.2) => { let d = ''; for (let i = 0; i < 6; i++) { const a = (Math.PI / 3) * i - Math.PI / 2; d += `${i ? 'L' : 'M'}${n(x + r * Math.cos(a))} ${n(y + r * Math.sin(a))}`; } return shape(d + 'Z', fill, w); };
export const kindMark = { // Fariables' kinds, in a 32 x 32 box around 0,0
  dew: shape('M0-13C4-5 10 0 10 6.500C10 12 5 15 0 15S-10 12-10 6.500C-10 0-4-5 0-13Z', '#6fb8dc', 2) + `<path d="M-5 7Q-4 11 0 11.500" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>`,
  leaf: shape('M-12 11C-13-4-3-13 13-13C13 3 4 13-12 11Z', '#86b65c', 2) + line('M-12 11C-6 3 0-3 7-8M-4 4L-6-3M0 0L6 1', 1.6),
  bell: shape('M0-13C9-13 8 0 10 5C11 8 14 9 14 12Q7 15 0 12Q-7 15-14 12C-14 9-11 8-10 5C-8 0-9-13 0-13Z', '#a18fe0', 2) + line('M0-13V-16M-4 13V16M4 13V16', 1.8) + line('M-4-6C-5 0-6 4-7 8M4-6C5 0 6 4 7 8', 1.4, 'opacity=".5"'),
  cap: at(0, 15, 0.58, shroom('#dc5b4c', 3.600)),
  moon: shape('M4-14C-6-13-13-6-13 2A13.500 13.500 0 0 0 14 4C6 8-4 2 4-14Z', '#f6e7b0', 2) + dot(-6, 3, 1.8, '#cbb780') + dot(-2, 9, 1.300, '#cbb780'),
  star: shape(star5(15, 0.5), '#f0bd45', 2),
};
function fariPoster() {
  const R = 30, H = R * Math.sqrt(3), cx = 110, cy = 98;
  const around = [[H, 0], [H / 2, R * 1.5], [-H / 2, R * 1.5], [-H, 0], [-H / 2, -R * 1.5], [H / 2, -R * 1.5]];
  const kinds = ['moon', 'cap', 'leaf', 'dew', 'star', 'bell'], tint = ['#e4e8f4', '#fbe3da', '#e6f0d6', '#dff0f8', '#fdf2cd', '#ece6f9'];
  const die = (x, y, rot, pips, fill = '#fffaf0') => `<g transform="translate(${x} ${y}) rotate(${rot})"><rect x="-19" y="-16" width="40" height="40" rx="9" fill="${INK}" opacity=".28"/><rect x="-20" y="-20" width="40" height="40" rx="9" fill="${fill}" stroke="${INK}" stroke-width="2.6"/><path d="M12-19C17-18 19-15 19-11V11C19 16 16 19 11 19C15 10 16-8 12-19Z" fill="${INK}" opacity=".1"/>${pips.map(([a, b]) => dot(a * 10, b * 10, 3.6)).join('')}</g>`;
  return sky('fari') + clip(stars('#e9f6ff', [[34, 66, 3.500], [186, 60, 4], [28, 130, 1.6], [194, 128, 1.6], [110, 24, 1.500]]) + flat('M8 186Q60 166 110 182T214 178V232H8Z', '#1c5673') + grass(206, '#123f5a', 4) + glow(110, 98, 100, 0.8)
    + at(28, 222, 0.46, shroom('#e0645a')) + at(194, 222, 0.5, shroom('#e0645a')))
    + `<g transform="translate(3 5)" opacity=".3">${[[0, 0], ...around].map(([x, y]) => hex(cx + x, cy + y, R, INK, 0)).join('')}</g>`
    + around.map(([x, y], i) => hex(cx + x, cy + y, R, tint[i], 2.4) + at(cx + x, cy + y - (kinds[i] === 'cap' ? 1 : 0), 1.02, kindMark[kinds[i]])).join('') + hex(cx, cy, R, '#fff0f4', 2.4) + at(cx, cy, 1.75, blossom(1, '#f0a3c2', 1.4)) + `<text x="${cx}" y="${cy + 5}" text-anchor="middle" class="num" font-size="14">?</text>`
    + die(62, 196, -11, [[-1, -1], [0, 0], [1, 1]].map(([a, b]) => [a, -b])) + die(158, 195, 12, [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]]) + die(110, 201, 2, [[0, 0]], '#bfe0ee') + frame;
}
function townPoster() {
  const k = 13.4, cx = 110, cy = 92, P = (i, j) => [cx + (i + j - 4) * k, cy + (i - j) * k];
  let lines = ''; for (let i = 0; i < 5; i++) { const [a, b] = P(i, -0.6), [c, d] = P(i, 4.6), [e, f] = P(-0.6, i), [g, h] = P(4.6, i); lines += `M${n(a)} ${n(b)}L${n(c)} ${n(d)}M${n(e)} ${n(f)}L${n(g)} ${n(h)}`; }
  const stone = (i, j, c, rg) => { const [x, y] = P(i, j); return ring(x, y, 7.4, c, 2.2) + (rg ? `<circle cx="${x}" cy="${y}" r="3.6" fill="none" stroke="#fbf2dd" stroke-width="2"/>` : `<path d="M${x - 4} ${y - 2}Q${x - 2} ${y - 5} ${x + 1} ${y - 5}" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" opacity=".8"/>`); };
  const sun = (x, y, c) => `<g transform="translate(${x} ${y})">${Array.from({ length: 8 }, (_, i) => `<g transform="rotate(${i * 45})">${shape('M-3.2-11L0-19L3.2-11Z', c, 1.8)}</g>`).join('')}${ring(0, 0, 10.5, c, 2.2)}${dot(-3.4, -1, 1.3)}${dot(3.4, -1, 1.3)}${line('M-3 3.400Q0 6 3 3.400', 1.5)}</g>`;
  const house = (x, y, w, h, rh, c, rc, wins) => shape(`M${x} ${y}V${y - h}H${x + w}V${y}Z`, c, 2.4) + shape(`M${x - 4} ${y - h + 1}L${x + w / 2} ${y - h - rh}L${x + w + 4} ${y - h + 1}Z`, rc, 2.4) + wins.map(([a, b, dark]) => `<rect x="${x + a}" y="${y - b}" width="10" height="11" rx="2" fill="${dark ? '#241a4a' : C.goldLit}" stroke="${INK}" stroke-width="1.9"/>` + (dark ? dot(x + a + 3, y - b + 5.500, 1.5, '#fff') + dot(x + a + 7, y - b + 5.500, 1.5, '#fff') + dot(x + a + 3.500, y - b + 5.500, 0.8) + dot(x + a + 7.500, y - b + 5.500, 0.8) : line(`M${x + a + 5} ${y - b}V${y - b + 11}`, 1.2))).join('');
  const cat = `<g transform="translate(151 183)">${tube('M12-2C20-2 20-12 15-15', 3, '#2f2553', 1.600)}${shape('M-8 2C-8-10 8-12 12 2Z', '#2f2553', 2)}${shape('M-14-8C-15-16-12-19-12-19L-8-15H-3L1-19C1-19 3-15 2-8C1-3-13-3-14-8Z', '#2f2553', 2)}${dot(-8.500, -9.500, 1.500, '#ffe08a')}${dot(-3, -9.500, 1.500, '#ffe08a')}</g>`;
  const top = P(1, 4), fl = P(3, 2);
  return sky('town') + clip(stars('#f4e6ff', [[36, 70, 4], [184, 64, 4], [60, 36, 1.6], [164, 34, 1.6], [28, 118, 1.5], [194, 116, 1.5]]) + `<path d="M40 118a17 17 0 1 0 15 25a14 14 0 1 1-15-25Z" fill="#fdf0c4"/>` + flat('M8 196Q60 180 110 190T214 188V232H8Z', '#3a2870') + glow(110, 96, 96, 0.55))
    + `<path d="M110 ${cy - 67}L${110 + 73} ${cy + 5}L110 ${cy + 77}L${110 - 73} ${cy + 5}Z" fill="${INK}" opacity=".3"/>` + shape(`M110 ${cy - 71}L181 ${cy}L110 ${cy + 71}L39 ${cy}Z`, '#fbf2dd', 2.8) + `<path d="${lines}" stroke="#7451b0" stroke-width="2.2" stroke-linecap="round"/>`
    + stone(0, 1, '#4b86c6') + stone(2, 0, '#4b86c6') + stone(4, 4, '#4b86c6') + stone(2, 3, '#4b86c6') + stone(1, 2, '#a06a42', 1) + stone(3, 4, '#a06a42', 1) + stone(4, 1, '#a06a42', 1) + sun(top[0], top[1], '#f2b53a') + at(fl[0], fl[1], 1.25, blossom(1, '#f0a3c2', 1.7))
    + clip(house(10, 232, 40, 34, 20, '#8a6bc0', '#3c2a70', [[8, 28], [23, 28]]) + house(172, 232, 40, 38, 22, '#8a6bc0', '#3c2a70', [[6, 32], [21, 32]]) + house(42, 232, 44, 26, 22, '#c9a5d6', '#6d4bb0', [[7, 20, 1], [26, 20]]) + house(126, 232, 48, 28, 24, '#c9a5d6', '#6d4bb0', [[8, 21], [28, 21]]) + house(80, 232, 52, 20, 22, '#b58fd0', '#4a3488', [[10, 16], [30, 16, 1]]) + cat) + frame;
}
export const POSTERS = {
  fairy: { art: fairyPoster, col: '#c24a78' },
  tale: { art: talePoster, col: '#3f8450' },
  crane: { art: cranePoster, col: '#d2741f' },
  fari: { art: fariPoster, col: '#2479a3' },
  town: { art: townPoster, col: '#7451b0' },
};
/* A poster; what it is called is said by whoever shows it. */
export function poster(id, name) {
  const p = POSTERS[id];
  return `<rect x="1.5" y="1.5" width="217" height="287" rx="18" fill="var(--card, #fffaf0)" stroke="${INK}" stroke-width="3"/><path d="${PLATE}" fill="${p.col}"/>${p.art()}<text x="110" y="268" text-anchor="middle" class="num" font-size="${name.length > 14 ? 22 : name.length > 10 ? 29 : 32}">${name}</text>`;
}
