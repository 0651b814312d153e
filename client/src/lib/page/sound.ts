// Synthesizer for sounds.json; there are no samples. Everything that sounds is also visible.
import { settings } from "./settings.svelte";
import recipes from "./sounds.json";

interface Layer {
  type: string; // a form of oscillator, or noise
  f?: number; // Hz
  to?: number; // glides to this
  filter?: [string, number, number?];
  at?: number; // milliseconds: start, attack, decay to −60 dB
  a?: number;
  d: number;
  g?: number;
  from?: number; // where in the noise
}
interface Recipe {
  gain: number;
  layers: Layer[];
}

export type Cue = keyof typeof recipes;

const VOLUME = 0.7;
const LATE = 80; // a cue later than this would belong to nothing that is still seen
const SAME = 40; // the same cue within this is one

let context: AudioContext | null = null;
const noises = new WeakMap<BaseAudioContext, AudioBuffer>();
const last = new Map<string, number>();

/** Unlock audio. Browsers allow it only inside a user gesture, so call this from any press. */
export function wake(): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** Play a sound by name; `due` is its intended time by performance.now(), in milliseconds. */
export function cue(name: Cue, due = performance.now()): void {
  const now = performance.now();
  if (!settings.sound || context?.state !== "running" || document.visibilityState !== "visible") return;
  if (now - due > LATE || now - (last.get(name) ?? -SAME) < SAME) return;
  last.set(name, now);
  ring(context, recipes[name] as Recipe);
}

/** Vibrate shortly, if the device can and the setting allows it. */
export function shake(milliseconds = 20): void {
  if (settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(milliseconds);
}

function noise(into: BaseAudioContext): AudioBuffer {
  let buffer = noises.get(into);
  if (!buffer) {
    buffer = into.createBuffer(1, into.sampleRate * 0.6, into.sampleRate);
    const data = buffer.getChannelData(0);
    let seed = 7;
    for (let i = 0; i < data.length; i++) {
      seed = (seed * 1664525 + 1013904223) >>> 0;
      data[i] = seed / 2147483648 - 1;
    }
    noises.set(into, buffer);
  }
  return buffer;
}

export function ring(into: BaseAudioContext, recipe: Recipe, start = into.currentTime): void {
  const high = into.createBiquadFilter();
  high.type = "highpass";
  high.frequency.value = 40;
  const master = into.createGain();
  master.gain.value = recipe.gain * VOLUME;
  high.connect(master).connect(into.destination);
  for (const layer of recipe.layers) sound(into, layer, start, high);
}

function sound(into: BaseAudioContext, layer: Layer, start: number, out: AudioNode): void {
  const at = start + (layer.at ?? 0) / 1000;
  const level = layer.g ?? 1;
  const full = at + (layer.a ?? 2) / 1000;
  const end = full + layer.d / 1000;
  const gain = into.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, full);
  gain.gain.exponentialRampToValueAtTime(level * 0.001, end);
  gain.gain.setValueAtTime(0, end);
  const source = layer.type === "noise" ? hiss(into, layer, at) : tone(into, layer, at, end);
  source.stop(end + 0.005);
  let node: AudioNode = source;
  if (layer.filter) {
    const filter = into.createBiquadFilter();
    filter.type = layer.filter[0] as BiquadFilterType;
    filter.frequency.value = layer.filter[1];
    filter.Q.value = layer.filter[2] ?? 0.7;
    node = node.connect(filter);
  }
  node.connect(gain).connect(out);
}

function hiss(into: BaseAudioContext, layer: Layer, at: number): AudioBufferSourceNode {
  const source = into.createBufferSource();
  source.buffer = noise(into);
  source.start(at, layer.from ?? 0);
  return source;
}

function tone(into: BaseAudioContext, layer: Layer, at: number, end: number): OscillatorNode {
  const source = into.createOscillator();
  source.type = layer.type as OscillatorType;
  source.frequency.setValueAtTime(layer.f ?? 440, at);
  if (layer.to) source.frequency.exponentialRampToValueAtTime(layer.to, end);
  source.start(at);
  return source;
}
