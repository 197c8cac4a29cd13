/** Holds unmasked data until its time is over, it is hidden, or the page is left. */
import { useEffect, useState } from 'react';

const MS = 1_000;

export interface Shown<T> {
  /** Data of this record, or null if it is masked. */
  dataOf: (key: string) => T | null;
  secondsLeft: number;
  show: (key: string, data: T) => void;
  hide: () => void;
}

interface Held<T> {
  key: string;
  data: T;
  until: number;
}

/** Shows one record at a time: showing another masks the previous one. The data is dropped on unmount. */
export function useTemporarilyShown<T>(seconds: number): Shown<T> {
  const [revealed, setRevealed] = useState<Held<T> | null>(null);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!revealed) return undefined;
    const hide = () => setRevealed(null);
    const timer = setInterval(() => {
      if (Date.now() >= revealed.until) hide();
      else setNow(Date.now());
    }, MS);
    // A page restored from the browser's history must be masked.
    window.addEventListener('pagehide', hide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', hide);
    };
  }, [revealed]);
  return {
    dataOf: (key) => (revealed?.key === key ? revealed.data : null),
    secondsLeft: revealed ? Math.max(0, Math.ceil((revealed.until - now) / MS)) : 0,
    show: (key, data) => {
      setNow(Date.now());
      setRevealed({ key, data, until: Date.now() + seconds * MS });
    },
    hide: () => setRevealed(null),
  };
}
