/** The mark of every perpetual, what it rests on, and what funding would be now. Folded by the core's own rules. */
import { fundingDue, fundingRate, meanPremium } from '../../../../shared/products/perpetual/rules/funding';
import { STALE_MS } from '../../../../shared/products/perpetual/rules/mark';
import type { ContractMark } from '../../../../shared/products/perpetual/stream';
import type { Batch, CoreEvent, EventOf, EventType } from '../../../core/event';
import { known } from '../../../core/folding';
import { foldMark, trackOf, type Marking } from '../core/marks/evolve';
import { fixFunding, skipFunding } from '../core/funding/state';
import { createMarksState } from '../core/marks/state';
import type { CoreState } from '../../../core/state';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import type { MarketsView } from '../../../views/live/markets';
import { opens, rateText } from './words';

interface Told {
  p1: number;
  p2: number;
  /** A rate of funding has been. */
  isFixed: boolean;
  /** Since the last push. */
  changed: boolean;
}

export class ContractMarksView implements LiveView {
  position = -1;
  /** The contracts of the catalogue, which get their marks here. */
  private readonly marking: Marking;
  private readonly told = new Map<string, Told>();
  /** Units that the insurance fund has, by asset. */
  private readonly funds = new Map<string, bigint>();

  constructor(private readonly markets: MarketsView) {
    this.marking = { perpetual: markets.perpetual, marks: createMarksState() };
  }

  private readonly folds: Folds = {
    MarkPublished: (event, batch) => {
      foldMark(this.marking, event, batch.at);
      Object.assign(this.toldOf(event.market), { p1: event.p1, p2: event.p2, changed: true });
    },
    FundingFixed: (event) => {
      fixFunding(this.marking, event);
      Object.assign(this.toldOf(event.market), { isFixed: true, changed: true });
    },
    FundingSkipped: (event) => skipFunding(this.marking, event),
    FundingClosed: ({ market }) => void (trackOf(this.marking, market).run = 0),
    PerpetualTraded: (event) => this.trade(event),
    PositionDeleveraged: ({ market, lots }) => this.opened(market, -lots),
    LegsNetted: ({ market, lots }) => this.opened(market, -lots),
    // Of the two sides of what is settled one is long.
    PositionSettled: ({ market, side, lots }) => this.opened(market, side === 'long' ? -lots : 0),
    PerpetualMarketEnding: ({ market }) => void (this.toldOf(market).changed = true),
    PerpetualEndCalledOff: ({ market }) => void (this.toldOf(market).changed = true),
    SettlementFixed: ({ market, price }) => {
      const { ending } = known(this.marking.perpetual.contracts, market);
      if (ending) ending.price = price;
      this.toldOf(market).changed = true;
    },
  };

  fold(batch: Batch): void {
    for (const event of batch.events) if (FUND_EVENTS.has(event.type)) this.fund(event);
    this.position = foldEvents(this.folds, batch);
  }

  seed({ perpetual, marks, ledger, position }: CoreState): void {
    for (const { side, asset, balance } of ledger.accounts.values()) {
      if (side === 'insurance') this.funds.set(asset, balance);
    }
    // The core goes on changing its own.
    for (const [market, { mark, ending }] of perpetual.contracts) {
      Object.assign(known(this.marking.perpetual.contracts, market), {
        mark: { ...mark },
        ending: ending && { ...ending },
      });
      // What was fixed has moved the sum, unless every rate was 0.
      if (mark.fundingSum !== 0n || marks.tracks.get(market)?.ratePpb) this.toldOf(market).isFixed = true;
    }
    // What a mark was the median of is in no snapshot: it is told with the next publication.
    for (const [market, track] of marks.tracks) {
      this.marking.marks.tracks.set(market, { ...track, samples: [...track.samples] });
    }
    this.position = position;
  }

  has(market: string): boolean {
    return this.marking.perpetual.contracts.has(market);
  }

  /** In ticks; 0 before anything was published. */
  markOf(market: string): number {
    return this.marking.perpetual.contracts.get(market)?.mark.mark ?? 0;
  }

  /** When it was published; 0 before anything was. */
  markedAt(market: string): number {
    return this.marking.perpetual.contracts.get(market)?.mark.at ?? 0;
  }

  /** As it is at `now`. */
  read(name: string, now: number): ContractMark {
    const market = this.markets.get(name);
    const { terms, mark, openLots, ending } = known(this.marking.perpetual.contracts, name);
    const track = this.marking.marks.tracks.get(name);
    const told = this.told.get(name);
    const { fundingIntervalMs: interval, fundingCapPpb: cap } = terms;
    const price = (ticks = 0): string | null => (ticks === 0 ? null : market.price(ticks));
    const premium = meanPremium(track?.premiumSum ?? 0n, track?.premiumMs ?? 0, interval);
    const closeOnlyUntil = track?.closeOnlyUntil ?? 0;
    return {
      market: name,
      position: this.position,
      mark: price(mark.mark),
      index: price(mark.index),
      p1: price(told?.p1),
      p2: price(told?.p2),
      at: mark.at === 0 ? null : mark.at,
      isStale: now - mark.at > STALE_MS,
      closeOnlyUntil: closeOnlyUntil > now ? closeOnlyUntil : null,
      fundingRate: rateText(fundingRate(premium, cap, interval)),
      lastFundingRate: told?.isFixed ? rateText(track?.ratePpb ?? 0) : null,
      nextFundingAt:
        ending && ending.price > 0 ? null : Math.min(fundingDue(now, interval), ending?.endsAt ?? Infinity),
      openInterest: market.quantity(openLots),
      asOf: now,
    };
  }

  /** The same, as the push that ends what `hasChanged` says. One consumer only. */
  take(market: string, now: number): ContractMark {
    this.toldOf(market).changed = false;
    return this.read(market, now);
  }

  /** True when there was a publication, a funding or a trade that opened or closed something since the last push. */
  hasChanged(market: string): boolean {
    return this.told.get(market)?.changed ?? false;
  }

  private trade(event: EventOf<'PerpetualTraded'>): void {
    // Of buyer and seller: what the one opens is long, what the other closes is long that ends.
    const [buyer, seller] = event.takerSide === 'buy' ? (['taker', 'maker'] as const) : (['maker', 'taker'] as const);
    if (opens(event, buyer)) this.opened(event.market, event.quantity);
    if (!opens(event, seller)) this.opened(event.market, -event.quantity);
  }

  /** Units of an asset that the insurance fund has. */
  fundOf(asset: string): bigint {
    return this.funds.get(asset) ?? 0n;
  }

  private fund(event: CoreEvent): void {
    for (const { debit, credit, amount } of 'entries' in event ? event.entries : []) {
      const [from, to] = [fundNamed(debit), fundNamed(credit)];
      if (from !== null) this.funds.set(from, this.fundOf(from) - amount);
      if (to !== null) this.funds.set(to, this.fundOf(to) + amount);
    }
  }

  /** So many lots more are long. */
  private opened(market: string, lots: number): void {
    known(this.marking.perpetual.contracts, market).openLots += lots;
    this.toldOf(market).changed = true;
  }

  private toldOf(market: string): Told {
    let told = this.told.get(market);
    if (!told) this.told.set(market, (told = { p1: 0, p2: 0, isFixed: false, changed: false }));
    return told;
  }
}

/** All that move what the fund has. */
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
function fundNamed(account: string): string | null {
  return account.startsWith(FUND) ? account.slice(FUND.length) : null;
}
