/** Price of one BTC at the end of a day. */
import { VALUE_ASSET, VALUE_SCALE, VOLUME_ASSET } from '../../../shared/rules/valuation';
import { indexBefore } from '../index-price/fresh-index';
import type { CoreView } from '../state';
import type { FeeDayClosed } from './events';

/** The last price counts if it differs from the index by at most a hundredth. */
const NEAR_PARTS = 100n;

/**
 * USDT units of scale 8 for one BTC at a time: the last price of BTC-USDT if it is within 1 % of the index of that
 * time, else the index; without an index the last price. No decision falls between that time and the call.
 */
export function closingPrice(view: CoreView, time: number): Pick<FeeDayClosed, 'price' | 'by'> {
  const last = lastPrice(view);
  const index = indexPrice(view, time);
  if (index > 0n && (last === 0n || distance(last, index) * NEAR_PARTS > index)) return { price: index, by: 'index' };
  return last > 0n ? { price: last, by: 'last' } : { price: 0n, by: 'none' };
}

/** 0 before the first trade. */
function lastPrice({ markets, assets }: CoreView): bigint {
  const market = markets.get(`${VOLUME_ASSET}-${VALUE_ASSET}`);
  const [base, quote] = [assets.get(VOLUME_ASSET), assets.get(VALUE_ASSET)];
  if (!market || !base || !quote) return 0n;
  const { lastPrice: ticks, quotePerTickLot, basePerLot } = market;
  const units = BigInt(ticks) * quotePerTickLot * 10n ** BigInt(base.scale + VALUE_SCALE);
  return units / (basePerLot * 10n ** BigInt(quote.scale));
}

/** The last publication before that time; 0 without one. */
function indexPrice(view: CoreView, time: number): bigint {
  const index = indexBefore(view, `${VOLUME_ASSET}-${VALUE_ASSET}`, time);
  if (index === null) return 0n;
  return (BigInt(index.price) * 10n ** BigInt(VALUE_SCALE)) / 10n ** BigInt(index.decimals);
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}
