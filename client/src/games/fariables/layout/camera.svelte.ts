// Camera of the board: fits the board, or zooms until press targets are large enough. Drag, pinch, or the small map.
import { DX, R } from "../art/pieces";
import { still } from "../../../lib/page/settings.svelte";
import type { Box, Space } from "../state/places";

const FINGER = 44; // pixels across a space: less is hard to hit
const [LEAST, WELL] = [46, 56]; // pixels, when it comes near
const FAR = 8; // pixels: less is a press
const [ROOMY, RIM, NARROW_RIM] = [500, 26, 12]; // pixels; on a phone just so much that no edge is cut off
const MOST = 2.6; // times as large as a finger needs

interface Look {
  x: number; // of the middle, on the board's plane
  y: number;
  scale: number; // pixels for a unit of it
}

export class Camera {
  w = $state(1);
  h = $state(1);
  box = $state.raw<Box>([0, 0, 1, 1]);
  private look = $state.raw<Look | null>(null); // null: the whole board
  private fingers = new Map<number, { x: number; y: number }>();
  private start: { x: number; y: number; look: Look; spread: number } | null = null;
  moves = $state(false); // by hand, just now
  taken = $state(false); // somebody has chosen where to look

  get fit(): number {
    const rim = this.w > ROOMY ? RIM : NARROW_RIM;
    return Math.min((this.w - rim) / this.box[2], (this.h - rim) / this.box[3]);
  }
  get scale(): number {
    return this.look?.scale ?? this.fit;
  }
  /** How wide a space is. */
  get across(): number {
    return 2 * DX * this.scale;
  }
  /** Whether the whole board is too small for a finger. */
  get small(): boolean {
    return 2 * DX * this.fit < FINGER;
  }
  get whole(): boolean {
    return this.look === null || this.look.scale <= this.fit * 1.01;
  }

  private get middle(): Look {
    const [x, y, w, h] = this.box;
    return this.look ?? { x: x + w / 2, y: y + h / 2, scale: this.fit };
  }

  /** The part of the plane that is seen: x, y, width, height. */
  get seen(): Box {
    const { x, y, scale } = this.middle;
    return [x - this.w / scale / 2, y - this.h / scale / 2, this.w / scale, this.h / scale];
  }
  /** How the board, drawn as large as it fits, is laid under the window. */
  get transform(): string {
    const [x, y] = this.seen;
    const k = this.scale;
    return `translate(${(this.box[0] - x) * k}px, ${(this.box[1] - y) * k}px) scale(${k / this.fit})`;
  }

  private set(x: number, y: number, scale: number): void {
    const k = Math.max(this.fit, Math.min(scale, (FINGER * MOST) / (2 * DX)));
    const hold = (value: number, from: number, size: number, window: number): number =>
      window >= size ? from + size / 2 : Math.max(from + window / 2, Math.min(value, from + size - window / 2));
    const [bx, by, bw, bh] = this.box;
    this.look = { x: hold(x, bx, bw, this.w / k), y: hold(y, by, bh, this.h / k), scale: k };
  }

  all(): void {
    this.look = null;
  }

  /** So near that a finger can choose, around this point. */
  near(x: number, y: number): void {
    this.set(x, y, Math.max(this.scale, (LEAST + 4) / (2 * DX)));
  }

  /** As near as shows all of these. */
  frame(spaces: Space[]): void {
    if (!this.small || !spaces.length) return this.all();
    const xs = spaces.map(({ x }) => x);
    const ys = spaces.map(({ y }) => y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const most = Math.min(this.w / (right - left + 3.2 * DX), this.h / (bottom - top + 2.9 * R)) * 2 * DX;
    if (most < LEAST - 4) return this.all(); // what does not fit is better seen whole
    this.set((left + right) / 2, (top + bottom) / 2, Math.max(LEAST, Math.min(WELL, most)) / (2 * DX));
  }

  /** Into sight, if it is not: for the keyboard. */
  show({ x, y }: Space): void {
    const [sx, sy, sw, sh] = this.seen;
    const [mx, my] = [DX, R];
    if (x - mx < sx || x + mx > sx + sw || y - my < sy || y + my > sy + sh) this.set(x, y, this.scale);
  }

  /** A point of the window, in pixels from its corner, on the board's plane. */
  at(px: number, py: number): [number, number] {
    const [x, y] = this.seen;
    return [x + px / this.scale, y + py / this.scale];
  }

  // By hand ----------------------------------------------------------------------------------------

  private get centre(): { x: number; y: number; spread: number } {
    const all = [...this.fingers.values()];
    const x = all.reduce((sum, pointer) => sum + pointer.x, 0) / all.length;
    const y = all.reduce((sum, pointer) => sum + pointer.y, 0) / all.length;
    return { x, y, spread: all.length > 1 ? Math.hypot(all[0]!.x - all[1]!.x, all[0]!.y - all[1]!.y) : 0 };
  }

  private hold(): void {
    this.start = this.fingers.size ? { ...this.centre, look: this.middle } : null;
  }

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (event.isPrimary) {
      this.fingers.clear();
      this.moves = false;
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.hold();
  };

  drag = (event: PointerEvent): void => {
    if (!this.fingers.has(event.pointerId) || !this.start) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const { x, y, look, spread } = this.start;
    const now = this.centre;
    if (!this.moves && this.fingers.size < 2 && Math.hypot(now.x - x, now.y - y) < FAR) return;
    if (this.whole && this.fingers.size < 2) return; // there is nowhere to go
    this.moves = true;
    this.taken = true;
    const scale = spread && now.spread ? (look.scale * now.spread) / spread : look.scale;
    this.set(look.x - (now.x - x) / scale, look.y - (now.y - y) / scale, scale);
  };

  up = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    this.hold();
  };

  wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && this.whole && !this.small) return;
    event.preventDefault();
    this.taken = true;
    const { x, y, scale } = this.middle;
    this.set(x, y, scale * Math.exp(-event.deltaY / 400));
  };

  get smooth(): boolean {
    return !this.moves && !still();
  }
}
