/** A turn of micropul: what went where, and all of it in one sentence. */
import type { Step, NarrationContext, TurnSummary } from "@web/games/board";
import type { Motion } from "@web/table/motion";
import { formatList } from "@web/locale/fluent.svelte";
import { sameCorner, tileOf } from "./geometry";
import type { Corner, Group, Micropul, View } from "./types";
import { tileIs, whereIs } from "./words";

/** How long after each other tiles fly from the core. */
const APART = 80;

const groupAt = (view: View, at: Corner): Group | undefined =>
  view.groups.find((group) => group.corners.some((one) => sameCorner(one, at)));

export function motions({ before, after, events }: Step<Micropul>, me: number | null): Motion[] {
  const found: Motion[] = [];
  for (const { by, parts } of events) {
    if (typeof by !== "number" || !parts) continue;
    // My own tile or stone was shown where it is now before I confirmed it.
    if (parts.verb === "lay" && by !== me)
      found.push({ from: [`hand ${by}`, `seat ${by}`], to: `tile ${parts.tile}`, show: "to", lands: true });
    if (parts.verb === "stone" && by !== me)
      found.push({
        from: [`stones ${by}`, `seat ${by}`],
        to: `claim ${parts.x} ${parts.y} ${parts.corner}`,
        show: "to",
        lands: true,
      });
    if (parts.verb === "take" && by !== me)
      found.push({ from: [`supply ${by}`], to: `hand ${by}`, show: { at: "core" } });
  }
  const laid = found.length > 0;
  const drawn = before.core - after.core;
  const seat = after.supplies.findIndex((supply, number) => supply > (before.supplies[number] ?? 0));
  for (let number = 0; seat >= 0 && number < Math.min(drawn, 8); number++) {
    found.push({
      from: "core",
      to: [`supply ${seat}`, `seat ${seat}`],
      show: "from",
      after: number * APART + (laid ? 160 : 0),
    });
  }
  return found;
}

/** "Aster laid a tile (left 2), drew two tiles and closed your white group (5 points)." */
export function tellTurn(steps: readonly Step<Micropul>[], { name, me, say }: NarrationContext): TurnSummary | null {
  const clauses: string[] = [];
  let [seat, mine, laid, took] = [null as number | null, false, 0, false];
  for (const { before, after, events } of steps) {
    for (const { by, parts } of events) {
      if (!parts) continue;
      // At the end all that was taken is shown: only what has just been belongs to this turn.
      if (parts.verb === "reveal" && took)
        clauses.push(say("micropul-turn-reveal", { what: tileIs(tileOf(parts.tile), say) }));
      took = parts.verb === "take";
      if (typeof by !== "number") continue;
      seat ??= by;
      if (parts.verb === "lay")
        clauses.push(say(laid++ ? "micropul-turn-laid-another" : "micropul-turn-laid", { where: whereIs(parts, say) }));
      if (parts.verb === "take") clauses.push(say("micropul-turn-took"));
      if (parts.verb === "pass") clauses.push(say("micropul-turn-passed"));
      if (parts.verb === "stone") {
        const group = groupAt(after, parts);
        clauses.push(say("micropul-turn-stone", { colour: group?.colour ?? "black", size: group?.size ?? 1 }));
      }
      const drawn = (after.supplies[by] ?? 0) - (before.supplies[by] ?? 0);
      if (parts.verb === "lay" && drawn > 0) clauses.push(say("micropul-turn-drew", { count: drawn }));
      if (parts.verb !== "lay") continue;
      // What it did to groups that somebody had claimed.
      for (const stone of before.stones) {
        const [was, is] = [groupAt(before, stone), groupAt(after, stone)];
        if (!was || !is || was.owner === null) continue;
        const own = was.owner === me ? "yes" : "no";
        const facts = { own, name: name(was.owner), colour: is.colour, size: is.size };
        if (is.spoilt) clauses.push(say("micropul-turn-spoilt", facts));
        else if (was.open && !is.open) clauses.push(say("micropul-turn-closed", facts));
        else continue;
        if (own === "yes") mine = true;
      }
    }
  }
  if (seat === null || !clauses.length) return null;
  return { text: say("micropul-turn-told", { name: name(seat), acts: formatList(clauses) }), me: mine };
}

/** The groups that score for a seat, by their numbers, the smallest first. */
export function scoringGroups(view: View, seat: number): number[] {
  return view.groups
    .flatMap((group, number) => (!group.open && group.owner === seat ? [number] : []))
    .sort((one, other) => view.groups[one]!.size - view.groups[other]!.size);
}

export const scoring = (view: View, seat: number): number => scoringGroups(view, seat).length;

/** "4 and 1 are still open: they count nothing." */
export function explain(view: View, seat: number, { say }: NarrationContext): string | null {
  if (view.points[seat]?.groups) return null;
  const claimed = view.groups.filter((group) => group.stones.includes(seat));
  const open = claimed.filter((group) => group.open && !group.spoilt).map((group) => String(group.size));
  const spoilt = claimed.filter((group) => group.spoilt).map((group) => String(group.size));
  const texts = [
    ...(open.length ? [say("micropul-why-open", { count: open.length, sizes: formatList(open) })] : []),
    ...(spoilt.length ? [say("micropul-why-spoilt", { count: spoilt.length, sizes: formatList(spoilt) })] : []),
    ...(claimed.length ? [] : [say("micropul-why-no-stone")]),
  ];
  return texts.join(" ") || null;
}
