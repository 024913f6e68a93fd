/** What all have laid at the same time: where the tiles went, and what it brought whom. */
import type { EventOf, NarrationContext, TurnSummary } from "@web/games/board";
import type { Motion } from "@web/table/motion";
import { formatList } from "@web/locale/fluent.svelte";
import type { EffectOf, TakeItEasy, View } from "./types";
import { narrate } from "./words";

type Events = readonly EventOf<TakeItEasy>[];

/** What the rules reported of a kind in some events. */
function reported<Kind extends TakeItEasy["effect"]["effect"]>(events: Events, kind: Kind): EffectOf<Kind>[] {
  return events.flatMap(({ effects = [] }) => effects.filter((one): one is EffectOf<Kind> => one.effect === kind));
}

/** The tile that was called goes to everybody's board. One's own lies there already. */
export function motions(events: Events, me: number | null): Motion[] {
  const lands = !reported(events, "round_begun").length; // otherwise the boards are cleared
  return reported(events, "placed").flatMap(({ seat, tile, cell }) =>
    tile === null || seat === me
      ? []
      : [
          { from: `tile ${tile}`, to: [`board ${seat} ${cell}`, `seat ${seat}`], show: "from" as const, lands },
          ...(lands ? [{ from: `tile ${tile}`, to: `large ${seat} ${cell}`, show: "to" as const, lands }] : []),
        ],
  );
}

/** "Aster gains 27 and Sol 15. Tile 13 of 19: 7, 5, 4." */
export function narrateTurn(events: Events, context: NarrationContext): TurnSummary | null {
  const { name, me, say } = context;
  const gains = new Map<number, number>();
  for (const { seat, points } of reported(events, "line"))
    if (points && seat !== me) gains.set(seat, (gains.get(seat) ?? 0) + points);
  const listed = [...gains].map(([seat, points]) => say("take-it-easy-gain", { name: name(seat), points }));
  const texts = [
    ...(listed.length ? [say("take-it-easy-gains", { gains: formatList(listed) })] : []),
    ...events.flatMap((event) => (event.by === "chance" && narrate(event, context)) || []),
  ];
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
  return view.outcome?.scores[seat] === 0 ? say("take-it-easy-no-points") : null;
}
