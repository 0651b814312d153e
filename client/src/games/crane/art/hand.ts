import { INK } from "../../../art/core";
/** The open hand with one finger forbidden (0 index … 3 little). */
export function openHand(no = 2) {
  // 100 x 100; 4: no finger is forbidden
  const F: [number, number][] = [
      [31, 24],
      [45, 14],
      [59, 18],
      [72.5, 31],
    ],
    skin = "#fff8ea";
  const thumb = "M30 74C22 70 16 62 11 55";
  const ink =
    F.map(([x, y]) => `<path d="M${x} ${y}V66" stroke="${INK}" stroke-width="16.4" stroke-linecap="round"/>`).join("") +
    `<path d="${thumb}" fill="none" stroke="${INK}" stroke-width="17" stroke-linecap="round"/>`;
  const fill =
    F.map(
      ([x, y], i) =>
        `<path d="M${x} ${y}V66" stroke="${i === no ? "#f3b9ae" : skin}" stroke-width="11.2" stroke-linecap="round"/>`,
    ).join("") + `<path d="${thumb}" fill="none" stroke="${skin}" stroke-width="11.6" stroke-linecap="round"/>`;
  const [x, y] = F[no] ?? F[0]!;
  const hatch =
    no === 4
      ? ""
      : Array.from({ length: 6 }, (_, i) => `M${x - 5} ${y + 18 + i * 5}L${x + 5} ${y + 11 + i * 5}`).join("");
  return `${ink}<path d="M22.800 60H80.700C81.600 72 79 82 72 89H35C27 84 22 74 22.800 60Z" fill="${INK}"/>${fill}<path d="${hatch}" stroke="#a8323a" stroke-width="1.800" stroke-linecap="round"/><path d="M25.400 58H78.100C79 70 76.500 80 71 87H36C29 82 24.600 72 25.400 58Z" fill="${skin}"/><path d="M38 52V60M52 52V60M65.700 53V61" stroke="${INK}" stroke-width="2.600" stroke-linecap="round"/><path d="M33 85Q37 81 42.500 84Q47.500 80 53 83.500Q58.500 80 63.500 84Q69 81 73 85L75 99H31Z" fill="currentColor" stroke="${INK}" stroke-width="2.600" stroke-linejoin="round"/>${no === 4 ? "" : `<g transform="translate(${x} ${y + 3})"><circle r="10" fill="#fffaf0" stroke="#a8323a" stroke-width="3.400"/><path d="M-5.500-5.500L5.500 5.500" stroke="#a8323a" stroke-width="3.400" stroke-linecap="round"/></g>`}`;
}
