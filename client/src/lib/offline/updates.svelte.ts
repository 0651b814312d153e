// Versions of the page: a newer one is announced and taken by a click, never by itself.
import { offline } from "./offline.svelte";

class Updates {
  /** Whether a newer version is here and waits. */
  waits = $state(false);
  private registration: ServiceWorkerRegistration | undefined;

  /** Follow the service worker, if there is one. */
  follow(): void {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined; // missing where there is no secure context
    if (!container) return;
    container.addEventListener("message", (event: MessageEvent) => {
      event.ports[0]?.postMessage({ script: import.meta.url, python: offline.python });
    });
    container.startMessages();
    void container.ready.then((registration) => {
      this.registration = registration;
      const look = (): void => {
        this.waits = registration.waiting !== null && container.controller !== null;
      };
      look();
      registration.addEventListener("updatefound", () =>
        registration.installing?.addEventListener("statechange", look),
      );
      registration.active?.postMessage("sweep");
    });
  }

  /** Take the newer version: this tab begins anew, others go on with what they have. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.registration?.waiting?.postMessage("replace");
  }
}

export const updates = new Updates();
