/** Polygons in the page. */
import { Verbs } from "@web/actions";
import type { GameEvent, GameWeb, Telling } from "@web/board";
import "./colours.css";
import Board from "./Board.svelte";
import { actions } from "./law.json";
import Sheet from "./Sheet.svelte";
import { coach, hint, kindOf, listKinds, mistake, name, one, pileName, remember, setName, setOf } from "./speech";
import { explain, motions, scoring, tellTurn } from "./turn";
import { COLOURS, type Polygons, type View } from "./types";

function tell({ by, parts }: GameEvent<Polygons["done"]>, after: View, { name: who, me, say }: Telling): string | null {
  remember(after);
  if (parts?.verb === "first")
    return say("polygons-told-first", { mine: parts.seat === me ? "yes" : "no", name: who(parts.seat) });
  if (!parts || typeof by !== "number") return null;
  const actor = { mine: by === me ? "yes" : "no", name: who(by) };
  const piece = (id: number): string => one(kindOf(id), say);
  switch (parts.verb) {
    case "take":
      return say("polygons-told-take", { ...actor, piece: piece(parts.piece) });
    case "discard":
      return say("polygons-told-discard", { ...actor, piece: piece(parts.piece) });
    case "steal":
      return say("polygons-told-steal", { ...actor, piece: piece(parts.piece) });
    case "give":
      return say("polygons-told-give", { ...actor, piece: piece(parts.piece), other: who(parts.seat) });
    case "exchange": {
      const owner = after.players.findIndex(({ collection }) => collection.some(({ id }) => id === parts.mine));
      const other = owner < 0 ? "" : who(owner);
      return say("polygons-told-exchange", {
        ...actor,
        gone: piece(parts.mine),
        come: piece(parts.theirs),
        other,
        known: other ? "yes" : "no",
      });
    }
    case "validate":
      return say("polygons-told-validate", {
        ...actor,
        set: setName(setOf(parts), say),
        pile: parts.pile ? say(`polygons-${parts.pile}`) : "",
      });
    case "gift":
      return say("polygons-told-gift", { ...actor, other: who(after.players[by]?.partner ?? -1) });
    case "stop":
      return say("polygons-told-stop", actor);
    default:
      return null;
  }
}

const web: GameWeb<Polygons> = {
  actions: new Verbs(actions),
  Board,
  Sheet,
  tell,
  tellTurn,
  motions,
  scoring,
  explain,
  tags(view, say) {
    remember(view);
    return [
      ...(view.box ? [say("polygons-tag-left", { left: view.box.left })] : []),
      ...(view.last_round && view.stage !== "over" ? [say("polygons-tag-last-round")] : []),
      ...(view.options.expert ? [say("polygons-tag-expert")] : []),
    ];
  },
  inWords(view, { name: who, me, say }) {
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
                say("polygons-turn-words", {
                  mine: view.turn === me ? "yes" : "no",
                  name: who(view.turn),
                  stage: view.stage,
                }),
                say("polygons-line", {
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
  },
  coach(view, legal, { say }) {
    remember(view);
    return coach(view, legal, say);
  },
  mistake: (_, played, better) => mistake(played, better),
  hint(view, choice, { say, name: who }) {
    remember(view);
    return hint(choice, say, who);
  },
  keys(say) {
    return [
      [say("polygons-keys-arrows"), say("polygons-keys-move")],
      ["A", say("polygons-keys-free")],
      ["Enter", say("polygons-keys-enter")],
      [say("polygons-keys-space"), say("polygons-keys-stop")],
      ["E", say("polygons-keys-first-power")],
      ["V", say("polygons-keys-steal")],
      ["D", say("polygons-keys-discard")],
      ["+ −", say("polygons-keys-zoom")],
      ["F", say("polygons-keys-fit")],
      ["Esc", say("polygons-keys-back")],
    ];
  },
};

export default web;
