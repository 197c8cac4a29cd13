/** Mark of every perpetual with its inputs, and the current funding estimate. Uses the core's own fold functions. */
import { fundingDue, fundingRate, meanPremium } from '../../../../shared/products/perpetual/rules/funding';
import { STALE_MS } from '../../../../shared/products/perpetual/rules/mark';
import type { ContractMark } from '../../../../shared/products/perpetual/stream';
import type { Batch, CoreEvent, EventOf, EventType } from '../../../core/event';
import { getOrThrow } from '../../../core/evolve-helpers';
import { foldMark, trackOf, type MarksSlice } from '../core/marks/evolve';
import { fixFunding, skipFunding } from '../core/funding/state';
import { createMarksState } from '../core/marks/state';
import type { CoreState } from '../../../core/state';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import type { MarketsView } from '../../../views/live/markets';
import { opensPosition, rateText } from './trade-fields';

interface PushState {
  p1: number;
  p2: number;
  /** Whether a funding rate was ever fixed. */
  isFixed: boolean;
  /** Changed since the last push. */
  changed: boolean;
}

export class ContractMarksView implements LiveView {
  position = -1;
  /** Contracts of the catalogue, updated here with their marks. */
  private readonly marking: MarksSlice;
  private readonly pushStates = new Map<string, PushState>();
  /** Units of the insurance fund by asset. */
  private readonly funds = new Map<string, bigint>();

  constructor(private readonly markets: MarketsView) {
    this.marking = { perpetual: markets.perpetual, marks: createMarksState() };
  }

  private readonly folds: Folds = {
    MarkPublished: (event, batch) => {
      foldMark(this.marking, event, batch.at);
      Object.assign(this.pushStateOf(event.market), { p1: event.p1, p2: event.p2, changed: true });
    },
    FundingFixed: (event) => {
      fixFunding(this.marking, event);
      Object.assign(this.pushStateOf(event.market), { isFixed: true, changed: true });
    },
    FundingSkipped: (event) => skipFunding(this.marking, event),
    FundingClosed: ({ market }) => void (trackOf(this.marking, market).run = 0),
    PerpetualTraded: (event) => this.trade(event),
    PositionDeleveraged: ({ market, lots }) => this.addOpenLots(market, -lots),
    LegsNetted: ({ market, lots }) => this.addOpenLots(market, -lots),
    // Settlement closes a long and a short; only the long counts.
    PositionSettled: ({ market, side, lots }) => this.addOpenLots(market, side === 'long' ? -lots : 0),
    PerpetualMarketEnding: ({ market }) => void (this.pushStateOf(market).changed = true),
    PerpetualEndCalledOff: ({ market }) => void (this.pushStateOf(market).changed = true),
    SettlementFixed: ({ market, price }) => {
      const { ending } = getOrThrow(this.marking.perpetual.contracts, market);
      if (ending) ending.price = price;
      this.pushStateOf(market).changed = true;
    },
  };

  fold(batch: Batch): void {
    for (const event of batch.events) if (FUND_EVENTS.has(event.type)) this.applyFundEntries(event);
    this.position = foldEvents(this.folds, batch);
  }

  seed({ perpetual, marks, ledger, position }: CoreState): void {
    for (const { side, asset, balance } of ledger.accounts.values()) {
      if (side === 'insurance') this.funds.set(asset, balance);
    }
    // The core keeps mutating its own objects, so copy them.
    for (const [market, { mark, ending }] of perpetual.contracts) {
      Object.assign(getOrThrow(this.marking.perpetual.contracts, market), {
        mark: { ...mark },
        ending: ending && { ...ending },
      });
      // Fixed funding has moved the sum, unless every rate was 0.
      if (mark.fundingSum !== 0n || marks.tracks.get(market)?.ratePpb) this.pushStateOf(market).isFixed = true;
    }
    // Snapshots hold no components of a mark; the next publication supplies them.
    for (const [market, track] of marks.tracks) {
      this.marking.marks.tracks.set(market, { ...track, samples: [...track.samples] });
    }
    this.position = position;
  }

  has(market: string): boolean {
    return this.marking.perpetual.contracts.has(market);
  }

  /** Ticks; 0 before the first publication. */
  markOf(market: string): number {
    return this.marking.perpetual.contracts.get(market)?.mark.mark ?? 0;
  }

  /** Time of its publication; 0 before the first. */
  markedAt(market: string): number {
    return this.marking.perpetual.contracts.get(market)?.mark.at ?? 0;
  }

  /** State at `now`. */
  read(name: string, now: number): ContractMark {
    const market = this.markets.get(name);
    const { terms, mark, openLots, ending } = getOrThrow(this.marking.perpetual.contracts, name);
    const track = this.marking.marks.tracks.get(name);
    const pushState = this.pushStates.get(name);
    const { fundingIntervalMs: interval, fundingCapPpb: cap } = terms;
    const price = (ticks = 0): string | null => (ticks === 0 ? null : market.price(ticks));
    const premium = meanPremium(track?.premiumSum ?? 0n, track?.premiumMs ?? 0, interval);
    const closeOnlyUntil = track?.closeOnlyUntil ?? 0;
    return {
      market: name,
      position: this.position,
      mark: price(mark.mark),
      index: price(mark.index),
      p1: price(pushState?.p1),
      p2: price(pushState?.p2),
      at: mark.at === 0 ? null : mark.at,
      isStale: now - mark.at > STALE_MS,
      closeOnlyUntil: closeOnlyUntil > now ? closeOnlyUntil : null,
      fundingRate: rateText(fundingRate(premium, cap, interval)),
      lastFundingRate: pushState?.isFixed ? rateText(track?.ratePpb ?? 0) : null,
      nextFundingAt:
        ending && ending.price > 0 ? null : Math.min(fundingDue(now, interval), ending?.endsAt ?? Infinity),
      openInterest: market.quantity(openLots),
      asOf: now,
    };
  }

  /** Same as `read`, for a push; clears `hasChanged`. One consumer only. */
  takeForPush(market: string, now: number): ContractMark {
    this.pushStateOf(market).changed = false;
    return this.read(market, now);
  }

  /** True if there was a publication, a funding, or a trade that opened or closed lots since the last push. */
  hasChanged(market: string): boolean {
    return this.pushStates.get(market)?.changed ?? false;
  }

  private trade(event: EventOf<'PerpetualTraded'>): void {
    // A buyer that opens adds long lots; a seller that closes removes long lots.
    const [buyer, seller] = event.takerSide === 'buy' ? (['taker', 'maker'] as const) : (['maker', 'taker'] as const);
    if (opensPosition(event, buyer)) this.addOpenLots(event.market, event.quantity);
    if (!opensPosition(event, seller)) this.addOpenLots(event.market, -event.quantity);
  }

  /** Units of the insurance fund in an asset. */
  fundOf(asset: string): bigint {
    return this.funds.get(asset) ?? 0n;
  }

  private applyFundEntries(event: CoreEvent): void {
    for (const { debit, credit, amount } of 'entries' in event ? event.entries : []) {
      const [from, to] = [fundAssetOf(debit), fundAssetOf(credit)];
      if (from !== null) this.funds.set(from, this.fundOf(from) - amount);
      if (to !== null) this.funds.set(to, this.fundOf(to) + amount);
    }
  }

  /** Adds lots to the long open interest. */
  private addOpenLots(market: string, lots: number): void {
    getOrThrow(this.marking.perpetual.contracts, market).openLots += lots;
    this.pushStateOf(market).changed = true;
  }

  private pushStateOf(market: string): PushState {
    let pushState = this.pushStates.get(market);
    if (!pushState) this.pushStates.set(market, (pushState = { p1: 0, p2: 0, isFixed: false, changed: false }));
    return pushState;
  }
}

/** Events that change the fund's balance. */
const FUND_EVENTS: ReadonlySet<EventType> = new Set([
  'FundingSettled',
  'FundingClosed',
  'PerpetualTraded',
  'LiquidationReduced',
  'CrossPositionReduced',
  'InsurancePaid',
  'PositionDeleveraged',
  'PositionSettled',
  'InsuranceFunded',
]);

const FUND = 'house/insurance/';
function fundAssetOf(account: string): string | null {
  return account.startsWith(FUND) ? account.slice(FUND.length) : null;
}
