// Check of a finished game: derives every draw again, and compares the record with this device's receipt. Without rules:
// which units of weight an outcome owned follows from the odds that the device noted before the game.
import { commitment, draw, hashMoves, hashSteps, master, promise, type Share } from "./chance";
import type { Odds, Receipt } from "./receipt";

export interface Seal {
  table: string;
  game: number;
  head: string;
  commitment: string;
  secret: string;
  shares: Share[];
}

export interface Line {
  seat?: number;
  plays?: string;
  nature?: string;
  of?: number;
  owns?: [number, number];
  reported?: number;
}

export interface Verdict {
  draws: number; // outcomes that were derived again
  unknown: number; // of these: only the rules can tell their odds
  shares: number; // people who added to it
  problems: string[]; // message keys of the page
}

interface Head {
  game: string;
  rules: number;
  options: Record<string, unknown>;
  seats: unknown[];
  files?: Record<string, string>;
}

/** Verify a record; with a receipt, also that it is the game that this device saw. */
export async function verifyRecord(record: string, receipt: Receipt | undefined): Promise<Verdict> {
  const lines = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const [first, end] = [lines[0] as unknown as Head, lines.at(-1)!];
  const steps = lines.slice(1, -1) as Line[];
  const seal = end["seal"] as Seal | undefined;
  if (!seal?.secret)
    return { draws: 0, unknown: 0, shares: 0, problems: receipt ? ["fair.no-seal"] : ["fair.unsealed"] };
  if (receipt && (seal.table !== receipt.table || seal.game !== receipt.game))
    return { draws: 0, unknown: 0, shares: 0, problems: ["fair.other-table"] };
  const problems = [...(await sealProblems(seal)), ...(receipt ? await receiptProblems(seal, receipt) : [])];
  if (!agrees(first, seal.head)) problems.push("fair.head");
  const drawn = await drawProblems(seal, steps, receipt?.odds ?? null);
  if (!problems.length) problems.push(...drawn.problems); // with another seal no draw can be right
  if (receipt) problems.push(...(await announcedProblems(steps, end, receipt)));
  if (receipt && !problems.length && shownOtherwise(steps, receipt)) problems.push("fair.shown");
  return {
    draws: drawn.draws,
    unknown: drawn.unknown,
    shares: seal.shares.filter((share) => share.opened !== null).length,
    problems: [...new Set(problems)],
  };
}

async function sealProblems(seal: Seal): Promise<string[]> {
  const problems = (await commitment(seal.table, seal.game, seal.secret)) === seal.commitment ? [] : ["fair.secret"];
  for (const share of seal.shares)
    if (share.opened !== null && (await promise(seal.table, seal.game, share.guest, share.opened)) !== share.promise)
      problems.push("fair.share");
  return problems;
}

/** Everything in which the seal differs from what this device saw; a promise that was left out counts, too. */
async function receiptProblems(seal: Seal, receipt: Receipt): Promise<string[]> {
  const problems: string[] = [];
  if (receipt.commitment !== seal.commitment) problems.push("fair.other-seal");
  if (receipt.head && receipt.head !== seal.head) problems.push("fair.other-head");
  if (!Object.keys(receipt.keys).length) return problems;
  const mine = String(receipt.guest);
  const promises = Object.fromEntries(seal.shares.map((share) => [String(share.guest), share.promise]));
  const opened = Object.fromEntries(seal.shares.map((share) => [String(share.guest), share.opened ?? undefined]));
  const key = await promise(receipt.table, receipt.game, receipt.guest, receipt.share);
  if (receipt.keys[mine] === key && (promises[mine] !== key || opened[mine] !== receipt.opened[mine]))
    problems.push("fair.my-share");
  const others = [...new Set([...Object.keys(promises), ...Object.keys(receipt.keys)])].filter((one) => one !== mine);
  if (others.some((one) => promises[one] !== receipt.keys[one]) || Object.keys(promises).length !== seal.shares.length)
    problems.push("fair.other-share");
  else if (others.some((one) => opened[one] !== receipt.opened[one])) problems.push("fair.other-opened");
  return problems;
}

/** Whether the first line has the game, rules, options and number of seats that were sealed. */
function agrees(first: Head, head: string): boolean {
  const sealed = JSON.parse(head) as Head;
  const same = (name: string, value: unknown): boolean => {
    const own = value as { file?: string; text?: string } | null;
    return typeof value === "object" && own !== null
      ? first.options[name] === own.file && first.files?.[name] === own.text
      : first.options[name] === value;
  };
  return (
    first.game === sealed.game &&
    first.rules === sealed.rules &&
    first.seats.length === sealed.seats.length &&
    Object.entries(sealed.options).every(([name, value]) => same(name, value))
  );
}

async function drawProblems(
  seal: Seal,
  steps: Line[],
  odds: Odds | null,
): Promise<{ draws: number; unknown: number; problems: string[] }> {
  const key = await master(seal.secret, seal.table, seal.game, seal.head, seal.shares);
  const problems: string[] = [];
  const gone = new Map<string, number>();
  let [draws, unknown] = [0, 0];
  for (const line of steps) {
    if (line.nature === undefined) continue;
    const kind = odds?.[line.nature.split(" ")[0]!];
    if (line.of === undefined || line.owns === undefined || !(line.of > 0)) {
      const reported = line.reported !== undefined;
      if (odds === null ? !reported : !kind?.reported) problems.push(reported ? "fair.reported-here" : "fair.bare");
      continue;
    }
    if (kind?.outcomes) {
      const [total, owns] = owned(kind, line.nature, gone);
      if (line.of !== total || line.owns[0] !== owns[0] || line.owns[1] !== owns[1]) problems.push("fair.odds");
      gone.set(line.nature, (gone.get(line.nature) ?? 0) + 1);
    } else unknown += 1;
    const unit = await draw(key, draws, BigInt(line.of));
    if (unit < BigInt(line.owns[0]) || unit >= BigInt(line.owns[1])) problems.push("fair.draw");
    draws += 1;
  }
  return { draws, unknown, problems: problems.includes("fair.odds") ? ["fair.odds"] : problems };
}

/** Total weight now, and the units of it that an outcome owns: an urn loses what is drawn, a die does not. */
function owned(kind: Odds[string], outcome: string, gone: Map<string, number>): [number, [number, number]] {
  let [total, owns]: [number, [number, number]] = [0, [0, 0]];
  for (const entry of kind.outcomes ?? []) {
    const weight = entry.weight - (kind.model === "urn" ? (gone.get(entry.outcome) ?? 0) : 0);
    if (entry.outcome === outcome) owns = [total, total + weight];
    total += weight;
  }
  return [total, owns];
}

/** In what the record differs from what the table announced when the game ended. */
async function announcedProblems(steps: Line[], end: Record<string, unknown>, receipt: Receipt): Promise<string[]> {
  const decisions = steps.map((line): [number, string] => [line.seat ?? -1, line.plays ?? line.nature ?? ""]);
  const problems: string[] = [];
  if (receipt.moves && (await hashMoves(decisions)) !== receipt.moves) problems.push("fair.moves");
  else if (receipt.steps && (await hashSteps(decisions, String(end["digest"]))) !== receipt.steps)
    problems.push("fair.steps");
  if (receipt.chain && receipt.chain !== end["chain"]) problems.push("fair.chain");
  return problems;
}

/** Whether this device was shown an outcome that was not drawn, each time that it looked without a break. */
function shownOtherwise(steps: Line[], receipt: Receipt): boolean {
  return Object.entries(receipt.odds ?? {}).some(([name, kind]) => {
    const drawn = steps.flatMap((line) => (line.nature?.split(" ")[0] === name ? [line.nature] : []));
    return receipt.shown.some((part) => {
      const shown = part.events.filter((event) => kind.events?.includes(event.kind)).map((event) => event.args);
      const fits = shown.map((args) => outcomesOf(kind, args));
      return !drawn
        .concat("")
        .some((_, at) =>
          fits.every((fit, i) => drawn[at + i] !== undefined && (!fit.length || fit.includes(drawn[at + i]!))),
        );
    });
  });
}

/** Outcomes that an event can show; none if this device was not shown which it was. */
const outcomesOf = (kind: Odds[string], args: Record<string, unknown>): string[] =>
  (kind.outcomes ?? [])
    .filter((entry) => Object.entries(entry.args).every(([name, value]) => args[name] === value))
    .map((entry) => entry.outcome);
