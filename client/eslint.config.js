import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import noUnescapedHtml from "./lint/no-unescaped-html.js";

export default ts.config(
  { ignores: ["dist/", "src/wire/"] }, // src/wire is generated
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { fairyring: { rules: { "no-unescaped-html": noUnescapedHtml } } },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      // `_` stands for a value that the syntax demands, and the rest of a destructuring omits keys.
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      // Drawings are strings of SVG. The project's own rule allows them and reports unescaped text in them.
      "svelte/no-at-html-tags": "off",
      "fairyring/no-unescaped-html": "error",
      // `{" "}` keeps a space at the start of a block, where Svelte would trim it.
      "svelte/no-useless-mustaches": "off",
      // Maps, sets and URLs here are local variables or bookkeeping that no template reads.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  { files: ["*.config.*", "lint/**", "offline/**", "tests/**"], languageOptions: { globals: globals.node } },
  { files: ["tests/**"], rules: { "@typescript-eslint/no-explicit-any": "off" } }, // messages and records are read as plain JSON
);
