// The back button closes what lies over the page, a drawer or a dialog, before it leaves the page.
// All layers together have one entry of the history, which is taken back when the last of them is closed by other means.

const layers: (() => void)[] = [];
let pushed = false;
let returning = false; // our entry is being taken back, which the browser does a moment later

/** Run `act` when our entry is not being taken back (any more): it would take back what `act` enters instead. */
export function afterReturn(act: () => void): void {
  if (returning) addEventListener("popstate", act, { once: true });
  else act();
}

const isOurs = (): boolean => (history.state as { layer?: boolean } | null)?.layer === true;

function went(): void {
  returning = false;
  if (!pushed) return;
  pushed = false;
  layers.pop()?.();
  if (layers.length) enter();
}

function enter(): void {
  addEventListener("popstate", went); // once: it is the same function
  if (!pushed) history.pushState({ layer: true }, "");
  pushed = true;
}

/** Call `close` on the browser's back navigation. Returns the function that ends this; call it when the layer is gone. */
export function closeOnBack(close: () => void): () => void {
  layers.push(close);
  afterReturn(() => {
    if (layers.length) enter();
  });
  return () => {
    const at = layers.indexOf(close);
    if (at >= 0) layers.splice(at, 1);
    // Later, because another layer may follow at once.
    setTimeout(() => {
      if (layers.length || !pushed) return;
      pushed = false;
      returning = isOurs();
      if (returning) history.back();
    });
  };
}
