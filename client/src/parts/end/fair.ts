// What can be said of the luck of a game that is over, and how sure this page is of it.
import { check, type Receipt, type Share, type Verdict } from "../../lib/fairness/chance";

export type Kind = "yes" | "alone" | "no" | "imported" | "unsealed" | "guided";

export interface Seal {
  table: string;
  game: number;
  head: string;
  commitment: string;
  secret: string;
  shares: Share[];
}

export interface Found extends Verdict {
  kind: Kind;
  reported: number; // outcomes that people told from a real table
  unopened: number; // people who promised a share and did not open it
  mine: boolean; // what this device noted before the game agrees
  seal: Seal | null;
}

/** Check a record here, against what this browser noted. */
export async function found(record: string, receipt: Receipt | undefined): Promise<Found> {
  const lines = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const end = lines.at(-1) ?? {};
  const seal = (end["seal"] as Seal | undefined) ?? null;
  const reported = lines.slice(1, -1).filter((line) => "nature" in line && "reported" in line).length;
  const early = receipt?.early ? receipt : undefined;
  const verdict: Verdict = seal ? await check(record, early) : { draws: 0, shares: 0, problems: [] };
  const unopened = seal?.shares.filter((share) => share.opened === null).length ?? 0;
  return { ...verdict, kind: kindOf(end, verdict, seal), reported, unopened, mine: early !== undefined, seal };
}

function kindOf(end: Record<string, unknown>, verdict: Verdict, seal: Seal | null): Kind {
  if (end["imported"]) return "imported";
  if (end["guided"]) return "guided";
  if (!seal) return "unsealed";
  if (verdict.problems.length) return "no";
  return verdict.shares ? "yes" : "alone";
}
