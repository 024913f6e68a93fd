import { Verbs } from "@web/engine/actions";
import type { GameWeb } from "@web/games/board";
import "./colours.css";
import Board from "./Board.svelte";
import { actions } from "./law.json";
import ScoreSheet from "./ScoreSheet.svelte";
import { explain, motions, scoring, tellTurn } from "./turn";
import type { TakeItEasy } from "./types";
import { coach, hint, inWords, keys, mistake, tags, tell } from "./words";

const web: GameWeb<TakeItEasy> = {
  actions: new Verbs(actions),
  Board,
  openTable: true,
  Sheet: ScoreSheet,
  tell,
  tellTurn,
  motions,
  sound: (one) =>
    one.effect === "placed"
      ? "place"
      : one.effect === "drawn"
        ? "draw"
        : one.effect === "line" && one.became === "completed"
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
