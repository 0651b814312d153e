// Payments as flying cards, from the moves of the events. All cards are alike, so each flight shows a back.
import { tick } from "svelte";
import { back } from "../../../art/cards";
import { still } from "../../../lib/page/settings.svelte";
import { cue } from "../../../lib/page/sound";
import type { Moved, Place } from "../../../wire/shared";

const MOST = 8; // cards of one move that are shown
const DUR = 420;
const STAGGER = 35;
const GROUP = 300; // one event after the other
const LAST = 1500; // the last one begins before this
const ARC = 34;

const seen = (node: Element): boolean => node.getBoundingClientRect().width > 0;

/** Where a zone is drawn: itself, or its seat. */
function find(root: Element, { zone, seat, place }: Place): Element | null {
  const whose = seat === undefined ? "" : `[data-seat="${seat}"] `;
  const inner = place === undefined ? "" : ` [data-place="${place}"]`;
  const all = [...root.querySelectorAll(`${whose}[data-zone="${zone}"]${inner}`)];
  const home = seat === undefined ? null : root.querySelector(`[data-home][data-seat="${seat}"]`);
  return all.find(seen) ?? home;
}

/** Show what is so now, and let cards fly there from where they were. */
export function fly(moves: Moved[][], change: () => void): void {
  const root = document.querySelector("main.shell");
  if (!root || still()) return change();
  const hand = [...root.querySelectorAll('[data-zone="hand"] [data-thing]')].map((node) =>
    node.getBoundingClientRect(),
  );
  const from = moves.map((together) =>
    together.map((move) =>
      move.from.zone === "hand" ? null : (find(root, move.from)?.getBoundingClientRect() ?? null),
    ),
  );
  change();
  void tick().then(() => {
    const groups = moves.filter((together) => together.length).length;
    const gap = Math.min(GROUP, LAST / Math.max(1, groups - 1));
    let at = 0;
    moves.forEach((together, i) => {
      together.forEach((move, k) => {
        const to = find(root, move.to)?.getBoundingClientRect();
        for (let card = 0; card < Math.min(move.count, MOST); card++) {
          // Cards for a jackpot are the last ones of the row, the others the first.
          const start =
            move.from.zone === "hand" ? (move.to.zone === "jackpot" ? hand.pop() : hand.shift()) : from[i]![k];
          if (start && to) flyCard(root, start, to, at + card * STAGGER);
        }
      });
      if (together.length) {
        setTimeout(() => cue("card"), at);
        at += gap;
      }
    });
  });
}

function flyCard(root: Element, from: DOMRect, to: DOMRect, delay: number): void {
  const width = Math.max(18, Math.min(from.width, 52));
  const height = width * 1.4;
  const card = document.createElement("div");
  card.ariaHidden = "true";
  card.style.cssText = `position:fixed;left:0;top:0;width:${width}px;height:${height}px;z-index:16;pointer-events:none;opacity:0;color:var(--accent)`;
  card.innerHTML = `<svg viewBox="0 0 200 280" width="${width}" height="${height}">${back()}</svg>`;
  root.append(card);
  const [x0, y0] = [from.left + (from.width - width) / 2, from.top + (from.height - height) / 2];
  const [x1, y1] = [to.left + (to.width - width) / 2, to.top + (to.height - height) / 2];
  const small = Math.min(1, 30 / width);
  const frames = [
    { transform: `translate(${x0}px, ${y0}px)`, opacity: 1 },
    {
      transform: `translate(${(x0 + x1) / 2}px, ${(y0 + y1) / 2 - ARC}px) scale(${(1 + small) / 2})`,
      opacity: 1,
      offset: 0.5,
    },
    { transform: `translate(${x1}px, ${y1}px) scale(${small})`, opacity: 1, offset: 0.85 },
    { transform: `translate(${x1}px, ${y1}px) scale(${small})`, opacity: 0 },
  ];
  const flight = card.animate(frames, { duration: DUR, delay, easing: "cubic-bezier(.6,0,.3,1)" });
  flight.onfinish = flight.oncancel = () => card.remove();
}
