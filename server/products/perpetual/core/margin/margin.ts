/**
 * Adding and removing margin, and changing leverage: positions and all orders are adjusted as if it had always applied.
 */
import { initialMargin, orderCost } from '../../../../../shared/products/perpetual/rules/order-cost';
import { profitAt, valueAt } from '../../../../../shared/products/perpetual/rules/position';
import { leverageMaxAt } from '../../../../../shared/products/perpetual/rules/tiers';
import type { Context, Decision } from '../../../../core/decision';
import type { Entry } from '../../../../core/ledger/entry';
import type { PositionSide } from '../../../../core/market/order';
import { broken, reject } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { AdjustMargin, SetLeverage } from '../commands';
import { freeBalanceOf } from './collateral-pool';
import { openingLotsOf, ordersIn } from '../orders/open-orders';
import { perpetualMarket } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { costPriceOf } from '../orders/open-order-sums';
import { exposureOf } from '../orders/place';
import { holdEntry, releaseEntry } from '../orders/order-holds';
import {
  createSimulation,
  feeRateOf,
  freeBalanceIn,
  openCost,
  unitsPerTick,
  collateralPoolIn,
  traderOf,
  type MatchSimulation,
} from '../orders/match-simulation';
import type { SimulatedPosition, SimulatedTrader } from '../orders/simulated-trader';

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
  // Removing margin needs a fresh mark, because the position is checked at its current value.
  if (!mark || (act === 'take' && mark.isStale)) return reject('mark.stale');
  const simulation = createSimulation(view, market, mark.ticks, at);
  const trader = traderOf(simulation, user);
  const openPosition = trader[side];
  if (!openPosition) return reject('position.none');
  if (trader.isCross) return reject('margin.of.cross');
  const free = freeBalanceIn(simulation, trader);
  const max =
    act === 'add'
      ? free > 0n
        ? free
        : 0n
      : withdrawableMargin(simulation, side, openPosition, trader.leverage, false);
  if (amount > max) return reject('margin.insufficient', { available: `${max}` });
  const entries = [adjustEntry(trader, openPosition, act, amount)];
  return [
    ...simulation.settling.events,
    { type: 'MarginAdjusted', user, market: name, position: openPosition.id, side, act, amount, entries },
  ];
}

/** Removable margin: losses, initial margin and the closing reserve stay. Never below 0. */
function withdrawableMargin(
  simulation: MatchSimulation,
  side: PositionSide,
  { lots, cost, collateral }: SimulatedPosition,
  leverage: number,
  isCross: boolean,
): bigint {
  const position = { side, perTick: unitsPerTick(simulation.market, lots), cost };
  const value = valueAt(position, simulation.mark);
  const profit = profitAt(position, simulation.mark);
  const margin = initialMargin(value > cost ? value : cost, leverage);
  // A cross position's loss belongs to its account.
  const loss = profit < 0n && !isCross ? profit : 0n;
  const max = collateral + loss - margin - reserveOf(simulation, side, cost, leverage);
  return max > 0n ? max : 0n;
}

/** Closing reserve of a position with that cost. */
function reserveOf({ terms }: MatchSimulation, side: PositionSide, cost: bigint, leverage: number): bigint {
  return orderCost({ side, perTick: cost, price: 1, leverage, takerPpb: 0, closePpb: terms.closePpb, mark: 1 }).reserve;
}

function adjustEntry(
  { buckets: { available, locked } }: SimulatedTrader,
  { hold }: SimulatedPosition,
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
  const simulation = createSimulation(view, market, mark?.ticks ?? 0, at);
  const trader = traderOf(simulation, user);
  if (leverage === view.perpetual.holdings.get(user)?.get(name)?.leverage) return reject('leverage.unchanged');
  const isUsed = orders.length > 0 || SIDES.some((side) => trader[side] !== null);
  if (isUsed && (!mark || mark.isStale)) return reject('mark.stale');
  const value = SIDES.map((side) => exposureOf(view, market, user, side, simulation.mark)).reduce((one, other) =>
    one > other ? one : other,
  );
  const maximum = leverageMaxAt(simulation.orderTiers, value);
  if (leverage > maximum) return reject('leverage.too.high', { maximum });

  const releases: Entry[] = [];
  const additions: Entry[] = [];
  let { free } = trader;
  const legs = collateralPoolIn(simulation, trader).legs.filter(
    ({ market: legMarket }) => legMarket.terms.market !== name,
  );
  for (const side of SIDES) {
    const openPosition = trader[side];
    if (!openPosition) continue;
    const { cost } = openPosition;
    const requiredMargin = (atLeverage: number): bigint =>
      initialMargin(cost, atLeverage) + reserveOf(simulation, side, cost, atLeverage);
    const additionalMargin = requiredMargin(leverage) - requiredMargin(trader.leverage);
    const max = withdrawableMargin(simulation, side, openPosition, leverage, trader.isCross);
    const releasedMargin = -additionalMargin < max ? -additionalMargin : max;
    if (additionalMargin > 0n) additions.push(adjustEntry(trader, openPosition, 'add', additionalMargin));
    else if (releasedMargin > 0n) releases.push(adjustEntry(trader, openPosition, 'take', releasedMargin));
    const marginChange = additionalMargin > 0n ? additionalMargin : releasedMargin > 0n ? -releasedMargin : 0n;
    free -= marginChange;
    if (trader.isCross)
      legs.push({ ...openPosition, market, side, leverage, collateral: openPosition.collateral + marginChange });
  }
  for (const order of orders) {
    const { contract, hold } = order;
    if (openingLotsOf(order) === 0) continue;
    if (!contract || !hold) broken(`order ${order.id} opens and holds nothing`);
    const rate = feeRateOf(simulation, user, contract.level, false);
    const additionalHold =
      openCost(simulation, contract.position, leverage, costPriceOf(order), openingLotsOf(order), rate).total -
      hold.remaining;
    if (additionalHold > 0n) additions.push(holdEntry(contract.position, trader.buckets, additionalHold, hold.id));
    if (additionalHold < 0n) releases.push(releaseEntry(contract.position, trader.buckets, -additionalHold, hold.id));
    free -= additionalHold;
  }
  // After large losses of cross positions the available amount may be below zero; the change is allowed if it does not fall further.
  const remainingFree = freeBalanceOf(view, { free, legs });
  if (remainingFree < 0n && (legs.length === 0 || remainingFree < freeBalanceIn(simulation, trader)))
    return reject('margin.insufficient');
  if (free < 0n) return reject('margin.insufficient');
  return [
    ...simulation.settling.events,
    { type: 'LeverageSet', user, market: name, leverage, entries: [...releases, ...additions] },
  ];
}
