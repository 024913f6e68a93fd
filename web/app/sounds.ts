/** The sounds: short, generated, each unlike the others (tests/browser/test_sounds.py). */

/** What sounds: a piece is laid, something is complete, pieces are drawn, one is stolen; my turn; the end, and a win. */
export type Sound = "place" | "draw" | "complete" | "steal" | "turn" | "end" | "win";

/** A note: Hz at its begin and end, seconds, loudness, and when it starts. */
interface Note {
  from: number;
  to?: number;
  length: number;
  loud?: number;
  at?: number;
  wave?: OscillatorType;
}

const chord = (wave: OscillatorType, step: number, length: number, ...pitches: number[]): Note[] =>
  pitches.map((from, at) => ({ from, length, at: at * step, wave, loud: 0.6 }));

export const SOUNDS: Record<Sound, Note[]> = {
  // A knock of wood: a dull body, and the click on it.
  place: [
    { from: 190, to: 90, length: 0.09, wave: "sine" },
    { from: 900, to: 500, length: 0.02, loud: 0.25, wave: "square" },
  ],
  draw: [
    { from: 420, to: 760, length: 0.08, loud: 0.9 },
    { from: 520, to: 900, length: 0.07, loud: 0.8, at: 0.07 },
  ],
  complete: chord("triangle", 0.07, 0.28, 523, 659, 784),
  steal: [
    { from: 620, to: 210, length: 0.22, wave: "sawtooth", loud: 0.3 },
    { from: 160, to: 120, length: 0.1, at: 0.2 },
  ],
  turn: chord("sine", 0.13, 0.22, 880, 1175),
  end: chord("triangle", 0.13, 0.3, 659, 587, 523),
  win: chord("triangle", 0.12, 0.5, 523, 659, 784, 1047),
};

/** From the most telling one down: of several sounds at once, the first of these is heard. */
const ORDER: readonly Sound[] = ["win", "end", "steal", "complete", "draw", "place"];

/** The one of some sounds to be heard; null if there is none. */
export function mostTelling(sounds: readonly (Sound | null | undefined)[]): Sound | null {
  return ORDER.find((one) => sounds.includes(one)) ?? null;
}

/** Let a sound begin now, at a volume from 0 to 1. */
export function scheduleSound(context: BaseAudioContext, what: Sound, volume: number): void {
  for (const { from, to = from, length, loud = 1, at = 0, wave = "triangle" } of SOUNDS[what]) {
    const begin = context.currentTime + at;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + length);
    gain.gain.setValueAtTime(Math.max(0.001, 0.3 * loud * volume), begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
