/**
 * Server time: one offset between the times in server messages and the page's monotonic clock, so that changes of the machine's clock have no
 * effect.
 */
import { useSyncExternalStore } from 'react';
import { dayOf } from '../../../../shared/rules/days';

const SECOND_MS = 1_000;
/** Number of remembered messages: half a minute at one per second. */
const OFFSETS_MAX = 30;

/** Per message: its server time less the page's clock at receipt. Newest last. */
let offsets: readonly number[] = [];

/** Registers the server time of a message. */
export function noteServerTime(at: number): void {
  if (!Number.isFinite(at)) return;
  offsets = [...offsets, at - performance.now()].slice(-OFFSETS_MAX);
}

/**
 * Epoch milliseconds. Messages arrive late, never early, so the greatest offset has the least delay. It is also right with the first message
 * after a sleep that stopped the page's clock. Before any message this is the machine's time.
 */
export function serverNow(): number {
  return offsets.length === 0 ? Date.now() : Math.max(...offsets) + performance.now();
}

/** For tests: resets to the state of a new page. */
export function resetServerTime(): void {
  offsets = [];
}

const listeners = new Set<() => void>();
let displayedTime = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Ticks all countdowns of the page together, at the start of each server second. */
function tick(): void {
  const now = serverNow();
  displayedTime = Math.floor(now / SECOND_MS) * SECOND_MS;
  timer = setTimeout(tick, SECOND_MS - (now - displayedTime));
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** Without listeners no timer runs, so the second is computed at the first read. */
function secondShown(): number {
  if (listeners.size === 0) displayedTime = Math.floor(serverNow() / SECOND_MS) * SECOND_MS;
  return displayedTime;
}

/** Server time in epoch milliseconds, in whole seconds. Renders once a second, for countdowns. */
export function useServerTime(): number {
  return useSyncExternalStore(listen, secondShown);
}

const dayShown = () => dayOf(secondShown());

/** Exchange day by server time. Renders when it changes, or when the first message corrects it. */
export function useServerDay(): number {
  return useSyncExternalStore(listen, dayShown);
}
