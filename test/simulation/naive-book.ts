import type { Stopped, Taker } from '../../server/core/market/matching';
import type { OrderSide } from '../../server/core/market/order';

/** A resting order in the naive book. */
export interface NaiveOrder {
  side: OrderSide;
  order: number;
  owner: number;
  ticks: number;
  lots: number;
}

export interface NaivePlan {
  steps: { order: number; ticks: number; lots: number; owner: number }[];
  filledLots: number;
  remainingLots: number;
  stopped: Stopped;
}

/**
 * A simple order book as an oracle for the real one: a sorted array per side. It shares no code with the real book, and
 * is slow on purpose.
 */
export class NaiveBook {
  readonly buy: NaiveOrder[] = [];
  readonly sell: NaiveOrder[] = [];

  add(side: OrderSide, order: number, owner: number, ticks: number, lots: number): void {
    if (this.find(order) !== undefined) throw new Error(`naive book: order ${order} already rests`);
    const queue = this[side];
    const behind = queue.findIndex((resting) => (side === 'buy' ? resting.ticks < ticks : resting.ticks > ticks));
    queue.splice(behind === -1 ? queue.length : behind, 0, { side, order, owner, ticks, lots });
  }

  reduce(order: number, lots: number): void {
    const resting = this.get(order);
    if (lots < 1 || lots > resting.lots) throw new Error(`naive book: order ${order} has ${resting.lots} lots`);
    resting.lots -= lots;
    if (resting.lots === 0) this.remove(order);
  }

  remove(order: number): void {
    const resting = this.get(order);
    const queue = this[resting.side];
    queue.splice(queue.indexOf(resting), 1);
  }

  find(order: number): NaiveOrder | undefined {
    return [...this.buy, ...this.sell].find((resting) => resting.order === order);
  }

  get(order: number): NaiveOrder {
    const resting = this.find(order);
    if (resting === undefined) throw new Error(`naive book: order ${order} does not rest`);
    return resting;
  }

  bestTicks(side: OrderSide): number {
    return this[side][0]?.ticks ?? 0;
  }

  plan(taker: Taker): NaivePlan {
    const steps: NaivePlan['steps'] = [];
    let stopped: Stopped | null = null;
    const filled = (): number => steps.reduce((sum, step) => sum + step.lots, 0);
    const wanted = (): number => (taker.lots ?? Number.MAX_SAFE_INTEGER) - filled();
    const budget = (): bigint => (taker.quoteBudget ?? 0n) - steps.reduce((sum, step) => sum + cost(step, taker), 0n);

    for (const resting of this[taker.side === 'buy' ? 'sell' : 'buy']) {
      if (wanted() === 0 || (taker.quoteBudget !== null && budget() === 0n)) break;
      stopped = this.meet(resting, taker, wanted(), budget(), steps);
      if (stopped !== null) break;
    }
    if (stopped === null && wanted() === 0) stopped = 'filled';
    if (stopped === null && taker.quoteBudget !== null && budget() === 0n) stopped = 'budget';
    return {
      steps,
      filledLots: filled(),
      remainingLots: taker.lots === null ? 0 : taker.lots - filled(),
      stopped: stopped ?? 'empty',
    };
  }

  private meet(
    resting: NaiveOrder,
    taker: Taker,
    wanted: number,
    budget: bigint,
    steps: NaivePlan['steps'],
  ): Stopped | null {
    const beyond = taker.side === 'buy' ? resting.ticks > taker.limitTicks : resting.ticks < taker.limitTicks;
    if (beyond) return 'price';
    const price = BigInt(resting.ticks) * taker.quotePerTickLot;
    const available = Math.min(resting.lots, wanted);
    const affordable = taker.quoteBudget === null || budget / price >= available ? available : Number(budget / price);
    if (affordable === 0) return 'budget';
    if (steps.length >= taker.makersMax) return 'makers_max';

    const { order, ticks, owner } = resting;
    if (owner !== taker.owner) {
      steps.push({ order, ticks, lots: affordable, owner });
      return affordable < available ? 'budget' : null;
    }
    if (taker.selfTrade !== 'cancel_taker') steps.push({ order, ticks, lots: 0, owner });
    return taker.selfTrade === 'cancel_maker' ? null : 'self_trade';
  }
}

function cost(step: NaivePlan['steps'][number], taker: Taker): bigint {
  return BigInt(step.ticks) * BigInt(step.lots) * taker.quotePerTickLot;
}
