/** Deferred work: runs when the browser is idle, at the latest after `IDLE_MS_MAX`. */
import { startTransition, useEffect, useState } from 'react';

const IDLE_MS_MAX = 2_000;
/** Delay for browsers without idle callbacks. */
const SHORTLY_MS = 200;

/** Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, SHORTLY_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: IDLE_MS_MAX });
  return () => cancelIdleCallback(request);
}

/** False until the browser was idle once; delays what is not visible or needed at once. */
export function useIdle(): boolean {
  const [wasIdle, setWasIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setWasIdle(true))), []);
  return wasIdle;
}
