// Rectangles as they are seen: inside everything that hides what sticks out of it. What can be scrolled to is not cut off.
// `over` is a sheet that lies over the rest: if it is there, only what is on it counts.
([spared, over]) => {
  const root = [...document.querySelectorAll(`dialog[open], ${over}`)].at(-1) ?? document.body;
  const problems = [];
  const page = document.documentElement, long = page.scrollHeight > innerHeight + 1; // a page that is scrolled goes on below
  const screen = { left: 0, top: long ? -page.scrollHeight : 0, right: innerWidth, bottom: long ? page.scrollHeight : innerHeight };
  const within = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const width = (box) => box.right - box.left, height = (box) => box.bottom - box.top;
  const part = (box) => width(box) > 1 && height(box) > 1;
  const seen = (node, box) => {
    let left = box, scrolls = false;
    for (let up = node; up && up !== page; up = up.parentElement) {
      const style = getComputedStyle(up);
      const last = style.position === "fixed";
      if (style.overflowX === "visible" || style.display === "inline") {
        if (last) break;
        continue;
      }
      left = within(left, up.getBoundingClientRect());
      if (/auto|scroll/.test(style.overflowX + style.overflowY) && (up.scrollHeight > up.clientHeight || up.scrollWidth > up.clientWidth)) scrolls = true;
      if (last) break;
    }
    return [scrolls ? left : within(left, screen), scrolls];
  };
  const unseen = (node) => getComputedStyle(node).clipPath === "inset(50%)" || (node.parentElement && unseen(node.parentElement)); // only read aloud
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest("svg, [inert]") && !unseen(node);
  /** What stays where it is while the page is scrolled: what is below it comes out again. */
  const stays = (node) => {
    for (let up = node; up && long; up = up.parentElement) if (/fixed|sticky/.test(getComputedStyle(up).position)) return true;
    return false;
  };
  const covers = (a, b, by) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;

  const words = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest("script, style") || !shown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width < 2) continue;
      const air = line.height * 0.24; // letters are lower than their line
      const whole = { left: line.left, top: line.top + air, right: line.right, bottom: line.bottom - air };
      const [rest, scrolls] = seen(parent, whole);
      if (!part(rest)) {
        if (!scrolls && !parent.closest(spared)) problems.push(`out of sight: ${node.data.trim()}`);
        continue;
      }
      const cut = width(whole) - width(rest) > 2 || height(whole) - height(rest) > 2;
      if (cut && !scrolls && !parent.closest(spared)) problems.push(`cut off: ${node.data.trim()}`);
      const button = parent.closest("button, .choice, .seat, .paper")?.getBoundingClientRect();
      if (button && !parent.closest(`${spared}, .choice__pts`) && (whole.left < button.left - 1 || whole.right > button.right + 1)) problems.push(`sticks out: ${node.data.trim()}`);
      words.push({ node, rest, stays: stays(parent), says: node.data.trim() });
    }
  }
  words.forEach((first, i) => words.slice(i + 1).forEach((other) => {
    if (first.node !== other.node && first.stays === other.stays && covers(first.rest, other.rest, 2)) problems.push(`on each other: ${first.says} / ${other.says}`);
  }));

  const boxes = [...root.querySelectorAll("button, a.btn, .seat")].filter((node) => shown(node) && !node.matches(spared)).map((node) => ({ node, box: node.getBoundingClientRect(), rest: seen(node.parentElement ?? node, node.getBoundingClientRect())[0], stays: stays(node) }));
  const named = (node) => (node.getAttribute("aria-label") ?? node.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
  for (const { node, box } of boxes) {
    const [rest, scrolls] = seen(node.parentElement, box);
    if (part(box) && !scrolls && (width(box) - width(rest) > 2 || height(box) - height(rest) > 2)) problems.push(`off the screen: ${named(node)}`);
  }
  boxes.forEach((first, i) => boxes.slice(i + 1).forEach((other) => {
    if (!first.node.contains(other.node) && !other.node.contains(first.node) && first.stays === other.stays && covers(first.rest, other.rest, 3)) problems.push(`under each other: ${named(first.node)} / ${named(other.node)}`);
  }));
  // What ends in “…”: the rectangles of its text end there, too.
  for (const node of root.querySelectorAll("*")) {
    const style = getComputedStyle(node);
    const clamped = Number(style.webkitLineClamp) > 0;
    if (style.textOverflow !== "ellipsis" && !clamped) continue;
    const lines = clamped && node.scrollHeight > node.clientHeight + parseFloat(style.fontSize) / 2; // letters may be higher than their line
    const cut = node.scrollWidth > node.clientWidth + 1 || lines;
    if (style.overflowX !== "visible" && cut && !node.closest(spared) && shown(node) && node.clientWidth > 1 && node.textContent.trim()) problems.push(`shortened: ${node.textContent.trim()}`);
  }
  if (page.scrollWidth > innerWidth) problems.push("the page is wider than the screen");
  return [...new Set(problems)];
}
