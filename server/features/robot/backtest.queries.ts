/** What a grid would have made of the candles that the market's chart shows. */
import { Inject } from '@nestjs/common';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { backtest } from '../../../shared/rules/robot/backtest';
import { isGrid, stakeMinimum } from '../../../shared/rules/robot/grid';
import { worthOf } from '../../../shared/rules/robot/result';
import type { Candle } from '../../../shared/wire/market-data';
import type { BacktestRequest, RobotBacktest } from '../../../shared/wire/robot';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import { amountOf, ticksOf } from '../shared/convert';
import { Kline } from '../spot/spot.queries';
import { gridAsked, robotMarket } from './grid-asked';

export class BacktestOfGrid extends Query<RobotBacktest> {
  constructor(readonly request: BacktestRequest) {
    super();
  }
}

@QueryHandler(BacktestOfGrid)
export class BacktestOfGridHandler implements IQueryHandler<BacktestOfGrid> {
  constructor(
    private readonly queries: QueryBus,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Refuses what could not be traded at all: no grid, or too little for its steps. */
  async execute({ request }: BacktestOfGrid): Promise<RobotBacktest> {
    const { interval, lossLimitPpb, candles: limit } = request;
    const market = robotMarket(this.live, request.market);
    const terms = market.termsAt(this.clock());
    const grid = gridAsked(request.grid, market);
    if (!isGrid(grid)) throw new Refusal('robot.grid.invalid');
    const stake = amountOf(request.amount, market.decimals.notional);
    const [[makerFeePpb], [takerFeePpb]] = [terms.makerFeesPpb, terms.takerFeesPpb];
    const units = { ...market.units, ...terms };
    const minimum = stakeMinimum(grid, units, makerFeePpb);
    const { quote } = market.terms;
    if (stake < minimum)
      throw new Refusal('robot.amount.minimum', { asset: quote, minimum: market.quoteAmount(minimum) });
    const shown = await this.queries.execute(new Kline({ market: request.market, interval, limit, by: 'last' }));
    const candles = shown.map((candle) => ticksOfCandle(candle, market));
    const asked = { grid, stake, lossLimitPpb, market: units, makerFeePpb, takerFeePpb };
    const { points, ...result } = backtest(asked, candles);
    const amount = (value: bigint): string => market.quoteAmount(value);
    const [first, last] = [candles[0], candles.at(-1)];
    const bought = first ? (stake * market.units.basePerLot) / (BigInt(first.open) * market.units.quotePerTickLot) : 0n;
    const measure = { over: market.units.quotePerTickLot, under: market.units.basePerLot };
    return {
      ...{ market: request.market, interval, from: first?.start ?? null, to: last?.start ?? null },
      isMade: shown.some(({ isMade }) => isMade === true),
      ...{ lower: market.price(grid.lower), upper: market.price(grid.upper), lines: grid.lines },
      ...{ buys: result.buys, sells: result.sells, stoppedAt: result.stoppedAt },
      realised: amount(result.realised),
      fees: amount(result.fees),
      quote: amount(result.quote),
      base: market.baseAmount(result.base),
      value: amount(result.value),
      lowest: amount(result.lowest),
      result: amount(result.value - stake),
      heldValue: amount(last ? worthOf(bought, last.close, measure) : stake),
      points: points.map(({ at, value }) => ({ at, value: amount(value) })),
    };
  }
}

function ticksOfCandle({ start, open, high, low, close }: Candle, { terms: { tick } }: LiveMarket) {
  const [opened, highest, lowest, closed] = [open, high, low, close].map((price) => ticksOf(price, tick));
  return { start, open: opened, high: highest, low: lowest, close: closed };
}
