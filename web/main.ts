import "@fontsource-variable/atkinson-hyperlegible-next";
import "@fontsource-variable/fraunces/soft.css";
import "./style/tokens.css";
import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { listedBy } from "./brought";
import { offered } from "./offer";
import { startRouting } from "./route.svelte";
import { settings } from "./settings.svelte";
import { loadWords } from "./words.svelte";

// For the curious, in the browser's console: `await ludotheque.law("micropul")` (docs/reference/wasm.md). Loaded when asked for.
Object.assign(window, {
  ludotheque: {
    law: async (game: string) => (await import("./law/load")).loadLaw(game),
    bots: async (game: string) => (await import("./law/bots")).loadBots(game),
    analysis: async (game: string) => (await import("./law/analysis")).loadAnalysis(game),
    sampler: async (game: string) => (await import("./law/load")).loadSampler(game),
  },
});

listedBy(offered);
startRouting();
await loadWords(settings.language);
mount(App, { target: document.getElementById("page")! });
