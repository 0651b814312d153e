// Share links and files: share sheet of the device, clipboard, or download.
import { api, resolveUrl } from "../../lib/net/api";
import { tables } from "../../lib/page/storage";
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
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    link.download = `${game}-${table}-${n}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    announce("end.kept");
  } catch {
    announce("end.not-kept");
  }
}
