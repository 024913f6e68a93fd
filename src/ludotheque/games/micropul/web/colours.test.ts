import { standOut } from "@web/style/contrast";

standOut(
  new URL("colours.css", import.meta.url),
  [],
  [
    [["mp-black", "mp-white", "mp-socket"], ["mp-tile"]],
    [["mp-catalyst"], ["mp-socket"]],
    [
      ["mp-stone-1", "mp-stone-2"],
      ["mp-black", "mp-white"],
    ],
    [["mp-legal", "mp-illegal"], ["mp-table"]],
  ],
);
