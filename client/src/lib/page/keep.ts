// What this browser keeps: one token for each table, a name, and how people like the page. Nothing of it is sent to anybody else.

export interface KeptTable {
  token: string;
  game: string;
  at: number; // when it was last open here
  phase?: string;
  turn?: boolean;
  with?: string[]; // names of the others, for “go on playing”
  hot?: number[]; // seats behind this device
  people?: Record<string, { name: string; animal: string }>; // who shares this device, by seat; a table knows only one name for it
  shares?: Record<string, string>; // by game number: the own share of chance
  over?: boolean;
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
  },
  drop(id: string): void {
    const all = tables.all();
    delete all[id];
    write(TABLES, all);
  },
};

export const keep = { read, write };
