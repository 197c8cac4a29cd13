import { useCallback, useEffect, useState } from 'react';
import { serverNow } from '../../stream/server-time';

const SECOND_MS = 1_000;

/** Whole seconds left by server time, so that a sleep of the tab does not prolong the wait. */
export function secondsUntil(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / SECOND_MS));
}

/** Counts down from a started value; 0 if there is nothing to wait for. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (end === 0) return;
    const timer = setInterval(() => {
      const next = secondsUntil(end, serverNow());
      setSecondsLeft(next);
      if (next === 0) setEnd(0);
    }, SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [end]);
  const start = useCallback((seconds: number) => {
    setEnd(serverNow() + seconds * SECOND_MS);
    setSecondsLeft(seconds);
  }, []);
  return [secondsLeft, start];
}
