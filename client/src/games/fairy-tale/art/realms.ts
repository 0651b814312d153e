// The four realms: shape, letter and pattern; colour comes last. Marks lie in a 24 x 24 box round 0,0.
import { line, shape, flat, dot, spark } from "../../../art/core";
const w = 1.9;
export const realm = {
  "fairy-wood": {
    name: "Fairy Wood",
    letter: "F",
    col: "#2f6f42",
    tint: "#e2eed6",
    mark:
      shape(
        "M0-11C4-9 5-6 5-4C9-5 11-1 9 2C10 5 7 7 4 6C3 8 1 8 0 7C-1 8-3 8-4 6C-7 7-10 5-9 2C-11-1-9-5-5-4C-5-6-4-9 0-11Z",
        "#6da04f",
        w,
      ) + line("M0-4V11.500M0 2L-4-1M0 5L4 2", 1.6),
  },
  "holy-empire": {
    name: "Holy Empire",
    letter: "H",
    col: "#8a5a06",
    tint: "#fbeec6",
    mark:
      shape("M0-11C4-8 8-8 10-8C10 2 7 8 0 11.500C-7 8-10 2-10-8C-8-8-4-8 0-11Z", "#f0bd45", w) +
      line("M0-5V6M-4.500-1H4.500", 2.2),
  },
  "dragon-valley": {
    name: "Dragon Valley",
    letter: "D",
    col: "#a13c1c",
    tint: "#fbe0d0",
    mark:
      shape(
        "M1-11.500C2-6 8-4 9 2C9.500 8 5 11.500 0 11.500S-9.500 8-9 2C-8.500-1-6-2-6-6C-3-5-2-3-2-1C1-3 2-7 1-11.500Z",
        "#e0743c",
        w,
      ) + flat("M0 10C-4 10-5 6-3 3.500C-2 5 0 4 0 1C4 4 4.500 9 0 10Z", "#ffe08a"),
  },
  "shadow-kingdom": {
    name: "Shadow Kingdom",
    letter: "S",
    col: "#4a3488",
    tint: "#e4ddf3",
    mark:
      shape(
        "M3-11C-5-11-11-5-11 2S-5 11.500 2 11.500C6 11.500 9.500 9 11 6C4 9-3 5-3-2C-3-6 0-10 3-11Z",
        "#6d55a8",
        w,
      ) +
      dot(4, -3, 2.2, "#6d55a8") +
      spark(6, -4, 5, "#4a3488"),
  },
};
export const realmPatterns = `<pattern id="q-fairy-wood" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M3 8C3 5 5 3 8 3C8 6 6 8 3 8Z" fill="#2f6f42" opacity=".3"/></pattern><pattern id="q-holy-empire" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M2 0V8" stroke="#8a5a06" stroke-width="1.500" opacity=".3"/></pattern><pattern id="q-dragon-valley" width="14" height="8" patternUnits="userSpaceOnUse"><path d="M0 0A7 7 0 0 0 14 0M-7 4A7 7 0 0 0 7 4A7 7 0 0 0 21 4" fill="none" stroke="#a13c1c" stroke-width="1.200" opacity=".35"/></pattern><pattern id="q-shadow-kingdom" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="#4a3488" stroke-width="1.600" opacity=".35"/></pattern>`;
