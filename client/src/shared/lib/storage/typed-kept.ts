/**
 * What is typed in forms, kept over a reload that the page itself offers: for a newer version, or after a fault. Written when
 * that is pressed and read once, by the page that comes then, for the same user; leaving a screen keeps nothing.
 */
import { useEffect, useRef } from 'react';
import { ownKey } from '../../api/session';

const KEY = 'typed';

interface Kept {
  /** Whose it was. */
  owner: string;
  forms: Record<string, unknown>;
}

/** Forms on the screen, by name, each with what is typed in it now. */
const open = new Map<string, () => unknown>();
let kept: Kept | null | undefined;

/** Reloads the page; forms find what was typed in them. */
export function reloadWithTyped(reload: () => void = () => location.reload()): void {
  const forms = Object.fromEntries([...open].map(([name, read]) => [name, read()]));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner: ownKey(KEY), forms } satisfies Kept));
  } catch {
    // Forbidden or full: a reload is what was asked for all the same.
  }
  reload();
}

/** While it is on the screen, `read` says what is typed in the form of that name. Never for passwords or codes. */
export function useTypedKept(name: string, read: () => unknown): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    open.set(name, () => latest.current());
    return () => void open.delete(name);
  }, [name]);
}

/** What was typed in the form before the reload, once. The page that wrote it may have been another version: `isOurs` judges. */
export function typedBefore<Form>(name: string, isOurs: (form: unknown) => form is Form): Form | null {
  kept ??= taken();
  if (kept === null || kept.owner !== ownKey(KEY) || !Object.hasOwn(kept.forms, name)) return null;
  const form = kept.forms[name];
  delete kept.forms[name];
  return isOurs(form) ? form : null;
}

/** As a page does when it starts. */
export function forgetTyped(): void {
  kept = undefined;
}

function taken(): Kept | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}
