/**
 * Theme and up colour, set on the root element; `public/theme.js` sets them before the first paint. The theme belongs to the browser, the up
 * colour to the user's account.
 */
import { useSyncExternalStore } from 'react';
import { listenToStorage } from '../lib/storage/browser-storage';
import { setPreference, preferenceText, usePreference } from '../lib/storage/preferences';
import { createListeners } from '../lib/listeners';

export type Theme = 'dark' | 'light';
/** Up colour: in some countries rising prices are red. */
export type RisingColour = 'green' | 'red';

/** Stored under the user's name if logged in; `public/theme.js` reads the same key. */
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
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
  listeners.notify();
}

export function setRisingColour(rising: RisingColour): void {
  setPreference(RISING_KEY, rising);
}

/** Follows changes of user and of other tabs while the page lives. Call before anything reads colours. */
export function applyRisingColour(): void {
  const show = (): void => {
    document.documentElement.dataset.rising = preferenceText(RISING_KEY) === 'red' ? 'red' : 'green';
  };
  show();
  listenToStorage(show);
}

export function useTheme(): Theme {
  return useSyncExternalStore(listeners.subscribe, currentTheme);
}

export function useRising(): RisingColour {
  return usePreference(RISING_KEY, ['green', 'red'])[0];
}

/** Current value of a token of `tokens.css`, for canvases and computed colours. */
export function tokenValue(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
