import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { Rules, type RulesDeclaration } from "../engine/rules";
import { setGameList, type GameAssets } from "../games/assets";
import { RecordError, RecordReader } from "./reader";

const file = (path: string): URL => new URL(`../../src/ludotheque/games/take_it_easy/${path}`, import.meta.url);
vi.mock("../engine/load", () => ({
  loadSampler: () => Promise.resolve(null),
  loadRules: () =>
    Rules.load(
      JSON.parse(readFileSync(file("web/law.json"), "utf8")) as RulesDeclaration,
      readFileSync(file("web/law.wasm")),
    ),
}));

const [header, ...events] = readFileSync(file("guide/lesson.jsonl"), "utf8").trimEnd().split("\n");
/** The lesson's record, with other fields in its header. */
function record(fields: object, lines = events): string {
  return [JSON.stringify({ ...(JSON.parse(header!) as object), ...fields }), ...lines].join("\n");
}

beforeAll(() => {
  const { options } = JSON.parse(readFileSync(file("web/law.json"), "utf8")) as RulesDeclaration;
  const game = {
    game: "take_it_easy",
    rules: 3,
    older: { "2": { rounds: 1 } },
    brings: { files: {}, needs: {} },
    seats: [1, 8],
    options,
    unfit: [],
  } as unknown as GameAssets;
  setGameList(() => Promise.resolve([game]));
});

test("a record of an older rules version is read with the options that stand for that version", async () => {
  const older = await RecordReader.open(record({ rules: 2, options: {} }));
  expect(older!.header.options).toEqual({ rounds: 1 });
  const steps = [...older!.steps()];
  expect(steps.length).toBe(events.filter((line) => !line.includes('"result"')).length + 1);
  expect(steps[0]!.position.options["rounds"]).toBe(1);
  expect(steps.at(-1)!.event).toBeNull();
  const current = await RecordReader.open(record({ rules: 3, options: { rounds: 2 } }));
  expect(current!.header.options).toEqual({ rounds: 2 });
});

test("a record of a version that can no longer be read is left to the server", async () => {
  expect(await RecordReader.open(record({ rules: 1 }))).toBeNull();
});

test("a wrong header is refused at once, a wrong line where it stands", async () => {
  await expect(RecordReader.open(record({ rules: 3, seats: 99 }))).rejects.toThrow("header");
  await expect(RecordReader.open("Ann 70, Bob 90")).rejects.toThrow("malformed");
  const broken = await RecordReader.open(record({ rules: 3 }, ['{"by": 0, "do": "fly"}']));
  expect(() => [...broken!.steps()]).toThrow(RecordError);
});
