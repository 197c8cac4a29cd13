/** The demo's sources of index prices: made up, from a seed that nobody knows before the day is over. */
import { dayOf } from '../../../../shared/rules/days';
import type { IndexSource, IndexSources, Told } from '../index-sources';
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
      latest: (symbol) => this.latest(symbol, name),
    }));
  }

  /** From now on by this day's seed, whose hash is in the journal. Without one of the present day nothing is told. */
  walkOn(seeded: SeededDay | null): void {
    this.walk = seeded && { day: seeded.day, walk: new DayWalk(seeded) };
  }

  follow(): void {
    // They know their symbols.
  }

  async stop(): Promise<void> {
    // Nothing is under way.
  }

  private latest(symbol: string, source: string): Told | null {
    const now = this.clock();
    const simulated = this.symbols.get(symbol);
    if (!simulated || !this.walk || this.walk.day !== dayOf(now)) return null;
    const { price, at } = this.walk.walk.told(simulated, source, now);
    return { price, at };
  }
}
