// Writes the types of the protocol's messages from the JSON Schema that the server prints.
//   python -m ludotheque.server.api.json_schema | node web/types.mjs
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(await text(process.stdin));
const options = {
  additionalProperties: false,
  bannerComment: "// Made by web/types.mjs; not to be edited.",
  unreachableDefinitions: true,
  format: false,
};
writeFileSync(new URL("messages.ts", import.meta.url), await compile(schema, "Messages", options));
