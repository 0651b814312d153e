// Zones of any game from catalogue and view, as far as the viewer sees them.
import type { Catalogue, Zone } from "../../lib/game/catalogue";

export interface Pile {
  label: string | null; // what kind of things lie here
  things: { word: string | number; count: number }[]; // those that can be seen
  backs: number; // and how many more lie there
  spots: { place: string | number; word: string | number | null }[] | null; // one thing at each place, hidden ones too
}

export interface Shown {
  zone: string;
  seat: number | null; // whose; null for what belongs to all
  pile: Pile;
}

/** A zone with places that several seats share: who stands where. */
export interface Field {
  zone: string;
  label: string; // of the places
  spots: { place: string; seats: number[]; row: number; column: number }[];
  rows: number;
  columns: number;
  span: number; // columns that a place takes
}

type View = Record<string, unknown>;
const isWord = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

/** A field of the view, for one seat where it is told by seat. */
function of(view: View, field: string | null, seat: number | null): unknown {
  const value = field === null ? undefined : view[field];
  return seat === null || !Array.isArray(value) ? value : value[seat];
}

const counts = (value: unknown): number =>
  typeof value === "number"
    ? value
    : value && typeof value === "object"
      ? Object.values(value).reduce((sum: number, count) => sum + (typeof count === "number" ? count : 0), 0)
      : 0;

function listed(value: unknown): { word: string | number; count: number }[] {
  if (isWord(value)) return [{ word: value, count: 1 }];
  if (Array.isArray(value)) return value.filter(isWord).map((word) => ({ word, count: 1 }));
  if (value && typeof value === "object") {
    return Object.entries(value).flatMap(([word, count]) =>
      typeof count === "number" && count > 0 ? [{ word, count }] : [],
    );
  }
  return [];
}

function pile(catalogue: Catalogue, view: View, zone: Zone, seat: number | null): Pile | null {
  const seen = of(view, zone.shows, seat) ?? of(view, zone.open, seat);
  const counted = of(view, zone.count, seat);
  if (seen === undefined && counted === undefined) return null;
  const places = zone.places ? (catalogue.names[zone.places] ?? []) : [];
  if (places.length && Array.isArray(seen)) {
    return {
      label: zone.things,
      things: [],
      backs: 0,
      spots: seen.map((word, i) => ({ place: places[i] ?? i + 1, word: isWord(word) ? word : null })),
    };
  }
  if (places.length && counted && typeof counted === "object") {
    return { label: zone.places, things: listed(counted), backs: 0, spots: null };
  }
  const things = listed(seen);
  return {
    label: zone.things,
    things,
    backs: Math.max(0, counts(counted) - things.reduce((sum, thing) => sum + thing.count, 0)),
    spots: null,
  };
}

/** Whether a zone is a board: places on which seats stand. */
const isField = (catalogue: Catalogue, view: View, zone: Zone): boolean => {
  const value = zone.places && zone.per_seat && zone.shows ? view[zone.shows] : null;
  const names = new Set((catalogue.names[zone.places ?? ""] ?? []).map(String));
  return (
    Array.isArray(value) &&
    zone.seen_by === "everybody" &&
    value.every((row) => Array.isArray(row) && row.every((place) => names.has(String(place))))
  );
};

/** Everything that lies somewhere, zone by zone. */
export function shown(catalogue: Catalogue, view: View, players: number): Shown[] {
  const all: Shown[] = [];
  for (const [name, zone] of Object.entries(catalogue.zones)) {
    if (isField(catalogue, view, zone)) continue;
    for (const seat of zone.per_seat ? Array.from({ length: players }, (_, p) => p) : [null]) {
      const zonePile = pile(catalogue, view, zone, seat);
      if (zonePile) all.push({ zone: name, seat, pile: zonePile });
    }
  }
  return all;
}

/** The boards of a game, with a place for each place: as printed if the catalogue says where, else in rows. */
export function fields(catalogue: Catalogue, view: View): Field[] {
  return Object.entries(catalogue.zones).flatMap(([name, zone]) => {
    if (!isField(catalogue, view, zone)) return [];
    const label = zone.places!;
    const stands = view[zone.shows!] as (string | number)[][];
    const entries = catalogue.things[label] ?? {};
    const known = (catalogue.names[label] ?? [])
      .map(String)
      .filter((place) => !Object.keys(entries).length || place in entries);
    const across = Math.ceil(Math.sqrt(known.length));
    const spots = known.map((place, i) => {
      const { row, column, x, y } = (entries[place] ?? {}) as Record<string, number | undefined>;
      return {
        place,
        seats: stands.flatMap((places, p) => (places.map(String).includes(place) ? [p] : [])),
        row: row ?? (y === undefined ? Math.floor(i / across) : -y),
        column: column ?? x ?? i % across,
      };
    });
    const low = (pick: (spot: (typeof spots)[number]) => number) => Math.min(...spots.map(pick));
    const [top, left] = [low((spot) => spot.row), low((spot) => spot.column)];
    for (const spot of spots) [spot.row, spot.column] = [spot.row - top, spot.column - left];
    const columns = Math.max(...spots.map((spot) => spot.column)) + 1;
    const rows = Math.max(...spots.map((spot) => spot.row)) + 1;
    const gaps = new Set(
      spots.flatMap((a) => spots.filter((b) => b.row === a.row && b.column > a.column).map((b) => b.column - a.column)),
    );
    const span = gaps.size ? Math.min(...gaps) : 1; // places that lie between each other, as on a lattice of hexagons, take two columns
    return [{ zone: name, label, spots, rows, columns: columns + span - 1, span }];
  });
}

/** Fields of the view that no zone has shown: what else everybody can see. */
export function facts(catalogue: Catalogue, view: View): [string, unknown][] {
  const used = new Set([
    "seat",
    "waiting",
    ...Object.values(catalogue.zones).flatMap((zone) => [zone.shows, zone.count, zone.open]),
  ]);
  return Object.entries(view).filter(([field, value]) => !used.has(field) && !isEmpty(value));
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every(isEmpty));

// By custom these fields hold a seat; a number would tell nobody anything.
const SEATS = new Set([
  "turn",
  "dealer",
  "challenger",
  "starter",
  "ender",
  "winner",
  "contenders",
  "to_go",
  "rollers",
  "fresh",
]);

/** A value in words: things by their names, seats by theirs. */
export function say(
  catalogue: Catalogue,
  speaker: { thing(label: string, word: string | number): string; value(value: unknown): string },
  names: string[],
  field: string,
  value: unknown,
): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) {
    const bySeat = value.length === names.length && !SEATS.has(field);
    return value
      .map((item, p) =>
        bySeat
          ? `${names[p]} ${say(catalogue, speaker, names, field, item)}`
          : say(catalogue, speaker, names, field, item),
      )
      .join(", ");
  }
  if (typeof value === "object") {
    return Object.entries(value)
      .map(
        ([word, item]) => `${say(catalogue, speaker, names, field, word)} ${say(catalogue, speaker, names, "", item)}`,
      )
      .join(", ");
  }
  if (typeof value === "number" && SEATS.has(field)) return names[value] ?? String(value);
  if (typeof value === "string") {
    const label = [field, ...Object.keys(catalogue.names)].find((key) => catalogue.names[key]?.includes(value));
    return label ? speaker.thing(label, value) : value;
  }
  return speaker.value(value);
}
