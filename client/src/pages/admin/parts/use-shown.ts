/** What was shown in clear, for as long as it may stand there: until its time is over, somebody hides it, or the page is left. */
import { useEffect, useState } from 'react';

const MS = 1_000;

export interface Shown<T> {
  /** Of this record; null while it is masked. */
  of: (key: string) => T | null;
  secondsLeft: number;
  show: (key: string, data: T) => void;
  hide: () => void;
}

interface Held<T> {
  key: string;
  data: T;
  until: number;
}

/** One record at a time: another that is shown masks the one before. It lives with the component, and goes with it. */
export function useShown<T>(seconds: number): Shown<T> {
  const [held, setHeld] = useState<Held<T> | null>(null);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!held) return undefined;
    const hide = () => setHeld(null);
    const timer = setInterval(() => {
      if (Date.now() >= held.until) hide();
      else setNow(Date.now());
    }, MS);
    // A page that comes back from the browser's history comes back masked.
    window.addEventListener('pagehide', hide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', hide);
    };
  }, [held]);
  return {
    of: (key) => (held?.key === key ? held.data : null),
    secondsLeft: held ? Math.max(0, Math.ceil((held.until - now) / MS)) : 0,
    show: (key, data) => {
      setNow(Date.now());
      setHeld({ key, data, until: Date.now() + seconds * MS });
    },
    hide: () => setHeld(null),
  };
}
