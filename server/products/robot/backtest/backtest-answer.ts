/** What a backtest says, from the candles of a chart: pure, and as long as its candles and lines are many. */
import { backtest, type Backtested, type CandleTicks } from '../../../../shared/products/robot/rules/backtest';
import { worthOf } from '../../../../shared/products/robot/rules/result';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import type { Candle } from '../../../../shared/wire/market-data';
import type { BacktestRequest, RobotBacktest } from '../../../../shared/products/robot/wire';

export interface BacktestWork {
  market: string;
  interval: BacktestRequest['interval'];
  asked: Backtested;
  /** As the chart shows them, oldest first. */
  candles: readonly Candle[];
  /** Of the price, in units of its last digit. */
  tick: bigint;
  /** Digits behind the point. */
  scales: Readonly<{ price: number; base: number; quote: number }>;
}

export function backtestAnswer(work: BacktestWork): RobotBacktest {
  const { market, interval, asked, tick, scales } = work;
  const { stake, grid, market: units } = asked;
  const candles = work.candles.map((candle) => ticksOfCandle(candle, work));
  const { points, ...result } = backtest(asked, candles);
  const price = (ticks: number): string => decimalOf(BigInt(ticks) * tick, scales.price);
  const amount = (value: bigint): string => decimalOf(value, scales.quote);
  const [first, last] = [candles[0], candles.at(-1)];
  const bought = first ? (stake * units.basePerLot) / (BigInt(first.open) * units.quotePerTickLot) : 0n;
  const measure = { over: units.quotePerTickLot, under: units.basePerLot };
  return {
    ...{ market, interval, from: first?.start ?? null, to: last?.start ?? null },
    isMade: work.candles.some(({ isMade }) => isMade === true),
    ...{ lower: price(grid.lower), upper: price(grid.upper), lines: grid.lines },
    ...{ buys: result.buys, sells: result.sells, stoppedAt: result.stoppedAt },
    realised: amount(result.realised),
    fees: amount(result.fees),
    quote: amount(result.quote),
    base: decimalOf(result.base, scales.base),
    value: amount(result.value),
    lowest: amount(result.lowest),
    result: amount(result.value - stake),
    heldValue: amount(last ? worthOf(bought, last.close, measure) : stake),
    points: points.map(({ at, value }) => ({ at, value: amount(value) })),
  };
}

/** Prices of a chart are whole ticks. */
function ticksOfCandle({ start, open, high, low, close }: Candle, { tick, scales }: BacktestWork): CandleTicks {
  const ticks = (price: string): number => Number((unitsOf(price, scales.price) as bigint) / tick);
  return { start, open: ticks(open), high: ticks(high), low: ticks(low), close: ticks(close) };
}
