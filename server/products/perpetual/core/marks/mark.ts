/** The mark: what positions are worth, which no trade of the market can move alone. */
import { CLOSING_MS, STALE_MS, indexInTicks } from '../../../../../shared/products/perpetual/rules/mark';
import { broken, reject, type Rejection } from '../../../../core/rejection';
import type { CoreView, MarketView } from '../../../../core/state';

export interface Mark {
  /** Ticks. */
  ticks: number;
  /** The publication that it rests on is too old to say what a position is worth. */
  isStale: boolean;
  /** Nothing may be opened: publications had stopped and are not back for long enough, or the market is about to end. */
  isCloseOnly: boolean;
}

/** The one in effect at `at`; null before anything was published. As long as none was decided it is the index. */
export function markAt(view: CoreView, market: MarketView, at: number): Mark | null {
  const contract = view.perpetual.contracts.get(market.terms.market);
  if (!contract) return null;
  const { mark, at: markedAt } = contract.mark;
  const isClosing = isNearEnd(contract, at);
  if (mark > 0) {
    const isBack = at >= (view.marks.tracks.get(market.terms.market)?.closeOnlyUntil ?? 0);
    return { ticks: mark, isStale: at - markedAt > STALE_MS, isCloseOnly: !isBack || isClosing };
  }
  const index = view.index.symbols.get(contract.terms.index);
  if (!index?.latest) return null;
  const ticks = indexInTicks(index.latest.price, index.terms.decimals, market.terms.tick);
  return { ticks, isStale: at - index.latest.at > STALE_MS, isCloseOnly: isClosing };
}

/** Whether a market is in its last half hour, or past it: what settles everybody is known by then, bit by bit. */
export function isNearEnd({ ending }: { readonly ending: Readonly<{ endsAt: number }> | null }, at: number): boolean {
  return ending !== null && at >= ending.endsAt - CLOSING_MS;
}

/** Null when what a user has in the contract account may leave it: nobody knows what positions are worth without a fresh mark. */
export function refuseLeaving(view: CoreView, user: number, at: number): Rejection | null {
  for (const [name, { long, short }] of view.perpetual.holdings.get(user) ?? []) {
    if (!long && !short) continue;
    const market = view.markets.get(name) ?? broken(`market ${name} of a position is not listed`);
    if (markAt(view, market, at)?.isStale !== false) return reject('mark.stale');
  }
  return null;
}
