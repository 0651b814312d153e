// What all games have in common: made by python -m fairyring.kit.generate; not to be edited.

export interface Place {
  zone: string;
  seat?: number;
  place?: string | number;
}

export interface Moved {
  from: Place;
  to: Place;
  /** What moved; null where the viewer cannot know it, or where all are alike. */
  thing: string | number | null;
  count: number;
}

export type Value =
  | number
  | boolean
  | string
  | null
  | Message
  | Value[]
  | { one: string; word: string | number }
  | { seat: number };

export interface Message {
  key: string;
  args: Record<string, Value>;
}

export interface Prompt {
  prompt: Message;
  help: Message;
  /** The number of the rule that matters now, as “R7”. */
  rule: string;
}
