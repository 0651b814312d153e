// Marks: a shape for every category of every game, in a 24 x 24 box round 0,0. Shape + letter + pattern; colour comes last.
import { INK, C, line, shape, flat, dot, ring, at, spark, n, blossom, star5 } from './core.js';
import { suitMark } from './cards.js';
import { kindMark } from './posters.js';
const w = 1.9;
export const realm = { // Fairy Tale
  'fairy-wood': { name: 'Fairy Wood', letter: 'F', col: '#2f6f42', tint: '#e2eed6', mark: shape('M0-11C4-9 5-6 5-4C9-5 11-1 9 2C10 5 7 7 4 6C3 8 1 8 0 7C-1 8-3 8-4 6C-7 7-10 5-9 2C-11-1-9-5-5-4C-5-6-4-9 0-11Z', '#6da04f', w) + line('M0-4V11.500M0 2L-4-1M0 5L4 2', 1.600) },
  'holy-empire': { name: 'Holy Empire', letter: 'H', col: '#8a5a06', tint: '#fbeec6', mark: shape('M0-11C4-8 8-8 10-8C10 2 7 8 0 11.500C-7 8-10 2-10-8C-8-8-4-8 0-11Z', '#f0bd45', w) + line('M0-5V6M-4.500-1H4.500', 2.200) },
  'dragon-valley': { name: 'Dragon Valley', letter: 'D', col: '#a13c1c', tint: '#fbe0d0', mark: shape('M1-11.500C2-6 8-4 9 2C9.500 8 5 11.500 0 11.500S-9.500 8-9 2C-8.500-1-6-2-6-6C-3-5-2-3-2-1C1-3 2-7 1-11.500Z', '#e0743c', w) + flat('M0 10C-4 10-5 6-3 3.500C-2 5 0 4 0 1C4 4 4.500 9 0 10Z', '#ffe08a') },
  'shadow-kingdom': { name: 'Shadow Kingdom', letter: 'S', col: '#4a3488', tint: '#e4ddf3', mark: shape('M3-11C-5-11-11-5-11 2S-5 11.500 2 11.500C6 11.500 9.500 9 11 6C4 9-3 5-3-2C-3-6 0-10 3-11Z', '#6d55a8', w) + dot(4, -3, 2.200, '#6d55a8') + spark(6, -4, 5, '#4a3488') },
};
export const realmPatterns = `<pattern id="q-fairy-wood" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M3 8C3 5 5 3 8 3C8 6 6 8 3 8Z" fill="#2f6f42" opacity=".3"/></pattern><pattern id="q-holy-empire" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M2 0V8" stroke="#8a5a06" stroke-width="1.500" opacity=".3"/></pattern><pattern id="q-dragon-valley" width="14" height="8" patternUnits="userSpaceOnUse"><path d="M0 0A7 7 0 0 0 14 0M-7 4A7 7 0 0 0 7 4A7 7 0 0 0 21 4" fill="none" stroke="#a13c1c" stroke-width="1.200" opacity=".35"/></pattern><pattern id="q-shadow-kingdom" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="#4a3488" stroke-width="1.600" opacity=".35"/></pattern>`;
/* Sneaky Town: suns differ in their rays, stones in their ring. */
const rays = (k, f) => Array.from({ length: k }, (_, i) => `<g transform="rotate(${(360 / k) * i})">${f}</g>`).join('');
export const charm = {
  'blue sun': rays(8, shape('M-2.200-6.500L0-11.500L2.200-6.500Z', '#7fb2e6', 1.500)) + ring(0, 0, 6.600, '#7fb2e6', w) + dot(-2.200, -0.600, 1) + dot(2.200, -0.600, 1) + line('M-2 2Q0 3.800 2 2', 1.200),
  'brown sun': rays(8, `<circle cy="-9.400" r="2" fill="#c98d5f" stroke="${INK}" stroke-width="1.400"/>`) + ring(0, 0, 6.600, '#c98d5f', w) + `<circle r="3" fill="none" stroke="#fff6e2" stroke-width="1.800"/>`,
  flower: blossom(0.92, '#f0a3c2', 1.900), void: `<circle r="9" fill="none" stroke="${INK}" stroke-width="1.900" stroke-dasharray="2.500 4" stroke-linecap="round"/><path d="M-4-4L4 4M4-4L-4 4" stroke="${INK}" stroke-width="1.900" stroke-linecap="round"/>`,
};
export const stone = { blue: ring(0, 0, 10, '#4b86c6', w) + `<path d="M-5.500-3Q-3-7 1.500-7" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".85"/>`, brown: ring(0, 0, 10, '#a06a42', w) + `<circle r="4.600" fill="none" stroke="#fbf2dd" stroke-width="2.200"/>` };
/* Crane: a bet, and the open hand with one finger forbidden (0 index … 3 little). */
export const bet = { HIGH: shape('M0-11L9-1H4V10H-4V-1H-9Z', '#f5a650', w), LOW: shape('M0 11L9 1H4V-10H-4V1H-9Z', '#9fd0e6', w), JUST: ring(0, 0, 10.500, '#fffaf0', w) + ring(0, 0, 6.200, '#e2812a', w) + dot(0, 0, 2.200, '#fffaf0') };
export function openHand(no = 2) { // 100 x 100; 4: no finger is forbidden
  const F = [[31, 24], [45, 14], [59, 18], [72.5, 31]], skin = '#fff8ea';
  const thumb = 'M30 74C22 70 16 62 11 55';
  const ink = F.map(([x, y]) => `<path d="M${x} ${y}V66" stroke="${INK}" stroke-width="16.4" stroke-linecap="round"/>`).join('') + `<path d="${thumb}" fill="none" stroke="${INK}" stroke-width="17" stroke-linecap="round"/>`;
  const fill = F.map(([x, y], i) => `<path d="M${x} ${y}V66" stroke="${i === no ? '#f3b9ae' : skin}" stroke-width="11.2" stroke-linecap="round"/>`).join('') + `<path d="${thumb}" fill="none" stroke="${skin}" stroke-width="11.6" stroke-linecap="round"/>`;
  const [x, y] = F[no] ?? F[0];
  const hatch = no === 4 ? '' : Array.from({ length: 6 }, (_, i) => `M${x - 5} ${y + 18 + i * 5}L${x + 5} ${y + 11 + i * 5}`).join('');
  return `${ink}<path d="M22.800 60H80.700C81.600 72 79 82 72 89H35C27 84 22 74 22.800 60Z" fill="${INK}"/>${fill}<path d="${hatch}" stroke="#a8323a" stroke-width="1.800" stroke-linecap="round"/><path d="M25.400 58H78.100C79 70 76.500 80 71 87H36C29 82 24.600 72 25.400 58Z" fill="${skin}"/><path d="M38 52V60M52 52V60M65.700 53V61" stroke="${INK}" stroke-width="2.600" stroke-linecap="round"/><path d="M33 85Q37 81 42.500 84Q47.500 80 53 83.500Q58.500 80 63.500 84Q69 81 73 85L75 99H31Z" fill="currentColor" stroke="${INK}" stroke-width="2.600" stroke-linejoin="round"/>${no === 4 ? '' : `<g transform="translate(${x} ${y + 3})"><circle r="10" fill="#fffaf0" stroke="#a8323a" stroke-width="3.400"/><path d="M-5.500-5.500L5.500 5.500" stroke="#a8323a" stroke-width="3.400" stroke-linecap="round"/></g>`}`;
}
export const markDefs = realmPatterns + `<pattern id="q-no" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="#f3b9ae"/><path d="M0 0V5" stroke="#a8323a" stroke-width="2"/></pattern>`;
export { suitMark, kindMark };
