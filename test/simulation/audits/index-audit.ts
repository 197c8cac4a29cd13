/**
 * Auditor part for index prices: each is the median of its event's fresh sources, and seeds are revealed in order. Uses
 * events only; shares no arithmetic with the core.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../server/core/event';
import type { CoreState } from '../../../server/core/state';
import { isByStaff } from './audited';

const DAY_MS = 86_400_000;
const EAST_MS = 8 * 3_600_000;
const PUBLICATION_MS_MIN = 1_000;
const SOURCES_MAX = 16;
const NAMES_MAX = 64;

const INDEX_EVENTS = [
  'IndexTermsSet',
  'IndexSourceNamed',
  'IndexPublished',
  'IndexSeedCommitted',
  'IndexSeedRevealed',
] as const satisfies EventType[];
type IndexEvent = EventOf<(typeof INDEX_EVENTS)[number]>;

export function isOfIndex(event: CoreEvent): event is IndexEvent {
  return INDEX_EVENTS.some((type) => type === event.type);
}

interface Published {
  at: number;
  /** Batch position. */
  batch: number;
  price: number;
  sources: EventOf<'IndexPublished'>['prices'][number]['sources'];
}

export class IndexAudit {
  private readonly terms = new Map<string, EventOf<'IndexTermsSet'>>();
  private readonly names: string[] = [];
  /** All publications, by symbol. */
  private readonly published = new Map<string, Published[]>();
  private readonly seeds = new Map<string, 'committed' | 'revealed'>();

  /** @param fail throws: this is the first broken rule */
  constructor(private readonly fail: (what: string) => never) {}

  follow(event: IndexEvent, batch: Batch): void {
    switch (event.type) {
      case 'IndexTermsSet': {
        const before = this.terms.get(event.symbol);
        this.check(isByStaff(batch), 'is set by nobody of staff');
        this.check(!before || before.decimals === event.decimals, 'changes its decimals');
        this.terms.set(event.symbol, event);
        return;
      }
      case 'IndexSourceNamed':
        this.check(event.source === this.names.length && !this.names.includes(event.name), 'is no new name');
        this.check(this.names.push(event.name) <= NAMES_MAX, 'is one name too many');
        this.check(
          batch.events.some(({ type }) => type === 'IndexPublished'),
          'names a source that nothing was published of',
        );
        return;
      case 'IndexPublished':
        this.check(batch.actor.startsWith('feed/'), 'is published by no feed');
        this.check(new Set(event.prices.map(({ symbol }) => symbol)).size === event.prices.length, 'repeats a symbol');
        for (const price of event.prices) this.publish(price, batch);
        return;
      case 'IndexSeedCommitted':
        this.check(batch.actor === `feed/${event.feed}`, 'is of another feed');
        this.check(!this.seeds.has(keyOf(event)), 'is committed twice');
        this.check(batch.at < endOf(event.day), 'is committed when its day is over');
        this.seeds.set(keyOf(event), 'committed');
        return;
      case 'IndexSeedRevealed':
        this.check(batch.actor === `feed/${event.feed}`, 'is of another feed');
        this.check(this.seeds.get(keyOf(event)) === 'committed', 'reveals what was not committed');
        this.check(batch.at >= endOf(event.day), 'reveals a day that is not over');
        this.seeds.set(keyOf(event), 'revealed');
        return;
    }
  }

  decimalsOf(symbol: string): number {
    return this.terms.get(symbol)?.decimals ?? this.fail(`of ${symbol}, which has no terms`);
  }

  staleMsOf(symbol: string): number {
    return this.terms.get(symbol)?.staleMs ?? this.fail(`of ${symbol}, which has no terms`);
  }

  sourcesMinOf(symbol: string): number {
    return this.terms.get(symbol)?.sourcesMin ?? this.fail(`of ${symbol}, which has no terms`);
  }

  /** Median age of the middle quote over the last hundred publications. */
  paceOf(symbol: string): number | null {
    const ages = this.agesOf(symbol);
    return ages.length === 0 ? null : middleOf(ages);
  }

  private agesOf(symbol: string): number[] {
    const last = (this.published.get(symbol) ?? []).slice(-100);
    return last.map(({ at, sources }) => middleOf(sources.map((source) => at - source.at)));
  }

  /** Price and decimals of a publication at most one day old, for valuation. */
  priceFor(symbol: string, at: number): { price: bigint; decimals: number } | null {
    const last = this.published.get(symbol)?.at(-1);
    if (!last || last.at < at - DAY_MS) return null;
    return { price: BigInt(last.price), decimals: this.terms.get(symbol)?.decimals ?? 0 };
  }

  /** The same, if it is fresh by the symbol's own terms. */
  freshFor(symbol: string, at: number): { price: bigint; decimals: number } | null {
    const last = this.published.get(symbol)?.at(-1);
    const isFresh = last !== undefined && at - last.at <= (this.terms.get(symbol)?.staleMs ?? 0);
    return isFresh ? { price: BigInt(last.price), decimals: this.terms.get(symbol)?.decimals ?? 0 } : null;
  }

  compare({ index }: CoreState): void {
    this.check(index.symbols.size === this.terms.size, 'has other symbols');
    for (const [symbol, all] of this.published) {
      const last = all.at(-1);
      const closing = all.filter(({ at }) => dayOf(at) < dayOf(last?.at ?? 0)).at(-1);
      const known = index.symbols.get(symbol);
      this.check(known?.ages.join() === this.agesOf(symbol).join(), `remembers other ages of ${symbol}`);
      this.check(same(known?.latest, last) && same(known?.closing, closing), `remembers another index of ${symbol}`);
    }
    this.check(index.sources.join() === this.names.join(), 'knows other sources');
    const open = [...this.seeds].filter(([, told]) => told === 'committed').map(([key]) => key);
    this.check([...index.seeds.keys()].sort().join() === open.sort().join(), 'keeps other seeds');
  }

  private publish(
    { symbol, price, sources, ...link }: EventOf<'IndexPublished'>['prices'][number],
    batch: Batch,
  ): void {
    const { at } = batch;
    const terms = this.terms.get(symbol) ?? this.fail(`of ${symbol}, which has no terms`);
    const before = this.published.get(symbol) ?? [];
    const last = before.at(-1);
    this.check(link.before === last?.batch, `of ${symbol} does not name the one before it`);
    this.check(!last || at >= last.at + PUBLICATION_MS_MIN, `of ${symbol} comes too soon`);
    this.check(sources.length >= terms.sourcesMin && sources.length <= SOURCES_MAX, `rests on ${sources.length}`);
    const numbers = sources.map(({ source }) => source);
    this.check(
      numbers.every((number, place) => number < this.names.length && (place === 0 || number > numbers[place - 1])),
      'names sources that are unknown or out of order',
    );
    this.check(
      sources.every((source) => source.at <= at && source.at >= at - terms.sourceStaleMs),
      'rests on what is too old or ahead',
    );
    const shown = sources.map((source) => BigInt(source.price)).sort((one, other) => (one < other ? -1 : 1));
    const half = shown.length >> 1;
    const middle = shown.length % 2 === 1 ? shown[half] : (shown[half - 1] + shown[half]) / 2n;
    this.check(middle === BigInt(price) && price > 0, `is ${price}, not ${middle}`);
    // All sources lie within 5 % of some number.
    this.check(shown[shown.length - 1] * 19n <= shown[0] * 21n, 'rests on what is too far apart');
    this.published.set(symbol, [...before, { at, batch: batch.first + batch.events.length - 1, price, sources }]);
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.fail(what);
  }
}

function middleOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return Math.floor((sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2);
}

function keyOf({ feed, day }: { feed: string; day: number }): string {
  return `${feed}/${day}`;
}

function dayOf(at: number): number {
  return Math.floor((at + EAST_MS) / DAY_MS);
}

function endOf(day: number): number {
  return (day + 1) * DAY_MS - EAST_MS;
}

function same(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string => JSON.stringify(value ?? null, ['at', 'batch', 'price', 'source', 'sources']);
  return text(one) === text(other);
}
