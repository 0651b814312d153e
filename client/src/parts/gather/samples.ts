// Files that come with the games, as examples for a file of one's own: decks and boards.
const texts = import.meta.glob<string>("../../../../src/fairyring/games/*/{deck.csv,boards/meadow.txt}", {
  query: "?raw",
  import: "default",
});

const folder = (game: string): string => `/${game.replaceAll("-", "_")}/`;
const pathOf = (game: string): string | undefined => Object.keys(texts).find((path) => path.includes(folder(game)));

/** Whether there is a file of this game to begin from. */
export const hasSample = (game: string): boolean => pathOf(game) !== undefined;

/** That file: its name and its text. */
export async function sampleOf(game: string): Promise<{ name: string; text: string }> {
  const path = pathOf(game)!;
  return { name: path.split("/").at(-1)!, text: await texts[path]!() };
}
