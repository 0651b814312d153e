// What is seen of a thing while it flies: a copy in a layer above everything.
import type { Flight, Rect } from "./motion";
import { fliers } from "./press";

const OUT = "cubic-bezier(.2,.8,.3,1)";
const INOUT = "cubic-bezier(.6,0,.3,1)";
const RISE = "cubic-bezier(.2,.6,.4,1)";
const FALL = "cubic-bezier(.6,0,.8,.4)";
const LIFT = 26; // pixels that a flight rises
const LAST = 90; // what vanishes fades in its last milliseconds

/** What is seen while the thing itself already lies in its place. */
export class Ghost {
  readonly node = document.createElement("div");
  readonly animations: Animation[] = [];
  readonly to: Rect;
  readonly out: boolean;
  private hidden: Animation | null = null;

  constructor(
    layer: HTMLElement,
    readonly owner: HTMLElement,
    flight: Flight,
    back: HTMLElement | undefined,
    private readonly gone: () => void,
  ) {
    const { from, to, at, dur, turn } = flight;
    this.to = to;
    this.out = flight.kind === "out";
    const total = at + dur;
    const begin = at / total;
    const [width, height] = from.width > to.width ? [from.width, from.height] : [to.width, to.height];
    this.node.style.cssText = `position:absolute;left:${to.left}px;top:${to.top}px;width:${width}px;height:${height}px;transform-origin:0 0`;
    const inner = document.createElement("div");
    inner.style.cssText = "position:absolute;inset:0;transform-style:preserve-3d";
    inner.append(face(owner, width, height, ""));
    if (turn && back) inner.append(face(back, width, height, "rotateY(180deg)"));
    this.node.append(inner);
    layer.append(this.node);
    const start = `${from.left - to.left}px ${from.top - to.top}px`;
    const steps = (property: string, was: string, is: string): Keyframe[] => [
      { [property]: was, offset: 0 },
      { [property]: was, offset: begin, easing: OUT },
      { [property]: is, offset: 1 },
    ];
    const play = (on: HTMLElement, frames: Keyframe[]) => this.animations.push(on.animate(frames, total));
    play(this.node, steps("translate", start, "0 0"));
    play(this.node, steps("scale", String(from.width / width), String(to.width / width)));
    play(this.node, [
      { transform: "none", offset: 0 },
      { transform: "none", offset: begin, easing: RISE },
      { transform: `translateY(${-LIFT}px)`, offset: (begin + 1) / 2, easing: FALL },
      { transform: "none", offset: 1 },
    ]);
    if (turn && back) {
      const [was, is] = turn === "open" ? ["rotateY(-180deg)", "rotateY(0)"] : ["rotateY(0)", "rotateY(180deg)"];
      play(inner, [
        { transform: was, offset: 0 },
        { transform: was, offset: begin, easing: INOUT },
        { transform: is, offset: 1 },
      ]);
    }
    if (flight.kind === "out") {
      play(this.node, [
        { opacity: 1, offset: 0 },
        { opacity: 1, offset: Math.max(begin, 1 - LAST / total) },
        { opacity: 0, offset: 1 },
      ]);
    }
    fliers.add({ node: this.node, owner, animations: this.animations, from, to });
    this.animations[0]!.onfinish = () => this.drop();
  }

  hide(animation: Animation): void {
    this.hidden = animation;
  }

  drop(): void {
    if (!this.node.isConnected) return;
    this.node.remove();
    this.hidden?.cancel();
    for (const animation of this.animations) animation.cancel();
    fliers.land(this.node, this.owner);
    this.gone();
  }
}

/** A copy to look at: no names, no attributes that mean something. */
function face(of: HTMLElement, width: number, height: number, transform: string): HTMLElement {
  const copy = of.cloneNode(true) as HTMLElement;
  for (const node of [copy, ...copy.querySelectorAll<HTMLElement>("[id],[data-thing],[data-act]")]) {
    for (const name of ["id", "data-thing", "data-act", "data-zone", "data-back", "tabindex"])
      node.removeAttribute(name);
  }
  copy.style.cssText += `;position:absolute;inset:0;margin:0;width:${width}px;height:${height}px;--w:${width}px;opacity:1;rotate:none;backface-visibility:hidden;transform:${transform || "none"}`;
  return copy;
}
