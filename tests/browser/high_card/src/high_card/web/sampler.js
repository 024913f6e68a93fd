// The deck in the page, by the compiled functions of sampler.py (docs/reference/wasm.md, "Sampled outcomes").

export async function sample(rules, setup, low, high, settings) {
  rules.put("rng", rules.generator(low, high));
  rules.call("shuffle", { cut: settings.shuffle === "cut" ? 1 : 0 });
  return rules.read("deck").cards;
}

export function settle(rules, setup, sampled) {
  try {
    rules.write("deck", { cards: sampled });
  } catch {
    throw new Error("deck_cards");
  }
  rules.put("into_setup", setup);
  if (rules.call("put_deck")) throw new Error("deck_cards");
  return { setup: rules.take("into_setup"), scene: null };
}
