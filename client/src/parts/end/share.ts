// Share links and files: share sheet of the device, clipboard, or download.
import { api, resolveUrl } from "../../lib/net/api";
import { tables } from "../../lib/page/storage";
import type { Receipt } from "../../lib/fairness/receipt";
import { live } from "../../lib/page/live.svelte";
import { t } from "../../lib/text/words.svelte";
import { notice } from "./notice.svelte";

function announce(key: string): void {
  live.say(t(key));
  notice.show(t(key));
}

/** Copy a link to a place in the page. */
export async function share(path: string): Promise<void> {
  const url = resolveUrl(path);
  try {
    await navigator.clipboard.writeText(url);
    announce("end.copied");
  } catch {
    notice.show(url); // not allowed here: then it is shown, to be copied by hand
  }
}

/** Save the record of a game that is over. */
export async function keepRecord(table: string, game: string, n: number, which = 0): Promise<void> {
  try {
    const text = await api.record(table, tables.get(table)?.token ?? "", which);
    download(text, `${game}-${table}-${n}.jsonl`, "application/jsonl");
    announce("end.kept");
  } catch {
    announce("end.not-kept");
  }
}

/** Save what this device noted of a game. */
export function keepReceipt(receipt: Receipt, name: string): void {
  download(`${JSON.stringify(receipt)}\n`, `${name}.receipt.json`, "application/json");
  announce("fair.receipt.kept");
}

function download(text: string, name: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
