import { isSessionKept, type Page } from '../shared/api/session';

/** All that says that a page was away, or that another tab has written something. */
const WAKING = ['storage', 'focus', 'pageshow', 'online'] as const;

/**
 * For the life of the page: when another tab has logged in or out, this one goes along at once; if it was asleep meanwhile,
 * with whatever wakes it, before anything is drawn. Each request looks for itself besides.
 */
export function followSession(page: Page): void {
  const look = (): void => void isSessionKept(page);
  for (const event of WAKING) window.addEventListener(event, look);
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, look);
}
