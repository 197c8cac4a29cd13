/**
 * Publishes quotes of the index sources: at most once a second, with the symbols whose price has changed, and each often enough to stay
 * fresh. A publication names each source's quote; the core calculates the price.
 */
import type { IndexTerms, SourceQuote, SymbolQuotes } from '../../core/index-price/commands';
import { PUBLICATION_MS_MIN } from '../../core/index-price/decide-publish';
import { agreedPrice } from '../../../shared/rules/arithmetic/median';
import type { IndexState, IndexSymbol } from '../../core/index-price/state';
import type { CommandEnvelope, CommandPort } from '../../engine/port';
import { pause } from '../../platform/clock/pause';
import type { IndexSources, SourcePrice } from '../../platform/prices/index-sources';
import { indexDecimal, indexUnits } from '../../platform/prices/index-units';

/** Delay after an answer in ms: slightly above the core's minimum interval, because timers can be early. */
const TURN_MS = PUBLICATION_MS_MIN + 10;
/** Unchanged prices are published again after this, so that none is older than ten seconds. */
const REFRESH_MS = 8_500;
/** Maximum pause between two attempts while the engine rejects; shorter than the time after which an index is stale. */
const PAUSE_MS_MAX = 8_000;
/** Timeout for submitted publications at stop; later the engine completes them. */
const STOP_MS_MAX = 1_000;
/** Time after its last quote for which a source counts as alive. */
const ALIVE_MS = 10_000;

export interface IndexFeedDependencies {
  commands: Pick<CommandPort, 'submit'>;
  index: () => Readonly<IndexState>;
  sources: IndexSources;
  clock: () => number;
  /** The feed for a time. Rejects while none is allowed. */
  feedAt: (now: number) => Promise<string>;
  say: (message: string, details: Record<string, unknown>) => void;
  /** Random addition to the pause between two turns, milliseconds, so that the next publication's time cannot be predicted. */
  randomDelayMs: () => number;
}

export class IndexFeed {
  private readonly stopping = new AbortController();
  private readonly openedAt: number;
  private running: Promise<void> | null = null;
  private followedNames = '';
  private lastError: string | null = null;

  constructor(private readonly dependencies: IndexFeedDependencies) {
    this.openedAt = dependencies.clock();
  }

  /** Runs by the clock from now on. */
  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.dependencies.sources.stop();
    if (this.running) await Promise.race([this.running, pause(STOP_MS_MAX)]);
  }

  /** Current price of the agreeing sources, published or not. */
  latest(symbol: string): SourcePrice | null {
    const { clock, index } = this.dependencies;
    const indexSymbol = index().symbols.get(symbol);
    if (!indexSymbol) return null;
    const now = clock();
    const agreed = agreedPrice(this.quotes(indexSymbol.terms, now), indexSymbol.terms.sourcesMin);
    return agreed && { price: indexDecimal(agreed.price, indexSymbol.terms.decimals), at: now };
  }

  /** The next publication; null if there is nothing new. Rejects while no feed is allowed. */
  async publication(): Promise<CommandEnvelope | null> {
    const { clock, feedAt, index, sources } = this.dependencies;
    const now = clock();
    const feed = await feedAt(now);
    const symbols = [...index().symbols.values()];
    this.follow(sources, symbols);
    const prices = symbols.flatMap((indexSymbol) => this.dueQuotes(indexSymbol, now));
    if (prices.length === 0) return null;
    return { actor: `feed/${feed}`, command: { type: 'PublishIndex', prices } };
  }

  /** Seconds since each symbol was published; without a publication, since this process began. */
  ages(): Map<string, number> {
    const { clock, index } = this.dependencies;
    const now = clock();
    return new Map(
      [...index().symbols].map(([symbol, { latest }]) => [symbol, (now - (latest?.at ?? this.openedAt)) / 1_000]),
    );
  }

  /** By source: whether it has sent any quote recently. */
  alive(): Map<string, boolean> {
    const { clock, index, sources } = this.dependencies;
    const now = clock();
    const symbols = [...index().symbols.keys()];
    return new Map(
      sources.sources.map((source) => [
        source.name,
        symbols.some((symbol) => now - (source.latest(symbol)?.at ?? -Infinity) <= ALIVE_MS),
      ]),
    );
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let pauseMs = TURN_MS;
    while (!signal.aborted) {
      const error = await this.attempt();
      if (signal.aborted) return;
      if (error !== this.lastError)
        this.dependencies.say(error === null ? 'index goes on' : 'index is not published', { fault: error });
      this.lastError = error;
      pauseMs = error === null ? TURN_MS : Math.min(2 * pauseMs, PAUSE_MS_MAX);
      await pause(error === null ? TURN_MS + this.dependencies.randomDelayMs() : pauseMs, signal);
    }
  }

  /** Returns the reason why publishing failed, or null. */
  private async attempt(): Promise<string | null> {
    try {
      const publication = await this.publication();
      const outcome = publication && (await this.dependencies.commands.submit(publication));
      return outcome && 'rejected' in outcome ? outcome.rejected : null;
    } catch (error) {
      // Busy, of unknown outcome, or a disk fault: trading does not depend on it, and it is retried.
      return (error as Error).message;
    }
  }

  private follow(sources: IndexSources, symbols: readonly IndexSymbol[]): void {
    const names = symbols.map(({ terms }) => terms.symbol);
    const followedNames = names.join();
    if (followedNames === this.followedNames) return;
    this.followedNames = followedNames;
    sources.follow(names);
  }

  private dueQuotes({ terms, latest }: Readonly<IndexSymbol>, now: number): SymbolQuotes[] {
    if (latest && now - latest.at < PUBLICATION_MS_MIN) return [];
    const quotes = this.quotes(terms, now);
    const agreed = agreedPrice(quotes, terms.sourcesMin);
    if (!agreed) return [];
    const isDue = !latest || agreed.price !== latest.price || now - latest.at >= REFRESH_MS;
    return isDue ? [{ symbol: terms.symbol, sources: quotes }] : [];
  }

  /** Stale sources are omitted here, to save their transmission. */
  private quotes({ symbol, decimals, sourceStaleMs }: Readonly<IndexTerms>, now: number): SourceQuote[] {
    return this.dependencies.sources.sources.flatMap((source): SourceQuote[] => {
      const sourcePrice = source.latest(symbol);
      if (!sourcePrice || sourcePrice.at > now || now - sourcePrice.at > sourceStaleMs) return [];
      const price = indexUnits(sourcePrice.price, decimals);
      return price === null ? [] : [{ source: source.name, price, at: sourcePrice.at }];
    });
  }
}
