/** What somebody has set on this device, and what it keeps of them. */
import type { MyLevel } from "../messages";
import type { Pace } from "../table/playback.svelte";
import type { Language } from "../locale/fluent.svelte";

interface Settings {
  language: Language;
  theme: "system" | "light" | "dark";
  patterns: "usual" | "strong" | "plain";
  motion: "system" | "reduced";
  sound: boolean;
  /** How fast what others do is shown. */
  pace: Pace;
  /** Whether a move is confirmed before it is sent: always, or not where nobody else waits. */
  confirm: "always" | "live";
  /** Whether first games have a coach. */
  coach: boolean;
  /** Whether my turn is told while I look elsewhere; asked for when it is first of use. */
  notify: "ask" | "on" | "off";
  /** Whether a host without a name was asked for one. */
  named: boolean;
  /** How often each game was played to its end on this device. */
  played: Record<string, number>;
  /** Which levels suit whoever plays here, as the server said last. */
  levels: MyLevel[];
}

const KEY = "ludotheque";

const usual: Settings = {
  language: navigator.languages.find((one) => /^(fr|en)/.test(one))?.startsWith("fr") ? "fr" : "en",
  theme: "system",
  patterns: "usual",
  motion: "system",
  sound: false,
  pace: "calm",
  confirm: "live",
  coach: true,
  notify: "ask",
  named: false,
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

/** Change a setting and keep it. */
export function saveSetting<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // as above
  }
}

/** Whether things may travel and turn. */
export function reducedMotion(): boolean {
  return settings.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
