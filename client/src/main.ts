import { mount } from "svelte";
import App from "./App.svelte";
import "./css/tokens.css";
import "./css/base.css";
import.meta.glob("./games/*/look.css", { eager: true });
import { show } from "./lib/page/settings.svelte";
import { words } from "./lib/text/words.svelte";

show();
for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
  matchMedia(query).addEventListener("change", show);
}
void words.load().then(() => mount(App, { target: document.getElementById("app")! }));
