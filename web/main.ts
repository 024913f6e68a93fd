import "@fontsource-variable/atkinson-hyperlegible-next";
import "@fontsource-variable/fraunces/soft.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shared.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { setGameList } from "./games/assets";
import { loadCatalogue } from "./games/catalogue";
import { startRouting } from "./app/route.svelte";
import { settings } from "./app/settings.svelte";
import { loadLocale } from "./locale/fluent.svelte";

// For the browser's console: `await ludotheque.rules("micropul")` (docs/reference/wasm.md). Loaded on demand.
Object.assign(window, {
  ludotheque: {
    rules: async (game: string) => (await import("./engine/load")).loadRules(game),
    bots: async (game: string) => (await import("./engine/bots")).loadBots(game),
    analysis: async (game: string) => (await import("./engine/analysis")).loadAnalysis(game),
    sampler: async (game: string) => (await import("./engine/load")).loadSampler(game),
  },
});

setGameList(loadCatalogue);
startRouting();
await loadLocale(settings.language);
mount(App, { target: document.getElementById("page")! });
