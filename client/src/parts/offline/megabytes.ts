// Sizes as the visitor's language writes them: 4.1 or 4,1.
import { settings } from "../../lib/page/settings.svelte";

export const megabytes = (size: number): string =>
  size.toLocaleString(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
