/** Which open orders of contracts the exchange lets one amend now. */
import type { MarketRecord } from '../../../../../shared/wire/product';

interface Standing {
  /** Undefined for a market that is not listed any more. */
  state: MarketRecord['state'] | undefined;
  /** Its mark is out of date, or was until a moment ago: nothing is opened by it. */
  isPaused: boolean;
}

/** As the server judges it, which has the last word. */
export function isAmendable(act: 'open' | 'close', { state, isPaused }: Standing): boolean {
  if (act === 'close') return state === 'open' || state === 'close_only';
  return state === 'open' && !isPaused;
}
