/** Analyses a record beside the page, so that the page stays quick and the server pays nothing. Whoever has heard enough
 * ends it. */
import type { Parts } from "../engine/actions";
import type { Choice, Facts } from "../games/board";
import { listedBy, type Offer } from "../games/assets";
import { loadAnalysis, type Event, type Step, type Told, type Weighed } from "../engine/analysis";
import { loadLaw, loadSampler } from "../engine/load";
import { SAMPLED } from "../engine/rules";

export interface Asked {
  record: string;
  seat: number;
  /** What part of the usual trials is made: less on a phone. */
  part: number;
  /** Whether what was done and what was better is wanted in full, where that certainly cost something. */
  choices?: boolean;
  /** What the games bring. */
  games: Offer[];
}

/** A step of v, as the page needs it. */
export interface Heard extends Omit<Told, "weighed"> {
  move: { action: Parts; best: Parts; loss: number; low: number; high: number; tried: number } | null;
  choices?: { view: Facts; played: Choice; better: Choice };
}

export type Answer = { told: Heard; steps: number } | { done: true } | { failed: string };

async function analyse({ record, seat, part, games, choices = false }: Asked): Promise<void> {
  listedBy(() => Promise.resolve(games));
  const [header, ...lines] = record
    .split("\n")
    .filter((line) => line)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const game = header!["game"] as string;
  const [law, sampler, analysis] = await Promise.all([loadLaw(game), loadSampler(game), loadAnalysis(game)]);
  let position = law.start(
    header!["seats"] as number,
    (header!["options"] ?? {}) as Record<string, boolean | number | string>,
  );
  const steps: Step[] = [];
  for (const [at, line] of lines.entries()) {
    if ("result" in line) break;
    const by = line["by"] as Event["by"];
    const done = line["do"] as string;
    const number = (by === "chance" ? law.outcomes : law.actions).read(done)!;
    steps.push({ line: at + 2, position, event: { by, do: done, number } });
    const sampled = by === "chance" && position.chanceRange === SAMPLED;
    const settled = sampled && sampler ? sampler.settle(law, position.setup, line["box"]) : null;
    position = position.play(by, number, settled?.setup, settled?.scene);
  }
  steps.push({ line: steps.length + 2, position, event: null });
  const choicesAt = (line: number, { action, best }: Weighed): Pick<Heard, "choices"> => {
    const known = steps.find((step) => step.line === line)!.position.known(seat);
    const numbers = known.numbers(seat);
    const legal = known.legal() as Choice[];
    const [played, better] = [legal[numbers.indexOf(action)]!, legal[numbers.indexOf(best)]!];
    return { choices: { view: known.view(), played, better } };
  };
  const analyst = analysis.analyst(law, seat, Math.max(8, Math.round(analysis.declaration.trials * part)));
  for (const { weighed, ...told } of analyst.steps(steps)) {
    const move = weighed && {
      action: law.actions.parts(weighed.action),
      best: law.actions.parts(weighed.best),
      loss: weighed.bestWorth - weighed.worth,
      low: weighed.low,
      high: weighed.high,
      tried: weighed.tried.size,
    };
    const both = choices && weighed && weighed.low > 0 ? choicesAt(told.line, weighed) : {};
    postMessage({ told: { ...told, move, ...both }, steps: steps.length - 1 } satisfies Answer);
  }
  postMessage({ done: true } satisfies Answer);
}

addEventListener("message", (message: MessageEvent<Asked>) => {
  analyse(message.data).catch((error: unknown) => postMessage({ failed: String(error) } satisfies Answer));
});
