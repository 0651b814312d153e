// Short confirmation after a press; disappears by itself.

class Notice {
  text = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.text = ""), 5000);
  }
}

export const notice = new Notice();
