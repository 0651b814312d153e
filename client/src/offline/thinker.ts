// The worker in which bots search: Python with the search kernels in WebAssembly.
import { Assets } from "./assets";
import { Kernels } from "./kernels";
import type { FromThinker, Job, Start, ToThinker } from "./protocol";
import { boot, type Python } from "./python";

const post = (message: FromThinker): void => (self as unknown as Worker).postMessage(message);
let python: Python | null = null;
let kernels: Kernels | null = null;

async function start(message: Start): Promise<void> {
  const assets = new Assets(message.base, message.built, message.bare);
  python = await boot(assets, message.fresh);
  python.runPython("host = module.Host('thinker')");
  kernels = new Kernels(assets, python);
  post({ kind: "ready" });
}

async function work(id: number, kind: "think" | "weigh", job: Job): Promise<void> {
  await kernels!.load(job.game).catch((error: unknown) => console.warn(String(error))); // then the search is interpreted
  const host = python!.globals.get("host") as Record<"think" | "weigh", (job: string) => string>;
  post({ kind: "done", id, answer: JSON.parse(host[kind](JSON.stringify(job))) as Record<string, never> });
}

self.onmessage = ({ data }: MessageEvent<ToThinker>): void => {
  const done = data.kind === "start" ? start(data) : work(data.id, data.work, data.job);
  done.catch((error: unknown) => post({ kind: "broken", message: String(error) }));
};
