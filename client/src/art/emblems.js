// A small stamp for each game, 40 × 40.
export const emblem = (id, size = 36) => {
  const w = '#fffaf0';
  const art = {
    fairy: `<g fill="${w}"><path d="M19 21C14 8 4 7 5 14C6 20 13 22 19 22Z"/><path d="M21 21C26 8 36 7 35 14C34 20 27 22 21 22Z"/><path d="M19 23C12 22 7 27 10 31C13 34 18 29 19.5 25Z"/><path d="M21 23C28 22 33 27 30 31C27 34 22 29 20.5 25Z"/></g><path d="M20 17V31" stroke="${w}" stroke-width="3" stroke-linecap="round"/><circle cx="20" cy="13.5" r="3.4" fill="${w}"/>`,
    tale: `<path d="M20 13C16 9.5 10 9.5 6 11V30C10 28.5 16 28.5 20 32C24 28.5 30 28.5 34 30V11C30 9.5 24 9.5 20 13Z" fill="${w}"/><path d="M20 13V32" stroke="#2f6f42" stroke-width="2"/><path d="M27 13.500L28.3 17L31.5 18L28.3 19.200L27 22.500L25.7 19.200L22.5 18L25.7 17Z" fill="#e6a92f"/>`,
    crane: `<path d="M20 5V11" stroke="${w}" stroke-width="3" stroke-linecap="round"/><path d="M12 18C12 12.5 16 10.5 20 10.500S28 12.5 28 18Z" fill="${w}"/><path d="M14 18C8 19 7 25 10.5 29M26 18C32 19 33 25 29.5 29" fill="none" stroke="${w}" stroke-width="3.2" stroke-linecap="round"/><path d="M13 26H27V29.500H13ZM13 31.500H27V35H13Z" fill="${w}"/>`,
    fari: `<path d="M20 5.500L32.5 12.700V27.200L20 34.500L7.5 27.200V12.700Z" fill="${w}"/><g transform="translate(20 20) scale(.78)" fill="#2479a3">${[0, 72, 144, 216, 288].map((a) => `<path transform="rotate(${a})" d="M0-2C-8-5-7-13.5 0-12.600C7-13.5 8-5 0-2Z"/>`).join('')}<circle r="3" fill="#e6a92f"/></g>`,
    town: `<path d="M20 4.500L35.5 20L20 35.500L4.5 20Z" fill="${w}"/><path d="M14.8 9.700L30.3 25.200M9.7 14.800L25.2 30.300M25.2 9.700L9.7 25.200M30.3 14.800L14.8 30.3" stroke="#7451b0" stroke-width="1.8"/><circle cx="20" cy="20" r="4.2" fill="#7451b0"/><circle cx="20" cy="9.5" r="3.2" fill="#e6a92f"/>`,
    other: `<g fill="${w}">${[0, 45, 90, 135, 180, 225, 270, 315].map((a) => `<path transform="rotate(${a} 20 20)" d="M15.4 9.6C15.4 5.2 24.6 5.200 24.6 9.600ZM18.600 9.600H21.400V12.400H18.600Z"/>`).join('')}<circle cx="20" cy="20" r="3.600"/></g>`,
  }[id];
  return `<svg class="emblem g-${id}" viewBox="0 0 40 40" width="${size}" height="${size}" aria-hidden="true"><rect x="1.2" y="1.2" width="37.6" height="37.6" rx="10" fill="var(--accent)" stroke="var(--ink)" stroke-width="2.2"/>${art}</svg>`;
};

