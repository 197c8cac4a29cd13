/** Keys for the whole screen. Inactive while the user types, selects or has a dialog open. */
import { useEffect, useRef } from 'react';

/** Matches the typed character, independent of keyboard layout; `mod+k` is Ctrl+K or Command+K. */
export type Hotkeys = Readonly<Record<string, () => void>>;

export function useHotkeys(hotkeys: Hotkeys): void {
  const latestHotkeys = useRef(hotkeys);
  useEffect(() => {
    latestHotkeys.current = hotkeys;
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const action = latestHotkeys.current[nameOf(event)];
      if (!action || event.defaultPrevented || isBusy(event)) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
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

/** True if the focused element handles character keys itself. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  // A select finds options by typed letters.
  if (target.getAttribute('role') === 'combobox') return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type);
}
