/** Which of the page's layouts a table has on this screen. Styles find it as `data-layout` of the document. */
import { innerHeight, innerWidth } from "svelte/reactivity/window";

/** phone: one column, the dock at the thumb. flat: a phone that lies, or a large zoom: one row, then the board beside the
 * dock. upright: a tablet that stands, the board across, cards below. desk: the board and one side. wide: both sides. */
export type Layout = "phone" | "flat" | "upright" | "desk" | "wide";

export const layout = {
  get now(): Layout {
    const [width, height] = [innerWidth.current ?? 1280, innerHeight.current ?? 800];
    if (width < 640) return "phone";
    if (height < 560) return "flat";
    if (width >= 1024) return "wide";
    return height > width ? "upright" : "desk";
  },
  /** Whether a phone is so low that the board has no row to spare. */
  get low(): boolean {
    return this.now === "phone" && (innerHeight.current ?? 800) < 700;
  },
  /** Whether there is room for one row above the table at most. */
  get tight(): boolean {
    return this.now === "phone" || this.now === "flat";
  },
};
