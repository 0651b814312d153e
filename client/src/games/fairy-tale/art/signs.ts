// Icons of Fairy Tale, 26 × 26, centred on 0,0.
import { INK } from "../../../art/core";
import { realm as realms } from "./realms";
import type { Effect, Realm } from "../state/cards";

export const REALM = realms as Record<Realm, { col: string; tint: string; mark: string }>;

const pen = `fill="none" stroke-linecap="round" stroke-linejoin="round"`;
export const sign: Record<string, string> = {
  character: `<g fill="currentColor"><circle cy="-5.500" r="5"/><path d="M-8.500 10C-8.500 2.500-5 .5 0 .5S8.500 2.500 8.500 10Z"/></g>`,
  place: `<path fill="currentColor" d="M-9 10V-6H-6V-9H-3V-6H-1.500V-9H1.500V-6H3V-9H6V-6H9V10H3V4A3 3 0 0 0-3 4V10Z"/>`,
  tale: `<path fill="currentColor" d="M0-5C-3-8-7-8-10.500-7V7C-7 6-3 6 0 9C3 6 7 6 10.500 7V-7C7-8 3-8 0-5ZM-1 5.500V-3.500C-3.500-5.500-6-5.700-8.500-5.200"/>`,
  close: `<rect x="-7.500" y="-10.500" width="15" height="21" rx="2.600" fill="#3f8450" stroke="${INK}" stroke-width="2"/><path d="M0-5V3M-3.800 0L0 4.400L3.800 0" ${pen} stroke="#fffaf0" stroke-width="2.400"/>`,
  open: `<rect x="-7.500" y="-10.500" width="15" height="21" rx="2.600" fill="#fffaf0" stroke="${INK}" stroke-width="2"/><path d="M0 5V-3M-3.800 0L0-4.400L3.800 0" ${pen} stroke="${INK}" stroke-width="2.400"/>`,
  hunt: `<g ${pen} stroke="${INK}"><path d="M-1-10C8-6 8 6-1 10" stroke-width="5.500"/><path d="M-1-10C8-6 8 6-1 10" stroke="#c98d4a" stroke-width="2"/><path d="M-1-10L-6 0L-1 10" stroke-width="1.300"/><path d="M-8 0H10M6-4L11 0L6 4" stroke-width="2.400"/></g>`,
  all: `<g fill="${INK}"><circle cx="-6" cy="-3" r="3.200"/><path d="M-11.500 8C-11.500 3-9 1.500-6 1.500S-.5 3-.5 8Z"/><circle cx="6" cy="-3" r="3.200"/><path d="M.5 8C.5 3 3 1.500 6 1.500S11.500 3 11.500 8Z"/></g>`,
  most: `<g stroke="${INK}" stroke-width="1.800" stroke-linejoin="round"><path d="M-10 9V1H-4V9ZM-3-10V9H3V-10ZM4 3V9H10V3Z" fill="#fffaf0"/><path d="M-3-10V9H3V-10Z" fill="#f0bd45"/></g>`,
  ally: `<g fill="none" stroke="${INK}" stroke-width="2.400"><circle cx="-3.600" r="6"/><circle cx="3.600" r="6"/></g>`,
  wild: `<text text-anchor="middle" y="8" class="num" font-size="23">?</text>`,
};
export const VERB: Record<Effect, "hunt" | "open" | "close"> = {
  hunt: "hunt",
  "open-self": "open",
  "close-self": "close",
  "close-all": "close",
};

export const team = [
  `<path d="M-8-1C-8 6-4 10 0 12C4 10 8 6 8-1Z" fill="#d9a25a" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/><path d="M-10.500-1C-10.500-7-5-9.500 0-9.500S10.500-7 10.500-1C6 1-6 1-10.500-1Z" fill="#8a5a32" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/><path d="M0-9.500V-12.500M-6-2.500L-3-6M0-2.500L3-6" stroke="${INK}" stroke-width="1.800" stroke-linecap="round"/>`,
  `<path d="M-4 0C-3 5-5 9-5 11Q0 13 5 11C5 9 3 5 4 0Z" fill="#f6ead2" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/><path d="M-11.500 1C-11.500-8-5-11.500 0-11.500S11.500-8 11.500 1C6 4-6 4-11.500 1Z" fill="#c64a58" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/><g fill="#fff6e2"><circle cx="-5" cy="-3" r="2.300"/><circle cx="3" cy="-6" r="2.300"/><circle cx="6" cy="-1" r="1.700"/></g>`,
];
