// Notices of the system while the page is hidden. Phones show none of these, but those of Web Push (`push`).

/** Whether this browser shows notices of pages at this address: only secure ones, and this machine's own. */
export const mayNotify = (): boolean => isSecureContext && typeof Notification === "function";

/** Ask the person whether notices are welcome; the browser remembers the answer. */
export async function allowNotices(): Promise<boolean> {
  return mayNotify() && (await Notification.requestPermission()) === "granted";
}

/** Show a notice if the page is hidden; a press on it brings the page back. A newer one of a tag replaces the older one. */
export function notify(text: string, tag: string): void {
  if (document.visibilityState === "visible" || !mayNotify() || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(text, { tag, icon: "icon-192.png" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Android has the class, but refuses to make one without a service worker.
  }
}
