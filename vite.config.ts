import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { marked } from "marked";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const page = resolve(import.meta.dirname, "src/ludotheque/server/page");

/** `import html from "./rules.en.md"`: a text as HTML, made when the page is built, so that no reader loads a parser. */
const markdown: Plugin = {
  name: "markdown",
  transform(source, id) {
    if (!id.endsWith(".md")) return null;
    return { code: `export default ${JSON.stringify(marked.parse(source))};`, map: null };
  },
};

/** Everything that compresses also lies there compressed, so that the server need not do it for each reader. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  writeBundle() {
    for (const name of readdirSync(page, { recursive: true, encoding: "utf8" })) {
      const file = join(page, name);
      if (/\.(js|css|html|svg|wasm|webmanifest)$/.test(name) && statSync(file).size > 1000) {
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      }
    }
  },
};

export default defineConfig({
  root: "web",
  plugins: [svelte({ compilerOptions: { runes: true } }), markdown, compressed],
  resolve: { alias: { "@web": resolve(import.meta.dirname, "web") } },
  build: { outDir: page, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // For developing the page: `ludotheque serve`, and `npx vite` in front of it.
  server: { proxy: { "/api/": { target: process.env.LUDOTHEQUE_SERVER ?? "http://localhost:8000", ws: true } } },
  test: { include: ["**/*.test.ts"], dir: resolve(import.meta.dirname) },
});
