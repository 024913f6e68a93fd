/** Polygons in the page. */
import { Verbs } from "@web/actions";
import type { GameWeb } from "@web/board";
import "./colours.css";
import Board from "./Board.svelte";
import { actions } from "./law.json";
import Sheet from "./Sheet.svelte";
import { coach, hint, listKinds, mistake, name, pileName, remember } from "./speech";
import { explain, motions, scoring, tell, tellTurn } from "./turn";
import { COLOURS, type Polygons } from "./types";

const web: GameWeb<Polygons> = {
  actions: new Verbs(actions),
  Board,
  Sheet,
  tell,
  tellTurn,
  motions,
  scoring,
  explain,
  looking: (say) => [say("polygons-look"), say("polygons-looked-at")],
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
