/**
 * Form input that survives a reload offered by the page: for a newer version, or after a fault. It is written when the user presses that
 * button, and read once by the next page for the same user. Leaving a screen stores nothing.
 */
import { useEffect, useRef } from 'react';
import { ownKey } from '../../api/session';

const KEY = 'typed';

interface SavedInput {
  /** The user who typed it. */
  owner: string;
  forms: Record<string, unknown>;
}

/** Current input of mounted forms, by form name. */
const formReaders = new Map<string, () => unknown>();
let savedInput: SavedInput | null | undefined;

/** Reloads the page and keeps the input of mounted forms. */
export function reloadKeepingInput(reload: () => void = () => location.reload()): void {
  const forms = Object.fromEntries([...formReaders].map(([name, read]) => [name, read()]));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner: ownKey(KEY), forms } satisfies SavedInput));
  } catch {
    // Storage is forbidden or full; the reload happens in any case.
  }
  reload();
}

/** While mounted, `read` provides the input of the named form. Not for passwords or codes. */
export function useSavedInput(name: string, read: () => unknown): void {
  const latestRead = useRef(read);
  useEffect(() => {
    latestRead.current = read;
  });
  useEffect(() => {
    formReaders.set(name, () => latestRead.current());
    return () => void formReaders.delete(name);
  }, [name]);
}

/** Input of the form before the reload, returned once. Another version of the page may have written it, so `isOurs` validates it. */
export function restoreInput<Form>(name: string, isOurs: (form: unknown) => form is Form): Form | null {
  savedInput ??= takeSavedInput();
  if (savedInput === null || savedInput.owner !== ownKey(KEY) || !Object.hasOwn(savedInput.forms, name)) return null;
  const form = savedInput.forms[name];
  delete savedInput.forms[name];
  return isOurs(form) ? form : null;
}

/** Same as at page start. */
export function discardSavedInput(): void {
  savedInput = undefined;
}

function takeSavedInput(): SavedInput | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : (JSON.parse(text) as SavedInput);
  } catch {
    return null;
  }
}
