import { line, shape, dot, at, star5, shroom } from "../../../art/core";

export const kindMark: Record<string, string> = {
  // the kinds, each in a 32 x 32 box around 0,0
  dew:
    shape("M0-13C4-5 10 0 10 6.500C10 12 5 15 0 15S-10 12-10 6.500C-10 0-4-5 0-13Z", "#6fb8dc", 2) +
    `<path d="M-5 7Q-4 11 0 11.500" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>`,
  leaf:
    shape("M-12 11C-13-4-3-13 13-13C13 3 4 13-12 11Z", "#86b65c", 2) +
    line("M-12 11C-6 3 0-3 7-8M-4 4L-6-3M0 0L6 1", 1.6),
  bell:
    shape("M0-13C9-13 8 0 10 5C11 8 14 9 14 12Q7 15 0 12Q-7 15-14 12C-14 9-11 8-10 5C-8 0-9-13 0-13Z", "#a18fe0", 2) +
    line("M0-13V-16M-4 13V16M4 13V16", 1.8) +
    line("M-4-6C-5 0-6 4-7 8M4-6C5 0 6 4 7 8", 1.4, 'opacity=".5"'),
  cap: at(0, 15, 0.58, shroom("#dc5b4c", 3.6)),
  moon:
    shape("M4-14C-6-13-13-6-13 2A13.500 13.500 0 0 0 14 4C6 8-4 2 4-14Z", "#f6e7b0", 2) +
    dot(-6, 3, 1.8, "#cbb780") +
    dot(-2, 9, 1.3, "#cbb780"),
  star: shape(star5(15, 0.5), "#f0bd45", 2),
};
