/** Funding: fixed at its hour in one event, and settled with every position before anything else becomes of it. */
import { fundingOwed, fundingRate, meanPremium } from '../../../../../shared/products/perpetual/rules/funding';
import { STALE_MS } from '../../../../../shared/products/perpetual/rules/mark';
import { SLICE_EVENTS_MAX, SLICE_ORDERS_MAX } from '../../../../core/bounds';
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { idsAfter } from '../../../../core/fees/ordered-ids';
import { known } from '../../../../core/folding';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import { balanceOf, bucketsOf } from '../../../../core/ledger/ledger';
import { broken } from '../../../../core/rejection';
import type { CoreView, MarketView } from '../../../../core/state';
import type { RaisedEvent } from '../margin/cross-events';
import { isCross, isRaising, purseOf, raise, replace, wholePurse, type Leg, type Purse } from '../margin/equity';
import { inBucket, marginBucket } from '../margin/bucket';
import type { FixFunding, SettleAccountFunding, SettleFunding } from './commands';
import type { FundingSettled } from './events';
import { standsStill } from '../marks/standstill';
import type { Position } from '../state';

/** Positions that one batch settles. */
export const FUNDING_SLICE = 200;
/** Orders that a batch of a single position ends, where a slice did not fit. */
export const GIVEN_UP_ORDERS_MAX = 50;

export function decideFixFunding(
  view: CoreView,
  { market: name }: FixFunding,
  { at: now, dueAt = now }: Context,
): Decision {
  const market = known(view.markets, name);
  const { terms, mark: latest } = known(view.perpetual.contracts, name);
  const track = known(view.marks.tracks, name);
  // What was published at the hour or after it says nothing of the interval that ends there.
  const { mark, at, premiumSum, premiumMs } = track.closing ?? { ...latest, ...track };
  const isStale = at >= dueAt || dueAt - at > STALE_MS;
  const isClosed = standsStill(view, market);
  if (isStale || isClosed) {
    return [{ type: 'FundingSkipped', market: name, dueAt, reason: isClosed ? 'market' : 'stale' }];
  }
  const premium = meanPremium(premiumSum, premiumMs, terms.fundingIntervalMs);
  const rate = fundingRate(premium, terms.fundingCapPpb, terms.fundingIntervalMs);
  return [{ type: 'FundingFixed', market: name, dueAt, premium, rate, mark }];
}

/** The next of them by number; with the last one the run ends. */
export function decideSettleFunding(view: CoreView, { market }: SettleFunding): Decision {
  return settledSlice(view, market, FUNDING_SLICE, SLICE_ORDERS_MAX);
}

/** Should a slice not fit one batch: one position does, after a few of its account's orders at a time. */
export function giveUpSettleFunding(view: CoreView, { market }: Pick<SettleFunding, 'market'>): CoreEvent[] {
  return settledSlice(view, market, 1, GIVEN_UP_ORDERS_MAX);
}

/** As many positions as a batch holds: what one of them pays with may be the holds of many orders. */
function settledSlice(view: CoreView, name: string, positions: number, orders: number): CoreEvent[] {
  const market = known(view.markets, name);
  const { quote } = market.terms;
  const { unsettled } = known(view.marks.funded, name);
  const ids = idsAfter(unsettled, 0, positions + 1);
  const settling = createSettling(view, market, wholePurse, orders);
  let settled = 0;
  while (settled < Math.min(ids.length, positions)) {
    if (settling.events.length >= SLICE_EVENTS_MAX || settling.settle(ids[settled]) === null) break;
    settled++;
  }
  if (settled < ids.length) return settling.events;
  const pot = marketAccount('funding', name, quote);
  const left = balanceOf(view.ledger, pot) + settling.paid();
  if (left < 0n) broken(`funding of ${name} paid more than it took`);
  const rest: Entry = { kind: 'funding_rest', debit: pot, credit: houseAccount('insurance', quote), amount: left };
  const { run } = known(view.marks.tracks, name);
  const entries = left > 0n ? [rest] : [];
  return [...settling.events, { type: 'FundingClosed', market: name, dueAt: run, entries }];
}

/** An account's own, with all that it has: what it gets comes first, so that it pays with that too. */
export function decideSettleAccountFunding(view: CoreView, command: SettleAccountFunding): Decision {
  return settledAccount(view, command, Number.MAX_SAFE_INTEGER, SLICE_ORDERS_MAX);
}

export function giveUpSettleAccountFunding(view: CoreView, command: SettleAccountFunding): CoreEvent[] {
  return settledAccount(view, command, 1, GIVEN_UP_ORDERS_MAX);
}

function settledAccount(
  view: CoreView,
  { user, asset }: SettleAccountFunding,
  positions: number,
  orders: number,
): CoreEvent[] {
  const unsettled = unsettledOf(view, user, asset);
  if (unsettled.length === 0) broken(`${user} has settled all funding in ${asset}`);
  const settling = createSettling(view, unsettled[0].market, wholePurse, orders);
  for (const { id, market } of unsettled.slice(0, positions)) {
    if (settling.events.length >= SLICE_EVENTS_MAX || settling.settle(id, market) === null) break;
  }
  return settling.events;
}

/** Those that get something first, and of either kind as their markets were listed. */
function unsettledOf(view: CoreView, user: number, asset: string): { id: number; market: MarketView }[] {
  const own = view.perpetual.holdings.get(user);
  const [getting, paying]: { id: number; market: MarketView }[][] = [[], []];
  for (const name of view.perpetual.contracts.keys()) {
    const market = known(view.markets, name);
    const holding = own?.get(name);
    if (!holding || market.terms.quote !== asset) continue;
    for (const position of [holding.long, holding.short]) {
      if (!position || !isUnsettled(view, position)) continue;
      (owedBy(view, market, position) < 0n ? getting : paying).push({ id: position.id, market });
    }
  }
  return [...getting, ...paying];
}

/** Units that a position owes of what was fixed since it last settled; below zero it gets them. */
function owedBy(
  view: CoreView,
  { terms, quotePerTickLot }: MarketView,
  { side, lots, funded }: Pick<Readonly<Position>, 'side' | 'lots' | 'funded'>,
): bigint {
  const { fundingSum } = known(view.perpetual.contracts, terms.market).mark;
  return fundingOwed({ side, perTick: BigInt(lots) * quotePerTickLot }, fundingSum - funded);
}

/** Whether funding was fixed since it last paid or received. */
export function isUnsettled(view: CoreView, { market, funded }: { market: string; funded: bigint }): boolean {
  return funded !== known(view.perpetual.contracts, market).mark.fundingSum;
}

export interface Settling {
  /** For a position that has not settled: what is left of its collateral then; null where more orders have to end first than one batch ends. */
  settle(position: number, market?: MarketView): bigint | null;
  /** What a user has with all that was settled so far. */
  purse(user: number): Purse;
  /** Of all those settled so far, in their order: each rests on what those before it left of the insurance fund. */
  events: (FundingSettled | RaisedEvent)[];
  /** Units that they have paid, less what they received. */
  paid(): bigint;
}

/**
 * Of several positions in one batch, whose events are not folded yet; `pursed` says what an account may give beside its positions, and
 * `orders` how many of those that hold something may end for one of them.
 */
export function createSettling(view: CoreView, market: MarketView, pursed = purseOf, orders?: number): Settling {
  const { quote } = market.terms;
  const events: Settling['events'] = [];
  const purses = new Map<number, Purse>();
  // Most orders find everything settled.
  let insurance: bigint | null = null;
  let paid = 0n;

  function purse(user: number): Purse {
    let own = purses.get(user);
    if (!own) purses.set(user, (own = pursed(view, user, quote)));
    return own;
  }

  function settle(id: number, of: MarketView = market): bigint | null {
    const { market: name } = of.terms;
    const position = known(known(view.marks.funded, name).byId, id);
    const { user, side, lots, hold } = position;
    const { run, ratePpb } = known(view.marks.tracks, name);
    const owed = owedBy(view, of, position);
    const leg = isCross(view, position) ? purse(user).legs.find((one) => one.id === id) : undefined;
    const collateral = leg?.collateral ?? known(view.holds, hold).remaining;
    const bucket = marginBucket(view, hold);
    const buckets = bucketsOf(view.ledger, 'contract', user, quote);
    const margin = buckets[bucket];
    const pot = marketAccount('funding', name, quote);
    const entries: Entry[] = [];
    // A unit stays: as long as there are lots there is a hold.
    const short = owed - (collateral - 1n);
    const shared = leg && short > 0n ? shareOf(purse(user), leg, short) : 0n;
    if (shared === null) return null;
    if (of === market) paid += owed;
    const missing = short > 0n ? short - shared : 0n;
    insurance ??= balanceOf(view.ledger, houseAccount('insurance', quote));
    const insured = missing < insurance ? missing : insurance;
    insurance -= insured;
    const cover = (kind: 'insurance_cover' | 'treasury_cover', amount: bigint): void => {
      const debit = houseAccount(kind === 'insurance_cover' ? 'insurance' : 'treasury', quote);
      if (amount > 0n) entries.push({ kind: inBucket(kind, bucket), debit, credit: margin, amount, hold });
    };
    cover('insurance_cover', insured);
    cover('treasury_cover', missing - insured);
    if (shared > 0n) {
      const kind = inBucket('margin_add', bucket);
      entries.push({ kind, debit: buckets.available, credit: margin, amount: shared, hold });
    }
    const [paying, receiving] = [inBucket('funding_paid', bucket), inBucket('funding_received', bucket)];
    if (owed > 0n) entries.push({ kind: paying, debit: margin, credit: pot, amount: owed, hold });
    if (owed < 0n) entries.push({ kind: receiving, debit: pot, credit: margin, amount: -owed, hold });
    // What a cross position receives is its account's.
    if (owed < 0n && leg) {
      const kind = inBucket('margin_return', bucket);
      entries.push({ kind, debit: margin, credit: buckets.available, amount: -owed, hold });
    }
    const left = leg && owed < 0n ? collateral : collateral + missing + shared - owed;
    if (leg) {
      const own = purse(user);
      replace(own, { ...leg, collateral: left });
      own.free += owed < 0n ? -owed : -shared;
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
    return left;
  }

  /** What the account gives for a position whose own margin is not enough, locked by staff or not: what is available, then what its others have. */
  function shareOf(own: Purse, { id }: Leg, wanted: bigint): bigint | null {
    events.push(...raise(view, own, wanted, id, orders));
    if (isRaising(own, wanted)) return null;
    const most = own.free > 0n ? own.free : 0n;
    return wanted < most ? wanted : most;
  }

  return { settle, purse, events, paid: () => paid };
}
