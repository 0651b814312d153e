// Addresses that lead here from other devices. A page at localhost asks the server for one in the local network.
import type { Reach as ReachBody } from "../../wire/api";
import { api, resolveUrl } from "./api";

class Reach {
  /** Whether the address of this page works on this machine only. */
  readonly local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  /** The first page, as phones open it; empty if it is that of this page, or if none is known. */
  base = $state("");
  /** Whether the server can let phones in now. */
  mayOpen = $state(false);

  /** Whether others can open links from here. */
  get works(): boolean {
    return !this.local || this.base !== "";
  }

  async look(): Promise<void> {
    if (this.local) this.take(await api.ask<ReachBody>("api/network"));
  }

  async open(): Promise<void> {
    this.take(await api.post<ReachBody>("api/network", {}));
  }

  private take({ urls, may_open }: ReachBody): void {
    [this.base, this.mayOpen] = [urls?.[0] ?? "", may_open ?? false];
  }

  /** A link for others to a path of the page. */
  url(path: string): string {
    return this.base ? new URL(path, this.base).href : resolveUrl(path);
  }
}

export const reach = new Reach();
