/** The layout of a table on this screen. Styles find it as `data-layout` of the document. */
import { innerHeight, innerWidth } from "svelte/reactivity/window";

/** phone: one column, the dock at the thumb. flat: a phone in landscape, or a large zoom: one row, then the board
 * beside the dock. upright: a tablet in portrait: the board in full width, cards below. desk: the board and one side.
 * wide: both sides. */
export type Layout = "phone" | "flat" | "upright" | "desk" | "wide";

export const layout = {
  get now(): Layout {
    const [width, height] = [innerWidth.current ?? 1280, innerHeight.current ?? 800];
    if (width < 640) return "phone";
    if (height < 560) return "flat";
    if (width >= 1024) return "wide";
    return height > width ? "upright" : "desk";
  },
  /** Whether a phone is too low for a board as wide as the screen and a tall dock below it. */
  get low(): boolean {
    return this.now === "phone" && (innerHeight.current ?? 800) < 1.15 * (innerWidth.current ?? 400) + 386;
  },
  /** Whether a phone is so narrow that its bar has room for two tools only. */
  get narrow(): boolean {
    return (innerWidth.current ?? 1280) < 340;
  },
  /** Whether there is room for only one row above the table. */
  get tight(): boolean {
    return this.now === "phone" || this.now === "flat";
  },
};
