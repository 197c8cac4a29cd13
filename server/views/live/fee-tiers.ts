/** What the fee tiers of each market cost, and who is at which: as the core charges it with the next trade. */
import type { FeeTiers } from '../../../shared/wire/product';
import type { Batch } from '../../core/event';
import { rateOf } from '../../core/market/market';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';
import type { LiveMarket, MarketsView } from './markets';

type MarketFeeTiers = FeeTiers['markets'][number];

export class FeeTiersView implements LiveView {
  position = -1;
  /** Users whom staff have assigned a tier; every member begins at 0. */
  private readonly tiers = new Map<number, number>();

  private readonly folds: Folds = {
    FeeTierAssigned: ({ user, tier }) => void this.tiers.set(user, tier),
  };

  constructor(private readonly markets: MarketsView) {}

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const { user, feeTier } of state.members.values()) if (feeTier > 0) this.tiers.set(user, feeTier);
    this.position = state.position;
  }

  tierOf(user: number): number {
    return this.tiers.get(user) ?? 0;
  }

  /** In order of listing. */
  all(now: number): MarketFeeTiers[] {
    return [...this.markets.all()].map((market) => feeTiersOf(market, now));
  }
}

/** As many levels as the longer of the two lists names. */
function feeTiersOf(live: LiveMarket, now: number): MarketFeeTiers {
  const { market, makerFeesPpb, takerFeesPpb } = live.termsAt(now);
  const count = Math.max(makerFeesPpb.length, takerFeesPpb.length);
  const tiers = Array.from({ length: count }, (_, level) => ({
    level,
    makerPpb: rateOf(makerFeesPpb, level),
    takerPpb: rateOf(takerFeesPpb, level),
  }));
  return { market, tiers };
}
