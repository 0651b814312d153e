// Group the lines of a score sheet by seat; an indented line belongs to the line above it.
import type { Message, Value } from "../../wire/shared";

export interface Group {
  seat: number | null; // null: about everybody
  text: string;
  details: string[];
}

const seatOf = (value: Value | undefined): number | null =>
  typeof value === "object" && value !== null && "seat" in value ? (value.seat as number) : null;

/** A total says whose it is and which place it brought; it may be wrapped in another message. */
function whose(message: Message): number | null {
  if ("place" in message.args) return seatOf(message.args["seat"]);
  const inner = Object.values(message.args).find(
    (value) => typeof value === "object" && value !== null && "key" in value,
  );
  return inner ? whose(inner as Message) : null;
}

export function groupLines(sheet: Message[], say: (message: Message) => string): Group[] {
  const groups: Group[] = [];
  for (const message of sheet) {
    const text = say(message);
    const last = groups.at(-1);
    if (text.startsWith("  ") && last) last.details.push(text.trim().replace(/\s+/g, " "));
    else groups.push({ seat: whose(message), text: text.trim(), details: [] });
  }
  return groups;
}
