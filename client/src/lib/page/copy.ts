// Copy a text to the clipboard, also where there is no Clipboard API: over plain http, as phones in a home network have it.

/** Return whether the text was copied. Must be called from a press. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // not allowed: the old way may be
    }
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true; // no keyboard comes up
  field.style.cssText = "position: fixed; top: 0; opacity: 0";
  const focused = document.activeElement;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy"); // deprecated, and the only way over plain http
  } catch {
    // then it has to be copied by hand
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
