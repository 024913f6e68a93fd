/** Where everything lies. A cell's circumradius is 100; the middle of the board is 0, 0; y grows downwards. */
import { APOTHEM } from "./hexagon";
import { data } from "./law.json";
import type { Direction } from "./types";

const RADIUS = 100;
export const TILE = 94.5;
/** From a tile's middle to the middle of its edges, and the same for a cell. */
export const TILE_REACH = TILE * APOTHEM;
export const CELL_REACH = RADIUS * APOTHEM;
/** From the end of a line to its rim mark. */
const RIM = 130;

export interface Place {
  name: string;
  column: number;
  x: number;
  y: number;
}

const MIDDLE = Math.max(...Object.values(data.cells).map(([column]) => column!)) / 2;

/** The cells, column by column, each from the top. */
export const PLACES: readonly Place[] = Object.entries(data.cells).map(([name, [column, height]]) => ({
  name,
  column: column!,
  x: (column! - MIDDLE) * 1.5 * RADIUS,
  y: height! * CELL_REACH,
}));

const BY_NAME = new Map(PLACES.map((place) => [place.name, place]));

export function placeOf(cell: string): Place {
  const place = BY_NAME.get(cell);
  if (!place) throw new Error(`there is no cell ${cell}`);
  return place;
}

export function isCell(name: string): boolean {
  return BY_NAME.has(name);
}

/** How far a band of each direction is turned from upright. */
export const TURN: Record<Direction, number> = { left: 60, vertical: 0, right: -60 };
export const DIRECTIONS: readonly Direction[] = ["left", "vertical", "right"];

/** Where a tile has the digit of a direction: at the lower end of its band, the vertical one at the upper end. */
export const DIGIT_AT: Record<Direction, { x: number; y: number }> = {
  left: { x: -48, y: 27.5 },
  vertical: { x: 0, y: -56 },
  right: { x: 48, y: 27.5 },
};

/** Where the rim mark of a line lies: beyond the end at which its tiles carry the digit. */
export function rimOf(direction: Direction, cells: readonly string[]): { x: number; y: number } {
  const ends = [placeOf(cells[0]!), placeOf(cells.at(-1)!)];
  if (direction === "vertical") {
    const top = ends[0]!.y < ends[1]!.y ? ends[0]! : ends[1]!;
    return { x: top.x, y: top.y - RIM };
  }
  const side = direction === "left" ? -1 : 1;
  const end = ends[0]!.x * side > ends[1]!.x * side ? ends[0]! : ends[1]!;
  return { x: end.x + side * RIM * APOTHEM, y: end.y + RIM / 2 };
}

/** The tray: a hexagon with pointed top and rounded corners. */
export const TRAY = tray(530, 34);

function tray(radius: number, round: number): string {
  const corners = Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 3) * k - Math.PI / 2;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  const towards = (from: { x: number; y: number }, to: { x: number; y: number }): string =>
    `${(from.x + ((to.x - from.x) * round) / radius).toFixed(1)} ${(from.y + ((to.y - from.y) * round) / radius).toFixed(1)}`;
  const parts = corners.map((corner, k) => {
    const before = corners[(k + 5) % 6]!;
    const after = corners[(k + 1) % 6]!;
    return `${k ? "L" : "M"}${towards(corner, before)}Q${corner.x.toFixed(1)} ${corner.y.toFixed(1)} ${towards(corner, after)}`;
  });
  return `${parts.join("")}Z`;
}

/** All tiles in the order of their names. */
export const TILES: readonly string[] = Object.keys(data.tiles);

const DIGITS: Record<string, number[]> = data.tiles;

/** The three digits of a tile, as read: left, vertical, right. */
export function digitsOf(tile: string): number[] {
  return DIGITS[tile] ?? [];
}

/** The cell that an arrow leads to: up and down in the column, else the nearest row of the column beside. */
export function neighbour(cell: string, key: string): string {
  const here = placeOf(cell);
  const inColumn = PLACES.filter((place) => place.column === here.column);
  const row = inColumn.indexOf(here);
  if (key === "ArrowUp") return (inColumn[row - 1] ?? here).name;
  if (key === "ArrowDown") return (inColumn[row + 1] ?? here).name;
  const beside = PLACES.filter((place) => place.column === here.column + (key === "ArrowLeft" ? -1 : 1));
  return beside.reduce(
    (best, place) => (Math.abs(place.y - here.y) < Math.abs(best.y - here.y) ? place : best),
    beside[0] ?? here,
  ).name;
}
