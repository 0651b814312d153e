// Visible controls that are too small for a finger or that no key reaches. Links inside a sentence are as high as their line.
([over, small]) => {
  const LEAST = 24; // pixels, WCAG 2.5.8
  const root = [...document.querySelectorAll(`dialog[open], ${over}`)].at(-1) ?? document.body;
  const named = (node) => (node.getAttribute("aria-label") ?? node.textContent ?? node.name).trim().replace(/\s+/g, " ").slice(0, 40);
  const unseen = (node) => getComputedStyle(node).clipPath === "inset(50%)" || (node.parentElement && unseen(node.parentElement));
  const problems = [];
  for (const node of root.querySelectorAll("button, a[href], input, select, textarea, summary, [role=button], [role=radio], [role=slider]")) {
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || node.closest("[inert]") || unseen(node)) continue;
    const box = (node.closest("label") ?? node).getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const style = getComputedStyle(node);
    const inSentence = style.display === "inline" && node.matches("a, button");
    if (!inSentence && !node.matches(small) && style.pointerEvents !== "none" && Math.min(box.width, box.height) < LEAST - 0.5) problems.push(`too small: ${named(node)} (${Math.round(box.width)} × ${Math.round(box.height)})`);
    const roving = node.closest("[role=radiogroup], [role=tablist], [role=grid], [role=toolbar], [role=listbox], svg") !== null || node.matches("[type=radio]");
    if (node.tabIndex < 0 && !roving && !node.disabled && node.getAttribute("aria-hidden") !== "true" && !node.closest("[aria-hidden=true]")) problems.push(`no key reaches: ${named(node)}`);
  }
  return [...new Set(problems)];
}
