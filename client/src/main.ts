import { mount } from "svelte";
import App from "./App.svelte";
import "./css/tokens.css";
import "./css/base.css";
import.meta.glob("./games/*/look.css", { eager: true });
import { offline } from "./lib/offline/offline.svelte";
import { updates } from "./lib/offline/updates.svelte";
import { show } from "./lib/page/settings.svelte";
import { words } from "./lib/text/words.svelte";

show();
for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
  matchMedia(query).addEventListener("change", show);
}
updates.follow();
if (offline.isStatic) addEventListener("load", () => void offline.register());
void words.load().then(() => mount(App, { target: document.getElementById("app")! }));
