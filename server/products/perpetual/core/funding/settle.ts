/** Funding: fixed at its hour in one event, and settled with each position before any other change of it. */
import { fundingOwed, fundingRate, meanPremium } from '../../../../../shared/products/perpetual/rules/funding';
import { STALE_MS } from '../../../../../shared/products/perpetual/rules/mark';
import { SLICE_EVENTS_MAX, SLICE_ORDERS_MAX } from '../../../../core/bounds';
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { idsAfter } from '../../../../core/fees/ordered-ids';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import { balanceOf, bucketsOf } from '../../../../core/ledger/ledger';
import { broken } from '../../../../core/rejection';
import type { CoreView, MarketView } from '../../../../core/state';
import type { FundsRaisedEvent } from '../margin/cross-events';
import {
  isCross,
  mustCancelOrders,
  collateralPoolOf,
  raiseFunds,
  replaceLeg,
  collateralPoolWithOrders,
  type CrossLeg,
  type CollateralPool,
} from '../margin/collateral-pool';
import { entryKindForBucket, marginBucket } from '../margin/bucket';
import type { FixFunding, SettleAccountFunding, SettleFunding } from './commands';
import type { FundingSettled } from './events';
import { isMarketHalted } from '../marks/market-halt';
import type { Position } from '../state';

/** Maximum positions settled per batch. */
export const FUNDING_SLICE = 200;
/** Maximum orders cancelled for a single position, if a slice did not fit. */
export const FALLBACK_ORDERS_MAX = 50;

export function decideFixFunding(
  view: CoreView,
  { market: name }: FixFunding,
  { at: now, dueAt = now }: Context,
): Decision {
  const market = getOrThrow(view.markets, name);
  const { terms, mark: latestMark } = getOrThrow(view.perpetual.contracts, name);
  const track = getOrThrow(view.marks.tracks, name);
  // Publications at or after the hour do not belong to the interval that ends at it.
  const { mark, at, premiumSum, premiumMs } = track.closing ?? { ...latestMark, ...track };
  const isStale = at >= dueAt || dueAt - at > STALE_MS;
  const isClosed = isMarketHalted(view, market);
  if (isStale || isClosed) {
    return [{ type: 'FundingSkipped', market: name, dueAt, reason: isClosed ? 'market' : 'stale' }];
  }
  const premium = meanPremium(premiumSum, premiumMs, terms.fundingIntervalMs);
  const rate = fundingRate(premium, terms.fundingCapPpb, terms.fundingIntervalMs);
  return [{ type: 'FundingFixed', market: name, dueAt, premium, rate, mark }];
}

/** Settles the next positions by id; the run ends with the last one. */
export function decideSettleFunding(view: CoreView, { market }: SettleFunding): Decision {
  return settleSlice(view, market, FUNDING_SLICE, SLICE_ORDERS_MAX);
}

/** Fallback if a slice exceeds one batch: one position, after a few of its account's orders at a time. */
export function fallbackSettleFunding(view: CoreView, { market }: Pick<SettleFunding, 'market'>): CoreEvent[] {
  return settleSlice(view, market, 1, FALLBACK_ORDERS_MAX);
}

/** Settles as many positions as fit one batch: one position may need the holds of many orders. */
function settleSlice(view: CoreView, name: string, positions: number, orders: number): CoreEvent[] {
  const market = getOrThrow(view.markets, name);
  const { quote } = market.terms;
  const { unsettled } = getOrThrow(view.marks.funded, name);
  const ids = idsAfter(unsettled, 0, positions + 1);
  const settling = createFundingSettlement(view, market, collateralPoolWithOrders, orders);
  let settled = 0;
  while (settled < Math.min(ids.length, positions)) {
    if (settling.events.length >= SLICE_EVENTS_MAX || settling.settle(ids[settled]) === null) break;
    settled++;
  }
  if (settled < ids.length) return settling.events;
  const pot = marketAccount('funding', name, quote);
  const remainder = balanceOf(view.ledger, pot) + settling.paidAmount();
  if (remainder < 0n) broken(`funding of ${name} paid more than it took`);
  const rest: Entry = { kind: 'funding_rest', debit: pot, credit: houseAccount('insurance', quote), amount: remainder };
  const { run } = getOrThrow(view.marks.tracks, name);
  const entries = remainder > 0n ? [rest] : [];
  return [...settling.events, { type: 'FundingClosed', market: name, dueAt: run, entries }];
}

/** Settles one account with all its funds: receipts first, because they can pay too. */
export function decideSettleAccountFunding(view: CoreView, command: SettleAccountFunding): Decision {
  return settleAccount(view, command, Number.MAX_SAFE_INTEGER, SLICE_ORDERS_MAX);
}

export function fallbackSettleAccountFunding(view: CoreView, command: SettleAccountFunding): CoreEvent[] {
  return settleAccount(view, command, 1, FALLBACK_ORDERS_MAX);
}

function settleAccount(
  view: CoreView,
  { user, asset }: SettleAccountFunding,
  positions: number,
  orders: number,
): CoreEvent[] {
  const unsettled = unsettledOf(view, user, asset);
  if (unsettled.length === 0) broken(`${user} has settled all funding in ${asset}`);
  const settling = createFundingSettlement(view, unsettled[0].market, collateralPoolWithOrders, orders);
  for (const { id, market } of unsettled.slice(0, positions)) {
    if (settling.events.length >= SLICE_EVENTS_MAX || settling.settle(id, market) === null) break;
  }
  return settling.events;
}

/** Receiving positions first, otherwise in order of their markets' listing. */
function unsettledOf(view: CoreView, user: number, asset: string): { id: number; market: MarketView }[] {
  const holdings = view.perpetual.holdings.get(user);
  const [getting, paying]: { id: number; market: MarketView }[][] = [[], []];
  for (const name of view.perpetual.contracts.keys()) {
    const market = getOrThrow(view.markets, name);
    const holding = holdings?.get(name);
    if (!holding || market.terms.quote !== asset) continue;
    for (const position of [holding.long, holding.short]) {
      if (!position || !isUnsettled(view, position)) continue;
      (fundingOwedBy(view, market, position) < 0n ? getting : paying).push({ id: position.id, market });
    }
  }
  return [...getting, ...paying];
}

/** Units that a position owes for funding fixed since its last settlement; negative if it receives. */
function fundingOwedBy(
  view: CoreView,
  { terms, quotePerTickLot }: MarketView,
  { side, lots, funded }: Pick<Readonly<Position>, 'side' | 'lots' | 'funded'>,
): bigint {
  const { fundingSum } = getOrThrow(view.perpetual.contracts, terms.market).mark;
  return fundingOwed({ side, perTick: BigInt(lots) * quotePerTickLot }, fundingSum - funded);
}

/** Whether funding was fixed since its last settlement. */
export function isUnsettled(view: CoreView, { market, funded }: { market: string; funded: bigint }): boolean {
  return funded !== getOrThrow(view.perpetual.contracts, market).mark.fundingSum;
}

export interface FundingSettlement {
  /** Settles a position and returns its remaining collateral; null if more orders must be cancelled than fit one batch. */
  settle(position: number, market?: MarketView): bigint | null;
  /** A user's funds after all settlements so far. */
  collateralPool(user: number): CollateralPool;
  /** Events of all settlements so far, in order; each starts from the insurance fund that the previous ones left. */
  events: (FundingSettled | FundsRaisedEvent)[];
  /** Units paid by the positions minus units received. */
  paidAmount(): bigint;
}

/**
 * Settles several positions in one batch whose events are not folded yet. `poolOf` gives an account's available funds beside its positions;
 * `orders` is the maximum number of orders with holds to cancel for one position.
 */
export function createFundingSettlement(
  view: CoreView,
  market: MarketView,
  poolOf = collateralPoolOf,
  orders?: number,
): FundingSettlement {
  const { quote } = market.terms;
  const events: FundingSettlement['events'] = [];
  const pools = new Map<number, CollateralPool>();
  // For most orders everything is settled already.
  let insurance: bigint | null = null;
  let paidAmount = 0n;

  function collateralPool(user: number): CollateralPool {
    let pool = pools.get(user);
    if (!pool) pools.set(user, (pool = poolOf(view, user, quote)));
    return pool;
  }

  function settle(id: number, positionMarket: MarketView = market): bigint | null {
    const { market: name } = positionMarket.terms;
    const position = getOrThrow(getOrThrow(view.marks.funded, name).byId, id);
    const { user, side, lots, hold } = position;
    const { run, ratePpb } = getOrThrow(view.marks.tracks, name);
    const owedAmount = fundingOwedBy(view, positionMarket, position);
    const leg = isCross(view, position) ? collateralPool(user).legs.find((one) => one.id === id) : undefined;
    const collateral = leg?.collateral ?? getOrThrow(view.holds, hold).remaining;
    const bucket = marginBucket(view, hold);
    const buckets = bucketsOf(view.ledger, 'contract', user, quote);
    const margin = buckets[bucket];
    const pot = marketAccount('funding', name, quote);
    const entries: Entry[] = [];
    // One unit stays, because a position with lots keeps its hold.
    const short = owedAmount - (collateral - 1n);
    const shared = leg && short > 0n ? shareOf(collateralPool(user), leg, short) : 0n;
    if (shared === null) return null;
    if (positionMarket === market) paidAmount += owedAmount;
    const missing = short > 0n ? short - shared : 0n;
    insurance ??= balanceOf(view.ledger, houseAccount('insurance', quote));
    const insured = missing < insurance ? missing : insurance;
    insurance -= insured;
    const addCoverEntry = (kind: 'insurance_cover' | 'treasury_cover', amount: bigint): void => {
      const debit = houseAccount(kind === 'insurance_cover' ? 'insurance' : 'treasury', quote);
      if (amount > 0n) entries.push({ kind: entryKindForBucket(kind, bucket), debit, credit: margin, amount, hold });
    };
    addCoverEntry('insurance_cover', insured);
    addCoverEntry('treasury_cover', missing - insured);
    if (shared > 0n) {
      const kind = entryKindForBucket('margin_add', bucket);
      entries.push({ kind, debit: buckets.available, credit: margin, amount: shared, hold });
    }
    const [paying, receiving] = [
      entryKindForBucket('funding_paid', bucket),
      entryKindForBucket('funding_received', bucket),
    ];
    if (owedAmount > 0n) entries.push({ kind: paying, debit: margin, credit: pot, amount: owedAmount, hold });
    if (owedAmount < 0n) entries.push({ kind: receiving, debit: pot, credit: margin, amount: -owedAmount, hold });
    // Funding received by a cross position belongs to its account.
    if (owedAmount < 0n && leg) {
      const kind = entryKindForBucket('margin_return', bucket);
      entries.push({ kind, debit: margin, credit: buckets.available, amount: -owedAmount, hold });
    }
    const remainingCollateral = leg && owedAmount < 0n ? collateral : collateral + missing + shared - owedAmount;
    if (leg) {
      const pool = collateralPool(user);
      replaceLeg(pool, { ...leg, collateral: remainingCollateral });
      pool.free += owedAmount < 0n ? -owedAmount : -shared;
    }
    events.push({
      type: 'FundingSettled',
      market: name,
      dueAt: run,
      position: id,
      user,
      side,
      lots,
      rate: ratePpb,
      entries,
    });
    return remainingCollateral;
  }

  /**
   * Amount the account pays for a position whose own margin is too small, locked by staff or not: first the available balance, then other
   * positions.
   */
  function shareOf(pool: CollateralPool, { id }: CrossLeg, requiredAmount: bigint): bigint | null {
    events.push(...raiseFunds(view, pool, requiredAmount, id, orders));
    if (mustCancelOrders(pool, requiredAmount)) return null;
    const max = pool.free > 0n ? pool.free : 0n;
    return requiredAmount < max ? requiredAmount : max;
  }

  return { settle, collateralPool, events, paidAmount: () => paidAmount };
}
