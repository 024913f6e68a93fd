import { standOut } from "./contrast";

const seats = [1, 2, 3, 4, 5, 6, 7, 8].map((seat) => `seat-${seat}`);

standOut(
  new URL("tokens.css", import.meta.url),
  [
    [
      ["text", "text-2"],
      ["bg", "surface", "sunk"],
    ],
    [["accent"], ["surface", "accent-soft"]],
    [["on-accent"], ["accent"]],
    [["ok"], ["ok-soft"]],
    [["warn"], ["warn-soft"]],
    [["danger"], ["danger-soft"]],
    [seats, ["surface"]],
  ],
  [
    [["edge"], ["bg", "surface", "sunk"]],
    [["ivory"], ["casing"]],
  ],
);
