/**
 * Theme and the colour of rising prices stand on the root element, where `public/theme.js` has put them before the first
 * paint; the choice is kept in storage.
 */
import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';
/** Which colour rises: in some markets of the world red is up. */
export type Rising = 'green' | 'red';

const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export function currentRising(): Rising {
  return document.documentElement.dataset.rising === 'red' ? 'red' : 'green';
}

export function chooseTheme(theme: Theme): void {
  choose('theme', theme);
}

export function chooseRising(rising: Rising): void {
  choose('rising', rising);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

export function useRising(): Rising {
  return useSyncExternalStore(subscribe, currentRising);
}

/** The value of a token in `tokens.css` as it is now: for what is drawn on a canvas or computed from colours. */
export function tokenValue(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function choose(name: 'theme' | 'rising', value: string): void {
  document.documentElement.dataset[name] = value;
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage may be forbidden; the choice then holds until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
