// Reads CREDITS.md: a table of works, then a section for the text of each licence.
export interface Work {
  name: string;
  holder: string;
  licence: string;
}
export interface Place {
  key: string; // of its name in the texts: credits.where.KEY
  works: Work[];
}
export interface Licence {
  title: string;
  paragraphs: string[];
}

export function readCredits(text: string): { places: Place[]; licences: Licence[] } {
  const [head = "", ...sections] = text.split(/^## /m);
  const places = new Map<string, Work[]>();
  for (const line of head
    .split("\n")
    .filter((row) => row.startsWith("| "))
    .slice(1)) {
    const [work = "", where = "", licence = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    const [name = "", ...holders] = work.split(", ©");
    const key = where.toLowerCase().replaceAll(/\W+/g, "-");
    const holder = holders.map((one) => `©${one}`).join(", ");
    places.set(key, [...(places.get(key) ?? []), { name, holder, licence }]);
  }
  const licences = sections.map((section) => {
    const [title = "", ...paragraphs] = section.trim().split(/\n\s*\n/);
    return { title: title.trim(), paragraphs: paragraphs.map((one) => one.replaceAll("\n", " ")) };
  });
  return { places: [...places].map(([key, works]) => ({ key, works })), licences };
}
