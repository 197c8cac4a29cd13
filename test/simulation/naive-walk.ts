/** The required hold of an order and its steps against the naive book: the oracle for the real matching. */
import { makersMaxOf } from '../../server/products/spot/core/take';
import { isPatient, latest, type AuditedMarket, type AuditedOrder, type Walk } from './audits/audited';
import type { NaivePlan } from './naive-book';

const BILLION = 10n ** 9n;

/** The order's steps by the naive book. */
export function planOf(market: AuditedMarket, order: AuditedOrder): Walk {
  const limited = order.price !== 0;
  const plan = market.book.plan({
    side: order.side,
    owner: order.user,
    limitTicks: limited ? order.price : bandEdge(market, order.side),
    lots: order.quoteAmount > 0n ? null : order.quantity - order.filled,
    quoteBudget: order.quoteAmount > 0n ? order.quoteAmount : null,
    quotePerTickLot: market.unit,
    selfTrade: order.selfTrade,
    makersMax: makersMaxOf(market.terms, { order: order.id, trade: order.id, hold: order.id }),
  });
  const end = endOf(market, order, plan);
  const killed = order.timeInForce === 'fok' && end !== 'filled' && end !== 'quote_remainder';
  if (!killed) return { order, plan, step: 0, end, killed };
  return { order, plan, step: 0, end: plan.stopped === 'makers_max' ? 'fills_too_many' : 'time_in_force', killed };
}

function endOf(market: AuditedMarket, order: AuditedOrder, plan: NaivePlan): Walk['end'] {
  const limited = order.price !== 0;
  if (order.quoteAmount > 0n) {
    const left = order.quoteAmount - costOf(market, order, plan);
    if (left === 0n) return 'filled';
    const last = [...plan.steps].reverse().find((step) => step.lots > 0);
    if (last && left < BigInt(last.ticks) * market.unit) return 'quote_remainder';
  } else if (plan.remainingLots === 0) return 'filled';
  switch (plan.stopped) {
    case 'self_trade':
      return 'self_trade';
    case 'makers_max':
      return 'fills_too_many';
    case 'budget':
    case 'filled':
      return 'quote_remainder';
    case 'price':
      return limited ? (isPatient(order) ? 'rests' : 'time_in_force') : 'band';
    case 'empty':
      return limited ? (isPatient(order) ? 'rests' : 'time_in_force') : 'no_liquidity';
    case 'judged':
      throw new Error('spot judges no fill');
  }
}

/** Units of the paying asset that the plan takes. */
export function costOf({ unit, lot }: AuditedMarket, order: AuditedOrder, plan: NaivePlan): bigint {
  return plan.steps.reduce(
    (sum, { ticks, lots }) => sum + (order.side === 'buy' ? BigInt(ticks) * BigInt(lots) * unit : BigInt(lots) * lot),
    0n,
  );
}

export function crosses({ book }: AuditedMarket, { side, price }: AuditedOrder): boolean {
  const best = book.bestTicks(side === 'buy' ? 'sell' : 'buy');
  return best !== 0 && (side === 'buy' ? price >= best : price <= best);
}

/** Units that an open order must hold. */
export function needs({ unit, lot }: AuditedMarket, order: AuditedOrder): bigint {
  if (order.quoteAmount > 0n) return order.quoteAmount;
  const open = BigInt(order.quantity - order.filled);
  return order.side === 'sell' ? open * lot : BigInt(order.price) * open * unit;
}

export function heldAsset({ terms: { base, quote } }: AuditedMarket, { side }: AuditedOrder): string {
  return side === 'buy' ? quote : base;
}

/** ± band of the latest price, whole ticks inside it, within the lowest and highest price. */
function bandEdge(market: AuditedMarket, side: 'buy' | 'sell'): number {
  const reference = BigInt(latest(market));
  const away = (reference * BigInt(market.terms.bandPpb)) / BILLION;
  if (side === 'buy') return Math.min(Number(reference + away), market.terms.priceHighest);
  return Math.max(Number(reference - away), market.terms.priceLowest);
}
