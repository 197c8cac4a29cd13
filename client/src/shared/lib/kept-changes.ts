/**
 * Which of a user's choices the account has, and which it still has to be told. Kept beside them, so that a change that was made
 * offline, or just before the page was left, is not forgotten. Of two changes of the same choice, on whichever devices, the later
 * one counts: what the account keeps says when it was chosen.
 */
import { ownKey, sessionOwner } from '../api/session';
import { placesKept, readText, tellOfStorage, writeText } from './browser-storage';

/**
 * What belongs to the place where one sits: whether somebody may be looking over one's shoulder, what is open and in front, how
 * fine the book is drawn on this screen, what was told here. (Theme and language are the browser's, whoever uses it.)
 */
const OF_THE_DEVICE =
  /^(assets\.hidden|trade\.(open-markets|market-tab|order-kind|time-in-force|tab\..*|step\..*)|notices\.(told|read))$/;
const CHANGES = 'kept.changes';
const WIRE = /^(\d{1,15}) ([^]*)$/;

interface Change {
  /** Epoch milliseconds, by the server's time. */
  at: number;
  /** `held`: the server refused it; it stays here until it is chosen anew. */
  state: 'pending' | 'saved' | 'held';
}

type Changes = Readonly<Record<string, Change>>;

export interface Choice {
  key: string;
  at: number;
  value: string;
}

export function followsAccount(key: string): boolean {
  return !OF_THE_DEVICE.test(key);
}

/** Later than what was known before, whatever the clock said then. */
export function changeMade(key: string, now: number): void {
  if (sessionOwner() === null || !followsAccount(key)) return;
  const known = changes();
  const at = Math.max(Math.round(now), (known[key]?.at ?? 0) + 1);
  write({ ...known, [key]: { at, state: 'pending' } });
}

/** What the account has not been told yet. */
export function pendingChoices(): Choice[] {
  return Object.entries(changes()).flatMap(([key, { at, state }]) => {
    const value = readText(ownKey(key));
    return state === 'pending' && value !== null ? [{ key, at, value }] : [];
  });
}

/** The account has them now, or will not have them. What was changed meanwhile is still pending. */
export function settled(choices: readonly Choice[], state: 'saved' | 'held'): void {
  const known = changes();
  const news = choices
    .filter(({ key, at }) => known[key]?.at === at)
    .map(({ key, at }) => [key, { at, state }] as const);
  write({ ...known, ...Object.fromEntries(news) });
}

/**
 * What the account keeps, taken up where it is newer than what is here. What is here and not there, because it was chosen before
 * choices followed the account or because the account has lost it, is pending from now on.
 */
export function takeUp(kept: Readonly<Record<string, string>>, now: number): void {
  const next: Record<string, Change> = { ...withUnmarked(changes()) };
  for (const [key, text] of Object.entries(kept)) {
    if (!followsAccount(key)) continue;
    const theirs = ofWire(key, text);
    const ours = next[key];
    // Nothing was chosen later than now, whatever some device's clock said.
    const at = Math.min(theirs.at, Math.round(now));
    if (ours && ours.state !== 'saved' && ours.at > at) continue;
    if (readText(ownKey(key)) !== theirs.value) writeText(ownKey(key), theirs.value);
    next[key] = { at, state: 'saved' };
  }
  for (const [key, change] of Object.entries(next)) {
    if (change.state === 'saved' && !Object.hasOwn(kept, key)) next[key] = { ...change, state: 'pending' };
  }
  write(next);
  tellOfStorage();
}

export function toWire({ at, value }: Choice): string {
  return `${at} ${value}`;
}

function ofWire(key: string, text: string): Choice {
  const [, at = '0', value = text] = WIRE.exec(text) ?? [];
  return { key, at: Number(at), value };
}

/** With what this browser kept for the user before changes were noted: older than all that is known. */
function withUnmarked(known: Changes): Changes {
  const end = `@${sessionOwner()}`;
  const keys = placesKept().flatMap((place) => (place.endsWith(end) ? [place.slice(0, -end.length)] : []));
  const unmarked = keys.filter((key) => key !== CHANGES && followsAccount(key) && !Object.hasOwn(known, key));
  return { ...Object.fromEntries(unmarked.map((key) => [key, { at: 0, state: 'pending' } as const])), ...known };
}

/** Read anew each time: another tab may have written it. */
function changes(): Changes {
  try {
    const known: unknown = JSON.parse(readText(ownKey(CHANGES)) ?? '{}');
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

function write(changed: Changes): void {
  writeText(ownKey(CHANGES), JSON.stringify(changed));
}
