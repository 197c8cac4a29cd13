/** The demo's simulated sources of index prices, from a seed that is secret until the day is over. */
import { dayOf } from '../../../../shared/rules/days';
import type { IndexSource, IndexSources, SourcePrice } from '../index-sources';
import { DayWalk, SIMULATED_SOURCES, type SeededDay } from './day-walk';
import type { SimulatedSymbol } from './simulated-symbols';

export class SimulatedSources implements IndexSources {
  readonly sources: readonly IndexSource[];
  private readonly symbols: ReadonlyMap<string, SimulatedSymbol>;
  private walk: { day: number; walk: DayWalk } | null = null;

  constructor(
    symbols: readonly SimulatedSymbol[],
    private readonly clock: () => number,
  ) {
    this.symbols = new Map(symbols.map((simulated) => [simulated.symbol, simulated]));
    this.sources = SIMULATED_SOURCES.map(({ name }) => ({
      name,
      latest: (symbol) => this.latestPrice(symbol, name),
    }));
  }

  /**
   * Switches to this day's seed, whose hash is in the journal. Without a seed for the current day nothing is reported.
   */
  walkOn(seeded: SeededDay | null): void {
    this.walk = seeded && { day: seeded.day, walk: new DayWalk(seeded) };
  }

  follow(): void {
    // Nothing to do: their symbols are fixed.
  }

  async stop(): Promise<void> {
    // Nothing to stop.
  }

  private latestPrice(symbol: string, source: string): SourcePrice | null {
    const now = this.clock();
    const simulated = this.symbols.get(symbol);
    if (!simulated || !this.walk || this.walk.day !== dayOf(now)) return null;
    const { price, at } = this.walk.walk.priceAt(simulated, source, now);
    return { price, at };
  }
}
