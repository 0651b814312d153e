// Parse the server's rules (headings, rules R1, R2 …) for display rule by rule and for search.
import { escapeText } from "../../lib/text/escape";
import type { Speaker } from "../../lib/text/speak";

export interface Rule {
  id: string; // “R7”, or nothing for what is no rule of its own
  number: string;
  html: string;
  text: string;
  printed: boolean;
  ruling: boolean;
}

export interface Part {
  title: string;
  rules: Rule[];
}

/** The words by which a rule says where it comes from, in the language it may be written in; English ones are always known. */
export interface Marks {
  printed: string;
  ruling: string;
}
const ENGLISH: Marks = { printed: "printed", ruling: "ruling" };
const MARKS = /^\s*(?:\(<em>([^<]*)<\/em>\)|<em>\(([^<]*)\)<\/em>)\s*/;

function rule(item: HTMLElement, marks: Marks): Rule {
  const id = item.id;
  item.querySelector(":scope > strong, :scope > p:first-child > strong")?.remove();
  const whole = item.innerHTML
    .trim()
    .replace(/^<p>/, "")
    .replace(/<\/p>$/, "")
    .trim();
  const match = MARKS.exec(whole);
  const note = match?.[1] ?? match?.[2] ?? "";
  const says = (mark: keyof Marks) => note.includes(ENGLISH[mark]) || note.includes(marks[mark]);
  return {
    id,
    number: id.replace(/^R/, ""),
    html: whole.replace(MARKS, ""),
    text: (item.textContent ?? "").toLowerCase(),
    printed: says("printed"),
    ruling: says("ruling"),
  };
}

const plain = (element: Element): Rule => ({
  id: "",
  number: "",
  html: element.outerHTML,
  text: (element.textContent ?? "").toLowerCase(),
  printed: false,
  ruling: false,
});

/** Wide elements scroll in a box of their own, by keyboard, too. */
function scrolling(wide: HTMLElement, title: string): void {
  const box = wide.ownerDocument.createElement("div");
  box.className = "rtable";
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", title);
  wide.replaceWith(box);
  box.append(wide);
}

export function read(html: string, marks: Marks = ENGLISH): Part[] {
  const page = new DOMParser().parseFromString(html, "text/html").body;
  let title = "";
  for (const element of page.querySelectorAll<HTMLElement>("h1, h2, h3, h4, table, pre")) {
    if (/^H/.test(element.tagName)) title = element.textContent ?? "";
    else scrolling(element, title);
  }
  // A column without a name has no heading either.
  for (const head of page.querySelectorAll("th:empty")) head.replaceWith(page.ownerDocument.createElement("td"));
  const parts: Part[] = [{ title: "", rules: [] }];
  for (const element of page.children) {
    if (element.tagName === "H1") continue;
    if (/^H[2-4]$/.test(element.tagName)) parts.push({ title: element.textContent ?? "", rules: [] });
    else if (element.matches("ul, ol") && element.querySelector(":scope > li[id]")) {
      for (const item of element.children)
        parts.at(-1)!.rules.push(item.id ? rule(item as HTMLElement, marks) : plain(item));
    } else parts.at(-1)!.rules.push(element.id ? rule(element as HTMLElement, marks) : plain(element));
  }
  return parts.filter((part) => part.rules.length);
}

const OPTION = /<code>([a-z_]+)=([^<\s]+)<\/code>/g;

/** The text with options as they are called at a table, instead of as they are typed. */
export function optionsInWords(html: string, speaker: Pick<Speaker, "has" | "say">): string {
  return html.replace(OPTION, (typed, name: string, value: string) => {
    const [option, way] = [`option.${name}`, `option.${name}.${value}`];
    if (!speaker.has(option) || !speaker.has(way)) return typed;
    return `“${escapeText(speaker.say(option))}: ${escapeText(speaker.say(way).split(":")[0]!)}”`;
  });
}

/** The parts with only those rules that speak of something. */
export function find(parts: Part[], query: string): Part[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return parts;
  return parts.flatMap((part) => {
    const rules = part.rules.filter((rule) => rule.text.includes(wanted) || rule.id.toLowerCase() === wanted);
    return rules.length ? [{ ...part, rules }] : [];
  });
}

/** The text with what was searched for marked in it. */
export function marked(html: string, query: string): string {
  const wanted = query.trim();
  if (!wanted) return html;
  const page = new DOMParser().parseFromString(html, "text/html");
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  for (const node of nodes) {
    for (let rest = node; ;) {
      const at = rest.data.toLowerCase().indexOf(wanted.toLowerCase());
      if (at < 0) break;
      const hit = rest.splitText(at);
      rest = hit.splitText(wanted.length);
      const mark = page.createElement("mark");
      hit.replaceWith(mark);
      mark.append(hit);
    }
  }
  return page.body.innerHTML;
}
