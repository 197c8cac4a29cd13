/**
 * Backtest of a grid on past candles: lines, steps and fees as in the market, with an assumed path through each candle.
 * It is no promise. A real order waits in a queue, the price moves between two cycles of the grid, and the past need
 * not repeat.
 */
import { feeOf } from '../../../rules/arithmetic/rounding';
import { gridPrices, stepAmounts, gridOrderOf, type Grid, type GridMarket, type StepFunds } from './grid';
import { costOfSold, stopPrice, stopValue, worthOf, type Measure, type Position } from './result';

/** About two seconds of the thread. Later callers would wait longer than for a retry. */
export const BACKTESTS_AT_ONCE_MAX = 32;

/** Prices in ticks. */
export interface CandleTicks {
  start: number;
  open: number;
  high: number;
  low: number;
  close: number;
}

export interface BacktestInput {
  grid: Grid;
  stake: bigint;
  lossLimitPpb: number;
  market: GridMarket;
  /** Rates of resting orders, and of the sale at the end. */
  makerFeePpb: number;
  takerFeePpb: number;
}

export interface BacktestPoint {
  at: number;
  /** Quote, plus base at the candle's last price, in units of quote. */
  value: bigint;
}
export interface Backtest {
  buys: number;
  sells: number;
  /** Proceeds less average cost less fees, units of quote. */
  realised: bigint;
  /** All fees; those in base are converted at the price of their fill. */
  fees: bigint;
  quote: bigint;
  base: bigint;
  /** At the last price. */
  value: bigint;
  /** The lowest value of all points. */
  lowestValue: bigint;
  /** Start of the candle in which the loss stop was reached; null if it was not. */
  stoppedAt: number | null;
  /** One per candle. */
  points: BacktestPoint[];
}

export function backtest(input: BacktestInput, candles: readonly CandleTicks[]): Backtest {
  const run = new BacktestRun(input);
  for (const candle of candles) {
    const { open, high, low, close } = candle;
    // Assumes the low first in a rising candle, and the high first in a falling one; the real order is unknown.
    const path = close >= open ? [open, low, high, close] : [open, high, low, close];
    for (const price of path) if (run.stoppedAt === null) run.move(price, candle.start);
    run.addPoint(candle);
  }
  return run.result();
}

interface Step extends StepFunds {
  buyAt: number;
  sellAt: number;
}

class BacktestRun {
  stoppedAt: number | null = null;
  private readonly steps: Step[];
  private readonly measure: Measure;
  private readonly position: Position = { base: 0n, cost: 0n };
  private readonly value: bigint;
  private readonly points: BacktestPoint[] = [];
  private quote: bigint;
  private price = 0;
  private buys = 0;
  private sells = 0;
  private realised = 0n;
  private fees = 0n;

  constructor(private readonly input: BacktestInput) {
    const { grid, stake, market, lossLimitPpb } = input;
    const lines = gridPrices(grid);
    this.quote = stake;
    this.value = stopValue(stake, lossLimitPpb);
    this.measure = { numerator: market.quotePerTickLot, denominator: market.basePerLot };
    this.steps = stepAmounts(stake, grid.lines).map((quote, step) => {
      return { quote, base: 0n, buyAt: lines[step], sellAt: lines[step + 1] };
    });
  }

  /** The price moves straight to `to`. Orders on the way are filled, the nearest first. */
  move(to: number, start: number): void {
    const from = this.price;
    this.price = to;
    if (to < from) this.fall(from, to, start);
    else this.rise(to);
  }

  addPoint({ start, close }: CandleTicks): void {
    this.points.push({ at: start, value: this.worthAt(close) });
  }

  result(): Backtest {
    const { buys, sells, realised, fees, quote, points, stoppedAt } = this;
    const value = points.at(-1)?.value ?? quote;
    const lowestValue = points.reduce((min, point) => (point.value < min ? point.value : min), quote);
    return { buys, sells, realised, fees, quote, base: this.position.base, value, lowestValue, stoppedAt, points };
  }

  private fall(from: number, to: number, start: number): void {
    for (let step = this.steps.length - 1; step >= 0; step--) {
      const { buyAt } = this.steps[step];
      // A line at or above the price had no order, since a purchase there would have filled immediately.
      if (buyAt >= from) continue;
      if (buyAt < to) break;
      if (this.stops(from, buyAt, start)) return;
      this.buy(this.steps[step]);
    }
    this.stops(from, to, start);
  }

  private rise(to: number): void {
    for (const step of this.steps) {
      if (step.sellAt > to) break;
      this.sell(step);
    }
  }

  private buy(step: Step): void {
    const order = this.orderOf(step, 'buy');
    if (!order) return;
    const { basePerLot, quotePerTickLot } = this.input.market;
    const paidAmount = BigInt(order.price) * BigInt(order.quantity) * quotePerTickLot;
    const received = BigInt(order.quantity) * basePerLot;
    const fee = feeOf(received, this.input.makerFeePpb);
    step.quote -= paidAmount;
    step.base += received - fee;
    this.quote -= paidAmount;
    this.position.base += received - fee;
    this.position.cost += paidAmount;
    this.fees += worthOf(fee, order.price, this.measure);
    this.buys++;
  }

  private sell(step: Step): void {
    const order = this.orderOf(step, 'sell');
    if (!order) return;
    step.base -= BigInt(order.quantity) * this.input.market.basePerLot;
    step.quote += this.addSale(BigInt(order.quantity), order.price, this.input.makerFeePpb);
  }

  private orderOf(step: Step, side: 'buy' | 'sell') {
    const order = gridOrderOf(step, step.buyAt, step.sellAt, this.input.market);
    return order?.side === side ? order : null;
  }

  /** Proceeds after the fee. */
  private addSale(lots: bigint, price: number, feePpb: number): bigint {
    const { basePerLot, quotePerTickLot } = this.input.market;
    const received = BigInt(price) * lots * quotePerTickLot;
    const fee = feeOf(received, feePpb);
    const cost = costOfSold(this.position, lots * basePerLot);
    this.position.base -= lots * basePerLot;
    this.position.cost -= cost;
    this.realised += received - fee - cost;
    this.fees += fee;
    this.quote += received - fee;
    this.sells++;
    return received - fee;
  }

  /** On the way down: sells everything when the value reaches the limit. */
  private stops(from: number, to: number, start: number): boolean {
    const stop = stopPrice(this.quote, this.position, this.value, this.measure);
    if (stop < to) return false;
    this.stoppedAt = start;
    const lots = this.position.base / this.input.market.basePerLot;
    if (lots > 0n) this.addSale(lots, Math.min(stop, from), this.input.takerFeePpb);
    return true;
  }

  private worthAt(price: number): bigint {
    return this.quote + worthOf(this.position.base, price, this.measure);
  }
}
