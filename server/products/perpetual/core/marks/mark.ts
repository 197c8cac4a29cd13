/** The mark: the price that values positions, which trades of the market cannot move alone. */
import { CLOSING_MS, STALE_MS, indexInTicks } from '../../../../../shared/products/perpetual/rules/mark';
import { broken, reject, type Rejection } from '../../../../core/rejection';
import type { CoreView, MarketView } from '../../../../core/state';

export interface Mark {
  ticks: number;
  /** The underlying publication is too old to value positions. */
  isStale: boolean;
  /** Nothing may be opened: publications have resumed too recently, or the market is about to end. */
  isCloseOnly: boolean;
}

/** The mark in effect at `at`; null before the first publication. The index itself before the first mark. */
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

/** Whether a market is in its last half hour, or past it: the settlement price is gradually becoming known. */
export function isNearEnd({ ending }: { readonly ending: Readonly<{ endsAt: number }> | null }, at: number): boolean {
  return ending !== null && at >= ending.endsAt - CLOSING_MS;
}

/** Null if funds may leave the user's contract account: without a fresh mark the value of positions is unknown. */
export function refuseOutflowIfStale(view: CoreView, user: number, at: number): Rejection | null {
  for (const [name, { long, short }] of view.perpetual.holdings.get(user) ?? []) {
    if (!long && !short) continue;
    const market = view.markets.get(name) ?? broken(`market ${name} of a position is not listed`);
    if (markAt(view, market, at)?.isStale !== false) return reject('mark.stale');
  }
  return null;
}
