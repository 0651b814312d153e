// What is spoken to people who listen: one polite region, sentences in their order.

class Live {
  text = $state("");
  private turn = false;

  /** Say it, even when it was just said. */
  say(sentence: string): void {
    if (!sentence) return;
    this.turn = !this.turn;
    this.text = sentence + (this.turn ? "\u00a0" : "");
  }
}

export const live = new Live();
