/** Outlines as paths, and where things lie. In millimetres, unlike the view. */
import type { Point, Shape } from "./types";

const MM = 100;

export function millimetres(outline: readonly Point[]): Point[] {
  return outline.map(([x, y]) => [x / MM, y / MM]);
}

export function path(outline: readonly Point[], lower = 0): string {
  return `M${outline.map(([x, y]) => `${x.toFixed(2)} ${(y + lower).toFixed(2)}`).join("L")}z`;
}

export function middle(outline: readonly Point[]): Point {
  const sum = outline.reduce<Point>(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  return [sum[0] / outline.length, sum[1] / outline.length];
}

function sides(outline: readonly Point[]): [Point, Point][] {
  return outline.map((point, at) => [point, outline[(at + 1) % outline.length]!]);
}

/** How a piece is turned: the direction of its longest side, in degrees. Its pattern turns with it. */
export function turnOf(face: readonly Point[]): number {
  let [longest, turn] = [0, 0];
  for (const [[ax, ay], [bx, by]] of sides(face)) {
    const length = Math.hypot(bx - ax, by - ay);
    if (length > longest + 0.01) [longest, turn] = [length, (Math.atan2(by - ay, bx - ax) * 180) / Math.PI];
  }
  return turn;
}

/** An outline about its middle, turned back. */
export function inOwnFrame(outline: readonly Point[], about: Point, turn: number, scale = 1): Point[] {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return outline.map(([x, y]) => {
    const [dx, dy] = [x - about[0], y - about[1]];
    return [(dx * cos + dy * sin) * scale, (dy * cos - dx * sin) * scale];
  });
}

/** The same outline, its sides further out by `by`. */
export function wider(outline: readonly Point[], by: number): Point[] {
  const [x, y] = middle(outline);
  const inner = Math.min(...sides(outline).map(([a, b]) => toSide([x, y], a, b)));
  const scale = Math.max(0, (inner + by) / inner); // seen nearly from its edge, a face has nothing left inside
  return outline.map(([px, py]) => [x + (px - x) * scale, y + (py - y) * scale]);
}

/** How thin an outline is: twice the distance from its middle to the nearest side, in millimetres. */
export function thinness(outline: readonly Point[]): number {
  const about = middle(outline);
  return 2 * Math.min(...sides(outline).map(([a, b]) => toSide(about, a, b)));
}

/** How far the furthest corner is from a point. */
export function reachOf(outline: readonly Point[], [x, y]: Point): number {
  return Math.max(...outline.map(([px, py]) => Math.hypot(px - x, py - y)));
}

/** A bar with round ends: about its middle, turned, so long and so wide to each side. */
export function slot([x, y]: Point, turn: number, along: number, across: number): Point[] {
  const angle = (turn * Math.PI) / 180;
  const end = Math.max(0, along - across);
  return Array.from({ length: 16 }, (_, at) => {
    const around = angle + ((at < 8 ? at : at - 1) / 7) * Math.PI - Math.PI / 2;
    const side = at < 8 ? end : -end;
    return [
      x + side * Math.cos(angle) + across * Math.cos(around),
      y + side * Math.sin(angle) + across * Math.sin(around),
    ];
  });
}

function toSide([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** How far a point is from an outline; less than zero inside it. */
export function distance(point: Point, outline: readonly Point[]): number {
  const [x, y] = point;
  let inside = false;
  for (const [[ax, ay], [bx, by]] of sides(outline)) {
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  const near = Math.min(...sides(outline).map(([a, b]) => toSide(point, a, b)));
  return inside ? -near : near;
}

/** Which of the others lies nearest in a direction, given as a step; what lies aside counts as further away. */
export function nearest<Thing>(
  from: Point,
  others: readonly Thing[],
  at: (thing: Thing) => Point,
  [sx, sy]: Point,
): Thing | null {
  let [best, least] = [null as Thing | null, Infinity];
  for (const other of others) {
    const [dx, dy] = [at(other)[0] - from[0], at(other)[1] - from[1]];
    const ahead = dx * sx + dy * sy;
    const aside = Math.abs(dx * sy - dy * sx);
    const cost = ahead + 2 * aside;
    if (ahead > 0.5 && cost < least) [best, least] = [other, cost];
  }
  return best;
}

const CORNERS: Record<Shape, number> = { triangle: 3, square: 4, pentagon: 5, octagon: 8 };
const RADII: Record<Shape, number> = { triangle: 20, square: 18.7, pentagon: 17.2, octagon: 15.7 };
/** How much lower a triangle is drawn to look centred: its centroid lies below the middle of its height. */
const LOWER: Record<Shape, number> = { triangle: 3.6, square: 0, pentagon: 1, octagon: 0 };

/** A shape that stands upright, about 0 0. */
export function upright(shape: Shape): Point[] {
  const corners = CORNERS[shape];
  const start = shape === "square" || shape === "octagon" ? Math.PI / corners : 0;
  return Array.from({ length: corners }, (_, at) => {
    const angle = start + (at * 2 * Math.PI) / corners - Math.PI / 2;
    return [RADII[shape] * Math.cos(angle), RADII[shape] * Math.sin(angle) + LOWER[shape]];
  });
}
