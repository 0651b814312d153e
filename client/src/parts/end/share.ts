// Share links and files: share sheet of the device, clipboard, or download.
import { api } from "../../lib/net/api";
import { reach } from "../../lib/net/reach.svelte";
import { copyText } from "../../lib/page/copy";
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
  const url = reach.url(path);
  if (await copyText(url)) announce("end.copied");
  else notice.show(url); // to be copied by hand
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
