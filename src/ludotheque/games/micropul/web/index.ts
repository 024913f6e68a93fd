import { Verbs } from "@web/engine/actions";
import type { SkillLevels } from "@web/analysis/skill";
import type { GameWeb } from "@web/games/board";
import skill from "../data/skill.json";
import "./colours.css";
import Board from "./Board.svelte";
import { actions } from "./law.json";
import ScoreSheet from "./ScoreSheet.svelte";
import Thumbnail from "./Thumbnail.svelte";
import { explain, motions, scoring, narrate, narrateTurn } from "./turn";
import type { Micropul } from "./types";
import { coach, hint, inWords, keys, mistake, tags } from "./words";

const web: GameWeb<Micropul> = {
  actions: new Verbs(actions),
  Board,
  Sheet: ScoreSheet,
  Thumbnail,
  skill: skill as SkillLevels,
  narrate,
  narrateTurn,
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
