// Polite ARIA live region with a queue: sentences of one moment are all announced, one after the other.

const GAP = 150; // milliseconds for which a sentence stays, so that a screen reader sees each change
const MOST = 8; // waiting sentences; of a longer burst, the oldest are dropped

class Live {
  text = $state("");
  private turn = false;
  private queue: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Announce a text, also if it equals the last one. */
  say(sentence: string): void {
    if (!sentence) return;
    this.queue = [...this.queue, sentence].slice(-MOST);
    if (this.timer === undefined) this.next();
  }

  private next = (): void => {
    const sentence = this.queue.shift();
    this.timer = sentence === undefined ? undefined : setTimeout(this.next, GAP);
    if (sentence === undefined) return;
    this.turn = !this.turn;
    this.text = sentence + (this.turn ? "\u00a0" : "");
  };
}

export const live = new Live();
