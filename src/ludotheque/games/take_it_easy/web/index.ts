import { Verbs } from "@web/engine/actions";
import type { SkillLevels } from "@web/analysis/skill";
import type { GameWeb } from "@web/games/board";
import skill from "../data/skill.json";
import "./colours.css";
import Board from "./Board.svelte";
import Ceiling from "./Ceiling.svelte";
import { actions } from "./law.json";
import ScoreSheet from "./ScoreSheet.svelte";
import Thumbnail from "./Thumbnail.svelte";
import SideBySide from "./SideBySide.svelte";
import { explain, motions, scoring, narrateTurn } from "./turn";
import type { TakeItEasy } from "./types";
import { coach, hint, inWords, keys, mistake, tags, narrate } from "./words";

const web: GameWeb<TakeItEasy> = {
  actions: new Verbs(actions),
  Board,
  SideBySide,
  openTable: true,
  Sheet: ScoreSheet,
  Thumbnail,
  Ceiling,
  skill: skill as SkillLevels,
  narrate,
  narrateTurn,
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
  counted: { lines: (one) => Number(one.effect === "line" && one.became === "completed") },
  keys,
};
export default web;
