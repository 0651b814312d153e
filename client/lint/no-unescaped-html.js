// ESLint rule: text inside `{@html …}` must go through `escaped(…)`.
//
// The page draws with strings of SVG, so `{@html}` is common and cannot be forbidden. Drawings are made by this repository
// and are trusted; names, titles and translated text are not, because a player or the author of a deck can choose them.
// The rule knows such text by the name of the variable, property or function that it comes from.

const TEXT = /^(t|say|says|start|names?|title|text|label|called|\w+Says|\w+Name|name[A-Z]\w*)$/;
const ESCAPE = "escaped";

/** Name of an expression, or "" where it has none. */
function nameOf(node) {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression") return node.computed ? "" : nameOf(node.property);
  if (node.type === "CallExpression" || node.type === "TSNonNullExpression")
    return nameOf(node.callee ?? node.expression);
  return "";
}

const isNode = (value) => value !== null && typeof value === "object" && typeof value.type === "string";

/** First expression below `node` that yields unescaped text. Looks into arguments, operands and callbacks. */
function findText(node, visitorKeys) {
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
  meta: { type: "problem", schema: [], messages: { text: "Text in {@html}: wrap it in escaped(…)." } },
  create(context) {
    const { visitorKeys } = context.sourceCode;
    return {
      SvelteMustacheTag(node) {
        if (node.kind !== "raw") return;
        const text = findText(node.expression, visitorKeys);
        if (text) context.report({ node: text, messageId: "text" });
      },
    };
  },
};
