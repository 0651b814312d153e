// Speech synthesis of shouts for a challenger with closed eyes.
import { settings } from "../../../lib/page/settings.svelte";

export const speaks = (): boolean =>
  settings.sound && typeof speechSynthesis !== "undefined" && speechSynthesis.getVoices().length > 0;

export function speak(text: string): void {
  if (!settings.sound || typeof speechSynthesis === "undefined") return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = settings.language;
  utterance.rate = 1.15;
  if (speechSynthesis.pending) speechSynthesis.cancel(); // the newest call is the one that counts
  speechSynthesis.speak(utterance);
}

export function hush(): void {
  if (typeof speechSynthesis !== "undefined") speechSynthesis.cancel();
}
