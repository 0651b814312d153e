// Share links and files: share sheet of the device, clipboard, or download.
import { api, resolveUrl } from "../../lib/net/api";
import { reach } from "../../lib/net/reach.svelte";
import { offline } from "../../lib/offline/offline.svelte";
import { packRecord } from "../../lib/offline/record-link";
import { copyText } from "../../lib/page/copy";
import { tables } from "../../lib/page/storage";
import type { Receipt } from "../../lib/fairness/receipt";
import { live } from "../../lib/page/live.svelte";
import { t } from "../../lib/text/words.svelte";
import { notice } from "../end/notice.svelte";

function announce(key: string): void {
  live.say(t(key));
  notice.show(t(key));
}

/** Link to a game that is over, for others: to its table, or with the record inside if it lies on this device. */
async function linkFor(path: string, table: string, game: number): Promise<string> {
  if (!offline.isLocal(table)) return reach.url(path);
  const record = await api.record(table, tables.get(table)?.token ?? "", game);
  const [, moment = ""] = path.split("?");
  return `${resolveUrl("")}#record=${await packRecord(record)}${moment && `&${moment}`}`;
}

/** Copy a link to a game that is over. */
export async function share(path: string, table: string, game = 0): Promise<void> {
  let url: string;
  try {
    url = await linkFor(path, table, game);
  } catch {
    return announce("end.not-kept");
  }
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

/** Save a text as a file. */
export function download(text: string, name: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
