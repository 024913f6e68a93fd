/** Verifies the chance of a game record in the page, with the same answers as `ludotheque verify`. */
import type { Finding, Verdict } from "../messages";
import type { TableSettings } from "../engine/load";
import { drawOutcome, sampleOf } from "./events";
import { Chance, checkDraws } from "./fairness";
import { same } from "./lines";
import { RecordError, RecordReader } from "./reader";

/** Verify the commitment, every draw, and the meaning of each draw. Null if the page lacks the rules of the game. */
export async function verifyLocally(record: string): Promise<Verdict | null> {
  const reader = await RecordReader.open(record);
  if (!reader) return null;
  const { findings: found } = checkDraws(record);
  const findings: Finding[] = found.map((one) => ({ ...one, message: one.code }));
  const verdict = { picks: 0, sampled: 0, chosen: 0 };
  const fair = reader.header.fair ?? {};
  const nonces = fair["nonces"] as string[];
  if (!found.length && nonces.length !== reader.header.seats)
    findings.push({ code: "fair_form", line: 1, message: "fair_form" });
  const usable = !findings.some(({ line }) => line === 1);
  const chance = new Chance(String(fair["seed"]), usable ? nonces : []);
  const chosen = (fair["chosen"] as string[] | undefined) ?? [];
  let number = "seats" in fair ? reader.header.seats - 1 : 0;
  if (usable) verdict.picks = number;
  try {
    for (const { line, position, event } of reader.steps()) {
      if (event?.by !== "chance" || !usable) continue;
      if (!event.picks) {
        if (chosen.includes(String(reader.rules.outcomes.parts(reader.rules.outcomes.parse(event.do)!)["verb"])))
          verdict.chosen++;
        else number++; // reported by checkDraws
        continue;
      }
      const right = await drawOutcome(
        reader.rules,
        reader.sampler,
        position,
        chance,
        number++,
        (fair["choices"] as TableSettings | undefined) ?? {},
      );
      if (!same(event.picks, right.picks)) continue; // reported by checkDraws
      if (event.do !== right.do) findings.push({ code: "outcome_wrong", line, message: "outcome_wrong" });
      else if (!same(sorted(sampleOf(event, reader.rules)), sorted(sampleOf(right, reader.rules))))
        findings.push({ code: "sampled_wrong", line, message: "sampled_wrong" });
      else {
        verdict.picks++;
        verdict.sampled += sampleOf(right, reader.rules) === undefined ? 0 : 1;
      }
    }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    findings.push({ code: error.code, line: error.line, message: error.code });
  }
  findings.sort((one, other) => one.line - other.line);
  return { good: findings.length === 0, ...verdict, by_page: fair["by"] === "page", findings };
}

/** The same data with sorted keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
