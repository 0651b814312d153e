// Verdict of the fairness check for the end page.
import type { Receipt } from "../../lib/fairness/receipt";
import { verifyRecord, type Seal, type Verdict } from "../../lib/fairness/verify";

/** `partly`: for some draws only the rules can tell the odds. `others`: this device did not see the game begin. */
export type Kind = "yes" | "partly" | "others" | "alone" | "no" | "imported" | "unsealed" | "guided" | "deal";

export interface Found extends Verdict {
  kind: Kind;
  reported: number; // outcomes that people told from a real table
  unopened: number; // people who promised a share and did not open it
  mine: boolean; // compared with what this device noted
  seal: Seal | null;
  receipt: Receipt | null; // what it was compared with
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
  const expected = seal !== null || (early !== undefined && early.head !== "");
  const verdict: Verdict = expected
    ? await verifyRecord(record, early)
    : { draws: 0, unknown: 0, shares: 0, problems: [] };
  const unopened = seal?.shares.filter((share) => share.opened === null).length ?? 0;
  const mine = early !== undefined;
  return { ...verdict, kind: kindOf(end, verdict, seal, mine), reported, unopened, mine, seal, receipt: early ?? null };
}

function kindOf(end: Record<string, unknown>, verdict: Verdict, seal: Seal | null, mine: boolean): Kind {
  if (verdict.problems.length && !end["imported"] && !end["guided"] && !end["deal"]) return "no";
  if (end["imported"]) return "imported";
  if (end["guided"]) return "guided";
  if (end["deal"]) return "deal";
  if (!seal) return "unsealed";
  if (!verdict.shares) return "alone";
  if (!mine) return "others";
  return verdict.unknown ? "partly" : "yes";
}
