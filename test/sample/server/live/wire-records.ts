/** A timer as it is told: from the state, or from what is stored of it. */
import type { Timer as ToldTimer } from '../../../../shared/products/sample/wire';
import { TIMER_ASSET } from '../../../../shared/products/sample/rules';
import { decimalOf } from '../../../../shared/rules/units';
import type { IndexPricesView } from '../../../views/live/index-prices';
import type { MarketsView } from '../../../views/live/markets';
import type { Timer } from '../core/state';

interface Units {
  markets: Pick<MarketsView, 'amount'>;
  index: Pick<IndexPricesView, 'decimalsOf'>;
}

/** `rangAt`: null as long as it runs. */
export function toldTimer(timer: Omit<Timer, 'user'> & { rangAt: number | null }, units: Units): ToldTimer {
  const { id, market, price, startedAt, ringsAt, rangAt, index } = timer;
  return {
    ...{ timer: String(id), market, price: units.markets.amount(TIMER_ASSET, price), startedAt, ringsAt, rangAt },
    index: index === null ? null : decimalOf(BigInt(index), units.index.decimalsOf(market)),
  };
}
