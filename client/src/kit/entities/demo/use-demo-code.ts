import { useEffect, useState } from 'react';
import { secondsUntil } from '../../ui/form/use-countdown';
import { serverNow } from '../../stream/server-time';
import { useDemoCodesQuery } from './demo-api';

export interface DemoCode {
  /** Null: all valid codes have been used. */
  code: string | null;
  /** Time until the next code. */
  secondsLeft: number;
}

/** Authenticator codes of demo staff by e-mail; empty outside the demo. */
export function useDemoCodes(): ReadonlyMap<string, DemoCode> {
  const [, setNow] = useState(0);
  const { data: codes = [], refetch } = useDemoCodesQuery();
  const next = Math.min(...codes.map(({ changesAt }) => changesAt));
  useEffect(() => {
    if (next === Infinity) return;
    const timer = setInterval(() => {
      setNow(serverNow());
      if (serverNow() >= next) void refetch();
    }, 1_000);
    return () => clearInterval(timer);
  }, [next, refetch]);
  return new Map(
    codes.map(({ email, code, changesAt }) => [email, { code, secondsLeft: secondsUntil(changesAt, serverNow()) }]),
  );
}
