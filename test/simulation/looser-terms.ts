/**
 * The auditor's part for terms: keeps from events alone what markets and contracts go by, and says of each change whether anybody could owe
 * more on less, or pay less, by it.
 */
import type { CoreEvent, EventOf } from '../../server/core/event';

type MarketTerms = Partial<Omit<EventOf<'MarketListed'>, 'type'>>;
interface Market {
  listed: MarketTerms;
  /** In the order in which they come true. */
  changes: EventOf<'MarketTermsChanged'>[];
}
interface Tier {
  cap: bigint;
  leverageMax: number;
  ratePpb: bigint;
}
interface Contract {
  tiers: readonly Tier[];
  fundingCapPpb: number;
  openInterestMax: bigint;
  impactNotional: bigint;
  announced: EventOf<'PerpetualTermsChanged'> | null;
}

const LOWER = ['quantityMin', 'notionalMin', 'priceLowest'] as const;
const HIGHER = ['quantityMax', 'priceHighest', 'openOrdersMax', 'bandPpb'] as const;
const FEES = ['makerFeesPpb', 'takerFeesPpb', 'makerFeesFixed', 'takerFeesFixed'] as const;
/** More levels than any list of fees has. */
const LEVELS = 40;

export class LooserTerms {
  private readonly markets = new Map<string, Market>();
  private readonly contracts = new Map<string, Contract>();

  loosens(event: CoreEvent): boolean {
    if (event.type === 'MarketTermsChanged') return this.loosensMarket(event);
    return event.type === 'PerpetualTermsChanged' && this.loosensContract(event);
  }

  note(event: CoreEvent): void {
    if (event.type === 'MarketListed') this.markets.set(event.market, { listed: event, changes: [] });
    if (event.type === 'MarketTermsChanged') {
      const { changes } = this.marketOf(event.market);
      changes.splice(changes.filter(({ from }) => from <= event.from).length, 0, event);
    }
    if (event.type === 'PerpetualMarketListed') {
      const { fundingCapPpb, openInterestMax, impactNotional } = event;
      const tiers = tiersOf(event) ?? [];
      this.contracts.set(event.market, { tiers, fundingCapPpb, openInterestMax, impactNotional, announced: null });
    }
    if (event.type === 'PerpetualTermsChanged') this.contractOf(event.market).announced = event;
    if (event.type === 'PerpetualTermsApplied') this.apply(event);
  }

  private loosensMarket(event: EventOf<'MarketTermsChanged'>): boolean {
    const { listed, changes } = this.marketOf(event.market);
    const terms = changes.filter(({ from }) => from <= event.from).reduce((sum, next) => laid(sum, next), listed);
    const isLower = (field: keyof MarketTerms) => event[field as 'bandPpb'] !== undefined && below(event, terms, field);
    const isHigher = (field: keyof MarketTerms) =>
      event[field as 'bandPpb'] !== undefined && below(terms, event, field);
    if (LOWER.some(isLower) || HIGHER.some(isHigher)) return true;
    if (event.referencePrice !== undefined && event.referencePrice !== terms.referencePrice) return true;
    return FEES.some((field) => event[field] !== undefined && areLess(terms[field] ?? [], event[field]));
  }

  private loosensContract(event: EventOf<'PerpetualTermsChanged'>): boolean {
    const { tiers, fundingCapPpb, openInterestMax, impactNotional } = this.contractOf(event.market);
    if ((event.fundingCapPpb ?? fundingCapPpb) > fundingCapPpb) return true;
    if ((event.openInterestMax ?? openInterestMax) > openInterestMax) return true;
    if ((event.impactNotional ?? impactNotional) < impactNotional) return true;
    const next = tiersOf(event);
    if (!next) return false;
    const [last, end] = [tiers[tiers.length - 1], next[next.length - 1]];
    if (end.cap > last.cap || end.ratePpb < last.ratePpb) return true;
    const values = [...tiers, ...next].flatMap(({ cap }) => [cap, cap + 1n]);
    return values.some((value) => {
      return coverOf(next, value) < coverOf(tiers, value) || leverageAt(next, value) > leverageAt(tiers, value);
    });
  }

  private apply({ market, scope }: EventOf<'PerpetualTermsApplied'>): void {
    const contract = this.contractOf(market);
    const { announced } = contract;
    if (announced && scope !== 'positions') {
      contract.tiers = tiersOf(announced) ?? contract.tiers;
      contract.fundingCapPpb = announced.fundingCapPpb ?? contract.fundingCapPpb;
      contract.openInterestMax = announced.openInterestMax ?? contract.openInterestMax;
      contract.impactNotional = announced.impactNotional ?? contract.impactNotional;
    }
  }

  private marketOf(name: string): Market {
    const market = this.markets.get(name);
    if (!market) throw new Error(`${name} is not listed`);
    return market;
  }

  private contractOf(name: string): Contract {
    const contract = this.contracts.get(name);
    if (!contract) throw new Error(`${name} is no contract`);
    return contract;
  }
}

function laid(terms: MarketTerms, change: EventOf<'MarketTermsChanged'>): MarketTerms {
  const asked = Object.entries(change).filter(([name, value]) => name !== 'type' && value !== undefined);
  return { ...terms, ...(Object.fromEntries(asked) as MarketTerms) };
}

function below(one: object, other: object, field: string): boolean {
  const [a, b] = [one, other].map((of) => BigInt((of as Record<string, number | bigint>)[field]));
  return a < b;
}

/** Whether somebody at some level pays less, or in another way. */
function areLess(before: readonly (number | bigint)[], after: readonly (number | bigint)[]): boolean {
  const feeAt = (fees: readonly (number | bigint)[], level: number) => BigInt(fees.at(level) ?? fees.at(-1) ?? 0);
  const levels = Array.from({ length: LEVELS }, (_, level) => level);
  const isFree = (fees: readonly (number | bigint)[]) => levels.every((level) => feeAt(fees, level) === 0n);
  const isAmount = [...before, ...after].some((fee) => typeof fee === 'bigint');
  if (isAmount && isFree(before) !== isFree(after)) return true;
  return levels.some((level) => feeAt(after, level) < feeAt(before, level));
}

function tiersOf({
  tierCaps,
  tierLeverages,
  tierRatesPpb,
}: Partial<Pick<EventOf<'PerpetualMarketListed'>, 'tierCaps' | 'tierLeverages' | 'tierRatesPpb'>>): Tier[] | null {
  if (!tierCaps || !tierLeverages || !tierRatesPpb) return null;
  return tierCaps.map((cap, n) => ({ cap, leverageMax: tierLeverages[n], ratePpb: BigInt(tierRatesPpb[n]) }));
}

/** Of each part of the value at the rate of its tier; beyond the last by the last. */
function coverOf(tiers: readonly Tier[], value: bigint): bigint {
  let [cover, from] = [0n, 0n];
  for (const [n, { cap, ratePpb }] of tiers.entries()) {
    const to = n === tiers.length - 1 || value < cap ? value : cap;
    if (to > from) cover += (to - from) * ratePpb;
    from = cap;
  }
  return cover;
}

function leverageAt(tiers: readonly Tier[], value: bigint): number {
  return (tiers.find(({ cap }) => value <= cap) ?? tiers[tiers.length - 1]).leverageMax;
}
