/**
 * What the fee levels of each market cost, how much volume each level of a product needs, and who is at which: judged by the time
 * of the question, as the core judges it by the time of a batch.
 */
import { decimalOf } from '../../../shared/rules/units';
import { VOLUME_SCALE } from '../../../shared/rules/values';
import type { FeeTiers, ProductFees } from '../../../shared/wire/product';
import type { Batch, EventOf } from '../../core/event';
import { chargedBy, floorAt, levelFrom, levelOf, tableAt } from '../../core/fees/level';
import { fixedOf } from '../../core/fees/charge';
import { FEE_PRODUCTS, byFeeProduct, type FeeProduct, type FeeTable, type MemberFees } from '../../core/fees/state';
import { rateOf } from '../../core/market/market';
import type { Member } from '../../core/member/member';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';
import type { LiveMarket, MarketsView } from './markets';

type MarketFeeTiers = FeeTiers['markets'][number];
type OwnFees = NonNullable<ProductFees['own']>;
type Floor = Member['floor'];
type Outcome = Pick<MemberFees, 'level' | 'volume' | 'next'>;

/** Of one product. */
interface Levels {
  tables: FeeTable[];
  /** Users whose volume or level is not 0; every member begins at 0. */
  outcomes: Map<number, Outcome>;
}

export class FeeTiersView implements LiveView {
  position = -1;
  /** Users whom staff gave a least level. */
  private readonly floors = new Map<number, NonNullable<Floor>>();
  private readonly levels = byFeeProduct((): Levels => ({ tables: [], outcomes: new Map() }));

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
        const own = fees[product];
        if (!own) continue;
        const { level, volume, next } = own;
        levels.outcomes.set(user, { level, volume, next: next && { ...next } });
      }
    }
    this.position = state.position;
  }

  private setLevel({ product, user, level, volume, from }: EventOf<'FeeLevelSet'>): void {
    const { next, ...before } = this.outcomeOf(product, user);
    // What was to come has come for most of a day.
    const { level: present, volume: presentVolume } = next ?? before;
    const outcome = { level: present, volume: presentVolume, next: { level, volume, from } };
    this.levels[product].outcomes.set(user, outcome);
  }

  private outcomeOf(product: FeeProduct, user: number): Outcome {
    return this.levels[product].outcomes.get(user) ?? { level: 0, volume: 0n, next: null };
  }

  /** The level by which a trade in a market of the product is charged at that time. */
  levelAt(user: number, product: FeeProduct, at: number): number {
    const outcome = this.outcomeOf(chargedBy(this.levels, product, at), user);
    return levelFrom(this.floors.get(user) ?? null, outcome, at);
  }

  levelsAt(user: number, at: number): Record<FeeProduct, number> {
    return byFeeProduct((product) => this.levelAt(user, product, at));
  }

  /** The least level in effect at that time; null for none. */
  floorAt(user: number, at: number): Floor {
    const floor = this.floors.get(user) ?? null;
    return floorAt(floor, at) > 0 ? floor : null;
  }

  /** Of each product what its levels need, and where the user stands; nobody stands anywhere for a visitor. */
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
    const outcome = this.outcomeOf(product, user);
    const { level: outcomeLevel, volume } = outcome.next ?? outcome;
    const comes = outcome.next !== null && outcome.next.from > at;
    const level = this.levelAt(user, product, at);
    const volumes = this.volumesAt(product, at);
    // The one above all that they have or are about to have.
    const above = Math.max(level, outcomeLevel, levelOf(volumes, volume)) + 1;
    return {
      level,
      volume: bitcoin(volume),
      next: comes && outcome.next ? { level: outcome.next.level, from: outcome.next.from } : null,
      floor: this.floorAt(user, at),
      missing: above < volumes.length ? bitcoin(volumes[above] - volume) : null,
    };
  }

  /** Of all markets, in order of listing. */
  all(now: number): MarketFeeTiers[] {
    return Array.from(this.markets.all(), (market) => feeTiersOf(market, now));
  }
}

function bitcoin(units: bigint): string {
  return decimalOf(units, VOLUME_SCALE);
}

/** As many levels as the longest of the lists names. */
function feeTiersOf(live: LiveMarket, now: number): MarketFeeTiers {
  const { market: name, makerFeesPpb, takerFeesPpb, makerFeesFixed = [], takerFeesFixed = [] } = live.termsAt(now);
  const count = Math.max(makerFeesPpb.length, takerFeesPpb.length, makerFeesFixed.length, takerFeesFixed.length);
  const fixed = (amounts: readonly bigint[], level: number): string | null => {
    const amount = fixedOf(amounts, level);
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
