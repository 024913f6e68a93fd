/** A table of any length is seen whole, and zoomed by hand within bounds. */
import { expect, test } from "vitest";
import { Camera } from "./camera.svelte";

const column = (rows: number) => Array.from({ length: rows }, (_, y) => ({ x: 0, y: y - 3 }));

function fitted(rows: number): Camera {
  const camera = new Camera();
  [camera.width, camera.height] = [360, 208]; // a low phone
  camera.fit(column(rows), false);
  return camera;
}

test.each([1, 4, 8, 20, 48])("%i tiles in a column are all in sight", (rows) => {
  const camera = fitted(rows);
  expect(column(rows).filter((place) => !camera.shows(place))).toEqual([]);
  expect(camera.tile).toBeLessThanOrEqual(96);
});

test("by hand, tiles become as small as 28 px, or as small as they had to be", () => {
  const few = fitted(4);
  few.zoom(0.01);
  expect(few.tile).toBeCloseTo(28);
  few.zoom(100);
  expect(few.tile).toBeCloseTo(120);
  const many = fitted(20);
  const least = many.tile;
  many.zoom(0.5);
  expect(many.tile).toBeCloseTo(least);
  many.zoom(1.25);
  expect(many.tile).toBeCloseTo(least * 1.25);
});
