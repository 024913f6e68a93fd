/** A hint in three steps: where to look, the move, and why. */
import { findExactly } from "../engine/actions";
import { announce, notice } from "../app/announce.svelte";
import type { LegalAction, JsonObject, GameWeb, NarrationContext, Rival } from "../games/board";
import { allGameAssets } from "../games/assets";
import type { LiveTable } from "../table/live_table.svelte";
import { formatNumber, say } from "../locale/fluent.svelte";
import type { HintAnswer, HintJob, HintResult, HintRival } from "./worker";

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
  /** The second best action, once it is found. */
  #rival = $state.raw<HintRival | null>(null);
  #worker: Worker | null = null;

  /** Whether the hint is shown or being computed. */
  get open(): boolean {
    return this.thinking || this.step !== null;
  }

  /** The proposed action with its preview. */
  readonly choice = $derived.by((): LegalAction | null => {
    if (!this.#asking || !this.#thought) return null;
    return findExactly(this.#asking.legal, this.#thought.best);
  });

  /** Highlighted in the first step; selected from the second on. */
  get light(): HintResult["look"] {
    return this.step === "where" ? (this.#thought?.look ?? []) : [];
  }
  get proposed(): HintResult["best"] | null {
    return this.step === "move" || this.step === "why" ? (this.choice?.parts ?? null) : null;
  }

  /** The second best action, and what playing it would lose, as text. */
  readonly #second = $derived.by((): Rival | null => {
    if (!this.#asking || !this.#rival) return null;
    const { rival, loss, unit } = this.#rival;
    const lost = Math.round(unit === "wins" ? 100 * loss : loss);
    const choice = findExactly(this.#asking.legal, rival);
    if (!choice || lost < 1) return null;
    const count = `−${formatNumber(lost)}`;
    return { choice, loss: unit === "wins" ? say("analysis-of-100", { count }) : count };
  });

  readonly #words = $derived.by((): Record<HintStep, string> => {
    if (!this.#asking || !this.choice) return { where: "", move: "", why: "" };
    const { web, view, context } = this.#asking;
    const told = web.hint?.(view, this.choice, context, this.#second ?? undefined);
    const next = this.#second && !told?.compares && web.hint?.(view, this.#second.choice, context).move;
    const [first = "", ...others] = told?.why ?? [];
    const why = next
      ? [first, say("hint-next-best", { action: next, loss: this.#second!.loss }), ...others]
      : [first, ...others];
    return {
      where: told?.where ?? say("hint-where-lit"),
      move: told?.move ?? this.choice.do,
      why: fitSentences(why.filter(Boolean)) || say("hint-why-strongest"),
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
    this.#worker = this.#thought = this.#rival = this.#asking = this.step = null;
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
      worker.onmessage = ({ data }: MessageEvent<HintAnswer | HintRival>) => {
        if ("rival" in data) this.#rival = data;
        else done(data);
      };
      worker.onerror = () => done({ failed: "the worker does not start" });
      worker.postMessage(asked);
    });
  }
}
