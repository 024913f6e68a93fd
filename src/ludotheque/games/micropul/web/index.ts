import { Verbs } from "@web/actions";
import type { GameWeb } from "@web/board";
import Board from "./Board.svelte";
import { actions } from "./law.json";
import Sheet from "./Sheet.svelte";
import type { Micropul } from "./types";
import { coach, inWords, keys, tags, tell } from "./words";

const web: GameWeb<Micropul> = { actions: new Verbs(actions), Board, Sheet, tell, tags, inWords, coach, keys };
export default web;
