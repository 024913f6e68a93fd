/** What all have laid at the same time: where the tiles went, and what it brought whom. */
import type { Step, NarrationContext, TurnSummary } from "@web/games/board";
import type { Motion } from "@web/table/motion";
import { formatList } from "@web/locale/fluent.svelte";
import { roundPoints, type TakeItEasy, type View } from "./types";
import { tell } from "./words";

/** The tiles that others have laid openly in a step. */
function laid({ events }: Step<TakeItEasy>, me: number | null): { seat: number; tile: string; cell: string }[] {
  return events.flatMap(({ by, parts }) =>
    parts?.verb === "place" && typeof by === "number" && by !== me
      ? [{ seat: by, tile: parts.tile, cell: parts.cell }]
      : [],
  );
}

/** The tile that was called goes to everybody's board. One's own lies there already. */
export function motions(step: Step<TakeItEasy>, me: number | null): Motion[] {
  return laid(step, me).flatMap(({ seat, tile, cell }) => [
    {
      from: `tile ${tile}`,
      to: [`board ${seat} ${cell}`, `seat ${seat}`],
      show: "from" as const,
      lands: step.after.boards[seat]?.[cell] === tile,
    },
    ...(step.after.boards[seat]?.[cell] === tile
      ? [{ from: `tile ${tile}`, to: `large ${seat} ${cell}`, show: "to" as const, lands: true }]
      : []),
  ]);
}

/** "Aster gains 27 and Sol 15. Tile 13 of 19: 7, 5, 4." */
export function tellTurn(steps: readonly Step<TakeItEasy>[], telling: NarrationContext): TurnSummary | null {
  const { name, me, say } = telling;
  const texts: string[] = [];
  for (const step of steps) {
    const { before, after } = step;
    if (before.round === after.round) {
      const gains = [...new Set(laid(step, me).map(({ seat }) => seat))]
        .map((seat) => ({ name: name(seat), points: roundPoints(after, seat) - roundPoints(before, seat) }))
        .filter(({ points }) => points > 0);
      if (gains.length)
        texts.push(
          say("take-it-easy-tell-gains", { gains: formatList(gains.map((one) => say("take-it-easy-tell-gain", one))) }),
        );
    }
    for (const event of step.events) {
      const text = event.by === "chance" ? tell(event, after, telling) : null;
      if (text) texts.push(text);
    }
  }
  return texts.length ? { text: texts.join(" "), me: false } : null;
}

/** The lines of a board that score, by their numbers, the smallest first. */
export function scoringLines(view: View, seat: number): number[] {
  const lines = view.lines[seat] ?? [];
  return lines
    .flatMap((line, number) => (line.state === "complete" ? [number] : []))
    .sort((one, other) => lines[one]!.points - lines[other]!.points);
}

export const scoring = (view: View, seat: number): number => scoringLines(view, seat).length;

export function explain(view: View, seat: number, { say }: NarrationContext): string | null {
  return view.outcome?.scores[seat] === 0 ? say("take-it-easy-why-nothing") : null;
}
