/** The 48 tiles as they are printed (docs/games/micropul.md), to draw those that are not in any view. */
import type { Tile } from "./types";

const CORNERS = `
  w... b... wb.+ bw.+ +wbw +bwb w.1. b.1. wb1. bw1. 1wbw 1bwb w..1 b..1 ww1. bb1.
  www1 bbb1 w1.+ b1.+ ww.2 bb.2 wwb2 bbw2 w11. b11. w.w. b.b. wwbw bbwb w21. b21.
  w.b1 b.w1 wbwb bwbw wwww bbbb w+w1 b+b1 wwbb bbww wwww bbbb w1b1 b1w1 wwww bbbb`.trim().split(/\s+/);
const CENTRES: Record<number, string> = { 36: "+", 37: "+", 42: "1", 43: "1" };

/** A tile by its number, unturned. */
export function tileOf(tile: number): Tile {
  return { tile, turns: 0, corners: CORNERS[tile] ?? "....", centre: CENTRES[tile] ?? "" };
}
