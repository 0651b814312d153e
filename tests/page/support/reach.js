// Controls that a click at their centre does not reach. What scrolls is scrolled there first, as people and Playwright do.
// `over` is a sheet that lies over the rest: if it is there, only its controls count.
([spared, over]) => {
  const root = [...document.querySelectorAll(`dialog[open], ${over}`)].at(-1) ?? document.body;
  const controls = "button, a[href], input, select, textarea, summary, [role=button], [role=radio], [role=slider]";
  const named = (node) => (node.getAttribute("aria-label") ?? node.textContent ?? node.name).trim().replace(/\s+/g, " ").slice(0, 40);
  const unseen = (node) => getComputedStyle(node).clipPath === "inset(50%)" || (node.parentElement && unseen(node.parentElement));
  const problems = [];
  for (const node of root.querySelectorAll(controls)) {
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || node.closest("[inert]") || node.matches(spared) || unseen(node)) continue;
    if (getComputedStyle(node).pointerEvents === "none") continue;
    let box = node.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const inside = () => box.left + box.width / 2 >= 0 && box.left + box.width / 2 <= innerWidth && box.top + box.height / 2 >= 0 && box.top + box.height / 2 <= innerHeight;
    const hit = () => document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const reached = (at) => at !== null && (node.contains(at) || at.contains(node) && at.closest("label") !== null || at.closest("label")?.control === node);
    if (!inside() || !reached(hit())) {
      node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = node.getBoundingClientRect();
    }
    const at = inside() ? hit() : null;
    if (!reached(at)) problems.push(`not reached: ${named(node)} (${at ? `${at.tagName.toLowerCase()}.${at.className?.baseVal ?? at.className}` : "outside"})`);
  }
  scrollTo(0, 0);
  return [...new Set(problems)];
}
