/** micropul in words: what lies where, and what an action would bring. */
import type { GameWeb, TextSection, NarrationContext } from "@web/games/board";
import type { Because } from "@web/messages";
import type { Say } from "@web/locale/fluent.svelte";
import { CORNERS, tileOf } from "./geometry";
import type {
  Became,
  Contact,
  Corner,
  Group,
  Held,
  LayPreview,
  Micropul,
  Place,
  StonePreview,
  Tile,
  View,
} from "./types";

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A place, counted from the start tile. */
export function whereIs({ x, y }: Place, say: Say): string {
  const steps = [
    ...(x ? [say(x < 0 ? "micropul-left" : "micropul-right", { count: Math.abs(x) })] : []),
    ...(y ? [say(y < 0 ? "micropul-up" : "micropul-down", { count: Math.abs(y) })] : []),
  ];
  return steps.join(", ") || say("micropul-start");
}

const THINGS: Record<string, string> = {
  w: "white",
  b: "black",
  1: "single",
  2: "double",
  "+": "plus",
  ".": "nothing",
};
const thing = (what: string | undefined, say: Say): string => say(`micropul-${THINGS[what ?? "."]}`);

/** What a tile shows, row by row. */
export function tileIs({ corners, centre }: Pick<Tile, "corners" | "centre">, say: Say): string {
  if (centre) return say("micropul-big", { colour: THINGS[corners[0]!]!, centre: thing(centre, say) });
  const [tl, tr, br, bl] = [...corners].map((what) => thing(what, say)) as [string, string, string, string];
  return say("micropul-corners", { tl, tr, br, bl });
}

/** In how many ways a tile can be laid. */
export function waysOf({ ways }: Held, say: Say): string {
  return capital(say("micropul-ways", { count: ways.reduce((sum, way) => sum + way.turns.length, 0) }));
}

/** Whose a group is. */
export function whose(group: Pick<Group, "owner" | "spoilt">, { name, me, say }: NarrationContext): string {
  if (group.spoilt) return say("micropul-spoilt");
  if (group.owner === null) return say("micropul-free");
  return group.owner === me ? say("micropul-yours") : name(group.owner);
}

/** A group: colour, size, open or closed, whose. */
export function groupIs(group: Group, telling: NarrationContext): string {
  const what = telling.say("micropul-group", { colour: group.colour, size: group.size, open: group.sides });
  return telling.say("micropul-group-whose", { group: what, whose: whose(group, telling) });
}

/** What became of a group, for the message about it; `actor` is the seat that did it. */
export function groupFacts(
  group: Pick<Group, "colour" | "size" | "owner" | "stones"> & { became: Became },
  { name, me, say }: NarrationContext,
  actor: number | null,
): Record<string, string | number> {
  const { became, colour, size, owner } = group;
  const mine = became === "spoilt" ? me !== null && group.stones.includes(me) : owner !== null && owner === me;
  const whose = mine ? "mine" : owner === null ? "nobody" : owner === actor ? "own" : "other";
  return { became, whose, name: owner === null ? "" : name(owner), colour: say(`micropul-${colour}`), size };
}

/** What a placement would bring, the weightiest first, in three lines at most; none if it brings nothing. */
function effectsIn({ ends, draws, turns, groups }: LayPreview, context: NarrationContext): string[] {
  const { me, say } = context;
  const will = (effect: string, facts: Record<string, string | number>): string =>
    say(`effect-${effect}`, { will: "yes", ...facts });
  const told = groups.filter(({ became, owner, size }) =>
    owner === null ? became === "spoilt" || (became === "closed" && size > 1) : became !== "narrowed",
  );
  const ofMe = told.filter(({ became, owner }) => became === "spoilt" || owner === me);
  return [
    ...(ends ? [will("ended", { reason: ends })] : []),
    ...(draws ? [will("drew", { count: draws })] : []),
    ...(turns ? [will("extra-turn", { count: turns })] : []),
    ...[...ofMe, ...told.filter((group) => !ofMe.includes(group))].map((group) =>
      will("group", groupFacts(group, context, me)),
    ),
  ].slice(0, 3);
}

/** The same, with a line for a placement that brings nothing. */
export function brings(preview: LayPreview, context: NarrationContext): string[] {
  const lines = effectsIn(preview, context);
  return lines.length ? lines : [context.say("micropul-draws-nothing")];
}

/** The edge of the new tile over which two corners look at each other. */
function edge({ corner, facing }: Contact): string {
  const [row, column] = [corner[0], corner[1]];
  if (facing.corner[0] !== row) return row === "t" ? "top" : "bottom";
  return column === "l" ? "left" : "right";
}

/** The places where colours clash, if that is why an action is refused. */
export function clashesOf(because: Because | undefined): Contact[] {
  return because?.code === "colour_clash" ? ((because.detail["clashes"] as Contact[] | undefined) ?? []) : [];
}

/** Why something cannot be done. */
export function whyNot(because: Because, say: Say): string {
  const [clash] = clashesOf(because);
  if (clash) return say("micropul-clash", { holds: THINGS[clash.holds]!, side: edge(clash) });
  return say(`refused-${(because.code ?? "").replaceAll("_", "-")}`);
}

export const tags: GameWeb<Micropul>["tags"] = (view, say) => [
  say("micropul-tag-core", { count: view.core }),
  ...(view.owed > 1 ? [say("micropul-tag-owed", { count: view.owed })] : []),
  ...(view.seats === 1 ? [say("micropul-tag-alone")] : []),
  ...Object.entries(view.options)
    .filter(([, on]) => on)
    .map(([option]) => say(`micropul-tag-${option.replaceAll("_", "-")}`)),
];

/** Tiles that look the same, with how many of them. */
export function kinds(tiles: readonly number[]): { tile: Tile; count: number }[] {
  const found = new Map<string, { tile: Tile; count: number }>();
  for (const tile of tiles.map(tileOf)) {
    const twice = tile.corners + tile.corners;
    const least = CORNERS.map((_, from) => twice.slice(from, from + 4)).sort()[0]!;
    const kind = found.get(least + tile.centre) ?? { tile, count: 0 };
    found.set(least + tile.centre, { ...kind, count: kind.count + 1 });
  }
  return [...found.values()];
}

export const inWords: GameWeb<Micropul>["inWords"] = (view, telling): TextSection[] => {
  const { name, say } = telling;
  const players = view.hands.map((hand, seat) =>
    say("micropul-player-line", {
      name: name(seat),
      hand,
      supply: view.supplies[seat]!,
      stones: view.stones_left[seat]!,
      score: view.scores[seat]!,
    }),
  );
  const hand = view.hand.map((tile, number) =>
    say("micropul-hand-tile", {
      number: number + 1,
      of: view.hand.length,
      what: tileIs(tile, say),
      ways: waysOf(tile, say),
    }),
  );
  const groups = view.groups.map((group) => `${groupIs(group, telling)} (${whereIs(group.corners[0]!, say)})`);
  const layout = view.layout.map((tile) =>
    say("micropul-tile-line", { where: capital(whereIs(tile, say)), what: tileIs(tile, say) }),
  );
  const unseen = kinds(view.unknown).map(({ tile, count }) =>
    say("micropul-unseen-of", { count, what: tileIs(tile, say) }),
  );
  return [
    { heading: say("micropul-players"), lines: [...players, say("micropul-core", { count: view.core })] },
    ...(hand.length ? [{ heading: say("micropul-your-hand", { count: hand.length }), lines: hand }] : []),
    { heading: capital(say("micropul-groups", { count: groups.length })), lines: groups },
    { heading: say("micropul-laid-tiles"), lines: layout },
    { heading: say("micropul-unseen"), lines: unseen },
  ];
};

export const keys: GameWeb<Micropul>["keys"] = (say) => [
  ["1 – 6", say("micropul-key-pick")],
  ["R", say("micropul-key-turn")],
  ["← ↑ → ↓", say("micropul-key-arrows")],
  ["I", say("micropul-key-illegal")],
  ["Enter", say("micropul-key-enter")],
  ["Esc", say("micropul-key-escape")],
  ["L", say("micropul-key-lay")],
  ["T", say("micropul-key-take")],
  ["S", say("micropul-key-stone")],
  ["+ −", say("micropul-key-zoom")],
  ["⇧ ← ↑ → ↓", say("micropul-key-pan")],
  ["F", say("micropul-key-fit")],
];

const hand = (view: View): { hand: string } => ({ hand: view.hand.length ? "full" : "empty" });
/** Which tile of the hand it is, counted from 1. */
const numberOf = (tile: number, view: View): number => view.hand.findIndex((held) => held.tile === tile) + 1;

/** The tile that draws most, the turn that is won, a group to claim; else what is left to do. */
export const coach: NonNullable<GameWeb<Micropul>["coach"]> = (view, legal, { say }) => {
  if (!legal.length || view.outcome) return null;
  const lays = legal.flatMap(({ parts, preview }) =>
    parts.verb === "lay" ? [{ parts, preview: preview as LayPreview }] : [],
  );
  const best = <One>(ones: readonly One[], worth: (one: One) => number, least: number): One | undefined =>
    ones.reduce<One | undefined>((most, one) => (worth(one) > (most ? worth(most) : least) ? one : most), undefined);
  const draws = best(lays, ({ preview }) => preview.draws, 0);
  const number = (tile: number): { number: number } => ({ number: numberOf(tile, view) });
  if (draws) {
    const values = { ...number(draws.parts.tile), count: draws.preview.draws };
    return { text: say("micropul-coach-draws", values), light: [draws.parts] };
  }
  const again = lays.find(({ preview }) => preview.turns > 0);
  if (again) return { text: say("micropul-coach-again", number(again.parts.tile)), light: [again.parts] };
  const claims = legal.flatMap(({ parts, preview }) =>
    parts.verb === "stone" ? [{ parts, preview: preview as StonePreview }] : [],
  );
  const largest = best(claims, ({ preview }) => preview.size, 2);
  if (largest) {
    const { size, colour } = largest.preview;
    return { text: say("micropul-coach-claim", { size, colour }), light: [largest.parts] };
  }
  if (lays.length) return say("micropul-coach-lay");
  const take = legal.find(({ parts }) => parts.verb === "take");
  return take ? { text: say("micropul-coach-take", hand(view)), light: [take.parts] } : null;
};

/** An action in words: what sort of thing to look for, and what it brings. */
export const hint: NonNullable<GameWeb<Micropul>["hint"]> = (view, { parts, preview }, telling) => {
  const { say, me } = telling;
  if (parts.verb === "lay") {
    const laid = preview as LayPreview;
    const kind = laid.turns
      ? "turns"
      : laid.draws
        ? "draws"
        : laid.groups.some((group) => group.owner === me)
          ? "mine"
          : "place";
    return {
      where: say(`micropul-look-${kind}`),
      move: say("micropul-move-lay", { number: numberOf(parts.tile, view), where: whereIs(parts, say) }),
      why: effectsIn(laid, telling).map((one) => say("sentence", { text: capital(one) })),
    };
  }
  const group = parts.verb === "stone" ? view.groups[(preview as StonePreview).group] : undefined;
  if (group)
    return {
      where: say("micropul-look-stone"),
      move: say("micropul-move-stone", {
        where: whereIs(parts as Corner, say),
        at: (parts as Corner).x || (parts as Corner).y ? "elsewhere" : "start",
      }),
      why: [
        say("sentence", {
          text: say("effect-claimed", { will: "yes", colour: say(`micropul-${group.colour}`), size: group.size }),
        }),
        ...(group.sides ? [say("micropul-why-stone-open", { count: group.sides })] : []),
      ],
    };
  return {
    where: say(parts.verb === "take" ? "micropul-look-take" : "micropul-look-pass"),
    move: say(parts.verb === "take" ? "micropul-move-take" : "micropul-pass"),
    why: [parts.verb === "take" ? say("micropul-why-take", hand(view)) : say("micropul-only-pass")],
  };
};

/** What an action gave away that a better one did not. */
export const mistake: NonNullable<GameWeb<Micropul>["mistake"]> = (_, played, better) => {
  const laid = (choice: Micropul["choice"]): LayPreview | null =>
    choice.parts.verb === "lay" ? (choice.preview as LayPreview) : null;
  if (better.parts.verb === "stone" && played.parts.verb !== "stone") return "unclaimed";
  if (played.parts.verb === "stone" && better.parts.verb !== "stone") return "claims-early";
  if (played.parts.verb === "take" && better.parts.verb === "lay") return "takes";
  const [did, could] = [laid(played), laid(better)];
  if (!did || !could) return null;
  if (could.turns > did.turns) return "turns";
  return could.draws > did.draws ? "draws" : null;
};
