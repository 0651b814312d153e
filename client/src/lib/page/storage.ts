// Local storage: a token for each table, name, settings. Failures (storage full or forbidden) are ignored.

export interface KeptTable {
  token: string;
  game: string;
  at: number; // when it was last open here
  phase?: string;
  turn?: boolean;
  with?: string[]; // names of the others, for “go on playing”
  seats?: number[]; // own ones
  hot?: number[]; // seats behind this device
  people?: Record<string, { name: string; animal: string }>; // who shares this device, by seat; a table knows only one name for it
  left?: boolean; // given up: it is not offered to go on
  over?: boolean;
  won?: boolean; // how it ended for this device
  passing?: boolean; // a puzzle, or a game of the workshop: it is not offered to go on
  before?: number; // what was reached with the same deal at another table
  local?: boolean; // it lies on this device, not on a server
}

const TABLES = "fairyring.tables";
const MOST = 40;

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden storage: the page works on, it only remembers nothing
  }
}

export const tables = {
  all: (): Record<string, KeptTable> => read<Record<string, KeptTable>>(TABLES, {}),
  get: (id: string): KeptTable | undefined => tables.all()[id],
  put(id: string, change: Partial<KeptTable>): void {
    const all = tables.all();
    all[id] = { token: "", game: "", at: 0, ...all[id], ...change };
    const newest = Object.entries(all).sort((a, b) => b[1].at - a[1].at);
    write(TABLES, Object.fromEntries(newest.slice(0, MOST)));
    for (const [old] of newest.slice(MOST)) receipts.drop(old);
  },
  drop(id: string): void {
    const all = tables.all();
    delete all[id];
    write(TABLES, all);
  },
};

const RECEIPTS = "fairyring.receipts";
const MOST_RECEIPTS = 60; // each has some ten to a hundred kilobytes

/** Receipts by table and number of the game. They outlive a token that a server takes away, and go with their table. */
export const receipts = {
  key: (id: string, n: number): string => `fairyring.receipt.${id}.${n}`,
  all: (): [string, number][] => read<[string, number][]>(RECEIPTS, []),
  get: <T>(id: string, n: number): T | undefined => read<T | undefined>(receipts.key(id, n), undefined),
  put(id: string, n: number, receipt: unknown): void {
    const others = receipts.all().filter(([table, game]) => table !== id || game !== n);
    const kept: [string, number][] = [...others, [id, n]];
    for (const [table, game] of kept.slice(0, -MOST_RECEIPTS)) remove(receipts.key(table, game));
    if (others.length === receipts.all().length) write(RECEIPTS, kept.slice(-MOST_RECEIPTS));
    write(receipts.key(id, n), receipt);
  },
  drop(id: string): void {
    for (const [table, game] of receipts.all()) if (table === id) remove(receipts.key(table, game));
    write(
      RECEIPTS,
      receipts.all().filter(([table]) => table !== id),
    );
  },
};

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // forbidden: then there is nothing to remove
  }
}

export const storage = { read, write };
