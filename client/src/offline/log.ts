// Append-only logs of tables in IndexedDB, under (table, seq). Where that is forbidden, in memory while the page is open.
import type { Row } from "./protocol";

export type Outcome = "stored" | "lost" | "failed" | "full";
export interface Log {
  /** Append rows, all or none. Lost: another tab was first. Failed: whether they were stored is unknown. */
  append(rows: Row[]): Promise<Outcome>;
  /** Rows of a table after a seq, in order. */
  read(table: string, after: number): Promise<Row[]>;
  /** Replace stored rows: a guest's data is deleted from them. */
  replace(rows: Row[]): Promise<void>;
  delete(table: string): Promise<void>;
  all(): Promise<Row[]>;
  readonly durable: boolean;
}

const STORE = "rows";
const NAME = "fairyring";

/** Open the log. Without storage the log lives in memory. */
export async function openLog(): Promise<Log> {
  try {
    const database = await openDatabase();
    return new StoredLog(database);
  } catch {
    return new MemoryLog();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ["table", "seq"] });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("IndexedDB is refused"));
    request.onblocked = () => fail(new Error("IndexedDB is blocked"));
  });
}

const isFull = (error: DOMException | null): boolean => error?.name === "QuotaExceededError";

class StoredLog implements Log {
  readonly durable = true;

  constructor(private readonly database: IDBDatabase) {
    database.onversionchange = () => database.close(); // a newer page changes the layout; this one says that it cannot store
  }

  append(rows: Row[]): Promise<Outcome> {
    return new Promise((done) => {
      let taken = false;
      try {
        const change = this.database.transaction(STORE, "readwrite", { durability: "strict" });
        const store = change.objectStore(STORE);
        for (const row of rows) {
          const request = store.add(row);
          request.onerror = () => (taken ||= request.error?.name === "ConstraintError");
        }
        change.oncomplete = () => done("stored");
        change.onabort = () =>
          taken ? void this.isOurs(rows).then(done) : done(isFull(change.error) ? "full" : "failed");
      } catch {
        done("failed");
      }
    });
  }

  /** A key was taken: by this same row if it is appended again after an unknown result. */
  private async isOurs(rows: Row[]): Promise<Outcome> {
    try {
      const stored = await this.read(rows[0]!.table, rows[0]!.seq - 1);
      return rows.every((row, k) => stored[k]?.hash === row.hash) ? "stored" : "lost";
    } catch {
      return "failed";
    }
  }

  read(table: string, after: number): Promise<Row[]> {
    const range = IDBKeyRange.bound([table, after], [table, Infinity], true);
    return this.ask((store) => store.getAll(range) as IDBRequest<Row[]>);
  }

  all(): Promise<Row[]> {
    return this.ask((store) => store.getAll() as IDBRequest<Row[]>);
  }

  replace(rows: Row[]): Promise<void> {
    return this.change((store) => rows.forEach((row) => store.put(row)));
  }

  delete(table: string): Promise<void> {
    return this.change((store) => store.delete(IDBKeyRange.bound([table, 0], [table, Infinity])));
  }

  private ask<T>(act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((done, fail) => {
      const request = act(this.database.transaction(STORE).objectStore(STORE));
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error ?? new Error("IndexedDB"));
    });
  }

  private change(act: (store: IDBObjectStore) => void): Promise<void> {
    return new Promise((done, fail) => {
      const change = this.database.transaction(STORE, "readwrite", { durability: "strict" });
      act(change.objectStore(STORE));
      change.oncomplete = () => done();
      change.onabort = () => fail(change.error ?? new Error("IndexedDB"));
    });
  }
}

export class MemoryLog implements Log {
  readonly durable = false;
  private rows = new Map<string, Row[]>();

  async append(rows: Row[]): Promise<Outcome> {
    const own = this.rows.get(rows[0]!.table) ?? [];
    if (rows.some((row) => own.some((stored) => stored.seq === row.seq && stored.hash !== row.hash))) return "lost";
    const fresh = rows.filter((row) => !own.some((stored) => stored.seq === row.seq));
    this.rows.set(rows[0]!.table, [...own, ...fresh]);
    return "stored";
  }
  async read(table: string, after: number): Promise<Row[]> {
    return (this.rows.get(table) ?? []).filter((row) => row.seq > after);
  }
  async replace(rows: Row[]): Promise<void> {
    for (const row of rows)
      this.rows.set(
        row.table,
        (this.rows.get(row.table) ?? []).map((old) => (old.seq === row.seq ? row : old)),
      );
  }
  async delete(table: string): Promise<void> {
    this.rows.delete(table);
  }
  async all(): Promise<Row[]> {
    return [...this.rows.values()].flat();
  }
}
