/** The selection that is not yet played, without anything visual: a piece of the box, a set to validate, a power and
 * its targets, and which legal action that makes. What fits and what it brings, the rules say. */
import { find, findAll } from "@web/engine/actions";
import type { BoardProps, Compared } from "@web/games/board";
import { setOf } from "./speech";
import type { Action, Choice, Colour, Outcome, Polygons, Power, Validation } from "./types";

export type Given = Pick<BoardProps<Polygons>, "view" | "legal" | "me" | "instant" | "act">;

/** How long a refusal is shown, in milliseconds. */
const SHAKEN = 300;

/** The piece of the box that an action is about. */
export function pieceOf(parts: Action | Outcome | null | undefined): number | null {
  return parts?.verb === "take" || parts?.verb === "discard" ? parts.piece : null;
}

/** The pieces of the box to mark in the story of a game. */
export function comparedPieces(compared: Compared<Action> | null): { kind: keyof Compared; piece: number }[] {
  return (["better", "played"] as const).flatMap((kind) => {
    const piece = pieceOf(compared?.[kind]);
    return piece === null ? [] : [{ kind, piece }];
  });
}

/** The pieces of some actions, without repetition. */
export function piecesIn(actions: readonly Action[]): number[] {
  return [...new Set(actions.flatMap((parts) => ("piece" in parts ? [parts.piece] : [])))];
}

export class Selection {
  /** The text of the selected action: with a piece of the box, or to stop. */
  action = $state<string | null>(null);
  /** The power in use with its targets: a piece of mine, one of another player, and who gets one. */
  power = $state<Power | null>(null);
  own = $state<number | null>(null);
  theirs = $state<number | null>(null);
  to = $state<number | null>(null);
  /** The set to validate, and the pile of its token. */
  wanted = $state<string | null>(null);
  pile = $state<Colour | null>(null);
  /** The piece of a refused action. */
  refused = $state<number | null>(null);

  readonly stop = $derived.by(() => find(this.given().legal, { verb: "stop" }));
  /** The sets that can be validated, each in one way or, with several piles, in several. */
  readonly sets = $derived.by((): Map<string, Validation[]> => {
    const ways = new Map<string, Validation[]>();
    for (const choice of findAll(this.given().legal, { verb: "validate" })) {
      const which = setOf(choice.parts);
      ways.set(which, [...(ways.get(which) ?? []), choice]);
    }
    return ways;
  });
  readonly set = $derived(this.wanted ?? (this.sets.size === 1 ? [...this.sets.keys()][0]! : null));
  readonly using = $derived(this.power && this.usable(this.power) ? this.power : null);
  readonly others = $derived.by(() => {
    const { view, me } = this.given();
    return view.players.map((_, seat) => seat).filter((seat) => seat !== me);
  });
  readonly receiver = $derived(this.to ?? (this.others.length === 1 ? this.others[0]! : null));
  /** The action that is chosen. */
  readonly chosen = $derived.by((): Choice | undefined => {
    const [{ legal }, { own, theirs, receiver }] = [this.given(), this];
    if (this.using === "exchange")
      return own === null || theirs === null ? undefined : find(legal, { verb: "exchange", mine: own, theirs });
    if (this.using === "give")
      return own === null || receiver === null ? undefined : find(legal, { verb: "give", piece: own, seat: receiver });
    if (this.using === "steal") return theirs === null ? undefined : find(legal, { verb: "steal", piece: theirs });
    if (this.set) {
      const ways = this.sets.get(this.set) ?? [];
      return ways.length === 1 ? ways[0] : ways.find(({ parts }) => parts.pile === this.pile);
    }
    return legal.find((choice) => choice.do === this.action);
  });
  /** What the player is doing, by a name that the guide knows. */
  readonly doing = $derived.by((): string => {
    const { view, legal } = this.given();
    if (view.stage === "over") return "over";
    if (!legal.length) return "wait";
    if (this.using) return "power";
    if (this.sets.size) return "set";
    if (view.stage === "after") return "after";
    return this.chosen || view.chain.length ? "take" : "turn";
  });
  /** The piles of which one is to be chosen. */
  readonly wantedPiles = $derived.by((): Colour[] => {
    const ways = this.set ? (this.sets.get(this.set) ?? []) : [];
    return ways.length > 1 ? ways.flatMap(({ parts }) => parts.pile ?? []) : [];
  });
  /** The pieces of the box that can be chosen, and what is done with them. */
  readonly lit = $derived.by((): Map<number, Choice> => {
    const { legal } = this.given();
    const choices =
      this.using === "discard"
        ? findAll(legal, { verb: "discard" })
        : this.using || this.set
          ? []
          : findAll(legal, { verb: "take" });
    return new Map(choices.map((choice) => [choice.parts.piece, choice]));
  });
  /** The pieces of mine and of others that the power can target; null if it targets none. */
  readonly ownTargets = $derived.by(() => {
    const { legal } = this.given();
    if (this.using === "exchange") return new Set(findAll(legal, { verb: "exchange" }).map(({ parts }) => parts.mine));
    return this.using === "give" ? new Set(findAll(legal, { verb: "give" }).map(({ parts }) => parts.piece)) : null;
  });
  readonly theirTargets = $derived.by(() => {
    const { legal } = this.given();
    if (this.using === "exchange")
      return new Set(findAll(legal, { verb: "exchange" }).map(({ parts }) => parts.theirs));
    return this.using === "steal" ? new Set(findAll(legal, { verb: "steal" }).map(({ parts }) => parts.piece)) : null;
  });

  constructor(readonly given: () => Given) {}

  usable(which: Power): boolean {
    return find(this.given().legal, { verb: which }) !== undefined;
  }

  /** Clear the selection. */
  drop(): void {
    this.action = this.power = this.own = this.theirs = this.to = this.wanted = this.pile = null;
  }

  /** Clear the selection; returns whether there was one. */
  cancel(): boolean {
    const any = this.action !== null || this.power !== null || this.wanted !== null;
    this.drop();
    return any;
  }

  /** Select an action that a hint proposes. */
  propose(parts: Action): void {
    this.drop();
    if (parts.verb === "validate") [this.wanted, this.pile] = [setOf(parts), parts.pile ?? null];
    else if (parts.verb === "exchange") [this.power, this.own, this.theirs] = ["exchange", parts.mine, parts.theirs];
    else if (parts.verb === "give") [this.power, this.own, this.to] = ["give", parts.piece, parts.seat];
    else if (parts.verb === "steal") [this.power, this.theirs] = ["steal", parts.piece];
    else this.action = find(this.given().legal, parts)?.do ?? null;
    if (parts.verb === "discard") this.power = "discard";
  }

  async play(what: Choice): Promise<void> {
    if (await this.given().act(what.do)) return;
    this.drop();
    this.refused = pieceOf(what.parts);
    setTimeout(() => (this.refused = null), SHAKEN);
  }

  confirm(): void {
    if (this.chosen) void this.play(this.chosen);
  }

  /** Select a piece of the box; selecting it again plays it, except by touch. Returns whether it can be selected. */
  choosePiece(piece: number, touch: boolean): boolean {
    const choice = this.lit.get(piece);
    if (!choice) this.action = null;
    else if (!touch && (this.given().instant || this.chosen?.do === choice.do)) void this.play(choice);
    else this.action = choice.do;
    return choice !== undefined;
  }

  /** Select to end the take; a second time plays it. */
  chooseStop(): void {
    const { stop } = this;
    if (!stop) return;
    if (this.chosen === stop) return void this.play(stop);
    this.drop();
    this.action = stop.do;
  }

  /** Start to use a power, or cancel it; returns whether it is in use. */
  use(which: Power): boolean {
    const again = this.using === which;
    this.drop();
    if (!again) this.power = which;
    return !again;
  }

  chooseSet(which: string): void {
    this.pile = null;
    this.wanted = which;
    const ways = this.sets.get(which);
    if (this.given().instant && ways?.length === 1) void this.play(ways[0]!);
  }
}
