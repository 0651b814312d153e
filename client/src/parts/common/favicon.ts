// The little picture of the tab says when it is your turn.
const LIT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect x="2" y="2" width="60" height="60" rx="15" fill="#4a3675" stroke="#2a2140" stroke-width="4"/><circle cx="32" cy="32" r="18" fill="#ffd97a" stroke="#fffaf0" stroke-width="5"/></svg>`;

let usual: string | null = null;

export function favicon(turn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!link) return;
  usual ??= link.href;
  link.href = turn ? `data:image/svg+xml,${encodeURIComponent(LIT)}` : usual;
}
