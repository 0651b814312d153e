// Two little pictures of the clearing for the switch of day and dusk, 120 × 60.
import { at, INK, shroom, spark } from "./core";

const cap = at(34, 54, 0.34, shroom("#d2504c", 4));
const hill = (fill: string) => `<path d="M0 44Q30 30 60 42T120 38V60H0Z" fill="${fill}"/>${cap}`;
const day = `<rect width="120" height="60" fill="#a9d3d8"/><rect y="26" width="120" height="34" fill="#eaeecb"/><circle cx="92" cy="18" r="9" fill="#fff3c9" stroke="#2f3a35" stroke-opacity=".3" stroke-width="1.5"/>${hill("#8fbb72")}`;
const dusk = `<rect width="120" height="60" fill="#25225a"/><rect y="30" width="120" height="30" fill="#6a4885"/><path d="M96 10A10 10 0 1 0 104 26A8.5 8.5 0 0 1 96 10Z" fill="#fdeec4"/>${spark(30, 14, 4, "#fff4d6")}${spark(62, 22, 3, "#fff4d6")}${hill("#1f2c48")}`;

export const hours = {
  light: day,
  dark: dusk,
  auto: `<clipPath id="hours-half"><path d="M72 0H120V60H48Z"/></clipPath>${day}<g clip-path="url(#hours-half)">${dusk}</g><path d="M72 0L48 60" stroke="${INK}" stroke-width="2.4"/>`,
};
