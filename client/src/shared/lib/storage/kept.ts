/**
 * Choices that outlive the visit, each under a key of its own. Those of a user are kept under the user's name: the next one at
 * the same browser never sees them. Whoever has not chosen yet finds what visitors of this browser chose. A user's choices follow
 * the account to other devices (`kept-changes.ts`), but for those that belong to the place where one sits.
 */
import { useCallback, useSyncExternalStore } from 'react';
import { ownKey } from '../../api/session';
import { serverNow } from '../../stream/server-time';
import { listenToStorage, readText, tellOfStorage, writeText } from './browser-storage';
import { changeMade } from './kept-changes';

/** What nobody may find decided by somebody else: with the first four orders go out and robots start unasked, the others tell of a user's own orders. */
const NEVER_INHERITED: ReadonlySet<string> = new Set([
  'trade.skip-confirmation',
  'contract.skip-confirmation',
  'option.skip-confirmation',
  'robot.skip-confirmation',
  'notices.told',
  'notices.read',
]);

/** What is chosen as `key`, by the user themselves or by visitors of this browser; null while nobody has. */
export function keptText(key: string): string | null {
  const own = readText(ownKey(key));
  return own !== null || NEVER_INHERITED.has(key) ? own : readText(key);
}

export function keep(key: string, value: string): void {
  const place = ownKey(key);
  if (readText(place) === value) return;
  writeText(place, value);
  changeMade(key, serverNow());
  tellOfStorage();
}

/** One of `choices`; what is kept and is none of them counts as nothing, and the first is taken. */
export function useKept<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const value = useSyncExternalStore(listenToStorage, () => keptText(key));
  const choice = choices.find((candidate) => candidate === value) ?? choices[0];
  return [choice, useCallback((next: Choice) => keep(key, next), [key])];
}

/** Off unless it was switched on. */
export function useKeptSwitch(key: string): [boolean, (isOn: boolean) => void] {
  const [choice, choose] = useKept(key, ['off', 'on']);
  return [choice === 'on', (isOn) => choose(isOn ? 'on' : 'off')];
}

/** Any text. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const value = useSyncExternalStore(listenToStorage, () => keptText(key));
  return [value ?? '', (next) => keep(key, next)];
}
