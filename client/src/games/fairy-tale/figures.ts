// Figures of the rules: anatomy of a card, sorts of value, passing, order of effects, open and closed.
import { at, INK, n } from "../../art/core";
import { token } from "../../art/index";
import { caption, cells, legend, pin, type Figures, type Say } from "../../lib/text/figure";
import { t } from "../../lib/text/words.svelte";
import type { Card } from "./state/cards";
import { closedFace, face, plaque, type FaceContext } from "./art/face";
import { sign } from "./art/signs";

const card = (): Card => ({
  slug: "fairy-ring",
  name: t("tale.fig.card"),
  title: t("tale.fig.card"),
  chapter: 0,
  realm: "fairy-wood",
  sort: "place",
  value: 6,
  kind: "fixed",
  copies: 4,
  number: 1,
  effect: { kind: "close-self", target: "fairy-wood", amount: 1 },
  times: 0,
  per: null,
  most: null,
  own: [],
  least: [],
  ally: null,
  wild: false,
  unsure: [],
});

function figureContext(say: Say): FaceContext {
  const realm = say("category.fairy-wood");
  const [strong = "", rest = ""] = t("tale.face.close-self.realm", { realm, amount: 1 }).split("|");
  return { kin: () => undefined, does: [strong, rest], realm, iff: t("tale.if"), least: "", any: () => "" };
}

function anatomy(say: Say): string {
  const pins = pin(78, 20, 1) + pin(68, 80, 2) + pin(62, 110, 3) + pin(186, 175, 4) + pin(13, 214, 5);
  const worths = (["fixed", "conditional", "variable"] as const).map((kind) => ({
    box: "-4 -4 74 68" as const,
    art: plaque(
      { ...card(), kind, value: kind === "fixed" ? 6 : 8, times: 3 },
      3,
      2,
      60,
      55,
      44,
      2.6,
      undefined,
      t("tale.if"),
    ),
    name: t(`tale.fig.${kind}`),
  }));
  return (
    legend(
      "0 0 200 280",
      face(card(), "l", figureContext(say)) + pins,
      ["value", "realm", "number", "sort", "effect"].map((part) => t(`tale.fig.${part}`)),
    ) + cells(worths)
  );
}

const ANIMALS = ["fox", "owl", "hare", "frog"] as const;
/** Four at a table, seen from above: to the left is clockwise. */
function passing(left: boolean): string {
  const spot = (degrees: number, r: number): string =>
    `${n(r * Math.sin((degrees * Math.PI) / 180))} ${n(-r * Math.cos((degrees * Math.PI) / 180))}`;
  const arrow = (i: number): string => {
    const [from, to] = left ? [i * 90 + 32, i * 90 + 56] : [i * 90 + 58, i * 90 + 34];
    const d = `M${spot(from, 50)}A50 50 0 0 ${left ? 1 : 0} ${spot(to, 50)}`;
    const head = `<g transform="translate(${spot(to, 50)}) rotate(${left ? to : to + 180})"><path d="M-2-8L10 0L-2 8Z" fill="#3f8450" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/></g>`;
    return `<path d="${d}" fill="none" stroke="${INK}" stroke-width="7"/><path d="${d}" fill="none" stroke="#3f8450" stroke-width="3.400"/>${head}`;
  };
  const seats = ANIMALS.map(
    (animal, i) => `<g transform="translate(${spot(i * 90, 50)}) scale(.62) translate(-28 -28)">${token(animal)}</g>`,
  );
  const hand = [-16, 0, 16]
    .map(
      (lean) =>
        `<rect x="-8" y="-22" width="16" height="23" rx="2.600" fill="#3f8450" stroke="${INK}" stroke-width="2" transform="translate(0 8) rotate(${lean})"/>`,
    )
    .join("");
  return hand + [0, 1, 2, 3].map(arrow).join("") + seats.join("");
}

const directions = (): string =>
  cells(
    [true, false].map((left) => ({
      box: "-72 -72 144 144",
      art: passing(left),
      name: t(left ? "tale.fig.odd" : "tale.fig.even"),
      value: t(left ? "tale.fig.left" : "tale.fig.right"),
    })),
  );

const order = (): string =>
  cells(
    (["hunt", "open", "close"] as const).map((effect, i) => ({
      box: "-16 -16 32 32",
      art: at(0, 0, 1.1, sign[effect]!),
      name: t(`tale.order.${effect}`),
      value: `${i + 1}`,
    })),
  );

const closed = (say: Say): string =>
  cells([
    { box: "0 0 200 280", art: face(card(), "m", figureContext(say)), name: t("tale.fig.open"), value: "6" },
    { box: "0 0 200 280", art: closedFace(null), name: t("tale.fig.closed"), value: "0" },
  ]);

export const figures: Figures["figures"] = {
  R2: anatomy,
  R8: () => directions() + caption(t("tale.fig.above")),
  R12: order,
  R18: closed,
};
