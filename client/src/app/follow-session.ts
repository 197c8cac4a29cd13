import { ensureCurrentSession, type Page } from '../kit/api/session';

/** Events after which another tab may have changed the session. */
const WAKING = ['storage', 'focus', 'pageshow', 'online'] as const;

/**
 * Follows log-ins and log-outs in other tabs. A sleeping page checks as soon as it wakes, before it renders. Each request also checks by
 * itself.
 */
export function followSession(page: Page): void {
  const checkSession = (): void => void ensureCurrentSession(page);
  for (const event of WAKING) window.addEventListener(event, checkSession);
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, checkSession);
}
