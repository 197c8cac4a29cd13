/**
 * The server's time: one offset for the page, by the times that the server's messages carry. It is laid over the clock that
 * counts from the start of the page, not over the machine's time of day: whoever sets that one moves nothing here.
 */
import { useSyncExternalStore } from 'react';
import { dayOf } from '../../../../shared/rules/days';

const SECOND_MS = 1_000;
/** The server speaks once a second: half a minute of words. */
const HEARD_MAX = 30;

/** Of each word: the server's time in it, less what this page's clock showed when it came. Newest last. */
let offsets: readonly number[] = [];

/** A message has come that says when it was sent. */
export function serverTimeHeard(at: number): void {
  if (!Number.isFinite(at)) return;
  offsets = [...offsets, at - performance.now()].slice(-HEARD_MAX);
}

/**
 * Epoch milliseconds. A word is late by the time it took, never early: the greatest offset is the one that was held up
 * least. It is also the first right one after a sleep, in which the clock of the page may have stood still. Before any word
 * the machine's time has to do.
 */
export function serverNow(): number {
  return offsets.length === 0 ? Date.now() : Math.max(...offsets) + performance.now();
}

/** For tests: as on a new page. */
export function forgetServerTime(): void {
  offsets = [];
}

const listeners = new Set<() => void>();
let shown = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** All that count on the page count together, when the server's second begins. */
function tick(): void {
  const now = serverNow();
  shown = Math.floor(now / SECOND_MS) * SECOND_MS;
  timer = setTimeout(tick, SECOND_MS - (now - shown));
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

/** Nobody counts yet: the second in which it is first looked at. */
function secondShown(): number {
  if (listeners.size === 0) shown = Math.floor(serverNow() / SECOND_MS) * SECOND_MS;
  return shown;
}

/** Epoch milliseconds by the server, in whole seconds: renders anew with each, for countdowns. */
export function useServerTime(): number {
  return useSyncExternalStore(listen, secondShown);
}

const dayShown = () => dayOf(secondShown());

/** The exchange's day by the server: renders anew when it turns, and when the server's first word says it is another. */
export function useServerDay(): number {
  return useSyncExternalStore(listen, dayShown);
}
