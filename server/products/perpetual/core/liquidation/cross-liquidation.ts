/**
 * Liquidation of an account whose positions stand for one another, a step a batch: its orders in all cross markets end; a long and a short
 * of one market close against each other at the mark; from the second tier up the position that requires most is cut to the
 * cap of the tier below; the one that requires most is set apart with its share of what the account is worth, and taken over as an
 * isolated one is. It stops as soon as the account is worth more than its positions require. Each step follows from the account as it is.
 * A position whose market stands still counts with its last mark and is not touched: nobody can act there.
 */
import { bankruptcyPrice } from '../../../../../shared/products/perpetual/rules/bankruptcy';
import {
  crossProfit,
  crossRequirement,
  crossSpare,
  takenOverCover,
} from '../../../../../shared/products/perpetual/rules/cross';
import { profitAt, realised, valueAt } from '../../../../../shared/products/perpetual/rules/position';
import { isShort, requirementAt } from '../../../../../shared/products/perpetual/rules/requirement';
import { tierAt } from '../../../../../shared/products/perpetual/rules/tiers';
import { feeOf } from '../../../../../shared/rules/rounding';
import { FROZEN_ORDERS_ENDED_MAX } from '../../../../core/bounds';
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { known } from '../../../../core/folding';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import { bucketsOf } from '../../../../core/ledger/ledger';
import type { OrderView } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { LiquidateAccount } from '../commands';
import { standingOfAccount } from './cross-found';
import type { CrossShareSet } from './cross-events';
import { endOpen } from '../orders/end';
import { marketsOf, markOf, raisable, raise, replace, sizeOf, walletOf, type Leg, type Purse } from '../margin/equity';
import { ordersIn } from '../orders/holding';
import { LIQUIDATION_FEE_PPB } from './liquidation';
import { offer } from './offer';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { unlockedFor } from '../locks/lock';
import { inBucket } from '../margin/bucket';
import { mayTake } from '../marks/standstill';
import { createSketch, fill, purseIn, traderOf } from '../orders/sketch';

interface Account {
  readonly id: number;
  readonly user: number;
  readonly asset: string;
}
type Standing = ReturnType<typeof standingOfAccount>;
/** Whether a position may be taken now. */
type Takes = (leg: Leg) => boolean;

export function decideLiquidateAccount(view: CoreView, command: LiquidateAccount, context: Context): Decision {
  return nextStep(view, command, context.at, FROZEN_ORDERS_ENDED_MAX);
}

/** Should what a step does not fit one batch: one order at a time does, and so does setting a position apart. */
export function giveUpLiquidateAccount(view: CoreView, command: LiquidateAccount): CoreEvent[] {
  return nextStep(view, command, view.at, 1);
}

function nextStep(view: CoreView, { user, asset }: LiquidateAccount, at: number, most: number): CoreEvent[] {
  // Funding is settled ahead: what the account has then says whether it is still short.
  const settled = settleAll(view, user, asset, at);
  if (settled.length > 0) return settled;
  const standing = standingOfAccount(view, user, asset);
  const orders = crossOrders(view, user, asset);
  const ends = orders.slice(0, most).map(({ market, order }) => endOpen(view, market, order, 'liquidation'));
  const open = view.liquidations.accounts.get(user);
  if (!open) return [started({ id: view.liquidations.next, user, asset }, standing), ...ends];
  if (standing.purse.legs.length === 0) return [finished(open, 'closed')];
  if (!isShort(standing.spare)) return [finished(open, 'recovered')];
  if (ends.length > 0) return ends;
  const takes = (leg: Leg): boolean => mayTake(view, leg.market, at);
  const netted = net(view, open, standing, takes);
  if (netted) return netted;
  const cut = open.next === 'reduce' && most > 1 ? reduce(view, open, standing, at, takes) : null;
  return cut ?? setApart(view, open, standing, takes);
}

function settleAll(view: CoreView, user: number, asset: string, at: number): CoreEvent[] {
  const { purse } = standingOfAccount(view, user, asset);
  const market = purse.legs.at(0)?.market;
  if (!market) return [];
  const sketch = createSketch(view, market, markOf(view, market), at);
  traderOf(sketch, user);
  return sketch.settling.events;
}

/** Of all cross markets, as they were listed, oldest first. */
function crossOrders(view: CoreView, user: number, asset: string): { market: PerpetualMarketView; order: OrderView }[] {
  const own = view.perpetual.holdings.get(user);
  return [...view.perpetual.contracts.keys()].flatMap((name) => {
    const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
    if (own?.get(name)?.mode !== 'cross' || market.terms.quote !== asset) return [];
    return ordersIn(view, user, name).map((order) => ({ market, order }));
  });
}

function started({ id, user, asset }: Account, { wallet, markets, spare }: Standing): CoreEvent {
  if (!isShort(spare)) broken(`the account of ${user} in ${asset} is short of nothing`);
  const profit = crossProfit(markets);
  const requirement = crossRequirement(markets);
  return { type: 'CrossLiquidationStarted', liquidation: id, user, asset, wallet, profit, requirement };
}

function finished({ id, user, asset }: Account, reason: 'recovered' | 'closed'): CoreEvent {
  return { type: 'CrossLiquidationFinished', liquidation: id, user, asset, reason };
}

/** 2. What is long and short at once; null where there is none, or where the account cannot pay for what that loses. */
function net(
  view: CoreView,
  { id: liquidation, user, asset }: Account,
  { purse }: Standing,
  takes: Takes,
): CoreEvent[] | null {
  for (const long of purse.legs.filter(takes)) {
    const name = long.market.terms.market;
    const short = purse.legs.find(({ market, side }) => side === 'short' && market.terms.market === name);
    if (long.side !== 'long' || !short) continue;
    const lots = Math.min(long.lots, short.lots);
    const mark = markOf(view, long.market);
    const [ofLong, ofShort] = [long, short].map((leg) => ({
      ...realised(sizeOf(leg), { lots, of: leg.lots }, mark),
      freed: leg.lots === lots ? leg.collateral : (leg.collateral * BigInt(lots)) / BigInt(leg.lots),
    }));
    const profit = ofLong.profit + ofShort.profit;
    const others: Purse = { ...purse, legs: purse.legs.filter((leg) => leg !== long && leg !== short) };
    const missing = -profit - ofLong.freed - ofShort.freed;
    if (missing > raisable(view, others, 0)) continue;
    const ahead = raise(view, others, missing, 0);
    const buckets = bucketsOf(view.ledger, 'contract', user, asset);
    const clearing = marketAccount('clearing', name, asset);
    const entries: Entry[] = [];
    const move = (entry: Entry): void => {
      if (entry.amount > 0n) entries.push(entry);
    };
    for (const [{ hold, bucket }, { freed }] of [[long, ofLong] as const, [short, ofShort] as const]) {
      const kind = inBucket('margin_return', bucket);
      move({ kind, debit: buckets[bucket], credit: buckets.available, amount: freed, hold });
    }
    move({ kind: 'margin_profit', debit: clearing, credit: buckets.available, amount: profit });
    move({ kind: 'margin_loss', debit: buckets.available, credit: clearing, amount: -profit });
    const [longReleased, shortReleased] = [ofLong.released, ofShort.released];
    return [
      ...ahead,
      {
        ...{ type: 'LegsNetted', liquidation, user, asset, market: name, mark, lots },
        ...{ long: long.id, longReleased, short: short.id, shortReleased, profit, entries },
      },
    ];
  }
  return null;
}

/** What a position is worth of the account, and what the account has to keep for it. */
function shareOf(view: CoreView, leg: Leg, { wallet, markets }: Standing) {
  const { terms } = known(view.perpetual.contracts, leg.market.terms.market);
  const mark = markOf(view, leg.market);
  const equity = wallet + crossProfit(markets);
  const requirement = requirementAt(terms, sizeOf(leg), mark);
  const requirements = crossRequirement(markets);
  return { terms, mark, equity, requirement, requirements, profit: profitAt(sizeOf(leg), mark) };
}

/** The one that requires most, of those that may be taken; of the same the older one. */
function largest(view: CoreView, standing: Standing, takes: Takes): Leg {
  const legs = standing.purse.legs.filter(takes);
  if (legs.length === 0) broken('an account is liquidated of which nothing may be taken');
  const requirements = new Map(legs.map((leg) => [leg.id, shareOf(view, leg, standing).requirement]));
  return legs.reduce((one, other) => {
    const [its, others] = [known(requirements, one.id), known(requirements, other.id)];
    if (its === others) return one.id < other.id ? one : other;
    return its > others ? one : other;
  });
}

/** 3. To the cap of the tier below; null in the first tier, and where not one lot would be left. */
function reduce(view: CoreView, account: Account, standing: Standing, at: number, takes: Takes): CoreEvent[] | null {
  const { id: liquidation, user, asset } = account;
  const leg = largest(view, standing, takes);
  const { market, side } = leg;
  const { terms, mark, equity, requirement, requirements, profit } = shareOf(view, leg, standing);
  const place = terms.tiers.indexOf(tierAt(terms.tiers, valueAt(sizeOf(leg), mark)));
  if (place === 0) return null;
  const keeps = Number(terms.tiers[place - 1].cap / (market.quotePerTickLot * BigInt(mark)));
  if (keeps === 0) return null;
  const lots = leg.lots - keeps;
  const cover = takenOverCover(equity, requirement, requirements, profit);
  const limit = Math.max(1, bankruptcyPrice(sizeOf(leg), cover, terms.closePpb) ?? 1);
  const sketch = createSketch(view, market, mark, at);
  const { events, filled, notional, wantsMore } = offer(
    view,
    sketch,
    { id: liquidation, user, side },
    limit,
    lots,
    fill,
  );
  const purse = purseIn(sketch, traderOf(sketch, user));
  const spare = crossSpare(walletOf(view, purse, sketch.held), marketsOf(view, purse.legs));
  const owed = feeOf(notional, LIQUIDATION_FEE_PPB);
  const most = [owed, spare - 1n, purse.free].reduce((one, other) => (one < other ? one : other));
  const fee = most > 0n ? most : 0n;
  const debit = bucketsOf(view.ledger, 'contract', user, asset).available;
  const credit = houseAccount('insurance', asset);
  const entries: Entry[] = fee > 0n ? [{ kind: 'cross_liquidation_fee', debit, credit, amount: fee }] : [];
  const next = filled === lots || wantsMore ? 'reduce' : 'take';
  const { market: name } = market.terms;
  return [
    ...sketch.settling.events,
    ...events,
    {
      ...{ type: 'CrossPositionReduced', liquidation, user, asset, market: name, position: leg.id, side },
      ...{ mark, limit, lots, filled, fee, next, entries },
    },
  ];
}

/** 4. With its share of the account; the steps of an isolated position take it from there. */
function setApart(view: CoreView, account: Account, standing: Standing, takes: Takes): CoreEvent[] {
  const { id, user, asset } = account;
  const unlocked = largest(view, standing, takes);
  // What staff have locked is taken over all the same.
  const leg: Leg = { ...unlocked, bucket: 'locked' };
  const { terms, mark, equity, requirement, requirements, profit } = shareOf(view, leg, standing);
  const gain = profit > 0n ? profit : 0n;
  const { purse } = standing;
  replace(purse, leg);
  purse.free += gain;
  const share = takenOverCover(equity, requirement, requirements, profit - gain);
  const wanted = (share > 1n ? share : 1n) - leg.collateral;
  const ahead = raise(view, purse, wanted, leg.id);
  // A profit that is settled at the worse of mark and index may leave less than the share.
  const put = wanted < purse.free ? wanted : purse.free;
  const cover = leg.collateral + put;
  const { market, side, id: position, hold, lots, leverage } = leg;
  const { market: name } = market.terms;
  const buckets = bucketsOf(view.ledger, 'contract', user, asset);
  const clearing = marketAccount('clearing', name, asset);
  const entries: Entry[] = [];
  if (gain > 0n) entries.push({ kind: 'margin_profit', debit: clearing, credit: buckets.available, amount: gain });
  if (put > 0n)
    entries.push({ kind: 'margin_add', debit: buckets.available, credit: buckets.locked, amount: put, hold });
  if (put < 0n)
    entries.push({ kind: 'margin_return', debit: buckets.locked, credit: buckets.available, amount: -put, hold });
  const set: CrossShareSet = {
    ...{ type: 'CrossShareSet', liquidation: id, user, asset, market: name, position, side, mark },
    ...{ equity, requirement, requirements, profit: gain, cover, entries },
  };
  const size = sizeOf(leg);
  const { ratePpb, amount } = tierAt(terms.tiers, valueAt(size, mark));
  return [
    ...(view.locks.locked.has(position) ? [unlockedFor(view, position)] : []),
    ...ahead,
    set,
    {
      ...{ type: 'LiquidationStarted', liquidation: view.liquidations.next, market: name, position, user, side, lots },
      cost: leg.cost + (side === 'long' ? gain : -gain),
      ...{ collateral: cover, leverage, mark, index: known(view.perpetual.contracts, name).mark.index, requirement },
      ...{ ratePpb, amount, closePpb: terms.closePpb, next: 'take' },
    },
  ];
}
