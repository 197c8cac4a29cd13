/** User presence at the page: automatic requests of an absent user do not prolong the session. */
const AWAY_MS = 60_000;
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let seenAt = Date.now();

export function watchPresence(page: Pick<Window, 'addEventListener'> = window): void {
  const see = () => (seenAt = Date.now());
  for (const eventName of ACTIVITY_EVENTS) page.addEventListener(eventName, see, { passive: true, capture: true });
}

export function isAway(): boolean {
  return Date.now() - seenAt >= AWAY_MS;
}
