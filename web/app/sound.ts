/** Short generated tones; silent unless switched on. */
import { settings } from "./settings.svelte";

const TONES = {
  lay: [[220, 0.06]],
  turn: [
    [523, 0.09],
    [659, 0.12],
  ],
  end: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.24],
  ],
} as const;
let context: AudioContext | undefined;

export function playSound(what: keyof typeof TONES, wanted: boolean = settings.sound): void {
  if (!wanted) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length] of TONES[what]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
