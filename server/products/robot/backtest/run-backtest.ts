/** Calculates a backtest from the candles of a chart. Pure; time is proportional to candles × lines. */
import { backtest, type BacktestInput, type CandleTicks } from '../../../../shared/products/robot/rules/backtest';
import { worthOf } from '../../../../shared/products/robot/rules/result';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import type { Candle } from '../../../../shared/wire/market-data';
import type { BacktestRequest, RobotBacktest } from '../../../../shared/products/robot/wire';

export interface BacktestWork {
  market: string;
  interval: BacktestRequest['interval'];
  input: BacktestInput;
  /** Candles of the chart, oldest first. */
  candles: readonly Candle[];
  /** Tick size, in units of the price's last digit. */
  tick: bigint;
  /** Decimals of price, base and quote. */
  scales: Readonly<{ price: number; base: number; quote: number }>;
}

export function runBacktest(work: BacktestWork): RobotBacktest {
  const { market, interval, input, tick, scales } = work;
  const { stake, grid, market: units } = input;
  const candles = work.candles.map((candle) => ticksOfCandle(candle, work));
  const { points, ...result } = backtest(input, candles);
  const price = (ticks: number): string => decimalOf(BigInt(ticks) * tick, scales.price);
  const amount = (value: bigint): string => decimalOf(value, scales.quote);
  const [first, last] = [candles[0], candles.at(-1)];
  const buyHoldAmount = first ? (stake * units.basePerLot) / (BigInt(first.open) * units.quotePerTickLot) : 0n;
  const measure = { numerator: units.quotePerTickLot, denominator: units.basePerLot };
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
    lowest: amount(result.lowestValue),
    result: amount(result.value - stake),
    heldValue: amount(last ? worthOf(buyHoldAmount, last.close, measure) : stake),
    points: points.map(({ at, value }) => ({ at, value: amount(value) })),
  };
}

/** Prices of a chart are multiples of the tick. */
function ticksOfCandle({ start, open, high, low, close }: Candle, { tick, scales }: BacktestWork): CandleTicks {
  const ticks = (price: string): number => Number((unitsOf(price, scales.price) as bigint) / tick);
  return { start, open: ticks(open), high: ticks(high), low: ticks(low), close: ticks(close) };
}
