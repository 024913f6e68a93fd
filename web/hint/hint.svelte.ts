/** A hint in three steps: where to look, the move, and why. */
import { announce, notice } from "../app/announce.svelte";
import type { LegalAction, JsonObject, GameWeb, NarrationContext } from "../games/board";
import { allGameAssets } from "../games/assets";
import type { LiveTable } from "../table/live_table.svelte";
import { say } from "../locale/fluent.svelte";
import type { HintAnswer, HintJob, HintResult } from "./worker";

export type HintStep = "where" | "move" | "why";
export const STEPS: readonly HintStep[] = ["where", "move", "why"];
/** Maximum length of the reasons, in characters. */
const LONGEST = 120;

/** The position that a hint is for. */
export interface HintRequest {
  table: LiveTable;
  seat: number;
  game: string;
  web: GameWeb;
  view: JsonObject;
  legal: readonly LegalAction[];
  context: NarrationContext;
}

/** As many sentences as fit, the strongest first. */
export function fitSentences(sentences: readonly string[], longest = LONGEST): string {
  let text = "";
  for (const sentence of sentences) {
    const longer = text ? `${text} ${sentence}` : sentence;
    if (longer.length <= longest) text = longer;
  }
  return text;
}

export class Hint {
  step = $state<HintStep | null>(null);
  thinking = $state(false);
  #thought = $state.raw<HintResult | null>(null);
  #asking = $state.raw<HintRequest | null>(null);
  #worker: Worker | null = null;

  /** Whether the hint is shown or being computed. */
  get open(): boolean {
    return this.thinking || this.step !== null;
  }

  /** The proposed action with its preview. */
  readonly choice = $derived.by((): LegalAction | null => {
    if (!this.#asking || !this.#thought) return null;
    const { web, legal } = this.#asking;
    const text = web.actions.text(this.#thought.best);
    return legal.find((one) => one.do === text) ?? null;
  });

  /** Highlighted in the first step; selected from the second on. */
  get light(): HintResult["look"] {
    return this.step === "where" ? (this.#thought?.look ?? []) : [];
  }
  get proposed(): HintResult["best"] | null {
    return this.step === "move" || this.step === "why" ? (this.choice?.parts ?? null) : null;
  }

  readonly #words = $derived.by((): Record<HintStep, string> => {
    if (!this.#asking || !this.choice) return { where: "", move: "", why: "" };
    const { web, view, context } = this.#asking;
    const told = web.hint?.(view, this.choice, context);
    return {
      where: told?.where ?? say("hint-where-lit"),
      move: told?.move ?? this.choice.do,
      why: fitSentences(told?.why ?? []) || say("hint-why-strongest"),
    };
  });

  get text(): string {
    return this.step ? this.#words[this.step] : "";
  }

  /** The next step; the first one if there is none yet. */
  async next(asking: HintRequest): Promise<void> {
    if (this.thinking) return;
    const at = this.step ? STEPS.indexOf(this.step) + 1 : 0;
    if (at > 0) return at < STEPS.length ? this.#show(STEPS[at]!) : undefined;
    this.thinking = true;
    this.#asking = asking;
    const known = await asking.table.hint(asking.seat);
    const { game, seat } = asking;
    const answer = known && (await this.#think({ game, seat, ...known, games: await allGameAssets() }));
    if (!this.thinking || this.#asking !== asking) return; // closed meanwhile
    this.thinking = false;
    if (!answer) return;
    if ("failed" in answer) return notice(say("hint-failed"), "refused");
    this.#thought = answer;
    this.#show("where");
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = this.#thought = this.#asking = this.step = null;
    this.thinking = false;
  }

  #show(step: HintStep): void {
    this.step = step;
    announce(say("hint-told", { step: say(`hint-${step}`), text: this.text }));
  }

  #think(asked: HintJob): Promise<HintAnswer> {
    this.#worker ??= new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const worker = this.#worker;
    return new Promise((done) => {
      worker.onmessage = ({ data }: MessageEvent<HintAnswer>) => done(data);
      worker.onerror = () => done({ failed: "the worker does not start" });
      worker.postMessage(asked);
    });
  }
}
