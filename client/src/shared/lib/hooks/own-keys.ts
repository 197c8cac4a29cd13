/**
 * Which key does what, as the user wants it: the standard ones until they are changed or switched off, kept with the account. Of two
 * that were given the same key only the first has it.
 */
import { useEffect, useMemo, useRef } from 'react';
import { useHotkeys } from './hotkeys';
import { useKeptText } from '../storage/kept';

const STANDARD = { search: '/', buy: 'b', sell: 's', help: '?' } as const;

export type KeyAction = keyof typeof STANDARD;
export const KEY_ACTIONS = Object.keys(STANDARD) as KeyAction[];
/** Null where there is none. */
export type OwnKeys = Readonly<Record<KeyAction, string | null>>;

/** What is kept says '' of one that is switched off; anything that is no key counts as nothing. */
export function keysIn(text: string): OwnKeys {
  const kept = changesIn(text);
  const taken = new Set<string>();
  const keys = KEY_ACTIONS.map((action): [KeyAction, string | null] => {
    const key = kept[action] ?? STANDARD[action];
    if (key === '' || taken.has(key)) return [action, null];
    taken.add(key);
    return [action, key];
  });
  return Object.fromEntries(keys) as Record<KeyAction, string | null>;
}

/** The key that a press names, as it is kept; null of what cannot be one: a control, a space, what comes with Ctrl or Alt. */
export function keyPressed({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  return isKey(key.toLowerCase()) ? key.toLowerCase() : null;
}

interface KeyChoice {
  keys: OwnKeys;
  isStandard: boolean;
  /** Null switches it off. */
  choose: (action: KeyAction, key: string | null) => void;
  reset: () => void;
}

export function useOwnKeys(): KeyChoice {
  const [text, keep] = useKeptText('keys');
  const keys = useMemo(() => keysIn(text), [text]);
  return {
    keys,
    isStandard: KEY_ACTIONS.every((action) => keys[action] === STANDARD[action]),
    choose: (action, key) => keep(JSON.stringify({ ...keptOf(keys), [action]: key ?? '' })),
    reset: () => keep(''),
  };
}

type Actions = Readonly<Record<KeyAction, () => void>>;

let onScreen: Actions | null = null;

/** What the keys do on the screen that is shown; null where they do nothing. */
export function actionsOnScreen(): Actions | null {
  return onScreen;
}

/** For the screen that they act on. */
export function useScreenKeys(actions: Actions): void {
  const { keys } = useOwnKeys();
  const named = KEY_ACTIONS.flatMap((action) => {
    const key = keys[action];
    return key === null ? [] : [[key, actions[action]] as const];
  });
  useHotkeys(Object.fromEntries(named));
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
    onScreen = actions;
  });
  useEffect(
    () => () => {
      if (onScreen === latest.current) onScreen = null;
    },
    [],
  );
}

function keptOf(keys: OwnKeys): Record<KeyAction, string> {
  return Object.fromEntries(KEY_ACTIONS.map((action) => [action, keys[action] ?? ''])) as Record<KeyAction, string>;
}

function changesIn(text: string): Partial<Record<KeyAction, string>> {
  try {
    const kept = (JSON.parse(text === '' ? '{}' : text) ?? {}) as Record<string, unknown>;
    const known = KEY_ACTIONS.flatMap((action) => {
      const key = kept[action];
      return typeof key === 'string' && (key === '' || isKey(key)) ? [[action, key] as const] : [];
    });
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

/** One character, however many units it is written with. */
function isKey(key: string): boolean {
  return [...key].length === 1 && /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(key) && key === key.toLowerCase();
}
