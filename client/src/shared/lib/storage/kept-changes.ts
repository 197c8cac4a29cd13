/**
 * Which of a user's choices the account has, and which it still has to be told. Kept beside them, so that a change that was made
 * offline, or just before the page was left, is not forgotten. Of two changes of the same choice, on whichever devices, the later
 * one counts: what the account keeps says when it was chosen.
 */
import { ownKey, sessionOwner } from '../../api/session';
import { readText, writeText } from './browser-storage';

/**
 * What belongs to the place where one sits: whether somebody may be looking over one's shoulder, what is open and in front, how
 * fine the book is drawn on this screen, what was told here. (Theme and language are the browser's, whoever uses it.)
 */
const OF_THE_DEVICE =
  /^(assets\.hidden|trade\.(open-markets|market-tab|order-kind|time-in-force|tab\..*|step\..*)|notices\.(told|read))$/;
export const CHANGES_KEY = 'kept.changes';

export interface Change {
  /** Epoch milliseconds, by the server's time. */
  at: number;
  /** `held`: the server refused it; it stays here until it is chosen anew. */
  state: 'pending' | 'saved' | 'held';
}

export type Changes = Readonly<Record<string, Change>>;

export function followsAccount(key: string): boolean {
  return !OF_THE_DEVICE.test(key);
}

/** Later than what was known before, whatever the clock said then. */
export function changeMade(key: string, now: number): void {
  if (sessionOwner() === null || !followsAccount(key)) return;
  const known = changesNoted();
  const at = Math.max(Math.round(now), (known[key]?.at ?? 0) + 1);
  noteChanges({ ...known, [key]: { at, state: 'pending' } });
}

/** Read anew each time: another tab may have written it. */
export function changesNoted(): Changes {
  try {
    const known: unknown = JSON.parse(readText(ownKey(CHANGES_KEY)) ?? '{}');
    return isChanges(known) ? known : {};
  } catch {
    return {};
  }
}

function isChanges(known: unknown): known is Changes {
  return (
    typeof known === 'object' &&
    known !== null &&
    Object.values(known).every((change: unknown) => {
      const { at, state } = (change ?? {}) as Partial<Change>;
      return Number.isSafeInteger(at) && (state === 'pending' || state === 'saved' || state === 'held');
    })
  );
}

export function noteChanges(changed: Changes): void {
  writeText(ownKey(CHANGES_KEY), JSON.stringify(changed));
}
