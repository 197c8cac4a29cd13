/** Small choices of a user that outlive the visit, each under a key of its own in storage. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const memory = new Map<string, string>();

function read(key: string): string | null {
  const known = memory.get(key);
  if (known !== undefined) return known;
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be forbidden.
    return null;
  }
}

export function keep(key: string, value: string): void {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
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
