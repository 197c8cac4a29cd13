/** The mark: what positions are worth, which no trade of the market can move alone. */
import { unitsOf } from '../../../shared/rules/units';
import type { CoreView, MarketView } from '../state';

/** A publication that is older does not say what a position is worth. */
export const MARK_STALE_MS = 15_000;

export interface Mark {
  /** Ticks. */
  ticks: number;
  isStale: boolean;
}

/** The one in effect at `at`; null before anything was published. As long as none was decided it is the index. */
export function markAt(view: CoreView, market: MarketView, at: number): Mark | null {
  const contract = view.perpetual.contracts.get(market.terms.market);
  if (!contract) return null;
  const { mark, at: markedAt } = contract.mark;
  if (mark > 0) return { ticks: mark, isStale: at - markedAt > MARK_STALE_MS };
  const index = view.index.symbols.get(contract.terms.index);
  if (!index?.latest) return null;
  const ticks = ticksOf(index.latest.price, index.terms.decimals, market.terms.tick);
  return ticks === 0 ? null : { ticks, isStale: at - index.latest.at > MARK_STALE_MS };
}

const SCALE = 18;

/** A price of units of 10^−decimals on the market's tick, to the nearest, half down. */
function ticksOf(price: number, decimals: number, tick: string): number {
  const tickUnits = unitsOf(tick, SCALE) as bigint;
  const priceUnits = BigInt(price) * 10n ** BigInt(SCALE - decimals);
  const ticks = priceUnits / tickUnits;
  return Number((priceUnits % tickUnits) * 2n > tickUnits ? ticks + 1n : ticks);
}
