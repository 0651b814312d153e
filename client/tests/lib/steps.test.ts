import { describe, expect, it } from "vitest";
import type { AnyAction, Catalogue } from "../../src/lib/game/catalogue";
import { Speaker } from "../../src/lib/text/speak";
import { settle, Steps } from "../../src/lib/game/steps";

const catalogue = {
  actions: [
    { kind: "cast", args: { point: "point" }, first: 0 },
    { kind: "move", args: { point: "point", target: "point" }, first: 9 },
    { kind: "end", args: {}, first: 99 },
  ],
  chance: [],
} as unknown as Catalogue;
const speaker = new Speaker({
  "action.cast": "cast at {point}",
  "action.move": "move {point} to {target}",
  "action.end": "end it",
});
let id = 0;
const cast = (point: string): AnyAction => ({ kind: "cast", args: { point }, id: id++ });
const move = (point: string, target: string): AnyAction => ({ kind: "move", args: { point, target }, id: id++ });
const end = (): AnyAction => ({ kind: "end", args: {}, id: id++ });
const steps = (all: AnyAction[]) => new Steps(all, speaker, catalogue);

describe("actions asked in steps", () => {
  it("shows up to nine at once, in whole sentences", () => {
    const all = [..."abcdefgh"].map(cast).concat(end());
    expect(
      steps(all)
        .options([])
        .map((option) => option.short),
    ).toEqual([..."abcdefgh"].map((p) => `Cast at ${p}`).concat("End it"));
  });

  it("groups more by what is done, and a lone action stays itself", () => {
    const options = steps([..."abcdefghi"].map(cast).concat(end())).options([]);
    expect(options.map((option) => [option.short, option.action !== null])).toEqual([
      ["Cast", false],
      ["End it", true],
    ]);
  });

  it("asks on below a step, and says the whole to who listens", () => {
    const all = [..."abcdefghij"].map(cast).concat(end());
    const options = steps(all).options(["cast"]);
    expect(options).toHaveLength(10);
    expect(options[2]).toMatchObject({ short: "c", label: "Cast at c", action: all[2] });
  });

  it("walks on where there is only one way, but never takes the last word", () => {
    const all = [..."xyz"].map((target) => move("a", target));
    expect(settle(all, [])).toEqual(["move", "a"]);
    expect(settle([all[0]!], [])).toEqual([]);
  });

  it("reaches every action, and nothing else", () => {
    const all = [..."abcd"]
      .flatMap((a) => [..."pqrst"].map((b) => move(a, b)))
      .concat([..."abcdefghij"].map(cast), end());
    const actions: AnyAction[] = [];
    const walk = (path: (string | number)[]): void => {
      for (const option of steps(all).options(path)) {
        if (option.action) actions.push(option.action);
        else walk(option.path);
      }
    };
    walk([]);
    expect(actions.map((action) => action.id).sort()).toEqual(all.map((action) => action.id).sort());
  });

  it("knows what a press on a place can mean", () => {
    const all = [move("a", "p"), move("a", "q"), move("b", "p"), cast("p")];
    expect(steps(all).meant([], "point", "p")).toEqual([all[0], all[2], all[3]]);
    expect(steps(all).meant(["move", "a"], "point", "p")).toEqual([all[0]]);
    expect(steps(all).meant(["move", "b"], "point", "q")).toEqual([]);
  });
});
