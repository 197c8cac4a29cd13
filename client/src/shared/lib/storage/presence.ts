/** Whether somebody is in front of the page: what it asks by itself while nobody is keeps no log-in open. */
const AWAY_MS = 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let seenAt = Date.now();

export function watchPresence(page: Pick<Window, 'addEventListener'> = window): void {
  const see = () => (seenAt = Date.now());
  for (const sign of SIGNS) page.addEventListener(sign, see, { passive: true, capture: true });
}

export function isAway(): boolean {
  return Date.now() - seenAt >= AWAY_MS;
}
