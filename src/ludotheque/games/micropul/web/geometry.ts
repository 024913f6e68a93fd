/** Where things are drawn. A tile is UNIT wide, so corners stand half a unit apart, across edges too. */
import { data } from "./law.json";
import type { Corner, CornerName, Group, Laid, Place, Tile } from "./types";

export const UNIT = 100;
export const HALF = UNIT / 2;

export const CORNERS: readonly CornerName[] = ["tl", "tr", "br", "bl"];
/** Column and row of a corner in its tile. */
const IN_TILE: Record<CornerName, readonly [number, number]> = { tl: [0, 0], tr: [1, 0], br: [1, 1], bl: [0, 1] };
const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

export const keyOf = ({ x, y }: Place): string => `${x},${y}`;
export const same = (one: Place | null, other: Place | null): boolean =>
  one !== null && other !== null && one.x === other.x && one.y === other.y;
export const sameCorner = (one: Corner, other: Corner): boolean => same(one, other) && one.corner === other.corner;

/** Column and row of a corner on the grid of all corners. */
function cell({ x, y, corner }: Corner): [number, number] {
  const [column, row] = IN_TILE[corner];
  return [2 * x + column, 2 * y + row];
}

/** The middle of a corner. */
export function middle(at: Corner): [number, number] {
  const [column, row] = cell(at);
  return [(column + 0.5) * HALF, (row + 0.5) * HALF];
}

/** A tile by its number, unturned. */
export function tileOf(tile: number): Tile {
  return { tile, turns: 0, ...data.tiles[tile]! };
}

/** What a tile's corners hold after quarter turns clockwise. */
export function turned(corners: string, turns: number): string {
  return turns ? corners.slice(-turns) + corners.slice(0, -turns) : corners;
}

/** After how many quarter turns a tile looks the same again. */
export function looks(corners: string): number {
  return [1, 2].find((turns) => turned(corners, turns) === corners) ?? 4;
}

/** From the middle of a corner to that of another. */
export type Bar = [x1: number, y1: number, x2: number, y2: number];

/** The bars that make neighbours among these corners one body. */
export function bars(corners: readonly Corner[]): Bar[] {
  const cells = new Set(corners.map((at) => cell(at).join()));
  return corners.flatMap((at) => {
    const [column, row] = cell(at);
    const [x, y] = middle(at);
    const found: Bar[] = [];
    if (cells.has([column + 1, row].join())) found.push([x, y, x + HALF, y]);
    if (cells.has([column, row + 1].join())) found.push([x, y, x, y + HALF]);
    return found;
  });
}

/** The bars of one colour within a tile. */
export function innerBars(corners: string, colour: "w" | "b"): Bar[] {
  return bars(CORNERS.filter((_, number) => corners[number] === colour).map((corner) => ({ x: 0, y: 0, corner })));
}

/** The outline of a group: the border of its squares on the grid of corners, drawn in a little and rounded. */
export function outline(group: Group, inset = 4, round = 16): string {
  const cells = new Set(group.corners.map((at) => cell(at).join()));
  const edges = new Map<string, { from: [number, number]; side: number }[]>();
  const STARTS = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  for (const at of group.corners) {
    const [column, row] = cell(at);
    SIDES.forEach(([right, down], side) => {
      if (cells.has([column + right, row + down].join())) return;
      const from: [number, number] = [column + STARTS[side]![0], row + STARTS[side]![1]];
      const there = edges.get(from.join()) ?? [];
      edges.set(from.join(), [...there, { from, side }]);
    });
  }
  let path = "";
  for (const begin of [...edges.keys()]) {
    while (edges.get(begin)?.length) {
      const loop: { from: [number, number]; side: number }[] = [];
      let at = begin;
      let last = -1;
      while (edges.get(at)?.length) {
        const there = edges.get(at)!;
        // Where two squares touch by a point the right turn stays with the same square: diagonals do not join.
        const next = there.find((edge) => edge.side === (last + 1) % 4) ?? there[0]!;
        there.splice(there.indexOf(next), 1);
        loop.push(next);
        last = next.side;
        const along = SIDES[(next.side + 1) % 4]!;
        at = [next.from[0] + along[0], next.from[1] + along[1]].join();
        if (at === begin && !edges.get(at)?.some((edge) => edge.side === (last + 1) % 4)) break;
      }
      path += rounded(loop, inset, round);
    }
  }
  return path;
}

function rounded(loop: { from: [number, number]; side: number }[], inset: number, round: number): string {
  const turns = loop.filter((edge, number) => edge.side !== loop.at(number - 1)!.side);
  const parts = turns.map((edge, number) => {
    const before = turns.at(number - 1)!.side;
    const [inOne, inOther] = [SIDES[(edge.side + 2) % 4]!, SIDES[(before + 2) % 4]!];
    const [came, goes] = [SIDES[(before + 1) % 4]!, SIDES[(edge.side + 1) % 4]!];
    const x = edge.from[0] * HALF + inset * (inOne[0] + inOther[0]);
    const y = edge.from[1] * HALF + inset * (inOne[1] + inOther[1]);
    return `${x - came[0] * round} ${y - came[1] * round}Q${x} ${y} ${x + goes[0] * round} ${y + goes[1] * round}`;
  });
  return `M${parts.join("L")}Z`;
}

/** Where a group could still grow, as the view says: the middle of each open side, and the way out. */
export function ends(group: Group, layout: readonly Laid[]): { x: number; y: number; angle: number }[] {
  return group.ends.map((end) => {
    const { x, y } = layout.find(({ tile }) => tile === end >> 3)!;
    const [facing, side] = [end & 7, (end & 7) >> 1];
    const [across, down] = middle({ x, y, corner: CORNERS[((facing + 1) >> 1) & 3]! });
    return { x: across + SIDES[side]![0] * 25, y: down + SIDES[side]![1] * 25, angle: side * 90 };
  });
}

/** The nearest of some places in a direction: along it counts once, aside twice. */
export function towards<Item extends Place>(
  items: readonly Item[],
  from: Place,
  right: number,
  down: number,
): Item | undefined {
  let best: Item | undefined;
  let least = Infinity;
  for (const item of items) {
    const along = (item.x - from.x) * right + (item.y - from.y) * down;
    const aside = Math.abs((item.x - from.x) * down) + Math.abs((item.y - from.y) * right);
    if (along > 0 && along + 2 * aside < least) [best, least] = [item, along + 2 * aside];
  }
  return best;
}
