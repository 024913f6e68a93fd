import type { GameWeb } from "@web/board";
import Board from "./Board.svelte";
import Sheet from "./Sheet.svelte";
import type { Preview, View } from "./types";
import { inWords, keys, tags, tell } from "./words";

const web: GameWeb<View, Preview> = { Board, Sheet, tell, tags, inWords, keys };
export default web;
