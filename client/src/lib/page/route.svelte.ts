// Router. Routes are real paths below the base of the page, so links can be shared.
import { afterReturn } from "./back";

export type Route =
  | { at: "home" }
  | { at: "table"; table: string; take: string }
  | { at: "replay"; table: string; game: number; moment: number; eyes: string }
  | { at: "tv"; table: string }
  | { at: "code"; code: string }
  | { at: "box"; tool: string }
  | { at: "workshop" }
  | { at: "record"; record: string; moment: string } // a game inside the link, and the query of its replay
  | { at: "none" };

const root = (): string => new URL(".", document.baseURI).pathname;

export function read(location: { pathname: string; hash: string; search: string }, base: string): Route {
  const parts = location.pathname.slice(base.length).split("/").filter(Boolean);
  const [first, second = "", third] = parts;
  const inside = new URLSearchParams(location.hash.slice(1));
  const record = inside.get("record");
  inside.delete("record");
  if (record && !first) return { at: "record", record, moment: String(inside) };
  if (!first) return { at: "home" };
  if (first === "t" && second && !third) {
    return { at: "table", table: second, take: new URLSearchParams(location.hash.slice(1)).get("take") ?? "" };
  }
  if (first === "t" && third === "replay") {
    const query = new URLSearchParams(location.search);
    return {
      at: "replay",
      table: second,
      game: Math.max(0, Number(query.get("game")) || 0),
      moment: Number(query.get("at") ?? -1),
      eyes: query.get("eyes") ?? "all",
    };
  }
  if (first === "t" && second && third === "tv") return { at: "tv", table: second };
  if (first === "c") return { at: "code", code: decodeCode(second) };
  if (first === "workshop") return { at: "workshop" };
  if (first === "box") return { at: "box", tool: second };
  return { at: "none" };
}

/** What an address says as a code, which people may have typed. */
function decodeCode(text: string): string {
  try {
    return decodeURIComponent(text).slice(0, 12);
  } catch {
    return "";
  }
}

class Place {
  route = $state<Route>({ at: "home" });

  start(): void {
    const follow = (): void => {
      this.route = read(location, root());
    };
    addEventListener("popstate", follow);
    follow();
  }

  /** Navigate to a path of the page, such as `t/abc`. */
  go(path: string, replace = false): void {
    afterReturn(() => this.enter(path, replace));
  }

  private enter(path: string, replace: boolean): void {
    const url = root() + path;
    const layer = (history.state as { layer?: boolean } | null)?.layer; // the entry of a drawer that is gone now
    if (replace || layer) history.replaceState(null, "", url);
    else history.pushState(null, "", url);
    this.route = read(location, root());
    scrollTo(0, 0);
  }
}

export const place = new Place();

/** Action `use:link`: navigate without a reload, unless a modifier asks for a new tab. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    place.go(new URL(node.href).pathname.slice(root().length) + new URL(node.href).search);
  };
  node.addEventListener("click", click);
  return { destroy: () => node.removeEventListener("click", click) };
}
