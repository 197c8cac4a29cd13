/**
 * Auto-deleveraging: lots that no one took over close against opposite positions with the highest profit on cost and the least cover. The
 * price is the bankruptcy price of the liquidated position, without fee. Positions that this price would take below zero come last, and pay
 * at most the share of their collateral.
 */
import {
  profitAt,
  realised,
  releasedCollateral,
  type Part,
} from '../../../../../shared/products/perpetual/rules/position';
import { excessMarginAt } from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import type { CoreEvent } from '../../../../core/event';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import { balanceOf } from '../../../../core/ledger/ledger';
import type { PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { cutClosingOrders } from '../orders/cut-closing-orders';
import { mustCancelOrders, raisableMax, raiseFunds, withOrderHolds } from '../margin/collateral-pool';
import { collateralEntries } from '../liquidation/fill';
import { entryKindForBucket } from '../margin/bucket';
import { candidatesInOrder, type Candidate } from './rankings';
import {
  unitsPerTick,
  applyCollateralPool,
  collateralPoolIn,
  traderOf,
  type MatchSimulation,
} from '../orders/match-simulation';
import type { SimulatedPosition, SimulatedTrader } from '../orders/simulated-trader';

/** Maximum counterparties per batch, and the number of events after which a batch takes no further one. */
export const COUNTERPARTIES_MAX = 50;
export const EVENTS_WANTED = 300;
/** Orders of one counterparty to cancel per step: orders that pay for it, and orders that close the taken lots. */
export const COUNTERPARTY_ORDERS_MAX = 200;

interface LiquidatedPosition {
  readonly id: number;
  readonly position: number;
  readonly user: number;
  readonly side: PositionSide;
}

interface DeleveragedPosition {
  trader: SimulatedTrader;
  standing: SimulatedPosition;
  released: bigint;
  missing: bigint;
  entries: Entry[];
}

interface Counterparty extends Candidate {
  /** The price would take the position below zero. */
  isBroken: boolean;
}

export function deleverage(
  view: CoreView,
  simulation: MatchSimulation,
  { id: liquidation, position, user, side }: LiquidatedPosition,
  price: number,
  max = COUNTERPARTIES_MAX,
): CoreEvent[] {
  const { market, mark } = simulation;
  const { market: name, quote } = market.terms;
  const other: PositionSide = side === 'long' ? 'short' : 'long';
  const events: CoreEvent[] = [];
  const candidates = rankedCounterparties(
    view,
    simulation,
    other,
    price,
    traderOf(simulation, user)[side]?.lots ?? 0,
    max,
  );
  // All accounts that this batch may touch settle their funding before the fund pays for anything else.
  let left = traderOf(simulation, user)[side]?.lots ?? 0;
  for (const candidate of candidates) {
    if (left <= 0) break;
    traderOf(simulation, candidate.user);
    left -= candidate.lots;
  }
  let insurance = insuranceFundOf(simulation);
  let treasury = 0n;
  let rank = 0;
  for (const candidate of candidates) {
    const standing = traderOf(simulation, user)[side];
    if (!standing || events.length >= EVENTS_WANTED) break;
    const lots = Math.min(standing.lots, candidate.lots);
    const theirs = deleverageCounterparty(simulation, candidate, other, price, lots);
    events.push(...theirs.ahead);
    // A counterparty may have more orders to cancel than one batch allows; the next step continues.
    if (!theirs.taken) break;
    rank++;
    const own = counterpartySide(simulation, user, side, standing, price, lots);
    // A surplus that the fund receives from one side may pay for the other.
    const first = minOf(own.missing, insurance);
    insurance += own.surplus - first;
    const second = minOf(theirs.taken.missing, insurance);
    insurance -= second;
    const owners = own.missing - first + theirs.taken.missing - second;
    treasury += owners;
    const entries = [
      ...shortfallEntries(quote, own.trader, standing, own.missing, first),
      ...own.entries,
      ...shortfallEntries(quote, theirs.taken.trader, theirs.taken.standing, theirs.taken.missing, second),
      ...theirs.taken.entries,
    ];
    events.push({
      type: 'PositionDeleveraged',
      liquidation,
      market: name,
      position,
      user,
      side,
      mark,
      price,
      lots,
      released: own.released,
      other: candidate.position,
      otherUser: candidate.user,
      otherReleased: theirs.taken.released,
      rank,
      insurance: first + second,
      treasury: owners,
      surplus: own.surplus,
      entries,
    });
    events.push(...theirs.cuts);
  }
  if (events.length === 0) broken(`nobody in ${name} stands against position ${position}`);
  if (treasury > 0n) {
    events.push({ type: 'MarketAlarmed', market: name, liquidation, treasury });
    if (market.state === 'open')
      events.push({ type: 'PerpetualMarketStateChanged', market: name, state: 'close_only' });
  }
  return events;
}

/** Units of the fund after the funding settled ahead of this decision. */
export function insuranceFundOf({ view, market, settling }: MatchSimulation): bigint {
  const insurance = houseAccount('insurance', market.terms.quote);
  let units = balanceOf(view.ledger, insurance);
  for (const { entries } of settling.events) {
    for (const { debit, amount } of entries) if (debit === insurance) units -= amount;
  }
  return units;
}

/** Candidates of a side needed for these lots, up to a maximum; those that the price takes below zero rank behind all others. */
function rankedCounterparties(
  view: CoreView,
  simulation: MatchSimulation,
  side: PositionSide,
  price: number,
  lots: number,
  max: number,
): Counterparty[] {
  const { market } = simulation;
  const sound: Counterparty[] = [];
  const broken: Counterparty[] = [];
  let left = lots;
  for (const candidate of candidatesInOrder(view, market.terms.market, side)) {
    if (left <= 0 || sound.length >= max) break;
    const { lots: its, cost, cover, profit } = candidate;
    const isBroken = cover - profit + profitAt({ side, perTick: unitsPerTick(market, its), cost }, price) < 0n;
    (isBroken ? broken : sound).push({ ...candidate, isBroken });
    if (!isBroken) left -= its;
  }
  return [...sound, ...broken].slice(0, max);
}

/** The liquidated position gives up its lots' share of the collateral; the remainder after the price goes to the fund. */
function counterpartySide(
  simulation: MatchSimulation,
  user: number,
  side: PositionSide,
  standing: SimulatedPosition,
  price: number,
  lots: number,
) {
  const trader = traderOf(simulation, user);
  const isAll = standing.lots === lots;
  const share = isAll ? standing.collateral : (standing.collateral * BigInt(lots)) / BigInt(standing.lots);
  const { released, profit } = realisedOf(simulation, side, standing, price, lots);
  // The remaining collateral covers rounding losses; at least one unit of it stays.
  const rest = isAll ? 0n : standing.collateral - share - 1n;
  const lacks = -(share + profit);
  const more = lacks > 0n ? minOf(lacks, rest) : 0n;
  const left = share + more + profit;
  const surplus = left > 0n ? left : 0n;
  trader[side] = isAll ? null : remainingPosition(standing, lots, released, share + more);
  const contract = { position: side, closes: true, level: 0 };
  const entries = collateralEntries(simulation, { user, contract }, standing.hold, profit, 0n, surplus);
  return { trader, released, surplus, missing: left < 0n ? -left : 0n, entries };
}

/**
 * Effects on the counterparty's orders and position: `ahead` cancels orders whose holds pay, `cuts` cancels orders that close the taken
 * lots. If either exceeds one batch, nothing is taken yet.
 */
function deleverageCounterparty(
  simulation: MatchSimulation,
  candidate: Counterparty,
  side: PositionSide,
  price: number,
  lots: number,
): { ahead: CoreEvent[]; cuts: CoreEvent[]; taken: DeleveragedPosition | null } {
  const { view, market } = simulation;
  const { user } = candidate;
  const loss = counterpartyLoss(simulation, candidate, side, price, lots);
  const { trader, standing, lacking } = loss;
  // A cross account pays with all its funds.
  const pool = withOrderHolds(view, collateralPoolIn(simulation, trader));
  const isShared = lacking > 0n && pool.legs.some(({ id }) => id === standing.id);
  const max = isShared ? raisableMax(view, pool, standing.id) : 0n;
  const given = minOf(lacking, max > 0n ? max : 0n);
  const ahead: CoreEvent[] = given > 0n ? raiseFunds(view, pool, given, standing.id, COUNTERPARTY_ORDERS_MAX) : [];
  if (given > 0n && mustCancelOrders(pool, given)) return { ahead, cuts: [], taken: null };
  const ended = new Set(ahead.flatMap((event) => (event.type === 'PerpetualOrderCancelled' ? [event.order] : [])));
  const cuts = cutClosingOrders(view, market, user, side, candidate.lots - lots, ended);
  if (cuts.length > COUNTERPARTY_ORDERS_MAX)
    return { ahead: [...ahead, ...cuts.slice(0, COUNTERPARTY_ORDERS_MAX)], cuts: [], taken: null };
  if (given > 0n) applyCollateralPool(simulation, trader, pool);
  return { ahead, cuts, taken: deleveragedPosition(simulation, loss, side, lots, given) };
}

/** The counterparty keeps its profit or loss, limited by its collateral. */
function counterpartyLoss(
  simulation: MatchSimulation,
  { user, isBroken }: Counterparty,
  side: PositionSide,
  price: number,
  lots: number,
) {
  const trader = traderOf(simulation, user);
  const standing = trader[side] ?? broken(`${user} has nothing to be deleveraged`);
  const { market, terms, mark } = simulation;
  const { collateral } = standing;
  const { released, profit } = realisedOf(simulation, side, standing, price, lots);
  const part: Part = { lots, of: standing.lots };
  const isAll = standing.lots === lots;
  const rest = { side, perTick: unitsPerTick(market, standing.lots - lots), cost: standing.cost - released };
  const even = isAll ? collateral : (collateral * BigInt(lots)) / BigInt(standing.lots);
  const share = isAll
    ? collateral
    : releasedCollateral(collateral, part, excessMarginAt(terms, [rest], collateral, mark));
  // The collateral pays the loss of the lots, even if the remaining lots would need it. If it is too small, the lots' share pays.
  const owed = minOf(-profit, isAll || isBroken ? even : collateral - 1n);
  const freed = owed > share ? owed : share;
  const lacking = -profit > freed ? -profit - freed : 0n;
  return { trader, standing, released, profit, freed, lacking };
}

function deleveragedPosition(
  { market }: MatchSimulation,
  { trader, standing, released, profit, freed, lacking }: ReturnType<typeof counterpartyLoss>,
  side: PositionSide,
  lots: number,
  given: bigint,
): DeleveragedPosition {
  const missing = lacking - given;
  trader[side] = standing.lots === lots ? null : remainingPosition(standing, lots, released, freed);
  trader.free += freed + profit + missing;
  const { hold, bucket } = standing;
  const { available } = trader.buckets;
  const clearing = marketAccount('clearing', market.terms.market, market.terms.quote);
  const entries: Entry[] = [];
  const amount = freed + missing;
  if (amount > 0n)
    entries.push({
      kind: entryKindForBucket('margin_return', bucket),
      debit: trader.buckets[bucket],
      credit: available,
      amount,
      hold,
    });
  if (profit > 0n) entries.push({ kind: 'deleverage_profit', debit: clearing, credit: available, amount: profit });
  if (profit < 0n) entries.push({ kind: 'deleverage_loss', debit: available, credit: clearing, amount: -profit });
  return { trader, standing, released, missing, entries };
}

function realisedOf(
  simulation: MatchSimulation,
  side: PositionSide,
  standing: SimulatedPosition,
  price: number,
  lots: number,
) {
  const size = { side, perTick: unitsPerTick(simulation.market, standing.lots), cost: standing.cost };
  return realised(size, { lots, of: standing.lots }, price);
}

function remainingPosition(
  standing: SimulatedPosition,
  lots: number,
  released: bigint,
  freed: bigint,
): SimulatedPosition {
  return {
    ...standing,
    lots: standing.lots - lots,
    cost: standing.cost - released,
    collateral: standing.collateral - freed,
  };
}

function minOf(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The fund pays first, the exchange's treasury the rest. */
function shortfallEntries(
  quote: string,
  { buckets }: SimulatedTrader,
  { hold, bucket }: Pick<SimulatedPosition, 'hold' | 'bucket'>,
  missing: bigint,
  insured: bigint,
): Entry[] {
  const paid = minOf(insured, missing);
  const credit = buckets[bucket];
  const entries: Entry[] = [];
  if (paid > 0n)
    entries.push({
      kind: entryKindForBucket('insurance_cover', bucket),
      debit: houseAccount('insurance', quote),
      credit,
      amount: paid,
      hold,
    });
  if (missing > paid)
    entries.push({
      kind: entryKindForBucket('treasury_cover', bucket),
      debit: houseAccount('treasury', quote),
      credit,
      amount: missing - paid,
      hold,
    });
  return entries;
}
