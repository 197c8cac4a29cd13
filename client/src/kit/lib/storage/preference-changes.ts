/**
 * Synchronisation state of a user's choices: saved in the account, or pending. Stored beside the choices, so that a change made offline, or
 * just before the page closed, is not lost. The later of two changes of a choice wins, on any devices; the account stores the time of the
 * choice.
 */
import { ownKey, sessionOwner } from '../../api/session';
import { readText, writeText } from './browser-storage';

/**
 * Choices that belong to the device: hiding amounts from onlookers, open and active tabs, the step of the book on this screen, notices
 * already shown here. (Theme and language belong to the browser, whoever uses it.)
 */
const OF_THE_DEVICE =
  /^(assets\.hidden|trade\.(open-markets|market-tab|order-kind|time-in-force|tab\..*|step\..*)|notices\.(told|read))$/;
export const CHANGES_KEY = 'kept.changes';

export interface Change {
  /** Epoch milliseconds, by the server's time. */
  at: number;
  /** `held`: the server refused the choice; it stays local until changed. */
  state: 'pending' | 'saved' | 'held';
}

export type Changes = Readonly<Record<string, Change>>;

export function followsAccount(key: string): boolean {
  return !OF_THE_DEVICE.test(key);
}

/** Later than the previous change, even if the clock went back. */
export function recordChange(key: string, now: number): void {
  if (sessionOwner() === null || !followsAccount(key)) return;
  const changes = readChanges();
  const at = Math.max(Math.round(now), (changes[key]?.at ?? 0) + 1);
  writeChanges({ ...changes, [key]: { at, state: 'pending' } });
}

/** Read each time, as another tab may have written it. */
export function readChanges(): Changes {
  try {
    const parsed: unknown = JSON.parse(readText(ownKey(CHANGES_KEY)) ?? '{}');
    return isChanges(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isChanges(value: unknown): value is Changes {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((change: unknown) => {
      const { at, state } = (change ?? {}) as Partial<Change>;
      return Number.isSafeInteger(at) && (state === 'pending' || state === 'saved' || state === 'held');
    })
  );
}

export function writeChanges(changed: Changes): void {
  writeText(ownKey(CHANGES_KEY), JSON.stringify(changed));
}
