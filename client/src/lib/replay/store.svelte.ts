// Store of a replay: implements `Play` for a finished game, read-only, position by position.
import type { Table } from "../../wire/table";
import { api, ApiError } from "../net/api";
import type { AnyEvent, Catalogue } from "../game/catalogue";
import type { Page } from "../net/fold";
import { tables } from "../page/storage";
import { playedBy } from "../game/animals";
import { animalOf, namesOf } from "../game/people";
import type { Play } from "../game/play";
import { openView, Positions } from "./positions";
import type { Mark, Step, Story } from "../../wire/api";
import { settings } from "../page/settings.svelte";
import { actionMessage, eventMessage, Speaker } from "../text/speak";
import { words } from "../text/words.svelte";

export const ALL = "all";
export const WATCHER = "watcher";
export const SPEEDS = [0.5, 1, 2, 4];
const STEP = 1000; // milliseconds at normal speed
const PAGES = 60;
const ANALYSIS_TRIES = 5; // a busy server may need some
const ANALYSIS_WAIT = 3000; // milliseconds between them
const RETRIED = new Set([0, 429, 503]); // HTTP status: not now, perhaps later

export class ReplayStore implements Play {
  table = $state.raw<Table | null>(null);
  catalogue = $state.raw<Catalogue | null>(null);
  texts = $state.raw<Record<string, string>>({});
  story = $state.raw<Story | null>(null);
  step = $state.raw<Step | null>(null);
  looking = $state(false); // whether decisions that cost much are still looked for
  marks = $state.raw<Mark[]>([]); // decisions that cost much, in their order; they come some time after the game itself
  pages = $state.raw<Page[]>([]);
  at = $state(0);
  eyes = $state(ALL);
  playing = $state(false);
  speed = $state(1);
  failed = $state(""); // the code of what went wrong
  readonly prompt = null;
  readonly own = null;
  readonly live = false;

  private positions: Positions;
  private sharers: Record<string, { name: string; animal: string }> = {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly game = 0, // which of the table's games; 0 is the newest
  ) {
    this.sharers =
      (tables.get(id) as { people?: Record<string, { name: string; animal: string }> } | undefined)?.people ?? {};
    this.positions = new Positions((eyes, first, last) => api.replay(id, eyes, first, last, game));
  }

  names = $derived(namesOf(this.table, this.sharers));
  speaker = $derived(
    new Speaker(
      { ...words.texts, ...this.texts },
      this.catalogue?.things ?? {},
      this.names,
      settings.language,
      null,
      this.catalogue?.numbers,
    ),
  );
  steps = $derived((this.story?.moments.length ?? 1) - 1);
  view = $derived(this.step ? (this.eyes === ALL ? openView(this.step) : this.step.view) : null);

  get seat(): number | null {
    return this.eyes === ALL || this.eyes === WATCHER ? null : Number(this.eyes);
  }
  animal(p: number): string {
    return animalOf(this.table, p, this.sharers);
  }
  isBot(p: number): boolean {
    return this.table?.seats[p]?.kind === "bot" && !playedBy(this.table, p);
  }
  play(): void {}
  takeBack(): void {}

  /** Load table, catalogue, story and texts, then the first position. */
  async start(at: number, eyes: string): Promise<void> {
    this.failed = "";
    try {
      const [table, catalogue, story] = await Promise.all([
        api.table(this.id, this.game),
        api.catalogue(this.id, this.game),
        api.story(this.id, this.game),
      ]);
      await this.speak(story.game);
      this.catalogue = catalogue;
      this.story = story;
      this.table = table as unknown as Table;
      this.positions.steps = this.steps;
      const whose = eyes === WATCHER || (Number(eyes) < story.seats.length && /^\d+$/.test(eyes)) ? eyes : ALL;
      await this.show(at, whose);
      void this.look();
    } catch (error) {
      this.failed = error instanceof ApiError ? error.code : "failed";
    }
  }

  /** Load the texts in the chosen language; a newer call supersedes an older one. */
  async speak(game = this.story?.game): Promise<void> {
    const { language } = settings;
    if (!game) return;
    const texts = await api.texts(game, language);
    if (language === settings.language) this.texts = texts;
  }

  /** Load the analysis. It is optional: failures are ignored. */
  private async look(): Promise<void> {
    this.looking = true;
    for (let tries = 0; tries < ANALYSIS_TRIES && this.looking; tries++) {
      const analysis = await api.analysis(this.id, this.game).catch((error: unknown) => error as ApiError);
      if (!(analysis instanceof Error)) this.marks = analysis.marks;
      else if (RETRIED.has(analysis.status)) {
        await new Promise((done) => setTimeout(done, ANALYSIS_WAIT));
        continue;
      }
      break;
    }
    this.looking = false;
  }

  stop(): void {
    this.looking = false;
    this.pause();
  }

  /** Show a position; a newer call supersedes an older one. */
  async show(at: number, eyes = this.eyes): Promise<void> {
    const wanted = Math.max(0, Math.min(Number.isInteger(at) ? at : 0, this.steps));
    this.at = wanted;
    this.eyes = eyes;
    try {
      const before = await this.positions.before(eyes, wanted, PAGES);
      if (this.at !== wanted || this.eyes !== eyes) return;
      this.step = before.at(-1) ?? null;
      this.pages = before.flatMap((step) =>
        step.events.length ? [{ number: step.at, events: step.events, mine: false }] : [],
      );
      this.failed = "";
      this.positions.ahead(eyes, wanted);
    } catch (error) {
      this.pause();
      this.failed = error instanceof ApiError ? error.code : "failed";
    }
  }

  run(): void {
    if (this.playing) return;
    this.playing = true;
    void this.tick(this.at >= this.steps ? 0 : this.at);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private async tick(at: number): Promise<void> {
    await this.show(at);
    if (!this.playing) return;
    if (at >= this.steps) return this.pause();
    this.timer = setTimeout(() => void this.tick(this.at + 1), STEP / this.speed);
  }

  /** Sentences for this position: the decision, then its events. */
  get sentences(): string[] {
    const { step, catalogue } = this;
    if (!step || !catalogue) return [];
    const events = step.events.map((event) => this.sentence(event)).filter(Boolean);
    if (step.seat === null || step.seat < 0 || !step.plays) return events;
    const action = this.speaker.say(actionMessage(this.speaker, catalogue, step.plays));
    return [
      words.say("replay.chose", { seat: this.names[step.seat], action }),
      ...events.slice(events.length > 1 ? 0 : 1),
    ];
  }

  private sentence(event: AnyEvent): string {
    const message = eventMessage(this.catalogue!, event);
    const text = this.speaker.has(message.key) ? this.speaker.say(message).trim() : "";
    const own = Object.values(this.catalogue!.events[event.kind]?.own ?? {})[0]; // told to one seat: say to which
    const name = own === undefined ? undefined : this.names[Number(event.args[own])];
    return text && name && this.eyes === ALL && !text.includes(name)
      ? words.say("replay.chose", { seat: name, action: text })
      : text;
  }
}
