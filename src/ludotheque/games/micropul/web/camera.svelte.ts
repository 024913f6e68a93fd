/** The visible part of the table and its scale: the table has no border. */
import { UNIT } from "./geometry";
import type { Place } from "./types";

/** The smallest scale by hand; fitting all tiles may go below it. */
const LEAST = 28 / UNIT;
const MOST = 120 / UNIT;
/** The largest scale when fitting a few tiles. */
const MOST_FITTED = 96 / UNIT;

export class Camera {
  /** The position of the table's origin on the screen, and pixels per unit. */
  x = $state(0);
  y = $state(0);
  scale = $state(MOST_FITTED);
  width = $state(0);
  height = $state(0);
  /** Whether the next change is animated, not part of a gesture. */
  gliding = $state(false);
  /** Whether the player has moved it; until then it keeps everything in sight. */
  moved = $state(false);

  /** The frame on the page. */
  frame = $state<HTMLElement>();

  /** The width of a tile on the screen. */
  get tile(): number {
    return this.scale * UNIT;
  }

  /** The point of the screen where a point of the table is seen. */
  project(x: number, y: number): [number, number] {
    return [x * this.scale + this.x, y * this.scale + this.y];
  }

  /** A point of the page, seen from the frame's corner. */
  inFrame(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.frame?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  }

  /** The place under a point of the page; null outside the frame. */
  placeAt(clientX: number, clientY: number): Place | null {
    const { x, y } = this.inFrame(clientX, clientY);
    if (x < 0 || y < 0 || x > this.width || y > this.height) return null;
    return { x: Math.floor((x - this.x) / this.tile), y: Math.floor((y - this.y) / this.tile) };
  }

  shows({ x, y }: Place): boolean {
    const [left, top] = this.project(x * UNIT, y * UNIT);
    return left >= 0 && top >= 0 && left + this.tile <= this.width && top + this.tile <= this.height;
  }

  /** Fit all these places into the frame. */
  fit(places: readonly Place[], glide = true): void {
    if (!this.width || !this.height || !places.length) return;
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs) + 1];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys) + 1];
    const margin = this.width < 640 ? 8 : 24;
    const widest = (this.width - 2 * margin) / ((right - left) * UNIT);
    const highest = (this.height - 2 * margin) / ((bottom - top) * UNIT);
    this.gliding = glide;
    this.scale = Math.min(MOST_FITTED, widest, highest);
    this.x = this.width / 2 - ((left + right) / 2) * this.tile;
    this.y = this.height / 2 - ((top + bottom) / 2) * this.tile;
    this.moved = false;
  }

  /** Move by pixels. */
  pan(right: number, down: number, glide = false): void {
    this.gliding = glide;
    this.x += right;
    this.y += down;
    this.moved = true;
  }

  /** Zoom about a point of the screen, which stays where it is. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2, glide = false): void {
    const scale = Math.max(Math.min(LEAST, this.scale), Math.min(MOST, this.scale * factor));
    this.gliding = glide;
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.moved = true;
  }

  /** Bring a place into sight with the smallest movement. */
  follow(place: Place): void {
    if (this.shows(place)) return;
    const [left, top] = this.project(place.x * UNIT, place.y * UNIT);
    const into = (at: number, room: number): number =>
      Math.min(0, room - at - 2 * this.tile) + Math.max(0, this.tile - at);
    this.pan(into(left, this.width), into(top, this.height), true);
  }
}
