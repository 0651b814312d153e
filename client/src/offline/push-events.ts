// Web Push in the service worker: show what the server sent, and open its table on a press.
interface PushScope {
  registration: {
    scope: string;
    showNotification(title: string, options: { body: string; tag: string; icon: string; data: string }): Promise<void>;
  };
  clients: {
    matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(kind: "push" | "notificationclick", listener: (event: PushEvents) => void): void;
}
interface PushEvents {
  data: { json(): unknown } | null; // of a push
  notification: { data: string; close(): void }; // of a press
  waitUntil(work: Promise<unknown>): void;
}
interface Notice {
  title: string;
  text: string;
  table: string;
}

const worker = self as unknown as PushScope;
const address = (path: string): string => new URL(path, worker.registration.scope).href;

worker.addEventListener("push", (event) => {
  const { title, text, table } = event.data?.json() as Notice;
  const shown = {
    body: text,
    tag: table,
    icon: address("icon-192.png"),
    data: address(`t/${encodeURIComponent(table)}`),
  };
  event.waitUntil(worker.registration.showNotification(title, shown));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Bring the tab of the table to the front, or open one. */
async function open(url: string): Promise<unknown> {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((known) => known.url.split(/[?#]/)[0] === url);
  return tab ? tab.focus() : worker.clients.openWindow(url);
}
