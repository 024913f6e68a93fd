import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createHash } from "node:crypto";
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

/** `sw.js`: what keeps the page in the browser, with the list of its files; another list makes another edition. */
const keeper: Plugin = {
  name: "keeper",
  apply: "build",
  writeBundle() {
    const files = readdirSync(page, { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(page, name)).isFile())
      .sort();
    const edition = createHash("sha256");
    for (const name of files) edition.update(name).update(readFileSync(join(page, name)));
    // The pictures of links are for those who are sent one.
    const code = readFileSync(resolve(import.meta.dirname, "web/offline/sw.js"), "utf8")
      .replace("EDITION", edition.digest("hex").slice(0, 16))
      .replace(
        '"FILES"',
        files
          .filter((name) => name !== "index.html" && !name.startsWith("cards"))
          .map((name) => JSON.stringify(`/${name.replaceAll("\\", "/")}`))
          .join(", "),
      );
    writeFileSync(join(page, "sw.js"), code);
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
  plugins: [svelte({ compilerOptions: { runes: true } }), markdown, keeper, compressed],
  worker: { format: "es" },
  resolve: { alias: { "@web": resolve(import.meta.dirname, "web") } },
  build: {
    outDir: page,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // For developing the page: `ludotheque serve`, and `npx vite` in front of it.
  server: { proxy: { "/api/": { target: process.env.LUDOTHEQUE_SERVER ?? "http://localhost:8000", ws: true } } },
  test: { include: ["**/*.test.ts"], dir: resolve(import.meta.dirname) },
});
