// What lies on the shelf for people with the real box: 220 × 220.
import { INK, line, spark } from "../../../art/core";
import { phone, txt, wood } from "../../../art/box";

export const kit =
  wood("#e2b47c", "#c28f55") +
  `<g transform="translate(66 150)">${Array.from({ length: 13 }, (_, i) => `<g transform="translate(${((i * 37) % 5) - 2} ${-i * 6.4})"><path d="M-44 8L6 26L52 6L4-12Z" fill="${i === 12 ? "#fffaf0" : "#fff3dc"}" stroke="${INK}" stroke-width="2.2" stroke-linejoin="round"/></g>`).join("")}<g transform="translate(4 -76)">${txt(-6, 10, "10", 24)}</g></g>` +
  phone(
    `<rect x="-34" y="-64" width="68" height="128" rx="8" fill="#2a2140"/>${line("M-24-8C-18 4-10 7 0 7S18 4 24-8", 3.4, 'style="stroke:#fdf0d0"')}${line("M-17 1L-22 8M-7 6L-9 15M7 6L9 15M17 1L22 8", 3, 'style="stroke:#fdf0d0"')}${line("M-20 30h8l-8 9h8M-4 32h7l-7 8h7M12 34h6l-6 7h6", 2.2, 'style="stroke:#fdf0d0"')}${spark(-16, -36, 5, "#ffd97a")}${spark(14, -44, 4, "#ffd97a")}`,
    { x: 158, y: 112, r: 9, s: 1.12 },
  );
