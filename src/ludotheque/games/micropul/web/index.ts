import { Verbs } from "@web/engine/actions";
import type { GameWeb } from "@web/games/board";
import "./colours.css";
import Board from "./Board.svelte";
import { actions } from "./law.json";
import ScoreSheet from "./ScoreSheet.svelte";
import { explain, motions, scoring, tell, tellTurn } from "./turn";
import type { Micropul } from "./types";
import { coach, hint, inWords, keys, mistake, tags } from "./words";

const web: GameWeb<Micropul> = {
  actions: new Verbs(actions),
  Board,
  Sheet: ScoreSheet,
  tell,
  tellTurn,
  looking: (say) => [say("micropul-look"), say("micropul-looked-at")],
  motions,
  sound: (one) =>
    one.effect === "placed" || one.effect === "claimed"
      ? "place"
      : one.effect === "drew" || one.effect === "took"
        ? "draw"
        : one.effect === "group" && one.became === "closed"
          ? "complete"
          : null,
  scoring,
  explain,
  tags,
  inWords,
  coach,
  hint,
  mistake,
  keys,
};
export default web;
