// Message formatting: the same subset of ICU MessageFormat as the Python side, so that both share the text files.
import type { Message, Value } from "../../wire/shared";
import type { AnyAction, AnyEvent, Catalogue, Speech } from "../game/catalogue";

type Part = string | { name: string; form: string; cases: Record<string, Part[]> };
type Things = Record<string, Record<string, Record<string, unknown>>>;
type Arg = Value | undefined;

const PARSED = new Map<string, Part[]>();
const MINUS = "−";

/** Parse a text into strings and arguments. */
export function parse(text: string): Part[] {
  let parsed = PARSED.get(text);
  if (!parsed) {
    const [parts, end] = parseAt(text, 0, false);
    if (end !== text.length) throw new Error(`a closing brace too many in “${text}”`);
    PARSED.set(text, (parsed = parts));
  }
  return parsed;
}

function parseAt(text: string, at: number, inner: boolean): [Part[], number] {
  const parts: Part[] = [];
  let plain = "";
  const flush = () => {
    if (plain) parts.push(plain);
    plain = "";
  };
  while (at < text.length && text[at] !== "}") {
    if (text[at] === "{") {
      flush();
      const [part, next] = argumentAt(text, at + 1);
      parts.push(part);
      at = next;
    } else if (text[at] === "#" && inner) {
      flush();
      parts.push({ name: "#", form: "", cases: {} });
      at += 1;
    } else plain += text[at++];
  }
  flush();
  return [parts, at];
}

const ARGUMENT = /\s*(\w+)\s*(?:,\s*(plural|select|signed|start|face)\s*)?(,|\})/y;
const CASE = /\s*(=-?\d+|[\w-]+)\s*\{/y;

function argumentAt(text: string, at: number): [Part, number] {
  ARGUMENT.lastIndex = at;
  const match = ARGUMENT.exec(text);
  if (!match) throw new Error(`“${text}” has an argument that cannot be read at column ${at + 1}`);
  at = ARGUMENT.lastIndex;
  const cases: Record<string, Part[]> = {};
  if (match[3] === ",") {
    for (;;) {
      CASE.lastIndex = at;
      const head = CASE.exec(text);
      if (!head) break;
      const [parts, end] = parseAt(text, CASE.lastIndex, match[2] === "plural");
      cases[head[1]!] = parts;
      at = end + 1;
    }
    const close = /\s*\}/y;
    close.lastIndex = at;
    if (!close.exec(text)) throw new Error(`“${text}” has a case that does not end at column ${at + 1}`);
    at = close.lastIndex;
  }
  return [{ name: match[1]!, form: match[2] ?? "", cases }, at];
}

const isThing = (value: unknown): value is { one: string; word: string | number } =>
  typeof value === "object" && value !== null && "one" in value;
const isMessage = (value: unknown): value is Message => typeof value === "object" && value !== null && "key" in value;
const isSeat = (value: unknown): value is { seat: number } =>
  typeof value === "object" && value !== null && "seat" in value;

/** Formats messages in one language, with the display names of the players. */
export class Speaker {
  readonly plural: Intl.PluralRules;

  constructor(
    readonly texts: Record<string, string>,
    readonly things: Things = {},
    readonly players: readonly string[] = [],
    readonly language = "en",
    readonly you: number | null = null, // this seat is “you”, where a text says so
    readonly numbers: Record<string, number> = {}, // of the rules: every text may use them
  ) {
    this.plural = new Intl.PluralRules(language);
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  /** Format a message, or a key with arguments. A key without a text is returned as it is. */
  say(message: Message | string, args: Record<string, unknown> = {}): string {
    const key = typeof message === "string" ? message : message.key;
    const text = this.texts[key];
    if (text === undefined) return key;
    return this.format(parse(text), typeof message === "string" ? (args as Record<string, Arg>) : message.args, null);
  }

  /** Format one argument. */
  value(value: unknown): string {
    if (typeof value === "boolean") return this.say(value ? "yes" : "no");
    if (typeof value === "number") return String(value).replace("-", MINUS);
    if (value === null || value === undefined) return this.say("nothing");
    if (typeof value === "string") return value;
    if (Array.isArray(value)) return this.list(value.map((item) => this.value(item)));
    if (isMessage(value)) return this.say(value);
    if (isSeat(value)) return this.players[value.seat] ?? this.say("player", { number: value.seat + 1 });
    if (isThing(value)) return this.thing(value.one, value.word);
    if (typeof value !== "object") return "";
    return this.list(Object.entries(value).map(([word, one]) => this.entry(word, one))); // counts or values by word
  }

  /** An entry of a mapping: “2 × five”, or “left: yes” if the value is no number. */
  private entry(word: string, value: unknown): string {
    return typeof value === "number" ? `${this.value(value)} × ${word}` : `${word}: ${this.value(value)}`;
  }

  /** Name of a thing. */
  thing(label: string, word: string | number): string {
    const entry = this.things[label]?.[String(word)] ?? {};
    const key = `${label}.${word}`;
    if (key in this.texts && !entry["own"]) return this.say(key, entry as Record<string, Arg>);
    if (label in this.texts && Object.keys(entry).length)
      return this.say(label, { [label]: word, ...(entry as Record<string, Arg>) });
    return String(entry["title"] ?? word);
  }

  list(words: string[]): string {
    if (words.length < 2) return words[0] ?? this.say("nothing");
    let start = words[0]!;
    for (const word of words.slice(1, -1)) start = this.say("list.more", { start, next: word });
    return this.say("list.last", { start, last: words[words.length - 1]! });
  }

  private format(parts: Part[], args: Record<string, Arg>, number: number | null): string {
    return parts.map((part) => (typeof part === "string" ? part : this.part(part, args, number))).join("");
  }

  private part(part: Exclude<Part, string>, args: Record<string, Arg>, number: number | null): string {
    const { name, form, cases } = part;
    if (name === "#") return this.value(number);
    let value = args[name] ?? this.numbers[name];
    if (!form) return this.value(value);
    if ((form === "plural" || form === "signed") && isThing(value)) value = value.word;
    if (form === "signed") return Number(value) > 0 ? `+${value}` : this.value(value);
    if (form === "start") {
      const text = this.value(value);
      return text.slice(0, 1).toUpperCase() + text.slice(1);
    }
    if (form === "face") {
      const entry = isThing(value) ? this.things[value.one]?.[String(value.word)] : undefined;
      return this.value((entry?.["face"] as Arg) ?? value);
    }
    if (form === "plural") {
      const count = Number(value);
      const which = cases[`=${count}`] ?? cases[this.plural.select(count)] ?? cases["other"] ?? [];
      return this.format(which, args, count);
    }
    const word =
      typeof value === "boolean"
        ? value
          ? "yes"
          : "no"
        : value === null
          ? "none"
          : isThing(value)
            ? String(value.word)
            : String(value);
    return this.format(cases[word] ?? cases["other"] ?? [], args, number);
  }
}

/** Convert a value of an event to an argument of a message, by its type in the catalogue. */
export function spoken(speech: Speech, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (speech === "number" || speech === "flag") return value as Value;
  if (speech === "seat") return { seat: value as number };
  if ("seats" in speech) {
    const items = (value as unknown[]).flatMap((item, seat): Value[] =>
      item === null ? [] : [{ key: "of-seat", args: { seat: { seat }, value: spoken(speech.seats, item) } }],
    );
    return inARow(items);
  }
  if ("row" in speech)
    return inARow((value as unknown[]).filter((item) => item !== null).map((item) => spoken(speech.row, item)));
  if ("list" in speech)
    return (value as unknown[]).filter((item) => item !== null).map((item) => spoken(speech.list, item));
  return speech.one === "seat" ? { seat: value as number } : { one: speech.one, word: value as string | number };
}

function inARow(items: Value[]): Value {
  if (!items.length) return [];
  return items.reduce((start, next): Value => ({ key: "list.more", args: { start, next } }));
}

/** Message of an event. Its text may be missing or empty: then the event has no sentence. */
export function eventMessage(catalogue: Catalogue, event: AnyEvent): Message {
  const kind = catalogue.events[event.kind];
  if (!kind) return { key: `event.${event.kind}`, args: { seat: { seat: Number(event.args["seat"] ?? 0) } } };
  const hidden = Object.keys(kind.own).some((arg) => event.args[arg] === null);
  const args: Record<string, Value> = {};
  for (const [arg, speech] of Object.entries(kind.args)) args[arg] = spoken(speech, event.args[arg]);
  return { key: hidden ? `event.${event.kind}.hidden` : `event.${event.kind}`, args };
}

/** Message of an action: `action.KIND.WORD` if there is such a text, else `action.KIND`. */
export function actionMessage(speaker: Speaker, catalogue: Catalogue, action: AnyAction, chance = false): Message {
  const kinds = chance ? catalogue.chance : catalogue.actions;
  const labels = kinds.find((kind) => kind.kind === action.kind)?.args ?? {};
  const key = ["action", action.kind, ...Object.values(action.args).map(String)].join(".");
  const args: Record<string, Value> = {};
  for (const [arg, word] of Object.entries(action.args)) {
    const label = labels[arg] ?? arg;
    args[arg] = label === "seat" ? { seat: Number(word) } : { one: label, word };
  }
  return { key: speaker.has(key) ? key : `action.${action.kind}`, args };
}
