import { useEffect, useState } from 'react';
import { secondsUntil } from '../../shared/ui/form/use-countdown';
import { serverNow } from '../../shared/stream/server-time';
import { useDemoCodesQuery } from './demo-api';

export interface DemoCode {
  /** Null: all that are good by now have been used. */
  code: string | null;
  /** Until there is another. */
  secondsLeft: number;
}

/** What the authenticators of the demo's staff show, by e-mail; nothing where there is no demo. */
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
