/** Keys that act on the whole screen. They never fire while somebody types, chooses or answers a dialog. */
import { useEffect, useRef } from 'react';

/** By the character the key gives, so that a keyboard's layout does not matter; `mod+k` is Ctrl or Command with K. */
export type Hotkeys = Readonly<Record<string, () => void>>;

export function useHotkeys(hotkeys: Hotkeys): void {
  const latest = useRef(hotkeys);
  useEffect(() => {
    latest.current = hotkeys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = latest.current[nameOf(event)];
      if (!action || event.defaultPrevented || isBusy(event)) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (altKey) return '';
  return `${ctrlKey || metaKey ? 'mod+' : ''}${key.toLowerCase()}`;
}

function isBusy({ target, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (isComposing || document.querySelector('dialog[open]')) return true;
  return !(ctrlKey || metaKey) && isTyping(target);
}

/** Whether what has the focus takes characters of its own. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  // A choice is found by its first letters.
  if (target.getAttribute('role') === 'combobox') return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type);
}
