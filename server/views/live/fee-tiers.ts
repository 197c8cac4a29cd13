/**
 * What the fee levels of each market cost, how much volume each level needs, and who is at which: judged by the time of the
 * question, as the core judges it by the time of a batch.
 */
import { decimalOf } from '../../../shared/rules/units';
import { VOLUME_SCALE } from '../../../shared/rules/values';
import type { FeeTiers } from '../../../shared/wire/product';
import type { Batch, EventOf } from '../../core/event';
import { feeLevelAt, floorAt, levelOf, tableAt } from '../../core/fees/level';
import { fixedOf } from '../../core/fees/charge';
import type { FeeTable, MemberFees } from '../../core/fees/state';
import { rateOf } from '../../core/market/market';
import type { Member } from '../../core/member/member';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';
import type { LiveMarket, MarketsView } from './markets';

type MarketFeeTiers = FeeTiers['markets'][number];
type OwnFees = NonNullable<FeeTiers['own']>;
type Floor = Member['floor'];
type Outcome = Pick<MemberFees, 'level' | 'volume' | 'next'>;

export class FeeTiersView implements LiveView {
  position = -1;
  /** Users whom staff gave a least level. */
  private readonly floors = new Map<number, NonNullable<Floor>>();
  /** Users whose volume or level is not 0; every member begins at 0. */
  private readonly outcomes = new Map<number, Outcome>();
  private tables: FeeTable[] = [];

  private readonly folds: Folds = {
    FeeTierAssigned: ({ user, tier, until }) => {
      if (tier === 0) this.floors.delete(user);
      else this.floors.set(user, { level: tier, until: until ?? null });
    },
    FeeTiersSet: ({ from, volumes }) => {
      const others = this.tables.filter((table) => table.from !== from);
      this.tables = [...others, { from, volumes }].sort((one, other) => one.from - other.from);
    },
    FeeLevelSet: (event) => this.setLevel(event),
  };

  constructor(private readonly markets: MarketsView) {}

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const { user, floor, fees } of state.members.values()) {
      if (floor) this.floors.set(user, { ...floor });
      if (fees.spot) {
        const { level, volume, next } = fees.spot;
        this.outcomes.set(user, { level, volume, next: next && { ...next } });
      }
    }
    this.tables = state.fees.spot.tables.map((table) => ({ ...table }));
    this.position = state.position;
  }

  private setLevel({ user, level, volume, from }: EventOf<'FeeLevelSet'>): void {
    const { next, ...before } = this.outcomeOf(user);
    // What was to come has come for most of a day.
    const { level: present, volume: presentVolume } = next ?? before;
    this.outcomes.set(user, { level: present, volume: presentVolume, next: { level, volume, from } });
  }

  private outcomeOf(user: number): Outcome {
    return this.outcomes.get(user) ?? { level: 0, volume: 0n, next: null };
  }

  /** The level by which a trade at that time is charged. */
  levelAt(user: number, at: number): number {
    return feeLevelAt({ floor: this.floors.get(user) ?? null, fees: { spot: this.outcomeOf(user) } }, 'spot', at);
  }

  /** The least level in effect at that time; null for none. */
  floorAt(user: number, at: number): Floor {
    const floor = this.floors.get(user) ?? null;
    return floorAt(floor, at) > 0 ? floor : null;
  }

  /** BTC that each level needs, by level; empty as long as nothing is set. */
  volumesAt(at: number): string[] {
    return (tableAt(this.tables, at)?.volumes ?? []).map(bitcoin);
  }

  ownAt(user: number, at: number): OwnFees {
    const outcome = this.outcomeOf(user);
    const { level: outcomeLevel, volume } = outcome.next ?? outcome;
    const comes = outcome.next !== null && outcome.next.from > at;
    const level = this.levelAt(user, at);
    const volumes = tableAt(this.tables, at)?.volumes ?? [];
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
  return { market: name, quote: live.terms.quote, tiers };
}
