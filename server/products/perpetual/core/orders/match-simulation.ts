/**
 * State of accounts while a walk is decided. The core state does not change, so the sketch carries the effects of each fill to the next:
 * available balances, positions, and remaining holds. Every fill is checked against it and becomes entries.
 */
import { bankruptcyPrice } from '../../../../../shared/products/perpetual/rules/bankruptcy';
import { collateralOf, orderCost } from '../../../../../shared/products/perpetual/rules/order-cost';
import { realised, releasedCollateral, type Part } from '../../../../../shared/products/perpetual/rules/position';
import { excessMarginAt } from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import { feeOf } from '../../../../../shared/rules/arithmetic/rounding';
import { levelAt } from '../../../../core/fees/level';
import { marketAccount, type Entry } from '../../../../core/ledger/entry';
import { availableIn, bucketsOf } from '../../../../core/ledger/ledger';
import { rateOf } from '../../../../core/market/market';
import type { OrderContract, PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreEvent } from '../../../../core/event';
import type { CoreView } from '../../../../core/state';
import {
  conservativeProfit,
  freeBalanceOf,
  legsOf,
  raisableMax,
  raiseFunds,
  crossWalletOf,
  type CrossLeg,
  type CollateralPool,
} from '../margin/collateral-pool';
import { leverageOf, OTHER_SIDE } from './open-orders';
import type { PerpetualMarketView } from '../terms/listing';
import { remainingAfterFill, oppositePosition, remainingLotsIn, type RemainingLots } from './one-way';
import { bucketOf, entryKindForBucket } from '../margin/bucket';
import { isNearEnd } from '../marks/mark';
import { holdEntry, releaseEntry } from './order-holds';
import { createFundingSettlement, isUnsettled, type FundingSettlement } from '../funding/settle';
import { SimulatedTrader, type SimulatedPosition } from './simulated-trader';
import type { ContractTerms } from '../terms/terms';

type ContractTermsView = ContractView['terms'];
type ContractView = CoreView['perpetual']['contracts'] extends ReadonlyMap<string, infer C> ? C : never;

export interface MatchSimulation {
  view: CoreView;
  market: PerpetualMarketView;
  terms: ContractTermsView;
  /** Tiers for checking new orders and leverage. */
  orderTiers: ContractView['orderTiers'];
  /** Ticks. */
  mark: number;
  at: number;
  /** The market is about to end, so resting orders open nothing. */
  isNearEnd: boolean;
  traders: Map<number, SimulatedTrader>;
  /** Remaining holds of the orders met so far. */
  remainingHolds: Map<number, bigint>;
  /** Open lots of the orders met so far. */
  rests: Map<number, RemainingLots>;
  next: { hold: number; position: number; trade: number };
  /** Settlements of fixed funding for the positions met; their events come first in the batch. */
  settling: FundingSettlement;
}

/** One side of a fill. */
export interface FillSide {
  order: number;
  user: number;
  contract: OrderContract;
  isMaker: boolean;
  /** Opening orders only. */
  hold: { readonly id: number; readonly remaining: bigint } | null;
  /** Lots open before the batch, and those of them without a hold because they close the opposite position. */
  open: number;
  unheldLots: number;
}
export interface SimulatedFill {
  position: number;
  released?: bigint;
  fee: bigint;
  entries: Entry[];
  /** Units that an opening fill takes from its order's hold, or from the free balance. */
  spent?: bigint;
  /** Events that make its loss payable; they precede the fill. */
  precedingEvents?: CoreEvent[];
}
export type FillRefusal = 'margin_short' | 'beyond_bankruptcy' | 'position_closed' | 'market_closed';

export function createSimulation(
  view: CoreView,
  market: PerpetualMarketView,
  mark: number,
  at: number,
): MatchSimulation {
  const contract =
    view.perpetual.contracts.get(market.terms.market) ?? broken(`${market.terms.market} has no contract`);
  const { terms, orderTiers } = contract;
  const { hold, trade } = view.counters;
  const next = { hold, position: view.perpetual.nextPosition, trade };
  const settling = createFundingSettlement(view, market);
  return {
    view,
    market,
    terms,
    orderTiers,
    mark,
    at,
    isNearEnd: isNearEnd(contract, at),
    traders: new Map(),
    remainingHolds: new Map(),
    rests: new Map(),
    next,
    settling,
  };
}

export function traderOf(simulation: MatchSimulation, user: number): SimulatedTrader {
  const existing = simulation.traders.get(user);
  if (existing) return existing;
  const { view, market } = simulation;
  const holding = view.perpetual.holdings.get(user)?.get(market.terms.market);
  const { quote } = market.terms;
  const legs = legsOf(view, user, quote);
  // Settling one may draw on another.
  for (const leg of legs) {
    const { market: name } = leg.market.terms;
    const position = view.perpetual.holdings.get(user)?.get(name)?.[leg.side];
    if (name !== market.terms.market && position && isUnsettled(view, position))
      simulation.settling.settle(leg.id, leg.market);
  }
  const settled = { long: settlementOf(simulation, holding?.long), short: settlementOf(simulation, holding?.short) };
  // Taken after all settlements, because one may draw on another.
  const pool = legs.length === 0 ? null : simulation.settling.collateralPool(user);
  const readPosition = (side: PositionSide): SimulatedPosition | null => {
    const position = holding?.[side];
    if (!position) return null;
    const { id, lots, hold } = position;
    const margin = view.holds.get(hold) ?? broken(`position ${id} has no collateral`);
    const leg = pool?.legs.find((one) => one.id === id);
    const collateral = leg?.collateral ?? settled[side] ?? margin.remaining;
    return { id, lots, cost: leg?.cost ?? position.cost, hold, bucket: bucketOf(margin), collateral };
  };
  const trader = new SimulatedTrader(
    user,
    leverageOf(holding, { tiers: simulation.orderTiers }),
    bucketsOf(view.ledger, 'contract', user, quote),
    holding?.mode === 'cross',
    holding?.isOneWay ?? false,
    pool?.free ?? availableIn(view.ledger, 'contract', user, quote),
    pool?.legs.filter((leg) => leg.market.terms.market !== market.terms.market) ?? [],
    readPosition,
  );
  // Later fills draw on the account's funds, so the trader's figures are refreshed here.
  if (pool) trader.useAllPositions();
  simulation.traders.set(user, trader);
  return trader;
}

/** A position's collateral after settling fixed funding; null if it is settled already. */
function settlementOf(
  { view, settling }: MatchSimulation,
  position: { id: number; market: string; funded: bigint } | null = null,
) {
  return position && isUnsettled(view, position) ? settling.settle(position.id) : null;
}

/** All funds for a trader's losses at this point of the batch. */
export function collateralPoolIn({ view, market }: MatchSimulation, trader: SimulatedTrader): CollateralPool {
  const { user, free, others, leverage, isCross } = trader;
  const { market: name, quote } = market.terms;
  const legs = [...others];
  const liquidatedPosition = view.liquidations.open.get(name)?.position;
  for (const side of ['long', 'short'] as const) {
    const openPosition = trader[side];
    if (isCross && openPosition && openPosition.id !== liquidatedPosition)
      legs.push({ ...openPosition, market, side, leverage });
  }
  return { user, quote, free, legs };
}

/** Writes the raised amounts back into the sketch. */
export function applyCollateralPool(
  { market }: MatchSimulation,
  trader: SimulatedTrader,
  { free, legs }: CollateralPool,
): void {
  trader.free = free;
  const isHere = (leg: CrossLeg): boolean => leg.market.terms.market === market.terms.market;
  trader.others = legs.filter((leg) => !isHere(leg));
  for (const { side, id, lots, cost, hold, bucket, collateral } of legs.filter(isHere)) {
    trader[side] = { id, lots, cost, hold, bucket, collateral };
  }
}

/** Units available for holds: the available balance minus the amount that cross positions need. */
export function freeBalanceIn(simulation: MatchSimulation, trader: SimulatedTrader): bigint {
  if (!trader.isCross && trader.others.length === 0) return trader.free;
  return freeBalanceOf(simulation.view, collateralPoolIn(simulation, trader));
}

/** Parts of 10^9: the user's present rate, at most that of the fee level at placing. */
export function feeRateOf(
  { view, market, at }: MatchSimulation,
  user: number,
  level: number,
  isMaker: boolean,
): number {
  const { makerFeesPpb, takerFeesPpb } = market.terms;
  return rateOf(isMaker ? makerFeesPpb : takerFeesPpb, Math.max(level, perpetualFeeLevel(view, user, at)));
}

/** Fee level in perpetuals; uses their own volume once they have levels. */
export function perpetualFeeLevel(view: CoreView, user: number, at: number): number {
  return levelAt(view, user, 'perpetual', at);
}

/** Effect of a fill of `lots` at `price` on one side; a refused fill leaves the sketch unchanged. */
export function simulateFill(
  simulation: MatchSimulation,
  side: FillSide,
  price: number,
  lots: number,
): SimulatedFill | FillRefusal {
  const { contract } = side;
  const isFlip = oppositePosition(traderOf(simulation, side.user), contract) !== null;
  if (!contract.closes && !isFlip) return simulateOpening(simulation, side, price, lots);
  return isFlip ? simulateFlip(simulation, side, price, lots) : simulateClosing(simulation, side, price, lots);
}

/** Closes the opposite position; the hold for those lots is released. */
function simulateFlip(
  simulation: MatchSimulation,
  side: FillSide,
  price: number,
  lots: number,
): SimulatedFill | FillRefusal {
  const { contract, user, order, hold } = side;
  const { position, level } = contract;
  const closes = { position: OTHER_SIDE[position], closes: true, level };
  const fill = simulateClosing(simulation, { ...side, contract: closes }, price, lots);
  if (typeof fill === 'string' || !side.isMaker) return fill;
  const rest = remainingLotsIn(simulation, side);
  const after = remainingAfterFill(rest, lots, true);
  simulation.rests.set(order, after);
  const trader = traderOf(simulation, user);
  const heldAmount = simulation.remainingHolds.get(order) ?? hold?.remaining ?? 0n;
  const [before, remaining] = [rest.open - rest.unheldLots, after.open - after.unheldLots];
  const releasedAmount = remaining === before ? 0n : heldAmount - (heldAmount * BigInt(remaining)) / BigInt(before);
  simulation.remainingHolds.set(order, heldAmount - releasedAmount);
  trader.free += releasedAmount;
  const entries = hold && releasedAmount > 0n ? [releaseEntry(position, trader.buckets, releasedAmount, hold.id)] : [];
  return { ...fill, entries: [...fill.entries, ...entries] };
}

/** Units per tick for these lots. */
export function unitsPerTick(market: PerpetualMarketView, lots: number): bigint {
  return BigInt(lots) * market.quotePerTickLot;
}

/** Present cost of opening these lots at a price. */
export function openCost(
  simulation: MatchSimulation,
  side: PositionSide,
  leverage: number,
  price: number,
  lots: number,
  takerPpb: number,
) {
  return orderCost({
    side,
    perTick: unitsPerTick(simulation.market, lots),
    price,
    leverage,
    takerPpb,
    closePpb: simulation.terms.closePpb,
    mark: simulation.mark,
  });
}

function simulateOpening(
  simulation: MatchSimulation,
  side: FillSide,
  price: number,
  lots: number,
): SimulatedFill | FillRefusal {
  const { user, contract, isMaker, order } = side;
  if (simulation.isNearEnd) return 'market_closed';
  const rest = remainingLotsIn(simulation, side);
  if (isMaker && lots > rest.open - rest.unheldLots) return 'position_closed';
  const hold = side.hold ?? broken(`order ${order} opens and holds nothing`);
  const trader = traderOf(simulation, user);
  const cost = openCost(
    simulation,
    contract.position,
    trader.leverage,
    price,
    lots,
    feeRateOf(simulation, user, contract.level, isMaker),
  );
  const heldAmount = simulation.remainingHolds.get(order) ?? hold.remaining;
  // A taker was costed fill by fill; a maker uses its hold for these lots.
  const heldShare = isMaker ? (heldAmount * BigInt(lots)) / BigInt(rest.open - rest.unheldLots) : cost.total;
  const missing = cost.total - heldShare;
  const spent = isMaker ? missing : cost.total;
  if (spent > freeBalanceIn(simulation, trader)) return 'margin_short';

  const { buckets } = trader;
  const openPosition = trader[contract.position];
  const positionHold = openPosition?.hold ?? simulation.next.hold++;
  // A cross position's loss at its opening price counts against the whole account.
  const openingLoss = trader.isCross ? cost.loss : 0n;
  const collateral = collateralOf(cost) - openingLoss;
  const entries: Entry[] = [];
  if (missing > 0n) entries.push(holdEntry(contract.position, buckets, missing, hold.id));
  const bucket = openPosition?.bucket ?? 'locked';
  entries.push({
    kind: entryKindForBucket(`open_${contract.position}`, bucket),
    debit: buckets.frozen,
    credit: buckets[bucket],
    amount: collateral,
    hold: hold.id,
    into: positionHold,
  });
  if (cost.fee > 0n) {
    const credit = simulation.market.feesQuote;
    entries.push({
      kind: `open_${contract.position}_fee`,
      debit: buckets.frozen,
      credit,
      amount: cost.fee,
      hold: hold.id,
    });
  }
  const refund = openingLoss - (missing < 0n ? missing : 0n);
  if (refund > 0n) entries.push(releaseEntry(contract.position, buckets, refund, hold.id));
  trader.free += openingLoss - spent;
  simulation.remainingHolds.set(order, heldAmount - heldShare);
  if (isMaker) simulation.rests.set(order, remainingAfterFill(rest, lots, false));
  const value = unitsPerTick(simulation.market, lots) * BigInt(price);
  const newPosition: SimulatedPosition = openPosition
    ? {
        ...openPosition,
        lots: openPosition.lots + lots,
        cost: openPosition.cost + value,
        collateral: openPosition.collateral + collateral,
      }
    : { id: simulation.next.position++, lots, cost: value, hold: positionHold, bucket, collateral };
  trader[contract.position] = newPosition;
  return { position: newPosition.id, fee: cost.fee, entries, spent: cost.total };
}

function simulateClosing(
  simulation: MatchSimulation,
  side: FillSide,
  price: number,
  lots: number,
): SimulatedFill | FillRefusal {
  const { user, contract, isMaker } = side;
  const trader = traderOf(simulation, user);
  const openPosition = trader[contract.position];
  if (!openPosition || openPosition.lots < lots) return 'position_closed';
  if (trader.isCross && collateralPoolIn(simulation, trader).legs.some(({ id }) => id === openPosition.id))
    return simulateCrossClosing(simulation, side, trader, openPosition, price, lots);
  const { market, mark, terms } = simulation;
  const position = {
    side: contract.position,
    perTick: unitsPerTick(market, openPosition.lots),
    cost: openPosition.cost,
  };
  if (isBeyondBankruptcy(terms, position, openPosition.collateral, price)) return 'beyond_bankruptcy';

  const part: Part = { lots, totalLots: openPosition.lots };
  const { released, profit } = realised(position, part, price);
  const fee = feeOf(unitsPerTick(market, lots) * BigInt(price), feeRateOf(simulation, user, contract.level, isMaker));
  const isAll = lots === openPosition.lots;
  const rest = {
    ...position,
    perTick: unitsPerTick(market, openPosition.lots - lots),
    cost: openPosition.cost - released,
  };
  const share = isAll
    ? openPosition.collateral
    : releasedCollateral(openPosition.collateral, part, excessMarginAt(terms, [rest], openPosition.collateral, mark));
  // The collateral pays the costs of closing, even if the remaining lots would need it.
  const netCost = fee - profit;
  const freed = netCost > share ? netCost : share;
  if (freed > openPosition.collateral || (!isAll && freed === openPosition.collateral)) return 'beyond_bankruptcy';

  return closingFill(simulation, side, trader, openPosition, lots, { released, profit, fee, freed });
}

interface ClosedPart {
  released: bigint;
  profit: bigint;
  fee: bigint;
  /** Amount released from its margin. */
  freed: bigint;
}

/** Its margin pays first, then the available balance, then profits and margins of other cross positions; the account stays above zero. */
function simulateCrossClosing(
  simulation: MatchSimulation,
  side: FillSide,
  trader: SimulatedTrader,
  openPosition: SimulatedPosition,
  price: number,
  lots: number,
): SimulatedFill | FillRefusal {
  const { view, market } = simulation;
  const { user, contract, isMaker } = side;
  const position = {
    side: contract.position,
    perTick: unitsPerTick(market, openPosition.lots),
    cost: openPosition.cost,
  };
  const { released, profit } = realised(position, { lots, totalLots: openPosition.lots }, price);
  const fee = feeOf(unitsPerTick(market, lots) * BigInt(price), feeRateOf(simulation, user, contract.level, isMaker));
  const isAll = lots === openPosition.lots;
  const share = isAll ? openPosition.collateral : (openPosition.collateral * BigInt(lots)) / BigInt(openPosition.lots);
  const netCost = fee - profit;
  const max = isAll ? openPosition.collateral : openPosition.collateral - 1n;
  const requiredAmount = netCost > share ? netCost : share;
  const freed = requiredAmount < max ? requiredAmount : max;
  const pool = collateralPoolIn(simulation, trader);
  const rest = pool.legs.flatMap((leg) => {
    if (leg.id !== openPosition.id) return [leg];
    return isAll
      ? []
      : [{ ...leg, lots: leg.lots - lots, cost: leg.cost - released, collateral: leg.collateral - freed }];
  });
  const after: CollateralPool = { ...pool, free: pool.free + freed - netCost, legs: rest };
  if (crossWalletOf(view, after, simulation.remainingHolds) + conservativeProfit(view, rest) < 0n)
    return 'beyond_bankruptcy';
  const missing = netCost - freed;
  if (missing > raisableMax(view, pool, openPosition.id)) return 'beyond_bankruptcy';
  const precedingEvents = raiseFunds(view, pool, missing, openPosition.id);
  applyCollateralPool(simulation, trader, pool);
  return {
    ...closingFill(simulation, side, trader, openPosition, lots, { released, profit, fee, freed }),
    precedingEvents,
  };
}

function closingFill(
  { market }: MatchSimulation,
  { contract }: FillSide,
  trader: SimulatedTrader,
  openPosition: SimulatedPosition,
  lots: number,
  { released, profit, fee, freed }: ClosedPart,
): SimulatedFill {
  const { quote } = market.terms;
  const { available } = trader.buckets;
  const clearing = marketAccount('clearing', market.terms.market, quote);
  const entries: Entry[] = [];
  if (freed > 0n) {
    const { bucket, hold } = openPosition;
    const kind = entryKindForBucket('margin_return', bucket);
    entries.push({ kind, debit: trader.buckets[bucket], credit: available, amount: freed, hold });
  }
  if (profit > 0n) entries.push({ kind: 'margin_profit', debit: clearing, credit: available, amount: profit });
  if (profit < 0n) entries.push({ kind: 'margin_loss', debit: available, credit: clearing, amount: -profit });
  if (fee > 0n) {
    entries.push({
      kind: `close_${contract.position}_fee`,
      debit: available,
      credit: market.feesQuote,
      amount: fee,
    });
  }
  trader.free += freed + profit - fee;
  trader[contract.position] =
    lots === openPosition.lots
      ? null
      : {
          ...openPosition,
          lots: openPosition.lots - lots,
          cost: openPosition.cost - released,
          collateral: openPosition.collateral - freed,
        };
  return { position: openPosition.id, released, fee, entries };
}

/** The collateral limits the cost of closing. */
function isBeyondBankruptcy(
  { closePpb }: Pick<ContractTerms, 'closePpb'>,
  position: Parameters<typeof bankruptcyPrice>[0],
  collateral: bigint,
  price: number,
): boolean {
  const bankruptcy = bankruptcyPrice(position, collateral, closePpb);
  if (position.side === 'long') return bankruptcy !== null && price < bankruptcy;
  return bankruptcy === null || price > bankruptcy;
}
