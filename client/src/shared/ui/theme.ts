/**
 * Theme and the colour of rising prices stand on the root element, where `public/theme.js` has put them before the first
 * paint. The theme is this browser's, whoever uses it; which colour rises is how a user reads prices, and follows the account.
 */
import { useSyncExternalStore } from 'react';
import { listenToStorage } from '../lib/storage/browser-storage';
import { keep, keptText, useKept } from '../lib/storage/kept';
import { createListeners } from '../lib/listeners';

export type Theme = 'dark' | 'light';
/** Which colour rises: in some markets of the world red is up. */
export type Rising = 'green' | 'red';

/** Under the user's own name where there is one, as `public/theme.js` reads it. */
const RISING_KEY = 'rising';

const listeners = createListeners();

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage may be forbidden; the choice then holds until the page is left.
  }
  listeners.tell();
}

export function chooseRising(rising: Rising): void {
  keep(RISING_KEY, rising);
}

/** For the life of the page: whoever it is that looks, and wherever they chose. Before what is drawn asks for its colours. */
export function followRising(): void {
  const show = (): void => {
    document.documentElement.dataset.rising = keptText(RISING_KEY) === 'red' ? 'red' : 'green';
  };
  show();
  listenToStorage(show);
}

export function useTheme(): Theme {
  return useSyncExternalStore(listeners.subscribe, currentTheme);
}

export function useRising(): Rising {
  return useKept(RISING_KEY, ['green', 'red'])[0];
}

/** The value of a token in `tokens.css` as it is now: for what is drawn on a canvas or computed from colours. */
export function tokenValue(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
