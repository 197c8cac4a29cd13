/** What one BTC was worth when a day ended. */
import { VALUED_IN, VALUE_SCALE, VOLUME_IN } from '../../../shared/rules/values';
import { indexBefore } from '../index-price/latest';
import type { CoreView } from '../state';
import type { FeeDayClosed } from './events';

/** The last price counts as long as it is so near to the index: a hundredth of it. */
const NEAR = 100n;

/**
 * USDT units of scale 8 for one BTC at a time: the last price of BTC-USDT if it is within 1 % of the index as of then, else
 * the index; without any index the last price. Nothing is decided between that time and this.
 */
export function closingPrice(view: CoreView, time: number): Pick<FeeDayClosed, 'price' | 'by'> {
  const last = lastPrice(view);
  const index = indexPrice(view, time);
  if (index > 0n && (last === 0n || distance(last, index) * NEAR > index)) return { price: index, by: 'index' };
  return last > 0n ? { price: last, by: 'last' } : { price: 0n, by: 'none' };
}

/** 0 before the first trade. */
function lastPrice({ markets, assets }: CoreView): bigint {
  const market = markets.get(`${VOLUME_IN}-${VALUED_IN}`);
  const [base, quote] = [assets.get(VOLUME_IN), assets.get(VALUED_IN)];
  if (!market || !base || !quote) return 0n;
  const { lastPrice: ticks, quotePerTickLot, basePerLot } = market;
  const units = BigInt(ticks) * quotePerTickLot * 10n ** BigInt(base.scale + VALUE_SCALE);
  return units / (basePerLot * 10n ** BigInt(quote.scale));
}

/** The last publication before that time; 0 where there is none. */
function indexPrice(view: CoreView, time: number): bigint {
  const index = indexBefore(view, `${VOLUME_IN}-${VALUED_IN}`, time);
  if (index === null) return 0n;
  return (BigInt(index.price) * 10n ** BigInt(VALUE_SCALE)) / 10n ** BigInt(index.decimals);
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}
