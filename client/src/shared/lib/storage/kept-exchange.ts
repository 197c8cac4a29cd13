/** What goes between a user's choices in this browser and those that the account keeps. */
import { ownKey, sessionOwner } from '../../api/session';
import { placesKept, readText, tellOfStorage, writeText } from './browser-storage';
import { CHANGES_KEY, changesNoted, followsAccount, noteChanges, type Change, type Changes } from './kept-changes';

const WIRE = /^(\d{1,15}) ([^]*)$/;

export interface Choice {
  key: string;
  at: number;
  value: string;
}

/** What the account has not been told yet. */
export function pendingChoices(): Choice[] {
  return Object.entries(changesNoted()).flatMap(([key, { at, state }]) => {
    const value = readText(ownKey(key));
    return state === 'pending' && value !== null ? [{ key, at, value }] : [];
  });
}

/** The account has them now, or will not have them. What was changed meanwhile is still pending. */
export function settled(choices: readonly Choice[], state: 'saved' | 'held'): void {
  const known = changesNoted();
  const news = choices
    .filter(({ key, at }) => known[key]?.at === at)
    .map(({ key, at }) => [key, { at, state }] as const);
  noteChanges({ ...known, ...Object.fromEntries(news) });
}

/**
 * What the account keeps, taken up where it is newer than what is here. What is here and not there, because it was chosen before
 * choices followed the account or because the account has lost it, is pending from now on.
 */
export function takeUp(kept: Readonly<Record<string, string>>, now: number): void {
  const next: Record<string, Change> = { ...withUnmarked(changesNoted()) };
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
  noteChanges(next);
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
  const unmarked = keys.filter((key) => key !== CHANGES_KEY && followsAccount(key) && !Object.hasOwn(known, key));
  return { ...Object.fromEntries(unmarked.map((key) => [key, { at: 0, state: 'pending' } as const])), ...known };
}
