// Steps of the guided lesson. Its dice are scripted by the room's guide: leaf climbs from 6 to 9, 11 and 14.
import type { Step } from "../../lib/game/coach.svelte";
import type { Play } from "./play";
import { momentOf } from "./state/moment.svelte";
import { type Kind } from "./state/places";
import { mindOf } from "./state/plan.svelte";
import { kindName } from "./words/texts";
import { capitalize } from "../../lib/text/format";

const laid = (play: Play): number => play.view?.own[play.seat ?? 0]?.length ?? 0;
const places = (play: Play): boolean => mindOf(play).stage === "place";
const turns = (play: Play): number => play.view?.turns ?? 0;
const rolled = (play: Play): boolean => mindOf(play).stage === "lift" && turns(play) > 0;

const best = (play: Play): Record<string, unknown> => {
  const values = play.view?.value;
  const [kind, value] = (Object.entries(values ?? {}) as [Kind, number | null][]).reduce(
    (a, b) => ((b[1] ?? 0) > (a[1] ?? 0) ? b : a),
    ["flower", 0],
  );
  return { kind: kindName(play, kind), value };
};
const dice = (play: Play): Record<string, unknown> => {
  const roll = momentOf(play).roll;
  return {
    kind: capitalize(roll ? kindName(play, roll.kind) : ""),
    before: roll?.before ?? 0,
    value: roll?.value ?? 0,
    count: play.view?.die_c ?? 0,
  };
};
const hidden = (play: Play): Record<string, unknown> => ({
  kind: kindName(play, play.view?.flower ?? "flower"),
  value: play.view?.value.flower ?? 0,
});

export const lesson: Step<"fariables">[] = [
  { key: "welcome", when: places },
  { key: "values", at: ".fa-row, .fa-garden", when: places, args: best },
  // a bubble makes room for the button once a space was chosen
  {
    key: "place",
    at: ".fa-window",
    when: (play) => places(play) && laid(play) === 0 && !mindOf(play).pick,
    until: (play) => laid(play) > 0,
    args: best,
  },
  {
    key: "beside",
    at: ".fa-window",
    when: (play) => places(play) && laid(play) > 0 && !mindOf(play).pick,
    until: (play) => laid(play) > 1,
  },
  { key: "rest", when: (play) => places(play) && laid(play) > 1 },
  { key: "dice", at: ".fa-dice", when: rolled, args: dice },
  {
    key: "lift",
    at: ".fa-window",
    when: rolled,
    until: (play) => mindOf(play).up.length > 0 || turns(play) > 1,
    args: dice,
  },
  { key: "put", at: ".fa-window", when: (play) => mindOf(play).stage === "put" },
  { key: "near", at: ".fa-row, .fa-garden", when: (play) => rolled(play) && turns(play) > 2, args: dice },
  { key: "end", at: ".fa-measures", when: (play) => (momentOf(play).finale?.at ?? 0) > 0, holds: true, args: hidden },
];
