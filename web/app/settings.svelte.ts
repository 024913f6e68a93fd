/** The settings of this device, in localStorage. */
import type { MyLevel } from "../messages";
import type { Pace } from "../table/playback.svelte";
import type { Language } from "../locale/fluent.svelte";

interface Settings {
  language: Language;
  theme: "system" | "light" | "dark";
  patterns: "usual" | "strong" | "plain";
  motion: "system" | "reduced";
  sound: boolean;
  /** Loudness of sounds, 0 to 1. */
  volume: number;
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  shortcuts: boolean;
  /** Whether the page speaks a language of longer words, each message in brackets: it shows what a translation would
   * cut, and what cannot be translated. For tests. */
  pseudo: boolean;
  /** Players whose phrases are not shown, as "TABLE SEAT". */
  muted: string[];
  /** How fast the actions of others are played back. */
  pace: Pace;
  /** Whether a move is confirmed before it is sent: always, or only at tables with others. */
  confirm: "always" | "live";
  /** Whether the coach speaks in the first games of a kind. */
  coach: boolean;
  /** Whether the screen is covered between players who share it, also where nothing hidden must be kept. */
  curtain: boolean;
  /** Whether to notify of my turn while the page is in the background; `ask` until the player has answered. */
  notify: "ask" | "on" | "off";
  /** Whether finished games are analysed while My page is open. */
  analyse: boolean;
  /** How many games of each kind were finished on this device. */
  played: Record<string, number>;
  /** The suggested level per game, as the server last sent it. */
  levels: MyLevel[];
}

const KEY = "ludotheque";

const usual: Settings = {
  language: navigator.languages.find((one) => /^(fr|en)/.test(one))?.startsWith("fr") ? "fr" : "en",
  theme: "system",
  patterns: "usual",
  motion: "system",
  sound: false,
  volume: 0.5,
  shortcuts: true,
  muted: [],
  pseudo: false,
  pace: "calm",
  confirm: "live",
  coach: true,
  curtain: false,
  notify: "ask",
  analyse: true,
  played: {},
  levels: [],
};

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {}; // private windows may have no storage; the settings then last as long as the page
  }
}

export const settings: Settings = $state({ ...usual, ...kept() });

/** Change a setting and store it. */
export function saveSetting<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // as above
  }
}

/** Whether motion is reduced, by the settings or the system. */
export function reducedMotion(): boolean {
  return settings.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
