// Speech synthesis of shouts for a challenger with closed eyes.
import { settings } from "../../../lib/page/settings.svelte";

export const speaks = (): boolean =>
  settings.sound && typeof speechSynthesis !== "undefined" && speechSynthesis.getVoices().length > 0;

export function speak(text: string): void {
  if (!settings.sound || typeof speechSynthesis === "undefined") return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = settings.language;
  said.rate = 1.15;
  if (speechSynthesis.pending) speechSynthesis.cancel(); // the newest call is the one that counts
  speechSynthesis.speak(said);
}

export function hush(): void {
  if (typeof speechSynthesis !== "undefined") speechSynthesis.cancel();
}
