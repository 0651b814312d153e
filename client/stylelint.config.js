export default {
  extends: ["stylelint-config-standard"],
  reportNeedlessDisables: true,
  rules: {
    // Colours are custom properties, defined in the token files below.
    "color-no-hex": true,
    // Classes are named as in BEM: block__element--modifier.
    "selector-class-pattern": /^[a-z][a-z0-9]*(-[a-z0-9]+)*(__[a-z0-9]+(-[a-z0-9]+)*)?(--[a-z0-9]+(-[a-z0-9]+)*)?$/
      .source,
    // Sections follow the components of a screen; cascade layers, not the order of rules, decide between files.
    "no-descending-specificity": null,
    // Browsers that the build targets (ES2022) need the prefix of these two.
    "property-no-vendor-prefix": [true, { ignoreProperties: ["-webkit-text-size-adjust", "-webkit-user-select"] }],
    // Prettier decides about empty lines between rules; a comment may belong to the rule before it.
    "at-rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-empty-line-before": null,
    "rule-empty-line-before": null,
    // Safari before 16.4 does not know (width <= 40em).
    "media-feature-range-notation": "prefix",
    // Names of fonts keep their capitals.
    "value-keyword-case": ["lower", { ignoreProperties: ["/^--f-/"] }],
    // Svelte's own pseudo-class.
    "selector-pseudo-class-no-unknown": [true, { ignorePseudoClasses: ["global"] }],
  },
  overrides: [
    { files: ["**/*.svelte"], customSyntax: "postcss-html" },
    { files: ["src/css/tokens.css", "src/games/*/{look,tokens}.css"], rules: { "color-no-hex": null } },
    // One section per kind of token.
    { files: ["src/css/tokens.css"], rules: { "no-duplicate-selectors": null } },
  ],
};
