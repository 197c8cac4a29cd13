/**
 * Liquidation of a cross-margin account, one step per batch. Its orders in all cross markets are cancelled. A long and a short in one
 * market close against each other at the mark. From the second tier up, the position with the highest requirement is cut to the cap of the
 * tier below. The position with the highest requirement is then set apart with its share of the account's equity, and taken over like an
 * isolated one. The liquidation stops once the account's equity exceeds its requirement. Each step follows from the current account. A
 * position in a halted market counts with its last mark and is not touched, since no one can trade there.
 */
import { bankruptcyPrice } from '../../../../../shared/products/perpetual/rules/bankruptcy';
import {
  crossProfit,
  crossMaintenanceMargin,
  crossExcessMargin,
  takeoverCollateral,
} from '../../../../../shared/products/perpetual/rules/cross';
import { profitAt, realised, valueAt } from '../../../../../shared/products/perpetual/rules/position';
import {
  isUndermargined,
  maintenanceMarginAt,
} from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import { tierAt } from '../../../../../shared/products/perpetual/rules/tiers';
import { feeOf } from '../../../../../shared/rules/arithmetic/rounding';
import { FROZEN_ORDERS_ENDED_MAX } from '../../../../core/bounds';
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import { bucketsOf } from '../../../../core/ledger/ledger';
import type { OrderView } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { LiquidateAccount } from '../commands';
import { accountMarginOf } from './cross-liquidation-queue';
import type { CrossShareSet } from './cross-events';
import { cancelOpenOrder } from '../orders/cancel';
import {
  marketsOf,
  markOf,
  raisableMax,
  raiseFunds,
  replaceLeg,
  sizeOf,
  crossWalletOf,
  type CrossLeg,
  type CollateralPool,
} from '../margin/collateral-pool';
import { ordersIn } from '../orders/open-orders';
import { LIQUIDATION_FEE_PPB } from './liquidation';
import { offerLots } from './offer';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { unlockedFor } from '../locks/lock';
import { entryKindForBucket } from '../margin/bucket';
import { mayLiquidate } from '../marks/market-halt';
import { createSimulation, simulateFill, collateralPoolIn, traderOf } from '../orders/match-simulation';

interface Account {
  readonly id: number;
  readonly user: number;
  readonly asset: string;
}
type AccountMargin = ReturnType<typeof accountMarginOf>;
/** Whether a position may be taken now. */
type LegFilter = (leg: CrossLeg) => boolean;

export function decideLiquidateAccount(view: CoreView, command: LiquidateAccount, context: Context): Decision {
  return nextStep(view, command, context.at, FROZEN_ORDERS_ENDED_MAX);
}

/** Fallback for a step that does not fit one batch: a single order fits, and so does setting a position apart. */
export function fallbackLiquidateAccount(view: CoreView, command: LiquidateAccount): CoreEvent[] {
  return nextStep(view, command, view.at, 1);
}

function nextStep(view: CoreView, { user, asset }: LiquidateAccount, at: number, max: number): CoreEvent[] {
  // Funding is settled first; only the equity after it shows whether the account is still short.
  const settled = settleAll(view, user, asset, at);
  if (settled.length > 0) return settled;
  const accountMargin = accountMarginOf(view, user, asset);
  const orders = crossOrders(view, user, asset);
  const cancellations = orders
    .slice(0, max)
    .map(({ market, order }) => cancelOpenOrder(view, market, order, 'liquidation'));
  const open = view.liquidations.accounts.get(user);
  if (!open) return [startedEvent({ id: view.liquidations.next, user, asset }, accountMargin), ...cancellations];
  if (accountMargin.pool.legs.length === 0) return [finishedEvent(open, 'closed')];
  if (!isUndermargined(accountMargin.excessMargin)) return [finishedEvent(open, 'recovered')];
  if (cancellations.length > 0) return cancellations;
  const isLiquidatable = (leg: CrossLeg): boolean => mayLiquidate(view, leg.market, at);
  const netted = netLegs(view, open, accountMargin, isLiquidatable);
  if (netted) return netted;
  const reduction = open.next === 'reduce' && max > 1 ? reduce(view, open, accountMargin, at, isLiquidatable) : null;
  return reduction ?? takeOverPosition(view, open, accountMargin, isLiquidatable);
}

function settleAll(view: CoreView, user: number, asset: string, at: number): CoreEvent[] {
  const { pool } = accountMarginOf(view, user, asset);
  const market = pool.legs.at(0)?.market;
  if (!market) return [];
  const simulation = createSimulation(view, market, markOf(view, market), at);
  traderOf(simulation, user);
  return simulation.settling.events;
}

/** Orders of all cross markets, in order of listing, oldest first. */
function crossOrders(view: CoreView, user: number, asset: string): { market: PerpetualMarketView; order: OrderView }[] {
  const holdings = view.perpetual.holdings.get(user);
  return [...view.perpetual.contracts.keys()].flatMap((name) => {
    const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
    if (holdings?.get(name)?.mode !== 'cross' || market.terms.quote !== asset) return [];
    return ordersIn(view, user, name).map((order) => ({ market, order }));
  });
}

function startedEvent(
  { id, user, asset }: Account,
  { wallet, markets, excessMargin: excess }: AccountMargin,
): CoreEvent {
  if (!isUndermargined(excess)) broken(`the account of ${user} in ${asset} is short of nothing`);
  const profit = crossProfit(markets);
  const requirement = crossMaintenanceMargin(markets);
  return { type: 'CrossLiquidationStarted', liquidation: id, user, asset, wallet, profit, requirement };
}

function finishedEvent({ id, user, asset }: Account, reason: 'recovered' | 'closed'): CoreEvent {
  return { type: 'CrossLiquidationFinished', liquidation: id, user, asset, reason };
}

/** 2. Nets positions that are long and short in one market; null if there are none, or if the account cannot pay the loss. */
function netLegs(
  view: CoreView,
  { id: liquidation, user, asset }: Account,
  { pool }: AccountMargin,
  isLiquidatable: LegFilter,
): CoreEvent[] | null {
  for (const long of pool.legs.filter(isLiquidatable)) {
    const name = long.market.terms.market;
    const short = pool.legs.find(({ market, side }) => side === 'short' && market.terms.market === name);
    if (long.side !== 'long' || !short) continue;
    const lots = Math.min(long.lots, short.lots);
    const mark = markOf(view, long.market);
    const [ofLong, ofShort] = [long, short].map((leg) => ({
      ...realised(sizeOf(leg), { lots, totalLots: leg.lots }, mark),
      freed: leg.lots === lots ? leg.collateral : (leg.collateral * BigInt(lots)) / BigInt(leg.lots),
    }));
    const profit = ofLong.profit + ofShort.profit;
    const others: CollateralPool = { ...pool, legs: pool.legs.filter((leg) => leg !== long && leg !== short) };
    const missing = -profit - ofLong.freed - ofShort.freed;
    if (missing > raisableMax(view, others, 0)) continue;
    const precedingEvents = raiseFunds(view, others, missing, 0);
    const buckets = bucketsOf(view.ledger, 'contract', user, asset);
    const clearing = marketAccount('clearing', name, asset);
    const entries: Entry[] = [];
    const move = (entry: Entry): void => {
      if (entry.amount > 0n) entries.push(entry);
    };
    for (const [{ hold, bucket }, { freed }] of [[long, ofLong] as const, [short, ofShort] as const]) {
      const kind = entryKindForBucket('margin_return', bucket);
      move({ kind, debit: buckets[bucket], credit: buckets.available, amount: freed, hold });
    }
    move({ kind: 'margin_profit', debit: clearing, credit: buckets.available, amount: profit });
    move({ kind: 'margin_loss', debit: buckets.available, credit: clearing, amount: -profit });
    const [longReleased, shortReleased] = [ofLong.released, ofShort.released];
    return [
      ...precedingEvents,
      {
        ...{ type: 'LegsNetted', liquidation, user, asset, market: name, mark, lots },
        ...{ long: long.id, longReleased, short: short.id, shortReleased, profit, entries },
      },
    ];
  }
  return null;
}

/** Returns a position's share of the account's equity, and the requirement that stays with the account. */
function equityShareOf(view: CoreView, leg: CrossLeg, { wallet, markets }: AccountMargin) {
  const { terms } = getOrThrow(view.perpetual.contracts, leg.market.terms.market);
  const mark = markOf(view, leg.market);
  const equity = wallet + crossProfit(markets);
  const requirement = maintenanceMarginAt(terms, sizeOf(leg), mark);
  const requirements = crossMaintenanceMargin(markets);
  return { terms, mark, equity, requirement, requirements, profit: profitAt(sizeOf(leg), mark) };
}

/** The takeable position with the largest requirement; of equal ones the older. */
function largestRequirement(view: CoreView, accountMargin: AccountMargin, isLiquidatable: LegFilter): CrossLeg {
  const legs = accountMargin.pool.legs.filter(isLiquidatable);
  if (legs.length === 0) broken('an account is liquidated of which nothing may be taken');
  const requirements = new Map(legs.map((leg) => [leg.id, equityShareOf(view, leg, accountMargin).requirement]));
  return legs.reduce((one, other) => {
    const [requirement, otherRequirement] = [getOrThrow(requirements, one.id), getOrThrow(requirements, other.id)];
    if (requirement === otherRequirement) return one.id < other.id ? one : other;
    return requirement > otherRequirement ? one : other;
  });
}

/** 3. Cuts to the cap of the tier below; null in the first tier, and if no lot would remain. */
function reduce(
  view: CoreView,
  account: Account,
  accountMargin: AccountMargin,
  at: number,
  isLiquidatable: LegFilter,
): CoreEvent[] | null {
  const { id: liquidation, user, asset } = account;
  const leg = largestRequirement(view, accountMargin, isLiquidatable);
  const { market, side } = leg;
  const { terms, mark, equity, requirement, requirements, profit } = equityShareOf(view, leg, accountMargin);
  const place = terms.tiers.indexOf(tierAt(terms.tiers, valueAt(sizeOf(leg), mark)));
  if (place === 0) return null;
  const remainingLots = Number(terms.tiers[place - 1].cap / (market.quotePerTickLot * BigInt(mark)));
  if (remainingLots === 0) return null;
  const lots = leg.lots - remainingLots;
  const collateral = takeoverCollateral(equity, requirement, requirements, profit);
  const limit = Math.max(1, bankruptcyPrice(sizeOf(leg), collateral, terms.closePpb) ?? 1);
  const simulation = createSimulation(view, market, mark, at);
  const { events, filled, notional, wantsMore } = offerLots(
    view,
    simulation,
    { id: liquidation, user, side },
    limit,
    lots,
    simulateFill,
  );
  const pool = collateralPoolIn(simulation, traderOf(simulation, user));
  const excess = crossExcessMargin(crossWalletOf(view, pool, simulation.remainingHolds), marketsOf(view, pool.legs));
  const feeDue = feeOf(notional, LIQUIDATION_FEE_PPB);
  const max = [feeDue, excess - 1n, pool.free].reduce((one, other) => (one < other ? one : other));
  const fee = max > 0n ? max : 0n;
  const debit = bucketsOf(view.ledger, 'contract', user, asset).available;
  const credit = houseAccount('insurance', asset);
  const entries: Entry[] = fee > 0n ? [{ kind: 'cross_liquidation_fee', debit, credit, amount: fee }] : [];
  const next = filled === lots || wantsMore ? 'reduce' : 'take';
  const { market: name } = market.terms;
  return [
    ...simulation.settling.events,
    ...events,
    {
      ...{ type: 'CrossPositionReduced', liquidation, user, asset, market: name, position: leg.id, side },
      ...{ mark, limit, lots, filled, fee, next, entries },
    },
  ];
}

/** 4. Sets a position apart with its share of the account; it then follows the steps of an isolated position. */
function takeOverPosition(
  view: CoreView,
  account: Account,
  accountMargin: AccountMargin,
  isLiquidatable: LegFilter,
): CoreEvent[] {
  const { id, user, asset } = account;
  const unlocked = largestRequirement(view, accountMargin, isLiquidatable);
  // Positions locked by staff are taken over too.
  const leg: CrossLeg = { ...unlocked, bucket: 'locked' };
  const { terms, mark, equity, requirement, requirements, profit } = equityShareOf(view, leg, accountMargin);
  const gain = profit > 0n ? profit : 0n;
  const { pool } = accountMargin;
  replaceLeg(pool, leg);
  pool.free += gain;
  const targetCollateral = takeoverCollateral(equity, requirement, requirements, profit - gain);
  const requiredAmount = (targetCollateral > 1n ? targetCollateral : 1n) - leg.collateral;
  const precedingEvents = raiseFunds(view, pool, requiredAmount, leg.id);
  // A profit settled at the worse of mark and index may leave less than the share.
  const addedMargin = requiredAmount < pool.free ? requiredAmount : pool.free;
  const collateral = leg.collateral + addedMargin;
  const { market, side, id: position, hold, lots, leverage } = leg;
  const { market: name } = market.terms;
  const buckets = bucketsOf(view.ledger, 'contract', user, asset);
  const clearing = marketAccount('clearing', name, asset);
  const entries: Entry[] = [];
  if (gain > 0n) entries.push({ kind: 'margin_profit', debit: clearing, credit: buckets.available, amount: gain });
  if (addedMargin > 0n)
    entries.push({ kind: 'margin_add', debit: buckets.available, credit: buckets.locked, amount: addedMargin, hold });
  if (addedMargin < 0n)
    entries.push({
      kind: 'margin_return',
      debit: buckets.locked,
      credit: buckets.available,
      amount: -addedMargin,
      hold,
    });
  const set: CrossShareSet = {
    ...{ type: 'CrossShareSet', liquidation: id, user, asset, market: name, position, side, mark },
    ...{ equity, requirement, requirements, profit: gain, cover: collateral, entries },
  };
  const size = sizeOf(leg);
  const { ratePpb, amount } = tierAt(terms.tiers, valueAt(size, mark));
  return [
    ...(view.locks.locked.has(position) ? [unlockedFor(view, position)] : []),
    ...precedingEvents,
    set,
    {
      ...{ type: 'LiquidationStarted', liquidation: view.liquidations.next, market: name, position, user, side, lots },
      cost: leg.cost + (side === 'long' ? gain : -gain),
      ...{
        collateral,
        leverage,
        mark,
        index: getOrThrow(view.perpetual.contracts, name).mark.index,
        requirement,
      },
      ...{ ratePpb, amount, closePpb: terms.closePpb, next: 'take' },
    },
  ];
}
