/** Work that can wait: it begins when the browser has nothing better to do, and never later than `IDLE_MS_MAX`. */
import { startTransition, useEffect, useState } from 'react';

const IDLE_MS_MAX = 2_000;
/** Where the browser does not say whether it is idle. */
const SHORTLY_MS = 200;

/** The answer takes it back. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, SHORTLY_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: IDLE_MS_MAX });
  return () => cancelIdleCallback(request);
}

/** False until the browser was idle once, so that what is not seen or needed at once does not delay what is. */
export function useIdle(): boolean {
  const [wasIdle, setWasIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setWasIdle(true))), []);
  return wasIdle;
}
