/** Synchronises a user's choices between this browser and the account. */
import { ownKey, sessionOwner } from '../../api/session';
import { storedKeys, readText, notifyStorageListeners, writeText } from './browser-storage';
import {
  CHANGES_KEY,
  readChanges,
  followsAccount,
  writeChanges,
  type Change,
  type Changes,
} from './preference-changes';

const WIRE = /^(\d{1,15}) ([^]*)$/;

export interface Choice {
  key: string;
  at: number;
  value: string;
}

/** Choices not yet sent to the account. */
export function pendingChoices(): Choice[] {
  return Object.entries(readChanges()).flatMap(([key, { at, state }]) => {
    const value = readText(ownKey(key));
    return state === 'pending' && value !== null ? [{ key, at, value }] : [];
  });
}

/** Marks choices as saved or rejected by the account. Choices changed meanwhile stay pending. */
export function markChoices(choices: readonly Choice[], state: 'saved' | 'held'): void {
  const changes = readChanges();
  const news = choices
    .filter(({ key, at }) => changes[key]?.at === at)
    .map(({ key, at }) => [key, { at, state }] as const);
  writeChanges({ ...changes, ...Object.fromEntries(news) });
}

/**
 * Merges the account's choices where they are newer than the local ones. Local choices that the account lacks become pending: they predate
 * synchronisation, or the account has lost them.
 */
export function applyServerChoices(serverChoices: Readonly<Record<string, string>>, now: number): void {
  const next: Record<string, Change> = { ...withUnrecordedKeys(readChanges()) };
  for (const [key, text] of Object.entries(serverChoices)) {
    if (!followsAccount(key)) continue;
    const serverChoice = fromWire(key, text);
    const localChange = next[key];
    // Limits times to now, as another device's clock may be fast.
    const at = Math.min(serverChoice.at, Math.round(now));
    if (localChange && localChange.state !== 'saved' && localChange.at > at) continue;
    if (readText(ownKey(key)) !== serverChoice.value) writeText(ownKey(key), serverChoice.value);
    next[key] = { at, state: 'saved' };
  }
  for (const [key, change] of Object.entries(next)) {
    if (change.state === 'saved' && !Object.hasOwn(serverChoices, key)) next[key] = { ...change, state: 'pending' };
  }
  writeChanges(next);
  notifyStorageListeners();
}

export function toWire({ at, value }: Choice): string {
  return `${at} ${value}`;
}

function fromWire(key: string, text: string): Choice {
  const [, at = '0', value = text] = WIRE.exec(text) ?? [];
  return { key, at: Number(at), value };
}

/** Includes choices stored before change times were recorded; they count as oldest. */
function withUnrecordedKeys(changes: Changes): Changes {
  const end = `@${sessionOwner()}`;
  const keys = storedKeys().flatMap((place) => (place.endsWith(end) ? [place.slice(0, -end.length)] : []));
  const unmarked = keys.filter((key) => key !== CHANGES_KEY && followsAccount(key) && !Object.hasOwn(changes, key));
  return { ...Object.fromEntries(unmarked.map((key) => [key, { at: 0, state: 'pending' } as const])), ...changes };
}
