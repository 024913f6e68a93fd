/** Pieces, sets and what an action brings, in words. */
import type { Say } from "@web/locale/fluent.svelte";
import type { GameWeb, HintText, Tip } from "@web/games/board";
import {
  COLOURS,
  type Action,
  type BoxPiece,
  type Choice,
  type Colour,
  type Completed,
  type Kind,
  type Piece,
  type Polygons,
  type Preview,
  type View,
} from "./types";

/** A piece in sight, in the box, on the stack or in a collection. */
export function pieceIn(view: View, id: number | null): Piece | undefined {
  return [view.box?.pieces ?? [], view.chain, ...view.players.map(({ collection }) => collection)]
    .flatMap((pieces): readonly Piece[] => pieces)
    .find((piece) => piece.id === id);
}

export function upper(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** "pink octagon" */
export function name(kind: Kind | undefined, say: Say): string {
  if (!kind) return say("polygons-some-piece");
  return say("polygons-kind", { colour: say(`polygons-${kind.colour}`), shape: say(`polygons-${kind.shape}`) });
}

/** "a pink octagon" */
export function one(kind: Kind | undefined, say: Say): string {
  return kind ? say("polygons-a-kind", { kind: name(kind, say) }) : say("polygons-some-piece");
}

/** "the pink octagon" */
export function the(kind: Kind | undefined, say: Say): string {
  return kind
    ? say(`polygons-the-${kind.shape}`, { colour: say(`polygons-${kind.colour}`) })
    : say("polygons-some-piece");
}

/** "the pink set", "the octagon set" */
export function setName(set: string, say: Say): string {
  return say(`polygons-set-${set.replace(" ", "-")}`);
}

/** The name of the set that is validated. */
export function setOf({ colour, shape }: Extract<Action, { verb: "validate" }>): Completed["set"] {
  return colour ? `colour ${colour}` : `shape ${shape!}`;
}

/** "Green pile: 2 on top, 3 tokens" */
export function pileName(colour: Colour, pile: readonly number[], say: Say): string {
  return say("polygons-pile", { pile: say(`polygons-pile-${colour}`), top: pile[0] ?? 0, left: pile.length });
}

/** "green square", "2 × blue octagon" */
export function listKinds(pieces: readonly Kind[], say: Say): string[] {
  const counts = new Map<string, [Kind, number]>();
  for (const piece of pieces) {
    const key = `${piece.shape} ${piece.colour}`;
    counts.set(key, [piece, (counts.get(key)?.[1] ?? 0) + 1]);
  }
  return [...counts.values()].map(([kind, count]) => say("polygons-times", { kind: name(kind, say), count }));
}

function completed(sets: readonly Completed[] | undefined, message: string, say: Say): string[] {
  return (sets ?? []).map(({ set, token }) => say(message, { set: setName(set, say), token }));
}

/** What an action would bring, as parts of one sentence. `who` says whose the other collection is. */
export function brings(preview: Preview, say: Say, who: (seat: number) => string): string[] {
  const other = preview.other ?? preview.to;
  const others = other === undefined ? "" : who(other);
  const theirs = (sets: readonly Completed[] | undefined, message: string): string[] =>
    (sets ?? []).map(({ set }) => say(message, { set: setName(set, say), name: others }));
  return [
    ...(preview.link ? [say(`polygons-link-${preview.link}`)] : []),
    ...completed(preview.completes, "polygons-completes", say),
    ...completed(preview.breaks, "polygons-breaks", say),
    ...theirs(preview.completes_theirs, "polygons-completes-theirs"),
    ...theirs(preview.breaks_theirs, "polygons-breaks-theirs"),
    ...(preview.frees?.length ? [say("polygons-frees", { count: preview.frees.length })] : []),
    ...(preview.earns_power ? [say("polygons-earns-power")] : []),
  ];
}

/** A piece of the box for who cannot see it. */
export function describe(
  piece: BoxPiece,
  choice: Choice | undefined,
  mine: boolean,
  say: Say,
  who: (seat: number) => string,
): string {
  const what = upper(name(piece, say));
  if (choice) {
    const facts = brings(choice.preview, say, who);
    return say("polygons-piece-fits", {
      piece: what,
      facts: facts.length
        ? upper(facts.join(", "))
        : say(choice.parts.verb === "discard" ? "polygons-piece-can-discard" : "polygons-piece-can"),
    });
  }
  if (!piece.accessible) return say("polygons-piece-covered", { piece: what, count: piece.above.length });
  return say(mine ? "polygons-piece-unfit" : "polygons-piece-free", { piece: what });
}

/** The table in words. */
export const inWords: GameWeb<Polygons>["inWords"] = (view, { name: who, me, say }) => {
  const pieces = view.box?.pieces ?? [];
  const free = pieces.filter((piece) => piece.accessible);
  const covered = pieces.filter((piece) => !piece.accessible);
  const players = view.players.map((player, seat) => {
    const values = !player.face_down && player.tokens.length ? ` (${player.tokens.join(" + ")})` : "";
    return {
      heading: who(seat),
      lines: [
        say("polygons-line", {
          label: say("polygons-collection"),
          text: listKinds(player.collection, say).join(", ") || say("polygons-nothing"),
        }),
        say("polygons-has-tokens", { count: player.tokens.length }) + values,
        ...(view.options.expert
          ? []
          : [
              say("polygons-line", {
                label: say("polygons-powers"),
                text: player.powers.map((power) => say(`polygons-${power}`)).join(", ") || say("polygons-nothing"),
              }),
            ]),
      ],
    };
  });
  return [
    ...(view.turn === null
      ? []
      : [
          {
            heading: say("polygons-take-heading"),
            lines: [
              say("polygons-turn-words", { mine: view.turn === me ? "yes" : "no", name: who(view.turn) }),
              view.stage === "after"
                ? say("polygons-done-words", { mine: view.turn === me ? "yes" : "no", name: who(view.turn) })
                : say("polygons-line", {
                    label: say("polygons-of-four", { count: view.chain.length }),
                    text: view.chain.map((piece) => name(piece, say)).join(", ") || say("polygons-nothing"),
                  }),
              ...(view.last_round ? [say(`polygons-last-round-${view.last_round}`)] : []),
              ...(view.power_used ? [say("polygons-power-used")] : []),
              ...(view.power_earned ? [say("polygons-power-earned")] : []),
            ],
          },
        ]),
    { heading: say("polygons-free-words", { count: free.length }), lines: listKinds(free, say) },
    { heading: say("polygons-covered-words", { count: covered.length }), lines: listKinds(covered, say) },
    ...(view.box?.unseen
      ? [
          {
            heading: say("polygons-unseen", { count: view.box.unseen }),
            lines: view.box.unseen_kinds.map((kind) =>
              say("polygons-times", { kind: name(kind, say), count: kind.count }),
            ),
          },
        ]
      : []),
    {
      heading: say("polygons-piles"),
      lines: COLOURS.map((colour) => pileName(colour, view.piles[colour], say)),
    },
    ...players,
  ];
};

/** A set that one action completes, a power that does; else how the chain goes on. */
export function coach(view: View, legal: readonly Choice[], say: Say): string | Tip<Action> | null {
  if (!legal.length || view.stage === "over") return null;
  if (legal.some(({ parts }) => parts.verb === "validate")) return say("polygons-coach-validate");
  const completing = (verb: Action["verb"]): Choice | undefined =>
    legal.find(({ parts, preview }) => parts.verb === verb && preview.completes?.length);
  const take = completing("take");
  if (take?.parts.verb === "take")
    return {
      text: say("polygons-coach-completes", {
        piece: upper(the(pieceIn(view, take.parts.piece), say)),
        set: setName(take.preview.completes![0]!.set, say),
      }),
      light: [take.parts],
    };
  const steal = completing("steal");
  if (steal?.parts.verb === "steal")
    return {
      text: say("polygons-coach-steal", {
        piece: the(pieceIn(view, steal.parts.piece), say),
        set: setName(steal.preview.completes![0]!.set, say),
      }),
      light: [steal.parts],
    };
  const last = view.chain.at(-1);
  const fits = legal.filter(({ parts }) => parts.verb === "take").length;
  if (!last) return fits ? say("polygons-coach-begin", { count: fits }) : null;
  if (!fits) return say("polygons-coach-stop");
  return say("polygons-coach-on", {
    count: fits,
    colour: say(`polygons-${last.colour}`),
    shape: say(`polygons-${last.shape}`),
  });
}

/** An action in words: what sort of thing to look for, and what it brings. */
export function hint(view: View, { parts, preview }: Choice, say: Say, who: (seat: number) => string): HintText {
  const { verb } = parts;
  const first = preview.completes?.length ? "completes" : preview.link ? "on" : "begin";
  const kind = verb === "take" ? first : verb === "validate" ? "set" : verb;
  const piece = one("piece" in parts ? pieceIn(view, parts.piece) : undefined, say);
  const about =
    parts.verb === "validate"
      ? { set: setName(setOf(parts), say) }
      : parts.verb === "exchange"
        ? { mine: one(pieceIn(view, parts.mine), say), theirs: one(pieceIn(view, parts.theirs), say) }
        : parts.verb === "give"
          ? { piece, name: who(parts.seat) }
          : { piece };
  const { breaks: _, completes_theirs: theirs, ...gain } = preview; // what it costs is no reason for it
  const given = verb === "gift" && theirs ? { completes_theirs: theirs } : {}; // to a partner
  const why = brings({ ...gain, ...given }, say, who).map((each) => say("sentence", { text: upper(each) }));
  if (verb === "validate") why.unshift(say("polygons-wins-token", { token: preview.token ?? 0 }));
  return {
    where: say(`polygons-look-${kind}`),
    move: say(`polygons-move-${verb}`, about),
    why: why.length ? why : [say(`polygons-why-${verb}`)],
  };
}

/** What an action gave away that a better one did not. */
export function mistake(played: Choice, better: Choice): string | null {
  const [did, could] = [played.parts.verb, better.parts.verb];
  const POWERS = ["exchange", "give", "steal", "discard"];
  const completes = ({ preview }: Choice): number => preview.completes?.length ?? 0;
  if (completes(better) > completes(played)) return "misses";
  if (did === "stop" && could === "take") return "stops";
  if (did === "take" && could === "stop") return "goes-on";
  if (POWERS.includes(did) && !POWERS.includes(could)) return "power-early";
  if (POWERS.includes(could) && !POWERS.includes(did)) return "power-late";
  const frees = ({ preview }: Choice): number => preview.frees?.length ?? 0;
  return did === "take" && could === "take" && frees(played) > frees(better) ? "frees" : null;
}
