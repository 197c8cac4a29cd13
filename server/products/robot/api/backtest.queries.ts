/** Result of a grid on the candles of the market's chart. */
import { Inject } from '@nestjs/common';
import { QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { isGrid, stakeMinimum } from '../../../../shared/products/robot/rules/grid';
import { unitsOf } from '../../../../shared/rules/units';
import { ROBOT_ROUTES, type RobotBacktest } from '../../../../shared/products/robot/wire';
import { Refusal } from '../../../platform/errors/refusal';
import { QueryOf } from '../../../platform/http/route-messages';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import type { BacktestWork } from '../backtest/run-backtest';
import { Backtests } from '../backtest/backtests';
import { amountOf } from '../../../features/shared/orders/convert';
import { Kline } from '../../spot/api/spot.queries';
import { requestedGrid, robotMarket } from './requested-grid';

export class BacktestOfGrid extends QueryOf(ROBOT_ROUTES.backtest) {}

@QueryHandler(BacktestOfGrid)
export class BacktestOfGridHandler implements IQueryHandler<BacktestOfGrid> {
  constructor(
    private readonly queries: QueryBus,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly backtests: Backtests,
  ) {}

  /** Rejects grids that could not be traded: invalid ones, or those with too little for their steps. */
  async execute({ request }: BacktestOfGrid): Promise<RobotBacktest> {
    const { interval, lossLimitPpb, candles: limit } = request;
    const market = robotMarket(this.live, request.market);
    const now = this.clock();
    const terms = market.termsAt(now);
    const grid = requestedGrid(request.grid, market);
    if (!isGrid(grid)) throw new Refusal('robot.grid.invalid');
    const stake = amountOf(request.amount, market.decimals.notional, market.terms.quote);
    const [[makerFeePpb], [takerFeePpb]] = [terms.makerFeesPpb, terms.takerFeesPpb];
    const { quantityMin, quantityMax, notionalMin } = terms;
    const units = { ...market.units, quantityMin, quantityMax, notionalMin };
    const minimum = stakeMinimum(grid, units, makerFeePpb);
    const { quote, tick } = market.terms;
    if (stake < minimum)
      throw new Refusal('robot.amount.minimum', { asset: quote, minimum: market.quoteAmount(minimum) });
    const input = { grid, stake, lossLimitPpb, market: units, makerFeePpb, takerFeePpb };
    const { price, notional } = market.decimals;
    const work = async (): Promise<BacktestWork> => ({
      ...{ market: request.market, interval, input, tick: unitsOf(tick, price) as bigint },
      candles: await this.queries.execute(new Kline(0, { market: request.market, interval, limit, by: 'last' })),
      scales: { price, base: market.baseScale, quote: notional },
    });
    // All candles except the current one are final.
    const current = this.live.candles.current(request.market, interval, now, 'last');
    return this.backtests.getOrRun(keyOf([request.market, interval, limit, input, current]), work);
  }
}

function keyOf(values: readonly unknown[]): string {
  return JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
