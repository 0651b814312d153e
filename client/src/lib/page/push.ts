// Web Push: notices about a table while this browser is closed. The server offers it by a key; else nothing happens here.
import type { NewPushSubscription, PushOffer } from "../../wire/api";
import { api } from "../net/api";
import { offline } from "../offline/offline.svelte";
import { mayNotify } from "./notice";
import { settings } from "./settings.svelte";
import { tables } from "./storage";

/** Whether this is Safari on a phone or tablet, not yet on the home screen: only there it may show notices. */
export const wantsHomeScreen = (): boolean =>
  (navigator as { standalone?: boolean }).standalone === false && !("PushManager" in window);

/** The server's key; empty if it sends no notices, or cannot be asked. */
export async function offeredKey(): Promise<string> {
  if (offline.alone) return "";
  return (await api.ask<PushOffer>("api/push").catch(() => ({ key: "" }))).key ?? "";
}

/** Let the server send notices about a table to this browser, if both can and the person has agreed. */
export async function subscribe(table: string): Promise<void> {
  const token = tables.get(table)?.token;
  if (!token || !mayNotify() || Notification.permission !== "granted" || !("PushManager" in window)) return;
  const key = await offeredKey();
  if (!key) return;
  if (!(await navigator.serviceWorker.getRegistration())) await offline.register();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribed = await subscription(pushManager, key);
  const { endpoint, keys } = subscribed.toJSON();
  if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return;
  const { p256dh, auth } = keys as { p256dh: string; auth: string };
  const body: NewPushSubscription = { endpoint, p256dh, auth, language: settings.language };
  await api.ask(`api/tables/${table}/push`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

/** End all notices to this browser: its push service then answers the server that the subscription is gone. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** The browser's subscription. One that was made with another key, of a server that has new ones, is made anew. */
async function subscription(manager: PushManager, key: string): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(wanted);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(wanted);
  }
}
