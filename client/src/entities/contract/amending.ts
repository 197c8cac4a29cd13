/** Which open orders of contracts the exchange lets one amend now. */
import { useCallback, useMemo } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useInstrumentsById } from '../instrument/instrument';
import { usePausedMarks } from './marks';

type Act = 'open' | 'close';

interface Standing {
  /** Undefined for a market that is not listed any more. */
  state: MarketRecord['state'] | undefined;
  /** Its mark is out of date, or was until a moment ago: nothing is opened by it. */
  isPaused: boolean;
}

/** As the server judges it, which has the last word. */
export function isAmendable(act: Act, { state, isPaused }: Standing): boolean {
  if (act === 'close') return state === 'open' || state === 'close_only';
  return state === 'open' && !isPaused;
}

/** Of these markets; another answer only when it has changed, not with every mark. */
export function useAmendable(markets: readonly string[]): (market: string, act: Act) => boolean {
  const instruments = useInstrumentsById();
  const paused = usePausedMarks(markets);
  return useCallback(
    (market, act) => isAmendable(act, { state: instruments.get(market)?.terms.state, isPaused: paused.has(market) }),
    [instruments, paused],
  );
}

/** The same of one market. */
export function useAmendableIn(market: string): (act: Act) => boolean {
  const isAmendableIn = useAmendable(useMemo(() => [market], [market]));
  return useCallback((act) => isAmendableIn(market, act), [isAmendableIn, market]);
}
