/** Margin put into a position or taken out of it, and leverage: both positions and all orders as if it had always been so. */
import { initialMargin, orderCost } from '../../../../../shared/products/perpetual/rules/order-cost';
import { profitAt, valueAt } from '../../../../../shared/products/perpetual/rules/position';
import { leverageMaxAt } from '../../../../../shared/products/perpetual/rules/tiers';
import type { Context, Decision } from '../../../../core/decision';
import type { Entry } from '../../../../core/ledger/entry';
import type { PositionSide } from '../../../../core/market/order';
import { broken, reject } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { AdjustMargin, SetLeverage } from '../commands';
import { freeOf } from './equity';
import { openingLotsOf, ordersIn } from '../orders/holding';
import { perpetualMarket } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { priceAt } from '../orders/ordered';
import { exposureOf } from '../orders/place';
import { holding, returning } from '../orders/order-holds';
import { createSketch, feeRateOf, freeIn, openCost, perTickOf, purseIn, traderOf, type Sketch } from '../orders/sketch';
import type { Standing, Trader } from '../orders/trader';

const SIDES: readonly PositionSide[] = ['long', 'short'];

export function decideAdjustMargin(view: CoreView, command: AdjustMargin, { at }: Context): Decision {
  const { user, market: name, position: side, act, amount } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  const market = perpetualMarket(view, name);
  if (!market) return reject('market.unknown');
  if (view.perpetual.contracts.get(name)?.ending?.price) return reject('coin.not.open');
  const locked = refuseLocked(view, user, name, [side]);
  if (locked) return locked;
  if (amount <= 0n) return reject('amount.not.positive');
  const mark = markAt(view, market, at);
  // What is taken out is judged by what the position is worth now.
  if (!mark || (act === 'take' && mark.isStale)) return reject('mark.stale');
  const sketch = createSketch(view, market, mark.ticks, at);
  const trader = traderOf(sketch, user);
  const standing = trader[side];
  if (!standing) return reject('position.none');
  if (trader.isCross) return reject('margin.of.cross');
  const free = freeIn(sketch, trader);
  const most = act === 'add' ? (free > 0n ? free : 0n) : takeable(sketch, side, standing, trader.leverage, false);
  if (amount > most) return reject('margin.insufficient', { available: `${most}` });
  const entries = [adjusting(trader, standing, act, amount)];
  return [
    ...sketch.settling.events,
    { type: 'MarginAdjusted', user, market: name, position: standing.id, side, act, amount, entries },
  ];
}

/** What a position does without: neither a loss nor what it began with nor the reserve for closing. Never below 0. */
function takeable(
  sketch: Sketch,
  side: PositionSide,
  { lots, cost, collateral }: Standing,
  leverage: number,
  isCross: boolean,
): bigint {
  const position = { side, perTick: perTickOf(sketch.market, lots), cost };
  const value = valueAt(position, sketch.mark);
  const profit = profitAt(position, sketch.mark);
  const margin = initialMargin(value > cost ? value : cost, leverage);
  // What a cross position has lost is its account's.
  const lost = profit < 0n && !isCross ? profit : 0n;
  const most = collateral + lost - margin - reserveOf(sketch, side, cost, leverage);
  return most > 0n ? most : 0n;
}

/** For closing, of a position of such a cost. */
function reserveOf({ terms }: Sketch, side: PositionSide, cost: bigint, leverage: number): bigint {
  return orderCost({ side, perTick: cost, price: 1, leverage, takerPpb: 0, closePpb: terms.closePpb, mark: 1 }).reserve;
}

function adjusting(
  { buckets: { available, locked } }: Trader,
  { hold }: Standing,
  act: AdjustMargin['act'],
  amount: bigint,
): Entry {
  return act === 'add'
    ? { kind: 'margin_add', debit: available, credit: locked, amount, hold }
    : { kind: 'margin_take', debit: locked, credit: available, amount, hold };
}

export function decideSetLeverage(view: CoreView, command: SetLeverage, { at }: Context): Decision {
  const { user, market: name, leverage } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  const market = perpetualMarket(view, name);
  if (!market) return reject('market.unknown');
  if (view.perpetual.contracts.get(name)?.ending?.price) return reject('coin.not.open');
  const locked = refuseLocked(view, user, name, SIDES);
  if (locked) return locked;
  if (!Number.isSafeInteger(leverage) || leverage < 1) return reject('leverage.invalid');
  const mark = markAt(view, market, at);
  const orders = ordersIn(view, user, name).filter(({ contract }) => contract?.closes === false);
  const sketch = createSketch(view, market, mark?.ticks ?? 0, at);
  const trader = traderOf(sketch, user);
  if (leverage === view.perpetual.holdings.get(user)?.get(name)?.leverage) return reject('leverage.unchanged');
  const isUsed = orders.length > 0 || SIDES.some((side) => trader[side] !== null);
  if (isUsed && (!mark || mark.isStale)) return reject('mark.stale');
  const value = SIDES.map((side) => exposureOf(view, market, user, side, sketch.mark)).reduce((one, other) =>
    one > other ? one : other,
  );
  const maximum = leverageMaxAt(sketch.orderTiers, value);
  if (leverage > maximum) return reject('leverage.too.high', { maximum });

  const given: Entry[] = [];
  const taken: Entry[] = [];
  let { free } = trader;
  const legs = purseIn(sketch, trader).legs.filter(({ market: of }) => of.terms.market !== name);
  for (const side of SIDES) {
    const standing = trader[side];
    if (!standing) continue;
    const { cost } = standing;
    const begun = (by: number): bigint => initialMargin(cost, by) + reserveOf(sketch, side, cost, by);
    const more = begun(leverage) - begun(trader.leverage);
    const most = takeable(sketch, side, standing, leverage, trader.isCross);
    const less = -more < most ? -more : most;
    if (more > 0n) taken.push(adjusting(trader, standing, 'add', more));
    else if (less > 0n) given.push(adjusting(trader, standing, 'take', less));
    const put = more > 0n ? more : less > 0n ? -less : 0n;
    free -= put;
    if (trader.isCross) legs.push({ ...standing, market, side, leverage, collateral: standing.collateral + put });
  }
  for (const order of orders) {
    const { contract, hold } = order;
    if (openingLotsOf(order) === 0) continue;
    if (!contract || !hold) broken(`order ${order.id} opens and holds nothing`);
    const rate = feeRateOf(sketch, user, contract.level, false);
    const more =
      openCost(sketch, contract.position, leverage, priceAt(order), openingLotsOf(order), rate).total - hold.remaining;
    if (more > 0n) taken.push(holding(contract.position, trader.buckets, more, hold.id));
    if (more < 0n) given.push(returning(contract.position, trader.buckets, -more, hold.id));
    free -= more;
  }
  // What is freed may be too little where much was lost: it only has to be no less than it was.
  const left = freeOf(view, { free, legs });
  if (left < 0n && (legs.length === 0 || left < freeIn(sketch, trader))) return reject('margin.insufficient');
  if (free < 0n) return reject('margin.insufficient');
  return [
    ...sketch.settling.events,
    { type: 'LeverageSet', user, market: name, leverage, entries: [...given, ...taken] },
  ];
}
