import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const page = resolve(import.meta.dirname, "src/ludotheque/server/page");

const games = resolve(import.meta.dirname, "src/ludotheque/games");

/** The modules that games bring to the page and that are built with it: each is one of its own, loaded by its address. */
const MODULES = ["index", "pictures", "explain", "sampler"];
const modules = Object.fromEntries(
  readdirSync(games)
    .flatMap((game) => MODULES.map((name) => `${game}/web/${name}`))
    .filter((name) => existsSync(join(games, `${name}.ts`)))
    .map((name) => [name, join(games, `${name}.ts`)]),
);

/** While the page is developed its games' modules come from their sources, whatever was built before. */
const sources: Plugin = {
  name: "sources",
  apply: "serve",
  configureServer(server) {
    server.middlewares.use((request, _, next) => {
      const [, name] = /^\/games\/(.+)-[^-]+\.js$/.exec(request.url ?? "") ?? [];
      if (name && modules[name]) request.url = `/@fs/${modules[name]}`;
      next();
    });
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
  cacheDir: "../node_modules/.vite", // not in web, whose files are the sources of the page
  plugins: [svelte({ compilerOptions: { runes: true } }), sources, compressed],
  worker: { format: "es" },
  resolve: { alias: { "@web": resolve(import.meta.dirname, "web") } },
  build: {
    outDir: page,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: "manifest.json", // the server tells from it what the games' modules need
    rolldownOptions: {
      input: { index: resolve(import.meta.dirname, "web/index.html"), ...modules },
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: ({ name }) => (name in modules ? "games/[name]-[hash].js" : "assets/[name]-[hash].js"),
      },
    },
  },
  // For developing the page: `ludotheque serve`, and `npx vite` in front of it.
  server: {
    proxy: Object.fromEntries(
      ["/api/", "/games/", "/assets/"].map((path) => [
        path,
        { target: process.env.LUDOTHEQUE_SERVER ?? "http://localhost:8000", ws: path === "/api/" },
      ]),
    ),
  },
  test: { include: ["**/*.test.ts"], dir: resolve(import.meta.dirname) },
});
