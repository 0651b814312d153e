// Polite ARIA live region.

class Live {
  text = $state("");
  private turn = false;

  /** Announce a text, also if it equals the last one. */
  say(sentence: string): void {
    if (!sentence) return;
    this.turn = !this.turn;
    this.text = sentence + (this.turn ? "\u00a0" : "");
  }
}

export const live = new Live();
