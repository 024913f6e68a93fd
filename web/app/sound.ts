/** Plays sounds; silent unless they are switched on. */
import { settings } from "./settings.svelte";
import { scheduleSound, type Sound } from "./sounds";

let context: AudioContext | undefined;

export function playSound(what: Sound | null, wanted: boolean = settings.sound): void {
  if (!wanted || what === null) return;
  context ??= new AudioContext();
  scheduleSound(context, what, settings.volume);
}
