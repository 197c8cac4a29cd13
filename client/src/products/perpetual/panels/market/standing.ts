/** Restrictions of a contract's market, to be shown before any action. */
import type { ContractInfo } from '../../../../../../shared/products/perpetual/wire';
import type { ContractMark } from '../../../../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../../../../shared/wire/product';

export type Standing =
  | { kind: 'maintenance' | 'closed' | 'cancel_only' | 'close_only' | 'stale' }
  | { kind: 'pause'; until: number }
  | { kind: 'ending'; at: number };

/** Returns the most severe restriction only; null if there is none. */
export function standingOf(
  market: Pick<MarketRecord, 'state'>,
  mark: Pick<ContractMark, 'mark' | 'isStale' | 'closeOnlyUntil'> | undefined,
  info: Pick<ContractInfo, 'endsAt'> | undefined,
): Standing | null {
  if (market.state !== 'open' && market.state !== 'close_only') return { kind: market.state };
  // Before the first mark nothing can be stale.
  if (mark?.isStale) return { kind: 'stale' };
  if (market.state === 'close_only') return { kind: 'close_only' };
  if (mark && mark.closeOnlyUntil !== null) return { kind: 'pause', until: mark.closeOnlyUntil };
  return info && info.endsAt !== null ? { kind: 'ending', at: info.endsAt } : null;
}
