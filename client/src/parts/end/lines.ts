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

/** The same message with another place. */
function elsewhere(message: Message): Message {
  const args = Object.entries(message.args).map(([name, value]): [string, Value] => {
    if (name === "place" && typeof value === "number") return [name, value + 1];
    const inner = typeof value === "object" && value !== null && "key" in value;
    return [name, inner ? (elsewhere(value as Message) as Value) : value];
  });
  return { ...message, args: Object.fromEntries(args) };
}

/** What a total says besides the place, which stands before its row: its parts between commas that do not depend on it. */
function sayWithoutPlace(message: Message, say: (message: Message) => string): string {
  const parts = say(message).split(", ");
  const others = say(elsewhere(message)).split(", ");
  return parts.filter((part, i) => i === 0 || part === others[i]).join(", ");
}

export function groupLines(sheet: Message[], say: (message: Message) => string): Group[] {
  const groups: Group[] = [];
  for (const message of sheet) {
    const text = whose(message) === null ? say(message) : sayWithoutPlace(message, say);
    const last = groups.at(-1);
    if (text.startsWith("  ") && last) last.details.push(text.trim().replace(/\s+/g, " "));
    else groups.push({ seat: whose(message), text: text.trim(), details: [] });
  }
  return groups;
}
