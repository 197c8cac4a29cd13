/**
 * Persistent choices, one key each. A user's choices are stored under the user's name, so the next user of the browser never sees them.
 * Users without a choice inherit that of the browser's visitors. A user's choices follow the account to other devices (`preference-changes.ts`),
 * except those of the device.
 */
import { useCallback, useSyncExternalStore } from 'react';
import { ownKey } from '../../api/session';
import { serverNow } from '../../stream/server-time';
import { listenToStorage, readText, notifyStorageListeners, writeText } from './browser-storage';
import { recordChange } from './preference-changes';

/** Never inherited: the first four send orders or start robots without confirmation, the others concern a user's own orders. */
const NEVER_INHERITED: ReadonlySet<string> = new Set([
  'trade.skip-confirmation',
  'contract.skip-confirmation',
  'option.skip-confirmation',
  'robot.skip-confirmation',
  'notices.told',
  'notices.read',
]);

/** Choice of the user, else of this browser's visitors; null if none. */
export function preferenceText(key: string): string | null {
  const ownText = readText(ownKey(key));
  return ownText !== null || NEVER_INHERITED.has(key) ? ownText : readText(key);
}

export function setPreference(key: string, value: string): void {
  const place = ownKey(key);
  if (readText(place) === value) return;
  writeText(place, value);
  recordChange(key, serverNow());
  notifyStorageListeners();
}

/** One of `choices`; other stored text counts as the first choice. */
export function usePreference<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const value = useSyncExternalStore(listenToStorage, () => preferenceText(key));
  const choice = choices.find((candidate) => candidate === value) ?? choices[0];
  return [choice, useCallback((next: Choice) => setPreference(key, next), [key])];
}

/** Off by default. */
export function usePreferenceSwitch(key: string): [boolean, (isOn: boolean) => void] {
  const [choice, choose] = usePreference(key, ['off', 'on']);
  return [choice === 'on', (isOn) => choose(isOn ? 'on' : 'off')];
}

/** A choice of any text; empty if none. */
export function usePreferenceText(key: string): [string, (text: string) => void] {
  const value = useSyncExternalStore(listenToStorage, () => preferenceText(key));
  return [value ?? '', (next) => setPreference(key, next)];
}
