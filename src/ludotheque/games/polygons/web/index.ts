/** Polygons in the page. */
import { Verbs } from "@web/engine/actions";
import type { SkillLevels } from "@web/analysis/skill";
import type { GameWeb } from "@web/games/board";
import skill from "../data/skill.json";
import "./colours.css";
import Board from "./Board.svelte";
import { actions } from "./law.json";
import ScoreSheet from "./ScoreSheet.svelte";
import Thumbnail from "./Thumbnail.svelte";
import { coach, hint, inWords, mistake } from "./speech";
import { explain, motions, scoring, narrate, narrateTurn } from "./turn";
import type { Polygons } from "./types";

const web: GameWeb<Polygons> = {
  actions: new Verbs(actions),
  Board,
  Sheet: ScoreSheet,
  Thumbnail,
  skill: skill as SkillLevels,
  narrate,
  narrateTurn,
  motions,
  sound: ({ effect }) =>
    effect === "took"
      ? "place"
      : effect === "gifted"
        ? "draw"
        : effect === "validated"
          ? "complete"
          : effect === "stole" || effect === "exchanged"
            ? "steal"
            : null,
  scoring,
  explain,
  looking: (say) => [say("polygons-look"), say("polygons-looked-at")],
  teams: (view) => view.teams,
  tags(view, say) {
    return [
      ...(view.teams.length ? [say("polygons-tag-teams")] : []),
      ...(view.box ? [say("polygons-tag-left", { left: view.box.left })] : []),
      ...(view.last_round && view.stage !== "over" ? [say("polygons-tag-last-round")] : []),
      ...(view.options.expert ? [say("polygons-tag-expert")] : []),
    ];
  },
  inWords,
  coach: (view, legal, { say }) => coach(view, legal, say),
  longTurns: true,
  counted: { sets: (one) => Number(one.effect === "validated") },
  mistake: (_, played, better) => mistake(played, better),
  hint: (view, choice, { say, name: who }) => hint(view, choice, say, who),
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
