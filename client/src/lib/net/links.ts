// The link to a table: to this page's worker for a table on this device, else to the server.
import { offline } from "../offline/offline.svelte";
import { WorkerLink } from "../offline/worker-link";
import { SocketLink, type Link } from "./link";
import { resolveUrl } from "./transport";

export const linkTo = (table: string): Link =>
  offline.workshop?.owns(table)
    ? new WorkerLink(table, () => Promise.resolve(offline.workshop!.host))
    : offline.isLocal(table)
      ? new WorkerLink(table)
      : new SocketLink(resolveUrl("ws").replace(/^http/, "ws"));
