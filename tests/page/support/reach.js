// Visible controls in the order of the page, and where a real click at their centre arrives: see `unreachable` in fitting.py.
// What scrolls is scrolled there first, as people and Playwright do. Nothing hears the clicks but this.
// `over` is a sheet that lies over the rest: if it is there, only its controls count.
([spared, over]) => {
  const root = [...document.querySelectorAll(`dialog[open], ${over}`)].at(-1) ?? document.body;
  const controls = "button, a[href], input, select, textarea, summary, [role=button], [role=radio], [role=slider]";
  const named = (node) => (node.getAttribute("aria-label") ?? node.textContent ?? node.name).trim().replace(/\s+/g, " ").slice(0, 40);
  const unseen = (node) => getComputedStyle(node).clipPath === "inset(50%)" || (node.parentElement && unseen(node.parentElement));
  const centre = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const reached = (node, at) => at !== null && (node.contains(at) || at.contains(node) && at.closest("label") !== null || at.closest("label")?.control === node);
  const clear = (node) => {
    const [x, y] = centre(node);
    return x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight && reached(node, document.elementFromPoint(x, y));
  };
  const nodes = [...root.querySelectorAll(controls)].filter((node) => {
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || node.closest("[inert]") || node.matches(spared) || unseen(node)) return false;
    const box = node.getBoundingClientRect();
    return getComputedStyle(node).pointerEvents !== "none" && box.width >= 1 && box.height >= 1;
  });
  const scrolled = new Map(); // what scrolls, and where it was
  let arrived = null;
  const hear = (event) => {
    event.stopImmediatePropagation();
    if (event.type === "pointerdown") arrived = event.target; // a control that is off hears of no click
    else event.preventDefault(); // of a pointerdown that would hide the rest
  };
  window.hearFirst = hear;
  window.clicking = {
    count: nodes.length,
    /** Where to click for a control; null if it has gone meanwhile. */
    aim(number) {
      const node = nodes[number];
      if (!node.isConnected) return null;
      if (!clear(node)) {
        for (let up = node; up; up = up.parentElement) if (!scrolled.has(up)) scrolled.set(up, [up.scrollLeft, up.scrollTop]);
        node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      }
      arrived = null;
      return centre(node);
    },
    /** What is wrong with the click that was made there, if anything. */
    judge(number) {
      const node = nodes[number];
      if (!node.isConnected || reached(node, arrived)) return null;
      return `not reached: ${named(node)} (${arrived ? `${arrived.tagName?.toLowerCase()}.${arrived.className?.baseVal ?? arrived.className}` : "outside"})`;
    },
    end() {
      delete window.hearFirst;
      delete window.clicking;
      scrolled.forEach(([left, top], node) => node.scrollTo({ left, top, behavior: "instant" }));
      scrollTo(0, 0);
    },
  };
  return nodes.length;
}
