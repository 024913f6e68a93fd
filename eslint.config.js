import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

/**
 * Rules that find mistakes. Prettier decides the layout and svelte-check the types, unused names and accessibility:
 * no rule here needs type information.
 */
export default defineConfig(
  globalIgnores(["src/ludotheque/server/page/", "web/messages.ts", "build/", ".tools/", ".venv/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    rules: {
      "array-callback-return": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-constructor-return": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unreachable-loop": "error",
      "svelte/no-target-blank": "error",
      // A name that begins with an underscore says that it is not used.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // {" "} keeps a space that Svelte would remove at the edge of a block.
      "svelte/no-useless-mustaches": "off",
      // Our maps and sets are built once in a $derived, or are caches that must not trigger updates.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.{svelte,svelte.ts}"],
    languageOptions: { parserOptions: { parser: ts.parser }, globals: globals.browser },
  },
  { files: ["**/web/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["**/public/**/*.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["**/*.mjs", "*.{js,ts}"], languageOptions: { globals: globals.node } },
);
