/**
 * Keyboard shortcuts as the user set them: the defaults until changed or disabled, stored with the account. If two actions share a key,
 * only the first has it.
 */
import { useEffect, useMemo, useRef } from 'react';
import { useHotkeys } from './hotkeys';
import { usePreferenceText } from '../storage/preferences';

const STANDARD = { search: '/', buy: 'b', sell: 's', help: '?' } as const;

export type KeyAction = keyof typeof STANDARD;
export const KEY_ACTIONS = Object.keys(STANDARD) as KeyAction[];
/** Null if disabled. */
export type OwnKeys = Readonly<Record<KeyAction, string | null>>;

/** In storage '' disables a key; invalid keys are ignored. */
export function keysIn(text: string): OwnKeys {
  const keyChanges = parseKeyChanges(text);
  const usedKeys = new Set<string>();
  const keys = KEY_ACTIONS.map((action): [KeyAction, string | null] => {
    const key = keyChanges[action] ?? STANDARD[action];
    if (key === '' || usedKeys.has(key)) return [action, null];
    usedKeys.add(key);
    return [action, key];
  });
  return Object.fromEntries(keys) as Record<KeyAction, string | null>;
}

/** The stored form of a pressed key; null for control keys, spaces, and presses with Ctrl or Alt. */
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
  /** Null disables the shortcut. */
  choose: (action: KeyAction, key: string | null) => void;
  reset: () => void;
}

export function useOwnKeys(): KeyChoice {
  const [text, keep] = usePreferenceText('keys');
  const keys = useMemo(() => keysIn(text), [text]);
  return {
    keys,
    isStandard: KEY_ACTIONS.every((action) => keys[action] === STANDARD[action]),
    choose: (action, key) => keep(JSON.stringify({ ...storedKeys(keys), [action]: key ?? '' })),
    reset: () => keep(''),
  };
}

type Actions = Readonly<Record<KeyAction, () => void>>;

let screenActions: Actions | null = null;

/** Actions of the shortcuts on the current screen; null if it has none. */
export function actionsOnScreen(): Actions | null {
  return screenActions;
}

/** Registers the actions of the current screen. */
export function useScreenKeys(actions: Actions): void {
  const { keys } = useOwnKeys();
  const handlersByKey = KEY_ACTIONS.flatMap((action) => {
    const key = keys[action];
    return key === null ? [] : [[key, actions[action]] as const];
  });
  useHotkeys(Object.fromEntries(handlersByKey));
  const latestActions = useRef(actions);
  useEffect(() => {
    latestActions.current = actions;
    screenActions = actions;
  });
  useEffect(
    () => () => {
      if (screenActions === latestActions.current) screenActions = null;
    },
    [],
  );
}

function storedKeys(keys: OwnKeys): Record<KeyAction, string> {
  return Object.fromEntries(KEY_ACTIONS.map((action) => [action, keys[action] ?? ''])) as Record<KeyAction, string>;
}

function parseKeyChanges(text: string): Partial<Record<KeyAction, string>> {
  try {
    const parsed = (JSON.parse(text === '' ? '{}' : text) ?? {}) as Record<string, unknown>;
    const validEntries = KEY_ACTIONS.flatMap((action) => {
      const key = parsed[action];
      return typeof key === 'string' && (key === '' || isKey(key)) ? [[action, key] as const] : [];
    });
    return Object.fromEntries(validEntries);
  } catch {
    return {};
  }
}

/** One character, possibly of several code units. */
function isKey(key: string): boolean {
  return [...key].length === 1 && /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(key) && key === key.toLowerCase();
}
