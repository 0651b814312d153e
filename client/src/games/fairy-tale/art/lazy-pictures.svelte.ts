// Lazy-loaded drawings of the cards. Each is an image, so that a flying copy holds only a reference.
import type { Card } from "../state/cards";

import type { picture, Size } from "./pictures";

export type { Size };
type Draw = typeof picture;

class Pictures {
  private draw = $state.raw<Draw | null>(null);
  private requested = false;
  private readonly urls = new Map<string, string>();

  /** The address of a drawing; empty until it is there. */
  of(card: Card, size: Size): string {
    const { draw } = this;
    if (!draw) {
      this.fetch();
      return "";
    }
    const key = `${card.slug} ${card.realm} ${size}`;
    let url = this.urls.get(key);
    if (!url) {
      url = URL.createObjectURL(new Blob([draw(card.slug, card.realm, card.chapter, size)], { type: "image/svg+xml" }));
      this.urls.set(key, url);
    }
    return url;
  }

  private fetch(): void {
    if (this.requested) return;
    this.requested = true;
    import("./pictures").then(
      ({ picture }) => (this.draw = picture),
      () => (this.requested = false), // it can be played without pictures; the next card asks again
    );
  }
}

export const pictures = new Pictures();
