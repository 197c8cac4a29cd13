/**
 * Fee levels of each market, volume thresholds of each product, and users' levels. Levels depend on the time of the query, as in the core
 * on the time of a batch.
 */
import { decimalOf } from '../../../shared/rules/units';
import { VOLUME_SCALE } from '../../../shared/rules/valuation';
import type { FeeTiers, ProductFees } from '../../../shared/wire/product';
import type { Batch, EventOf } from '../../core/event';
import { feeProductInEffect, levelFloorAt, effectiveLevel, levelOf, tableAt } from '../../core/fees/level';
import { fixedAmountAt } from '../../core/fees/charge';
import { FEE_PRODUCTS, byFeeProduct, type FeeProduct, type FeeTable, type MemberFees } from '../../core/fees/state';
import { rateOf } from '../../core/market/market';
import type { Member } from '../../core/member/member';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';
import type { LiveMarket, MarketsView } from './markets';

type MarketFeeTiers = FeeTiers['markets'][number];
type OwnFees = NonNullable<ProductFees['own']>;
type Floor = Member['floor'];
type MemberLevel = Pick<MemberFees, 'level' | 'volume' | 'next'>;

/** Levels of one product. */
interface ProductLevels {
  tables: FeeTable[];
  /** Users with a volume or level above 0; every member begins at 0. */
  outcomes: Map<number, MemberLevel>;
}

export class FeeTiersView implements LiveView {
  position = -1;
  /** Users with a minimum level from staff. */
  private readonly floors = new Map<number, NonNullable<Floor>>();
  private readonly levels = byFeeProduct((): ProductLevels => ({ tables: [], outcomes: new Map() }));

  private readonly folds: Folds = {
    FeeTierAssigned: ({ user, tier, until }) => {
      if (tier === 0) this.floors.delete(user);
      else this.floors.set(user, { level: tier, until: until ?? null });
    },
    FeeTiersSet: ({ product, from, volumes }) => {
      const levels = this.levels[product];
      const others = levels.tables.filter((table) => table.from !== from);
      levels.tables = [...others, { from, volumes }].sort((one, other) => one.from - other.from);
    },
    FeeLevelSet: (event) => this.setLevel(event),
  };

  constructor(private readonly markets: MarketsView) {}

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const { user, floor } of state.members.values()) if (floor) this.floors.set(user, { ...floor });
    for (const product of FEE_PRODUCTS) {
      const levels = this.levels[product];
      levels.tables = state.fees[product].tables.map((table) => ({ ...table }));
      for (const { user, fees } of state.members.values()) {
        const memberFees = fees[product];
        if (!memberFees) continue;
        const { level, volume, next } = memberFees;
        levels.outcomes.set(user, { level, volume, next: next && { ...next } });
      }
    }
    this.position = state.position;
  }

  private setLevel({ product, user, level, volume, from }: EventOf<'FeeLevelSet'>): void {
    const { next, ...before } = this.memberLevelOf(product, user);
    // The pending outcome has been in effect for most of a day.
    const { level: present, volume: presentVolume } = next ?? before;
    const outcome = { level: present, volume: presentVolume, next: { level, volume, from } };
    this.levels[product].outcomes.set(user, outcome);
  }

  private memberLevelOf(product: FeeProduct, user: number): MemberLevel {
    return this.levels[product].outcomes.get(user) ?? { level: 0, volume: 0n, next: null };
  }

  /** The level that charges a trade in a market of the product at that time. */
  levelAt(user: number, product: FeeProduct, at: number): number {
    const outcome = this.memberLevelOf(feeProductInEffect(this.levels, product, at), user);
    return effectiveLevel(this.floors.get(user) ?? null, outcome, at);
  }

  levelsAt(user: number, at: number): Record<FeeProduct, number> {
    return byFeeProduct((product) => this.levelAt(user, product, at));
  }

  /** The minimum level in effect at that time; null for none. */
  floorAt(user: number, at: number): Floor {
    const floor = this.floors.get(user) ?? null;
    return levelFloorAt(floor, at) > 0 ? floor : null;
  }

  /** Volume thresholds of each product and the user's own level; visitors have no level. */
  productsAt(user: number | null, at: number): Record<FeeProduct, ProductFees> {
    return byFeeProduct((product) => ({
      volumes: this.volumesAt(product, at).map(bitcoin),
      own: user === null ? null : this.ownAt(user, product, at),
    }));
  }

  private volumesAt(product: FeeProduct, at: number): readonly bigint[] {
    return tableAt(this.levels[product].tables, at)?.volumes ?? [];
  }

  private ownAt(user: number, product: FeeProduct, at: number): OwnFees {
    const outcome = this.memberLevelOf(product, user);
    const { level: outcomeLevel, volume } = outcome.next ?? outcome;
    const isNextPending = outcome.next !== null && outcome.next.from > at;
    const level = this.levelAt(user, product, at);
    const volumes = this.volumesAt(product, at);
    // The next level above all that they have or are about to get.
    const above = Math.max(level, outcomeLevel, levelOf(volumes, volume)) + 1;
    return {
      level,
      volume: bitcoin(volume),
      next: isNextPending && outcome.next ? { level: outcome.next.level, from: outcome.next.from } : null,
      floor: this.floorAt(user, at),
      missing: above < volumes.length ? bitcoin(volumes[above] - volume) : null,
    };
  }

  /** Fee levels of all markets, in order of listing. */
  all(now: number): MarketFeeTiers[] {
    return Array.from(this.markets.all(), (market) => feeTiersOf(market, now));
  }
}

function bitcoin(units: bigint): string {
  return decimalOf(units, VOLUME_SCALE);
}

/** As many levels as the longest list has. */
function feeTiersOf(live: LiveMarket, now: number): MarketFeeTiers {
  const { market: name, makerFeesPpb, takerFeesPpb, makerFeesFixed = [], takerFeesFixed = [] } = live.termsAt(now);
  const count = Math.max(makerFeesPpb.length, takerFeesPpb.length, makerFeesFixed.length, takerFeesFixed.length);
  const fixed = (amounts: readonly bigint[], level: number): string | null => {
    const amount = fixedAmountAt(amounts, level);
    return amount === 0n ? null : live.quoteAmount(amount);
  };
  const tiers = Array.from({ length: count }, (_, level) => ({
    level,
    makerPpb: rateOf(makerFeesPpb, level),
    takerPpb: rateOf(takerFeesPpb, level),
    makerFixed: fixed(makerFeesFixed, level),
    takerFixed: fixed(takerFeesFixed, level),
  }));
  return { market: name, product: live.product, quote: live.terms.quote, tiers };
}
