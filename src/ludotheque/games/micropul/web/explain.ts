/** Where colours clash, for a refusal found in the page: the same detail that `notation.py` gives on a server. */
import type { Explain } from "@web/engine/rules";
import { CORNERS, tileOf, turned } from "./geometry";
import type { Contact } from "./types";

const FACINGS = [0, 1, 2, 3, 4, 5, 6, 7];

export const explain: Explain = (rules, action, parts, code) => {
  if (code !== "colour_clash") return {};
  const corners = turned(tileOf(Number(parts["tile"])).corners, Number(parts["turns"]));
  const clashes = FACINGS.flatMap((facing): Contact[] => {
    const faced = rules.call("clash_at", { action, facing });
    const here = rules.call("corner_with", { facing });
    return faced < 0
      ? []
      : [{ corner: CORNERS[here]!, holds: corners[here]!, facing: { corner: CORNERS[faced & 3]! } }];
  });
  return { clashes };
};
