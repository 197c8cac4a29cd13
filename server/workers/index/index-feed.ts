/**
 * Publishes what the sources of index prices tell: at most once a second, with the symbols whose price has changed, and each often
 * enough to stay fresh. It names what each source says; what the price is the core finds by itself.
 */
import type { IndexTerms, SourceQuote, SymbolQuotes } from '../../core/index-price/commands';
import { PUBLICATION_MS_MIN } from '../../core/index-price/decide-publish';
import { agree } from '../../../shared/rules/median';
import type { IndexState, IndexSymbol } from '../../core/index-price/state';
import type { CommandEnvelope, CommandPort } from '../../engine/port';
import { pause } from '../../platform/clock/pause';
import type { IndexSources, Told } from '../../platform/prices/index-sources';
import { indexDecimal, indexUnits } from '../../platform/prices/index-units';

/** From one answer to the next turn: a little more than the core wants between two publications, since timers are early at times. */
const TURN_MS = PUBLICATION_MS_MIN + 10;
/** What has not changed is published again after this, so that none is older than ten seconds. */
const REFRESH_MS = 8_500;
/** Between two attempts while the engine takes nothing; shorter than what makes an index stale. */
const PAUSE_MS_MAX = 8_000;
/** What was submitted and is not answered is the engine's to end. */
const STOP_MS_MAX = 1_000;
/** A source counts as alive so long after it told something. */
const ALIVE_MS = 10_000;

export interface IndexFeedParts {
  commands: Pick<CommandPort, 'submit'>;
  index: () => Readonly<IndexState>;
  sources: IndexSources;
  clock: () => number;
  /** The feed that publishes at a time. Rejects while none may. */
  feedAt: (now: number) => Promise<string>;
  say: (message: string, facts: Record<string, unknown>) => void;
  /** What is added to the pause between two turns, milliseconds: chance, so that nobody knows the moment of the next publication. */
  extraMs: () => number;
}

export class IndexFeed {
  private readonly stopping = new AbortController();
  private readonly openedAt: number;
  private running: Promise<void> | null = null;
  private followed = '';
  private fault: string | null = null;

  constructor(private readonly parts: IndexFeedParts) {
    this.openedAt = parts.clock();
  }

  /** From now on by the clock. */
  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.parts.sources.stop();
    if (this.running) await Promise.race([this.running, pause(STOP_MS_MAX)]);
  }

  /** What the sources that agree say now, whether it is published yet or not. */
  latest(symbol: string): Told | null {
    const { clock, index } = this.parts;
    const known = index().symbols.get(symbol);
    if (!known) return null;
    const now = clock();
    const agreed = agree(this.quotes(known.terms, now), known.terms.sourcesMin);
    return agreed && { price: indexDecimal(agreed.price, known.terms.decimals), at: now };
  }

  /** What is to be published now; null when there is nothing new. Rejects while no feed may. */
  async publication(): Promise<CommandEnvelope | null> {
    const { clock, feedAt, index, sources } = this.parts;
    const now = clock();
    const feed = await feedAt(now);
    const symbols = [...index().symbols.values()];
    this.follow(sources, symbols);
    const prices = symbols.flatMap((known) => this.dueOf(known, now));
    if (prices.length === 0) return null;
    return { actor: `feed/${feed}`, command: { type: 'PublishIndex', prices } };
  }

  /** Seconds since each symbol was published; of one that never was, since this process began. */
  ages(): Map<string, number> {
    const { clock, index } = this.parts;
    const now = clock();
    return new Map(
      [...index().symbols].map(([symbol, { latest }]) => [symbol, (now - (latest?.at ?? this.openedAt)) / 1_000]),
    );
  }

  /** By name, whether it told anything of any symbol a moment ago. */
  alive(): Map<string, boolean> {
    const { clock, index, sources } = this.parts;
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
      const fault = await this.attempt();
      if (signal.aborted) return;
      if (fault !== this.fault) this.parts.say(fault === null ? 'index goes on' : 'index is not published', { fault });
      this.fault = fault;
      pauseMs = fault === null ? TURN_MS : Math.min(2 * pauseMs, PAUSE_MS_MAX);
      await pause(fault === null ? TURN_MS + this.parts.extraMs() : pauseMs, signal);
    }
  }

  /** What stands in the way, or null. */
  private async attempt(): Promise<string | null> {
    try {
      const publication = await this.publication();
      const outcome = publication && (await this.parts.commands.submit(publication));
      return outcome && 'rejected' in outcome ? outcome.rejected : null;
    } catch (error) {
      // Busy, of unknown outcome, or a fault of the disk: whatever it is, trading does not depend on it, and it is tried again.
      return (error as Error).message;
    }
  }

  private follow(sources: IndexSources, symbols: readonly IndexSymbol[]): void {
    const names = symbols.map(({ terms }) => terms.symbol);
    const followed = names.join();
    if (followed === this.followed) return;
    this.followed = followed;
    sources.follow(names);
  }

  private dueOf({ terms, latest }: Readonly<IndexSymbol>, now: number): SymbolQuotes[] {
    if (latest && now - latest.at < PUBLICATION_MS_MIN) return [];
    const quotes = this.quotes(terms, now);
    const agreed = agree(quotes, terms.sourcesMin);
    if (!agreed) return [];
    const isDue = !latest || agreed.price !== latest.price || now - latest.at >= REFRESH_MS;
    return isDue ? [{ symbol: terms.symbol, sources: quotes }] : [];
  }

  /** What is silent for too long is left out here already: it need not travel. */
  private quotes({ symbol, decimals, sourceStaleMs }: Readonly<IndexTerms>, now: number): SourceQuote[] {
    return this.parts.sources.sources.flatMap((source): SourceQuote[] => {
      const told = source.latest(symbol);
      if (!told || told.at > now || now - told.at > sourceStaleMs) return [];
      const price = indexUnits(told.price, decimals);
      return price === null ? [] : [{ source: source.name, price, at: told.at }];
    });
  }
}
