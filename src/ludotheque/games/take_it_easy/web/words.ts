/** Take It Easy in words: what happened, how the table stands, what a placement would do. */
import type { GameWeb, TextSection, NarrationContext, Tip } from "@web/games/board";
import { effectMessage, effectValues } from "@web/games/effects";
import type { Say } from "@web/locale/fluent.svelte";
import { PLACES, digitsOf } from "./geometry";
import {
  roundPoints,
  type Effect,
  type EffectOf,
  type Line,
  type LinePreview,
  type TakeItEasy,
  type View,
} from "./types";

/** The three digits one after the other, as they are called out. */
function called(tile: string): string {
  return digitsOf(tile).join(", ");
}

/** How a line stands. */
export function lineInWords(line: Line, say: Say): string {
  const length = line.cells.length;
  if (line.state === "complete")
    return say("take-it-easy-line-complete", { digit: line.digit ?? 0, length, points: line.points });
  if (line.state === "open") return say("take-it-easy-line-open", { length });
  if (line.state === "dead") return say("take-it-easy-line-dead", { digits: line.digits.join(", ") });
  const laid = { digit: line.digit ?? 0, laid: line.digits.length, length };
  return line.within_reach ? say("take-it-easy-line-alive", laid) : say("take-it-easy-line-out-of-reach", laid);
}

/** The states of a preview, as effects name them. */
const BECAME: Record<LinePreview["state"], EffectOf<"line">["became"]> = {
  alive: "continued",
  out_of_reach: "out_of_reach",
  complete: "completed",
  breaks: "broken",
  dead: "still_broken",
};

/** What a placement does to a line: beside the line's mark without its digit, as a reason in a sentence. */
export function previewInWords(
  { state, loses: lost, was, ...line }: LinePreview,
  say: Say,
  will: "yes" | "reason" = "yes",
): string {
  return say("effect-line", { will, ...line, became: BECAME[state], lost, was: was ?? 0 });
}

/** The same in very few words, for a line that three of them share. */
export function previewInBrief(line: LinePreview, say: Say): string {
  const { state, points, laid, length, loses, was } = line;
  return say("take-it-easy-brief", { state, points, laid, length, loses, digit: was ?? 0 });
}

/** An effect in a sentence; empty if it is not worth one. */
function effectInWords(effect: Effect, context: NarrationContext): string {
  const values = effectValues(effect, context);
  if (effect.effect === "drawn") values["tiles"] = effect.tiles.map(called).join(" + ");
  if (effect.effect === "placed" && effect.tile) values["tile"] = digitsOf(effect.tile).join("\u2060-\u2060"); // unbroken
  return context.say(effectMessage(effect), values);
}

export const narrate: GameWeb<TakeItEasy>["narrate"] = ({ by, parts, effects }, context) => {
  if (typeof by === "number" && !parts) return context.say("effect-placed", { name: context.name(by), tile: "none" });
  return effects?.flatMap((one) => effectInWords(one, context) || []).join(" ") || null;
};

export function tags(view: View, say: Say): string[] {
  return [
    ...(view.rounds > 1 ? [say("take-it-easy-round", { round: view.round, rounds: view.rounds })] : []),
    say("take-it-easy-tile", { drawn: view.drawn }),
    ...(view.options.adjacent ? [say("take-it-easy-tag-adjacent")] : []),
    ...(view.options.pairs ? [say("take-it-easy-tag-pairs")] : []),
  ];
}

export function inWords(view: View, { name, me, say }: NarrationContext): TextSection[] {
  const now = [say("take-it-easy-tile", { drawn: view.drawn })];
  if (view.rounds > 1) now.unshift(say("take-it-easy-round", { round: view.round, rounds: view.rounds }));
  if (view.seats > 1)
    now.push(say("take-it-easy-called-by", { name: name(view.caller), own: view.caller === me ? "yes" : "no" }));
  if (view.to_lay.length) now.push(say("take-it-easy-words-to-lay", { tiles: view.to_lay.map(called).join(" + ") }));
  if (!view.round_over) {
    for (let seat = 0; seat < view.seats; seat++) {
      const who = { name: name(seat), own: seat === me ? "yes" : "no" };
      now.push(say(view.left_to_lay[seat] ? "take-it-easy-words-choosing" : "take-it-easy-words-ready", who));
    }
  }
  const parts = [{ heading: say("take-it-easy-words-now"), lines: now }];
  // One's own board first.
  const seats = Array.from({ length: view.seats }, (_, seat) => seat).sort(
    (one, other) => Number(other === me) - Number(one === me),
  );
  for (const seat of seats) {
    const board = view.boards[seat] ?? {};
    const free = PLACES.filter((place) => !board[place.name]).map((place) => place.name);
    parts.push({
      heading: say("take-it-easy-words-board", {
        name: name(seat),
        points: roundPoints(view, seat),
        total: view.scores[seat] ?? 0,
      }),
      lines: [
        ...PLACES.flatMap(({ name: cell }) =>
          board[cell] ? [say("take-it-easy-fact", { label: cell, text: called(board[cell]) })] : [],
        ),
        ...(free.length && free.length < PLACES.length
          ? [say("take-it-easy-words-free", { cells: free.join(", ") })]
          : []),
        ...(free.length === PLACES.length ? [say("take-it-easy-words-empty")] : []),
        ...(view.lines[seat] ?? [])
          .filter((line) => line.state !== "open")
          .map((line) => {
            const where = `${line.cells[0]}–${line.cells.at(-1)}`;
            return say("take-it-easy-fact", {
              label: `${say(`take-it-easy-direction-${line.direction}`)} ${where}`,
              text: lineInWords(line, say),
            });
          }),
      ],
    });
  }
  parts.push({
    heading: say("take-it-easy-heap", { count: view.heap.length }),
    lines: view.heap.map(called),
  });
  return parts;
}

export function keys(say: Say): [key: string, does: string][] {
  return [
    ["← ↑ → ↓", say("take-it-easy-key-arrows")],
    ["Home / End", say("take-it-easy-key-ends")],
    [`${PLACES[0]!.name} … ${PLACES.at(-1)!.name}`, say("take-it-easy-key-cell")],
    ["1 / 2", say("take-it-easy-key-tile")],
    ["Enter", say("take-it-easy-key-enter")],
    ["Esc", say("take-it-easy-key-escape")],
  ];
}

/** What the tile in hand, or one of two, could do best: complete a line, break none, or break the cheapest one. */
export function coach(
  view: View,
  legal: readonly TakeItEasy["choice"][],
  { say }: NarrationContext,
): Tip<TakeItEasy["choice"]["parts"]> | null {
  if (!legal.length) return null;
  const pair = view.to_lay.length > 1;
  if (legal.length === PLACES.length * view.to_lay.length) return { text: say("take-it-easy-coach-first"), light: [] };
  const gains = legal.map(({ parts, preview }) => ({
    parts,
    points: preview.points,
    loses: preview.lines.reduce((sum, line) => sum + line.loses, 0),
    breaks: preview.lines.some((line) => line.state === "breaks"),
    goesOn: preview.lines.filter((line) => line.state === "alive" && line.laid > 1).length,
  }));
  const tip = (kind: string, { parts, points, loses, goesOn }: (typeof gains)[number]): Tip<typeof parts> => {
    const values = { cell: parts.cell, tile: pair ? parts.tile : "one", points, loses, count: goesOn };
    return { text: say(`take-it-easy-coach-${kind}`, values), light: [parts] };
  };
  const best = gains.reduce((one, other) => (other.points - other.loses > one.points - one.loses ? other : one));
  if (best.points) return tip("completes", best);
  const whole = gains.filter((one) => !one.breaks).sort((one, other) => other.goesOn - one.goesOn);
  if (whole[0]) return tip(whole[0].goesOn ? "goes-on" : "whole", whole[0]);
  return tip(
    "breaks",
    gains.reduce((one, other) => (other.loses < one.loses ? other : one)),
  );
}

/** A placement in words: what sort of thing to look for, and what it does to the lines through its cell. */
export const hint: NonNullable<GameWeb<TakeItEasy>["hint"]> = (view, { parts, preview }, { say }, rival) => {
  const of = (state: LinePreview["state"]): LinePreview[] => preview.lines.filter((line) => line.state === state);
  const [done, alive, broken] = [of("complete"), of("alive"), of("breaks")];
  const goesOn = alive.filter((line) => line.laid > 1);
  const kind = done.length ? "completes" : goesOn.length ? "goes-on" : broken.length ? "cheap" : "open";
  // A line that the second best would break, or leave unfinished, and this action does not.
  const spared = rival?.choice.preview.lines
    .filter(({ state, was }) => state === "breaks" && !broken.some((line) => line.was === was))
    .toSorted((one, other) => other.loses - one.loses)[0];
  const against = rival && {
    cell: rival.choice.parts.cell,
    tile: view.to_lay.length > 1 ? rival.choice.parts.tile : "one",
    loss: rival.loss,
    digit: spared?.was ?? 0,
    kind: spared ? "breaks" : done.length && !rival.choice.preview.points ? "unfinished" : "second",
  };
  const compared =
    against && !(rival?.played && against.kind === "second") ? [say("take-it-easy-against-second", against)] : [];
  const reasons = (lines: LinePreview[]): string[] =>
    lines
      .toSorted((one, other) => other.worth - one.worth || other.loses - one.loses)
      .map((line) => previewInWords(line, say, "reason"));
  const [first = [], ...others] = reasons(goesOn).map((one) => [one]);
  return {
    where: say(`take-it-easy-look-${kind}`),
    move: say("take-it-easy-on", { tile: parts.tile, cell: parts.cell }),
    compares: true,
    why: [
      ...(spared ? compared : []),
      ...reasons(done),
      ...first,
      ...(spared ? [] : compared),
      ...others.flat(),
      ...reasons(broken),
      // No effect tells that nothing happens.
      ...(broken.length || of("dead").length ? [] : [say("take-it-easy-breaks-none")]),
      ...reasons(alive.filter((line) => line.laid === 1)),
      ...reasons(of("dead").slice(0, 1)),
    ],
  };
};

/** What a placement spoilt that a better one did not. */
export const mistake: NonNullable<GameWeb<TakeItEasy>["mistake"]> = (_, played, better) => {
  const most = ({ preview }: TakeItEasy["choice"]): number => Math.max(...preview.lines.map(({ loses }) => loses));
  const completes = ({ preview }: TakeItEasy["choice"]): boolean =>
    preview.lines.some(({ state }) => state === "complete");
  if (completes(better) && !completes(played)) return "misses";
  if (most(played) > most(better)) {
    const dearest = played.preview.lines.find(({ loses }) => loses === most(played))!;
    return (dearest.was ?? 0) > 6 ? "breaks-high" : "breaks";
  }
  const goesOn = ({ preview }: TakeItEasy["choice"]): number =>
    preview.lines.filter(({ state, laid }) => state === "alive" && laid > 1).length;
  return goesOn(better) > goesOn(played) ? "scatters" : null;
};
