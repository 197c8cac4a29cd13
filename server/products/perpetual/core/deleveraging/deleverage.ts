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
  openPosition: SimulatedPosition;
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
  let remainingLots = traderOf(simulation, user)[side]?.lots ?? 0;
  for (const candidate of candidates) {
    if (remainingLots <= 0) break;
    traderOf(simulation, candidate.user);
    remainingLots -= candidate.lots;
  }
  let insurance = insuranceFundOf(simulation);
  let treasury = 0n;
  let rank = 0;
  for (const candidate of candidates) {
    const openPosition = traderOf(simulation, user)[side];
    if (!openPosition || events.length >= EVENTS_WANTED) break;
    const lots = Math.min(openPosition.lots, candidate.lots);
    const counterpartyOutcome = deleverageCounterparty(simulation, candidate, other, price, lots);
    events.push(...counterpartyOutcome.precedingEvents);
    // A counterparty may have more orders to cancel than one batch allows; the next step continues.
    if (!counterpartyOutcome.deleveraged) break;
    rank++;
    const ownOutcome = counterpartySide(simulation, user, side, openPosition, price, lots);
    // A surplus that the fund receives from one side may pay for the other.
    const ownInsured = minOf(ownOutcome.missing, insurance);
    insurance += ownOutcome.surplus - ownInsured;
    const counterpartyInsured = minOf(counterpartyOutcome.deleveraged.missing, insurance);
    insurance -= counterpartyInsured;
    const owners = ownOutcome.missing - ownInsured + counterpartyOutcome.deleveraged.missing - counterpartyInsured;
    treasury += owners;
    const entries = [
      ...shortfallEntries(quote, ownOutcome.trader, openPosition, ownOutcome.missing, ownInsured),
      ...ownOutcome.entries,
      ...shortfallEntries(
        quote,
        counterpartyOutcome.deleveraged.trader,
        counterpartyOutcome.deleveraged.openPosition,
        counterpartyOutcome.deleveraged.missing,
        counterpartyInsured,
      ),
      ...counterpartyOutcome.deleveraged.entries,
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
      released: ownOutcome.released,
      other: candidate.position,
      otherUser: candidate.user,
      otherReleased: counterpartyOutcome.deleveraged.released,
      rank,
      insurance: ownInsured + counterpartyInsured,
      treasury: owners,
      surplus: ownOutcome.surplus,
      entries,
    });
    events.push(...counterpartyOutcome.cuts);
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
  let remainingLots = lots;
  for (const candidate of candidatesInOrder(view, market.terms.market, side)) {
    if (remainingLots <= 0 || sound.length >= max) break;
    const { lots: candidateLots, cost, cover, profit } = candidate;
    const isBroken =
      cover - profit + profitAt({ side, perTick: unitsPerTick(market, candidateLots), cost }, price) < 0n;
    (isBroken ? broken : sound).push({ ...candidate, isBroken });
    if (!isBroken) remainingLots -= candidateLots;
  }
  return [...sound, ...broken].slice(0, max);
}

/** The liquidated position gives up its lots' share of the collateral; the remainder after the price goes to the fund. */
function counterpartySide(
  simulation: MatchSimulation,
  user: number,
  side: PositionSide,
  openPosition: SimulatedPosition,
  price: number,
  lots: number,
) {
  const trader = traderOf(simulation, user);
  const isAll = openPosition.lots === lots;
  const collateralShare = isAll
    ? openPosition.collateral
    : (openPosition.collateral * BigInt(lots)) / BigInt(openPosition.lots);
  const { released, profit } = realisedOf(simulation, side, openPosition, price, lots);
  // The remaining collateral covers rounding losses; at least one unit of it stays.
  const rest = isAll ? 0n : openPosition.collateral - collateralShare - 1n;
  const shortfall = -(collateralShare + profit);
  const additionalCollateral = shortfall > 0n ? minOf(shortfall, rest) : 0n;
  const remainder = collateralShare + additionalCollateral + profit;
  const surplus = remainder > 0n ? remainder : 0n;
  trader[side] = isAll ? null : remainingPosition(openPosition, lots, released, collateralShare + additionalCollateral);
  const contract = { position: side, closes: true, level: 0 };
  const entries = collateralEntries(simulation, { user, contract }, openPosition.hold, profit, 0n, surplus);
  return { trader, released, surplus, missing: remainder < 0n ? -remainder : 0n, entries };
}

/**
 * Effects on the counterparty's orders and position: `precedingEvents` cancels orders whose holds pay, `cuts` cancels orders that close the taken
 * lots. If either exceeds one batch, nothing is taken yet.
 */
function deleverageCounterparty(
  simulation: MatchSimulation,
  candidate: Counterparty,
  side: PositionSide,
  price: number,
  lots: number,
): { precedingEvents: CoreEvent[]; cuts: CoreEvent[]; deleveraged: DeleveragedPosition | null } {
  const { view, market } = simulation;
  const { user } = candidate;
  const loss = counterpartyLoss(simulation, candidate, side, price, lots);
  const { trader, openPosition, shortfall } = loss;
  // A cross account pays with all its funds.
  const pool = withOrderHolds(view, collateralPoolIn(simulation, trader));
  const isShared = shortfall > 0n && pool.legs.some(({ id }) => id === openPosition.id);
  const max = isShared ? raisableMax(view, pool, openPosition.id) : 0n;
  const contribution = minOf(shortfall, max > 0n ? max : 0n);
  const precedingEvents: CoreEvent[] =
    contribution > 0n ? raiseFunds(view, pool, contribution, openPosition.id, COUNTERPARTY_ORDERS_MAX) : [];
  if (contribution > 0n && mustCancelOrders(pool, contribution))
    return { precedingEvents, cuts: [], deleveraged: null };
  const endedOrders = new Set(
    precedingEvents.flatMap((event) => (event.type === 'PerpetualOrderCancelled' ? [event.order] : [])),
  );
  const cuts = cutClosingOrders(view, market, user, side, candidate.lots - lots, endedOrders);
  if (cuts.length > COUNTERPARTY_ORDERS_MAX)
    return {
      precedingEvents: [...precedingEvents, ...cuts.slice(0, COUNTERPARTY_ORDERS_MAX)],
      cuts: [],
      deleveraged: null,
    };
  if (contribution > 0n) applyCollateralPool(simulation, trader, pool);
  return { precedingEvents, cuts, deleveraged: deleveragedPosition(simulation, loss, side, lots, contribution) };
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
  const openPosition = trader[side] ?? broken(`${user} has nothing to be deleveraged`);
  const { market, terms, mark } = simulation;
  const { collateral } = openPosition;
  const { released, profit } = realisedOf(simulation, side, openPosition, price, lots);
  const part: Part = { lots, totalLots: openPosition.lots };
  const isAll = openPosition.lots === lots;
  const rest = { side, perTick: unitsPerTick(market, openPosition.lots - lots), cost: openPosition.cost - released };
  const evenShare = isAll ? collateral : (collateral * BigInt(lots)) / BigInt(openPosition.lots);
  const share = isAll
    ? collateral
    : releasedCollateral(collateral, part, excessMarginAt(terms, [rest], collateral, mark));
  // The collateral pays the loss of the lots, even if the remaining lots would need it. If it is too small, the lots' share pays.
  const owedAmount = minOf(-profit, isAll || isBroken ? evenShare : collateral - 1n);
  const freed = owedAmount > share ? owedAmount : share;
  const shortfall = -profit > freed ? -profit - freed : 0n;
  return { trader, openPosition, released, profit, freed, shortfall };
}

function deleveragedPosition(
  { market }: MatchSimulation,
  { trader, openPosition, released, profit, freed, shortfall }: ReturnType<typeof counterpartyLoss>,
  side: PositionSide,
  lots: number,
  contribution: bigint,
): DeleveragedPosition {
  const missing = shortfall - contribution;
  trader[side] = openPosition.lots === lots ? null : remainingPosition(openPosition, lots, released, freed);
  trader.free += freed + profit + missing;
  const { hold, bucket } = openPosition;
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
  return { trader, openPosition, released, missing, entries };
}

function realisedOf(
  simulation: MatchSimulation,
  side: PositionSide,
  openPosition: SimulatedPosition,
  price: number,
  lots: number,
) {
  const size = { side, perTick: unitsPerTick(simulation.market, openPosition.lots), cost: openPosition.cost };
  return realised(size, { lots, totalLots: openPosition.lots }, price);
}

function remainingPosition(
  openPosition: SimulatedPosition,
  lots: number,
  released: bigint,
  freed: bigint,
): SimulatedPosition {
  return {
    ...openPosition,
    lots: openPosition.lots - lots,
    cost: openPosition.cost - released,
    collateral: openPosition.collateral - freed,
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
  const insuredPart = minOf(insured, missing);
  const credit = buckets[bucket];
  const entries: Entry[] = [];
  if (insuredPart > 0n)
    entries.push({
      kind: entryKindForBucket('insurance_cover', bucket),
      debit: houseAccount('insurance', quote),
      credit,
      amount: insuredPart,
      hold,
    });
  if (missing > insuredPart)
    entries.push({
      kind: entryKindForBucket('treasury_cover', bucket),
      debit: houseAccount('treasury', quote),
      credit,
      amount: missing - insuredPart,
      hold,
    });
  return entries;
}
