/** The latest index price of every symbol with its sources and terms. */
import { decimalOf } from '../../../shared/rules/units';
import type { IndexPrice } from '../../../shared/wire/market-data';
import type { IndexTerms } from '../../core/command';
import { positionOf, type Batch, type EventOf } from '../../core/event';
import { getOrThrow } from '../../core/evolve-helpers';
import { appendAge, areQuotesSlow } from '../../core/index-price/quote-ages';
import type { Publication } from '../../core/index-price/state';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

interface LiveIndex {
  terms: IndexTerms;
  latestPublication: Publication | null;
  /** Ages of the quotes in its last publications. */
  ages: readonly number[];
  /** Changed since the last push. */
  changed: boolean;
}

export class IndexPricesView implements LiveView {
  position = -1;
  private readonly symbols = new Map<string, LiveIndex>();
  private names: string[] = [];

  private readonly folds: Folds = {
    IndexTermsSet: ({ type: _, reason: __, ...terms }) => this.setTerms(terms),
    IndexSourceNamed: ({ name }) => void this.names.push(name),
    IndexPublished: (event, batch) => this.publish(event, batch),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed({ index, position }: CoreState): void {
    for (const { terms, latest: latestPublication, ages } of index.symbols.values()) {
      this.symbols.set(terms.symbol, { terms, latestPublication, ages, changed: false });
    }
    this.names = [...index.sources];
    this.position = position;
  }

  has(symbol: string): boolean {
    return this.symbols.has(symbol);
  }

  /** Decimals of a symbol's prices; 0 without an index. */
  decimalsOf(symbol: string): number {
    return this.symbols.get(symbol)?.terms.decimals ?? 0;
  }

  /** Maximum age of a symbol's publication, ms; 0 without an index. */
  staleMsOf(symbol: string): number {
    return this.symbols.get(symbol)?.terms.staleMs ?? 0;
  }

  /** Whether its quotes are too old for settlement within seconds. */
  isSlow(symbol: string): boolean {
    const index = this.symbols.get(symbol);
    return !index || areQuotesSlow(index);
  }

  /** Terms by staff, in order of first setting. */
  terms(): IndexTerms[] {
    return [...this.symbols.values()].map(({ terms }) => terms);
  }

  /** State at `now`; without a price before the first publication or without an index. */
  read(symbol: string, now: number): IndexPrice {
    const index = this.symbols.get(symbol);
    const commonFields = { market: symbol, position: this.position, asOf: now };
    if (!index?.latestPublication) return { ...commonFields, price: null, at: null, isStale: true, sources: [] };
    const { terms, latestPublication } = index;
    const decimal = (price: number): string => decimalOf(BigInt(price), terms.decimals);
    return {
      ...commonFields,
      price: decimal(latestPublication.price),
      at: latestPublication.at,
      isStale: now - latestPublication.at > terms.staleMs,
      sources: latestPublication.sources.map(({ source, price, at }) => ({
        name: this.names[source],
        price: decimal(price),
        at,
      })),
    };
  }

  /** The price as a decimal if it was published at most this long before `now`, else null. */
  priceWithin(symbol: string, now: number, ageMs: number): string | null {
    const { at, price } = this.read(symbol, now);
    return at === null || now - at > ageMs ? null : price;
  }

  /** Same as `read`, for a push; clears `hasChanged`. One consumer only. */
  take(symbol: string, now: number): IndexPrice {
    const index = this.symbols.get(symbol);
    if (index) index.changed = false;
    return this.read(symbol, now);
  }

  /** True after a publication, or a change of terms, since the last push. */
  hasChanged(symbol: string): boolean {
    return this.symbols.get(symbol)?.changed ?? false;
  }

  private setTerms(terms: IndexTerms): void {
    const { latestPublication = null, ages = [] } = this.symbols.get(terms.symbol) ?? {};
    this.symbols.set(terms.symbol, { terms, latestPublication, ages, changed: true });
  }

  private publish({ prices }: EventOf<'IndexPublished'>, batch: Batch): void {
    for (const { symbol, price, sources } of prices) {
      const index = getOrThrow(this.symbols, symbol);
      index.latestPublication = { price, at: batch.at, batch: positionOf(batch), sources };
      index.ages = appendAge(index.ages, index.latestPublication);
      index.changed = true;
    }
  }
}
