/**
 * Small choices that outlive the visit, each under a key of its own in storage: how this browser shows things, whoever looks.
 * Those of `OF_THE_USER` are kept for each of its users.
 */
import { useSyncExternalStore } from 'react';
import { ownKey } from '../api/session';

/** What nobody may find decided by the one who was here before: with it orders go out unasked. */
const OF_THE_USER: ReadonlySet<string> = new Set(['trade.skip-confirmation']);

const listeners = new Set<() => void>();
const memory = new Map<string, string>();

function placeOf(key: string): string {
  return OF_THE_USER.has(key) ? ownKey(key) : key;
}

function read(key: string): string | null {
  const place = placeOf(key);
  const known = memory.get(place);
  if (known !== undefined) return known;
  try {
    return localStorage.getItem(place);
  } catch {
    // Storage may be forbidden.
    return null;
  }
}

export function keep(key: string, value: string): void {
  const place = placeOf(key);
  memory.set(place, value);
  try {
    localStorage.setItem(place, value);
  } catch {
    // The choice then holds until the page is left.
  }
  for (const listener of listeners) listener();
}

/** One of `choices`; what is kept and is none of them counts as nothing, and the first is taken. */
export function useKept<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const value = useSyncExternalStore(subscribe, () => read(key));
  const choice = choices.find((candidate) => candidate === value) ?? choices[0];
  return [choice, (next) => keep(key, next)];
}

/** Off unless it was switched on. */
export function useKeptSwitch(key: string): [boolean, (isOn: boolean) => void] {
  const [choice, choose] = useKept(key, ['off', 'on']);
  return [choice === 'on', (isOn) => choose(isOn ? 'on' : 'off')];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Any text. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const value = useSyncExternalStore(subscribe, () => read(key));
  return [value ?? '', (next) => keep(key, next)];
}
