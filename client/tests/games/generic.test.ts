import { describe, expect, it } from "vitest";
import { facts, fields, shown } from "../../src/games/generic/zones";
import type { Catalogue, Zone } from "../../src/lib/game/catalogue";
import { NOTHING, type Known } from "../../src/lib/net/fold";
import { waitingSeats } from "../../src/parts/table/turn";

const zone = (fields: Partial<Zone>): Zone => ({
  things: "card",
  per_seat: false,
  places: null,
  shows: null,
  count: null,
  open: null,
  free: null,
  top_only: false,
  seen_by: "nobody",
  ...fields,
});
const catalogue = (zones: Record<string, Zone>, more: Partial<Catalogue> = {}): Catalogue =>
  ({ zones, names: {}, things: {}, ...more }) as unknown as Catalogue;

describe("any game's table", () => {
  it("shows what is seen, and backs with a count for the rest", () => {
    const sample = catalogue({
      closed: zone({ per_seat: true, shows: "closed", count: "down", seen_by: "owner" }),
      deck: zone({ count: "left" }),
    });
    const all = shown(sample, { closed: [{ ring: 2 }, null], down: [2, 3], left: 40 }, 2);
    expect(all.map(({ zone, seat, pile }) => [zone, seat, pile.things, pile.backs])).toEqual([
      ["closed", 0, [{ word: "ring", count: 2 }], 0],
      ["closed", 1, [], 3],
      ["deck", null, [], 40],
    ]);
  });

  it("shows another's rack only as far as it lies open", () => {
    const sample = catalogue(
      { rack: zone({ per_seat: true, places: "line", shows: "tiles", open: "shown", seen_by: "owner" }) },
      { names: { line: ["1", "2"] } },
    );
    const all = shown(
      sample,
      {
        tiles: [["sun", "void"], null],
        shown: [
          [null, "void"],
          ["sun", null],
        ],
      },
      2,
    );
    expect(all.map(({ pile }) => pile.spots!.map((spot) => spot.word))).toEqual([
      ["sun", "void"],
      ["sun", null],
    ]);
  });

  it("makes a board of places where seats stand", () => {
    const names = { space: ["a1", "a2", "b1"] };
    const things = { space: { a1: { row: 0, column: 1 }, a2: { row: 0, column: 3 }, b1: { row: 1, column: 0 } } };
    const [field] = fields(
      catalogue(
        { board: zone({ per_seat: true, places: "space", shows: "own", seen_by: "everybody" }) },
        { names, things },
      ),
      { own: [["a1"], ["b1", "a1"]] },
    );
    expect(field).toMatchObject({ rows: 2, columns: 5, span: 2 });
    expect(field!.spots.map((spot) => [spot.place, spot.seats])).toEqual([
      ["a1", [0, 1]],
      ["a2", []],
      ["b1", [1]],
    ]);
  });

  it("leaves no other public field out, and shows nothing twice", () => {
    const sample = catalogue({ deck: zone({ count: "left" }) });
    expect(facts(sample, { seat: 1, left: 4, phase: "bet", target: null, exact: 0, waiting: [0], up: [] })).toEqual([
      ["phase", "bet"],
      ["exact", 0],
    ]);
  });
});

describe("whose turn it is", () => {
  const table = { phase: "playing" } as Known["table"];
  const wait = {
    prompt: { key: "prompt.wait", args: { seats: [{ seat: 2 }, { seat: 1 }] } },
    help: { key: "", args: {} },
    rule: "",
  };
  const legal = [{ kind: "x", args: {}, id: 0 }] as never;

  it("is whom the prompt waits for", () => expect(waitingSeats({ ...NOTHING, table, prompt: wait })).toEqual([1, 2]));
  it("is our own seat while it owes", () => {
    expect(waitingSeats({ ...NOTHING, table, seats: { "0": { aids: {}, ask: "a", legal } } })).toEqual([0]);
    expect(
      waitingSeats({
        ...NOTHING,
        table,
        view: { waiting: [0, 1] },
        seats: { "0": { aids: {}, ask: "a", legal, chosen: legal[0] } },
      }),
    ).toEqual([1]);
  });
  it("is nobody's before and after a game", () =>
    expect(waitingSeats({ ...NOTHING, table: { phase: "over" } as Known["table"], prompt: wait })).toEqual([]));
});
