/** Funding: fixed at its hour in one event, and settled with every position before anything else becomes of it. */
import { fundingOwed, fundingRate, meanPremium } from '../../../shared/rules/perpetual/funding';
import { STALE_MS } from '../../../shared/rules/perpetual/mark';
import type { Context, Decision } from '../decision';
import { idsAfter } from '../fees/ordered-ids';
import { known } from '../folding';
import { houseAccount, marketAccount, type Entry } from '../ledger/entry';
import { balanceOf, bucketsOf } from '../ledger/ledger';
import { broken } from '../rejection';
import type { CoreView, MarketView } from '../state';
import { inBucket, marginBucket } from './margin-bucket';
import type { FixFunding, SettleFunding } from './funding-commands';
import type { FundingSettled } from './funding-events';

/** Positions that one batch settles. */
export const FUNDING_SLICE = 200;

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
  const isClosed = market.state === 'maintenance' || market.state === 'closed';
  if (isStale || isClosed) {
    return [{ type: 'FundingSkipped', market: name, dueAt, reason: isClosed ? 'market' : 'stale' }];
  }
  const premium = meanPremium(premiumSum, premiumMs, terms.fundingIntervalMs);
  const rate = fundingRate(premium, terms.fundingCapPpb, terms.fundingIntervalMs);
  return [{ type: 'FundingFixed', market: name, dueAt, premium, rate, mark }];
}

/** The next of them by number; with the last one the run ends. */
export function decideSettleFunding(view: CoreView, { market: name }: SettleFunding): Decision {
  const market = known(view.markets, name);
  const { quote } = market.terms;
  const { unsettled } = known(view.marks.funded, name);
  const ids = idsAfter(unsettled, 0, FUNDING_SLICE + 1);
  const settling = createSettling(view, market);
  for (const id of ids.slice(0, FUNDING_SLICE)) settling.settle(id);
  if (ids.length > FUNDING_SLICE) return settling.events;
  const pot = marketAccount('funding', name, quote);
  const left = balanceOf(view.ledger, pot) + settling.paid();
  if (left < 0n) broken(`funding of ${name} paid more than it took`);
  const rest: Entry = { kind: 'funding_rest', debit: pot, credit: houseAccount('insurance', quote), amount: left };
  const { run } = known(view.marks.tracks, name);
  const entries = left > 0n ? [rest] : [];
  return [...settling.events, { type: 'FundingClosed', market: name, dueAt: run, entries }];
}

/** Whether funding was fixed since it last paid or received. */
export function isUnsettled(view: CoreView, { market, funded }: { market: string; funded: bigint }): boolean {
  return funded !== known(view.perpetual.contracts, market).mark.fundingSum;
}

export interface Settling {
  /** For a position that has not settled: what is left of its collateral then. */
  settle(position: number): bigint;
  /** Of all those settled so far, in their order: each rests on what those before it left of the insurance fund. */
  events: FundingSettled[];
  /** Units that they have paid, less what they received. */
  paid(): bigint;
}

/** Of several positions in one batch, whose events are not folded yet. */
export function createSettling(view: CoreView, market: MarketView): Settling {
  const { market: name, quote } = market.terms;
  const events: FundingSettled[] = [];
  let insurance = balanceOf(view.ledger, houseAccount('insurance', quote));
  let paid = 0n;

  function settle(id: number): bigint {
    const position = known(known(view.marks.funded, name).byId, id);
    const { user, side, lots, hold } = position;
    const { fundingSum } = known(view.perpetual.contracts, name).mark;
    const { run, ratePpb } = known(view.marks.tracks, name);
    const owed = fundingOwed({ side, perTick: BigInt(lots) * market.quotePerTickLot }, fundingSum - position.funded);
    paid += owed;
    const collateral = known(view.holds, hold).remaining;
    const bucket = marginBucket(view, hold);
    const margin = bucketsOf(view.ledger, 'contract', user, quote)[bucket];
    const pot = marketAccount('funding', name, quote);
    const entries: Entry[] = [];
    // A unit stays: as long as there are lots there is a hold.
    const short = owed - (collateral - 1n);
    const missing = short > 0n ? short : 0n;
    const insured = missing < insurance ? missing : insurance;
    insurance -= insured;
    const cover = (kind: 'insurance_cover' | 'treasury_cover', amount: bigint): void => {
      const debit = houseAccount(kind === 'insurance_cover' ? 'insurance' : 'treasury', quote);
      if (amount > 0n) entries.push({ kind: inBucket(kind, bucket), debit, credit: margin, amount, hold });
    };
    cover('insurance_cover', insured);
    cover('treasury_cover', missing - insured);
    const [paying, receiving] = [inBucket('funding_paid', bucket), inBucket('funding_received', bucket)];
    if (owed > 0n) entries.push({ kind: paying, debit: margin, credit: pot, amount: owed, hold });
    if (owed < 0n) entries.push({ kind: receiving, debit: pot, credit: margin, amount: -owed, hold });
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
    return collateral + missing - owed;
  }

  return { settle, events, paid: () => paid };
}
