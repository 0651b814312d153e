// Lazy-loaded drawings of the cards. Each is an image, so that a flying copy holds only a reference.
import type { Card } from "../state/cards";

export type Size = "l" | "m" | "s" | "dot";
type Draw = (slug: string, realm: string, chapter: number, size: Size) => string;

class Pictures {
  private draw = $state.raw<Draw | null>(null);
  private asked = false;
  private readonly made = new Map<string, string>();

  /** The address of a drawing; empty until it is there. */
  of(card: Card, size: Size): string {
    const { draw } = this;
    if (!draw) {
      this.fetch();
      return "";
    }
    const key = `${card.slug} ${card.realm} ${size}`;
    let found = this.made.get(key);
    if (!found) {
      found = URL.createObjectURL(
        new Blob([draw(card.slug, card.realm, card.chapter, size)], { type: "image/svg+xml" }),
      );
      this.made.set(key, found);
    }
    return found;
  }

  private fetch(): void {
    if (this.asked) return;
    this.asked = true;
    import("./pictures.js").then(
      ({ picture }) => (this.draw = picture as Draw),
      () => (this.asked = false), // it can be played without pictures; the next card asks again
    );
  }
}

export const pictures = new Pictures();
