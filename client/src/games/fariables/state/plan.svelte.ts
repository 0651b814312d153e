// A plan of the viewer: a space for a token, or a whole move. A move is planned here and sent step by step once it is done, so that
// starting over costs nothing. The table says what could come next in a plan (`foresee`), and remains the judge: a step is sent only if it is among the legal actions by then; if it is not, the
// plan is dropped and the table asks for the rest.
import type { AnyAction } from "../../../lib/game/catalogue";
import { glide } from "../../../lib/motion/dom";
import { perPlay } from "../../../lib/game/per-play";
import type { Forecast } from "../../../lib/game/play";
import type { Play } from "../play";
import { cue } from "../../../lib/page/sound";
import type { Place as At } from "../../../wire/shared";

export type Stage = "wait" | "place" | "lift" | "put" | "sent";
type PlannedStep = { kind: string; space: string };

const PACE = 130; // milliseconds between two steps: others see them one by one, and nobody is too fast
const STUCK = 5000; // the table does not answer: let the person look again

const notation = ({ kind, space }: PlannedStep): string => `${kind} ${space}`.trim();
const spaceOf = (action: AnyAction): string => String(action.args["space"] ?? "");

export class Mind {
  looked = $state(""); // the space under the pointer or with the focus
  kind = $state(""); // whose spaces are shown, of the values
  private picked = $state(""); // where the next token may go, before it is said
  private ask = $state("");
  private lifted = $state.raw<string[]>([]);
  private laid = $state.raw<string[]>([]);
  private going = $state(false);
  private queue = $state.raw<PlannedStep[] | null>(null);
  private turn = -1; // of which the plan is
  private forecast = $state.raw<{ plan: string; foreseen: Forecast } | null>(null);
  private saidFor = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  constructor(private readonly play: Play) {}

  get legal(): AnyAction[] {
    const own = this.play.own;
    return this.play.live && own?.legal && !own.chosen ? own.legal : [];
  }

  /** Whether what was planned belongs to what is asked now, or to what is on its way. */
  private get planned(): boolean {
    const view = this.play.view;
    if (this.queue) return view !== null && view.turns === this.turn && this.play.seat === view.turn;
    return this.ask !== "" && this.ask === this.play.own?.ask;
  }

  get stage(): Stage {
    const phase = this.play.view?.phase;
    if (this.queue && this.planned) return "sent";
    if (!this.legal.length) return "wait";
    if (phase === "placing") return "place";
    if (phase === "moving" || (this.planned && this.going)) return "put";
    return "lift";
  }

  /** Lifted in mind. */
  get up(): string[] {
    return this.planned ? this.lifted : [];
  }
  /** Put down in mind, in this order. */
  get down(): string[] {
    return this.planned ? this.laid : [];
  }
  /** Tokens that are neither here nor there. */
  get hand(): number {
    return this.planned && this.queue ? 0 : (this.play.view?.hand ?? 0) + this.up.length - this.down.length;
  }
  /** How many may be lifted in all, with those that are. */
  get most(): number {
    const more = this.play.prompt?.prompt.args["more"];
    return typeof more === "number" ? more : this.legal.length;
  }
  /** Spaces of a seat's tokens if the plan is carried out. */
  tokens(p: number): string[] {
    const own = this.play.view?.own[p] ?? [];
    if (p !== this.play.seat || !this.planned) return own;
    const [up, down] = [new Set(this.lifted), this.laid];
    return [...own.filter((name) => !up.has(name) && !down.includes(name)), ...down];
  }
  get moved(): string[] {
    return [...new Set([...(this.play.view?.moved ?? []), ...this.down])];
  }

  /** What can be pressed to go on. */
  get lit(): Set<string> {
    const stage = this.stage;
    if (stage === "place") return new Set(this.legal.map(spaceOf));
    if (stage === "lift")
      return this.up.length < this.most
        ? new Set(this.legal.map(spaceOf).filter((name) => name && !this.up.includes(name)))
        : new Set();
    if (stage === "put" && this.hand > 0) return new Set((this.ahead?.legal ?? []).map(spaceOf));
    return new Set();
  }
  get roams(): boolean {
    return this.stage === "put" && this.ahead?.view["roam"] === true;
  }

  /** The plan so far, as it will be said. */
  private get steps(): PlannedStep[] {
    const lifts = this.up.map((space): PlannedStep => ({ kind: "lift", space }));
    const done = lifts.length && lifts.length < this.most ? [{ kind: "done", space: "" }] : [];
    return [...lifts, ...done, ...this.down.map((space): PlannedStep => ({ kind: "place", space }))];
  }
  private get name(): string {
    return [this.play.own?.ask, ...this.steps.map(notation)].join(";");
  }

  /** What the table says would follow on the plan so far; nothing until it has said so. */
  private get ahead(): Forecast | null {
    if (!this.steps.length) return { legal: this.legal, view: this.play.view ?? {} };
    return this.forecast?.plan === this.name ? this.forecast.foreseen : null;
  }
  /** Ask it. The rules of the game are there, not here. */
  private async foresee(): Promise<void> {
    if (this.stage !== "put" || !this.steps.length) return;
    const plan = this.name;
    const foreseen = await this.play.commands?.foresee(this.steps.map(notation));
    if (foreseen && plan === this.name) this.forecast = { plan, foreseen };
    else if (foreseen === null && plan === this.name) this.drop(); // the table asks something else by now
  }

  /** The space that one press more would take: chosen, or the only one there is. */
  get pick(): string {
    if (this.stage !== "place") return "";
    const lit = this.lit;
    if (this.ask === this.play.own?.ask && lit.has(this.picked)) return this.picked;
    return lit.size === 1 ? [...lit][0]! : "";
  }

  // What they do -----------------------------------------------------------------------------------

  /** A space was pressed. A token is placed by a second press, or by the button: nothing takes it back. */
  press(name: string): void {
    const stage = this.stage;
    if (stage === "place" && this.lit.has(name)) {
      if (this.pick === name) this.place(name);
      else this.choose(name);
    } else if (stage === "lift") {
      if (this.up.includes(name)) this.unlift(name);
      else if (this.lit.has(name)) this.lift(name);
    } else if (stage === "put" && this.lit.has(name)) this.put(name);
    else if (stage === "put" && this.down.includes(name)) this.back(name);
  }

  private choose(name: string): void {
    this.begin();
    this.picked = name;
  }
  place(name = this.pick): void {
    const action = this.legal.find((action) => action.kind === "place" && spaceOf(action) === name);
    if (action) this.play.play(action);
    this.picked = "";
  }

  private begin(): void {
    const ask = this.play.own?.ask ?? "";
    if (this.ask === ask && !this.queue) return;
    this.ask = ask;
    [this.lifted, this.laid, this.going, this.queue, this.picked] = [[], [], false, null, ""];
    this.turn = this.play.view?.turns ?? -1;
  }

  private spot(name: string): At {
    return { zone: "board", seat: this.play.seat ?? 0, place: name };
  }
  private move(from: At, to: At, change: () => void): void {
    glide(change, [{ thing: null, from, to, count: 1 }]);
  }

  private lift(name: string): void {
    this.begin();
    this.move(this.spot(name), { zone: "hand" }, () => {
      this.lifted = [...this.lifted, name];
      if (this.lifted.length === this.most) this.going = true; // as many as may be: that is said by itself
    });
    void this.foresee();
  }
  private unlift(name: string): void {
    this.move({ zone: "hand" }, this.spot(name), () => (this.lifted = this.lifted.filter((space) => space !== name)));
  }
  private put(name: string): void {
    this.begin();
    this.move({ zone: "hand" }, this.spot(name), () => (this.laid = [...this.laid, name]));
    void this.foresee();
    cue("stone");
  }
  /** Take up again what was put here, and all that was put after it. */
  private back(name: string): void {
    const first = this.laid.indexOf(name);
    const moves = this.laid
      .slice(first)
      .map((space) => ({ thing: null, from: this.spot(space), to: { zone: "hand" }, count: 1 }));
    glide(() => (this.laid = this.laid.slice(0, first)), moves);
    void this.foresee();
  }

  go = (): void => {
    if (this.up.length) this.going = true;
    void this.foresee();
  };

  /** As if nothing had been touched. */
  over = (): void => {
    if (this.stage === "sent") return;
    const from = (i: number): At => (this.laid[i] ? this.spot(this.laid[i]) : { zone: "hand" });
    const moves = this.lifted.map((name, i) => ({ thing: null, from: from(i), to: this.spot(name), count: 1 }));
    glide(() => {
      [this.lifted, this.laid, this.going, this.picked] = [[], [], false, ""];
    }, moves);
  };
  get touched(): boolean {
    return this.stage !== "sent" && (this.up.length > 0 || this.down.length > 0);
  }

  pass = (): void => {
    const action = this.legal.find((action) => action.kind === "done");
    if (action) this.play.play(action);
  };

  /** All is put down: say it, step by step. */
  send = (): void => {
    if (this.stage !== "put" || this.hand > 0) return;
    this.queue = this.steps;
    this.saidFor = "";
    this.follow();
  };

  // Saying it --------------------------------------------------------------------------------------

  /** Called whenever the table asks something: the next step of what was planned, if it is still possible. */
  follow(): void {
    if (!this.queue) return;
    if (!this.planned) return this.drop();
    const ask = this.play.own?.ask ?? "";
    const [next] = this.queue;
    if (!next || !this.legal.length || ask === this.saidFor) return;
    const action = this.legal.find((action) => action.kind === next.kind && spaceOf(action) === next.space);
    if (!action) return this.drop();
    this.saidFor = ask;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        if (!this.queue || this.play.own?.ask !== ask) return;
        this.last = performance.now();
        this.queue = this.queue.slice(1);
        this.play.play(action);
        this.timer = setTimeout(() => this.play.own?.ask === ask && this.drop(), STUCK);
      },
      Math.max(0, this.last + PACE - performance.now()),
    );
  }

  private drop(): void {
    clearTimeout(this.timer);
    [this.queue, this.ask, this.lifted, this.laid, this.going] = [null, "", [], [], false];
  }
}

export const mindOf = perPlay((play: Play) => new Mind(play));
