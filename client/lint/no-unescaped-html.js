// ESLint rule: text inside `{@html …}` must go through `escapeText(…)`.
//
// The page draws with strings of SVG, so `{@html}` is common and cannot be forbidden. Drawings are made by this repository
// and are trusted; names, titles and translated text are not, because a player or the author of a deck can choose them.
// The rule knows such text by the name of the variable, property or function that it comes from.

const TEXT =
  /^(t|say|says|capitalize|shoutText|describe\w+|names?|title|text|label|called|\w+Says|\w+Name|name[A-Z]\w*)$/;
const ESCAPE = "escapeText";

/**
 * Node of the syntax tree, as far as this rule reads it.
 * @typedef {{ type: string, name?: string, computed?: boolean, property?: Syntax, callee?: Syntax, expression?: Syntax,
 *   object?: Syntax, [key: string]: unknown }} Syntax
 */

/**
 * Name of an expression, or "" where it has none.
 * @param {Syntax | undefined} node
 * @returns {string}
 */
function nameOf(node) {
  if (!node) return "";
  if (node.type === "Identifier") return node.name ?? "";
  if (node.type === "MemberExpression") return node.computed ? "" : nameOf(node.property);
  if (node.type === "CallExpression" || node.type === "TSNonNullExpression")
    return nameOf(node.callee ?? node.expression);
  return "";
}

/** @type {(value: unknown) => value is Syntax} */
const isNode = (value) =>
  value !== null && typeof value === "object" && "type" in value && typeof value.type === "string";

/**
 * First expression below `node` that yields unescaped text. Looks into arguments, operands and callbacks.
 * @param {Syntax | undefined} node
 * @param {Record<string, readonly string[]>} visitorKeys
 * @returns {Syntax | null}
 */
function findText(node, visitorKeys) {
  if (!node) return null;
  if (node.type === "CallExpression" && nameOf(node) === ESCAPE) return null;
  if (["Identifier", "MemberExpression", "CallExpression"].includes(node.type) && TEXT.test(nameOf(node))) return node;
  if (node.type === "MemberExpression") return findText(node.object, visitorKeys); // a key selects a drawing, it is not drawn
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) {
      const text = isNode(child) && !child.type.startsWith("TS") ? findText(child, visitorKeys) : null;
      if (text) return text;
    }
  }
  return null;
}

export default {
  meta: { type: "problem", schema: [], messages: { text: "Text in {@html}: wrap it in escapeText(…)." } },
  /**
   * @param {{ sourceCode: { visitorKeys: Record<string, readonly string[]> },
   *   report(problem: { node: Syntax, messageId: string }): void }} context
   */
  create(context) {
    const { visitorKeys } = context.sourceCode;
    return {
      /** @param {Syntax} node */
      SvelteMustacheTag(node) {
        if (node.kind !== "raw") return;
        const text = findText(node.expression, visitorKeys);
        if (text) context.report({ node: text, messageId: "text" });
      },
    };
  },
};
