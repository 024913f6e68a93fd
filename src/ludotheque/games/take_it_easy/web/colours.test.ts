import { standOut } from "@web/style/contrast";

const bands = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `tie-${digit}`);

standOut(
  new URL("colours.css", import.meta.url),
  [
    [["tie-ink"], bands],
    [["tie-well-text"], ["tie-well"]],
  ],
  [[bands, ["tie-tile"]]],
);
