/** The latest index price of every symbol, with the sources that it rests on and the terms by which it counts. */
import { decimalOf } from '../../../shared/rules/units';
import type { IndexPrice } from '../../../shared/wire/market-data';
import type { IndexTerms } from '../../core/command';
import { positionOf, type Batch, type EventOf } from '../../core/event';
import { known } from '../../core/folding';
import { agesWith, isSlow } from '../../core/index-price/pace';
import type { Publication } from '../../core/index-price/state';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

interface LiveIndex {
  terms: IndexTerms;
  latest: Publication | null;
  /** How old the quotes of its last publications were. */
  ages: readonly number[];
  /** Since the last push. */
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
    for (const { terms, latest, ages } of index.symbols.values()) {
      this.symbols.set(terms.symbol, { terms, latest, ages, changed: false });
    }
    this.names = [...index.sources];
    this.position = position;
  }

  has(symbol: string): boolean {
    return this.symbols.has(symbol);
  }

  /** Digits behind the point of a symbol's prices; 0 of one that has no index. */
  decimalsOf(symbol: string): number {
    return this.symbols.get(symbol)?.terms.decimals ?? 0;
  }

  /** How old a publication of a symbol may be to count; 0 of one that has no index. */
  staleMsOf(symbol: string): number {
    return this.symbols.get(symbol)?.terms.staleMs ?? 0;
  }

  /** Whether its quotes are too old for what is settled within seconds. */
  isSlow(symbol: string): boolean {
    const index = this.symbols.get(symbol);
    return !index || isSlow(index);
  }

  /** As staff set them, in the order in which they did first. */
  terms(): IndexTerms[] {
    return [...this.symbols.values()].map(({ terms }) => terms);
  }

  /** As it is at `now`; without a price before the first publication, and of a symbol that has no index. */
  read(symbol: string, now: number): IndexPrice {
    const index = this.symbols.get(symbol);
    const facts = { market: symbol, position: this.position, asOf: now };
    if (!index?.latest) return { ...facts, price: null, at: null, isStale: true, sources: [] };
    const { terms, latest } = index;
    const told = (price: number): string => decimalOf(BigInt(price), terms.decimals);
    return {
      ...facts,
      price: told(latest.price),
      at: latest.at,
      isStale: now - latest.at > terms.staleMs,
      sources: latest.sources.map(({ source, price, at }) => ({ name: this.names[source], price: told(price), at })),
    };
  }

  /** The price as a decimal if it was published at most so long before `now`, else null. */
  priceWithin(symbol: string, now: number, ageMs: number): string | null {
    const { at, price } = this.read(symbol, now);
    return at === null || now - at > ageMs ? null : price;
  }

  /** The same, as the push that ends what `hasChanged` says. One consumer only. */
  take(symbol: string, now: number): IndexPrice {
    const index = this.symbols.get(symbol);
    if (index) index.changed = false;
    return this.read(symbol, now);
  }

  /** True when there was a publication since the last push, or other terms. */
  hasChanged(symbol: string): boolean {
    return this.symbols.get(symbol)?.changed ?? false;
  }

  private setTerms(terms: IndexTerms): void {
    const { latest = null, ages = [] } = this.symbols.get(terms.symbol) ?? {};
    this.symbols.set(terms.symbol, { terms, latest, ages, changed: true });
  }

  private publish({ prices }: EventOf<'IndexPublished'>, batch: Batch): void {
    for (const { symbol, price, sources } of prices) {
      const index = known(this.symbols, symbol);
      index.latest = { price, at: batch.at, batch: positionOf(batch), sources };
      index.ages = agesWith(index.ages, index.latest);
      index.changed = true;
    }
  }
}
