import "@fontsource-variable/atkinson-hyperlegible-next";
import "@fontsource-variable/fraunces/soft.css";
import "./style/tokens.css";
import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startRouting } from "./route.svelte";
import { settings } from "./settings.svelte";
import { loadWords } from "./words.svelte";

startRouting();
await loadWords(settings.language);
mount(App, { target: document.getElementById("page")! });
