// Says messages as the page does: reads [{language, text, said: [[id, values], ...]}, ...], writes the sentences.
import { text } from "node:stream/consumers";
import { FluentBundle, FluentResource } from "@fluent/bundle";

const sentences = JSON.parse(await text(process.stdin)).map(({ language, text, said }) => {
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(text));
  return said.map(([id, values]) => bundle.formatPattern(bundle.getMessage(id).value, values));
});
process.stdout.write(JSON.stringify(sentences));
