// The back button closes what lies over the page, a drawer or a dialog, before it leaves the page.
// All layers together have one entry of the history, which is taken back when the last of them is closed by other means.

const layers: (() => void)[] = [];
let pushed = false;

const isOurs = (): boolean => (history.state as { layer?: boolean } | null)?.layer === true;

function enter(): void {
  if (!pushed) history.pushState({ layer: true }, "");
  pushed = true;
}

addEventListener("popstate", () => {
  if (!pushed) return;
  pushed = false;
  layers.pop()?.();
  if (layers.length) enter();
});

/** Call `close` when somebody goes back. Returns the function that ends this; call it when the layer is gone. */
export function closeOnBack(close: () => void): () => void {
  layers.push(close);
  enter();
  return () => {
    const at = layers.indexOf(close);
    if (at >= 0) layers.splice(at, 1);
    // Later, because another layer may follow at once.
    setTimeout(() => {
      if (layers.length || !pushed) return;
      pushed = false;
      if (isOurs()) history.back();
    });
  };
}
