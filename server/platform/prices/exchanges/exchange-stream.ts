/**
 * One public exchange that is listened to: connects, asks for the tickers of the symbols that are wanted, hands on what they say, and
 * begins again with growing pauses when the connection fails or nothing comes any more.
 */
import { pause } from '../../clock/pause';
import type { Told } from '../index-sources';
import { toldBy, type Ticker } from './told-by-ticker';

/** What is used of an exchange of ccxt's. */
export interface Exchange {
  has: Readonly<Record<string, unknown>>;
  loadMarkets(): Promise<Readonly<Record<string, unknown>>>;
  watchTicker(symbol: string): Promise<Ticker>;
  watchTickers(symbols: string[]): Promise<Readonly<Record<string, Ticker>>>;
  close(): Promise<unknown>;
}

export interface StreamParts {
  /** A new one for every connection: what failed is not used again. */
  open: () => Exchange;
  clock: () => number;
  hear: (symbol: string, told: Told) => void;
  /** How it goes: listening, or what failed. */
  say: (line: string) => void;
  pauses?: Pauses;
}

export interface Pauses {
  /** Before the first new attempt; doubled with each that brings nothing. */
  firstMs: number;
  maxMs: number;
  /** When nothing is heard from one look to the next, so far apart, the connection is given up. */
  silentMs: number;
}

const PAUSES: Pauses = { firstMs: 1_000, maxMs: 60_000, silentMs: 30_000 };

export class ExchangeStream {
  private wanted: readonly string[] = [];
  private heard = 0;
  private readonly stopping = new AbortController();
  private renewing = new AbortController();
  private running: Promise<void> | null = null;
  private readonly pauses: Pauses;

  constructor(private readonly parts: StreamParts) {
    this.pauses = parts.pauses ?? PAUSES;
  }

  /** From now on these, at least one: `BTC-USDT`. */
  follow(symbols: readonly string[]): void {
    this.wanted = symbols;
    this.renewing.abort();
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.renewing.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let pauseMs = this.pauses.firstMs;
    while (!signal.aborted) {
      this.renewing = new AbortController();
      this.heard = 0;
      const failure = await this.listen(this.renewing.signal);
      if (signal.aborted) return;
      if (this.heard > 0) pauseMs = this.pauses.firstMs;
      // Other symbols: at once.
      if (failure === null) continue;
      this.parts.say(`${failure}; again in ${pauseMs} ms`);
      await pause(pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, this.pauses.maxMs);
    }
  }

  /** What it failed with, or null when it is to begin anew. */
  private async listen(renewing: AbortSignal): Promise<string | null> {
    const over = new AbortController();
    let exchange: Exchange | null = null;
    try {
      exchange = this.parts.open();
      await Promise.race([this.listenOn(exchange, over.signal), this.silence(over.signal), aborted(renewing)]);
      return null;
    } catch (error) {
      return renewing.aborted ? null : (error as Error).message;
    } finally {
      over.abort();
      await exchange?.close().catch(() => undefined);
    }
  }

  private async listenOn(exchange: Exchange, over: AbortSignal): Promise<never> {
    const markets = await exchange.loadMarkets();
    const listed = this.wanted.map(nameThere).filter((symbol) => symbol in markets);
    if (listed.length === 0) throw new Error('none of the symbols is listed there');
    this.parts.say(`listening to ${listed.length} of ${this.wanted.length} symbols`);
    const watches = exchange.has.watchTickers
      ? [async () => Object.values(await exchange.watchTickers(listed))]
      : listed.map((symbol) => async () => [await exchange.watchTicker(symbol)]);
    return Promise.race(watches.map((watch) => this.repeat(watch, new Set(listed), over)));
  }

  private async repeat(
    watch: () => Promise<readonly Ticker[]>,
    listed: ReadonlySet<unknown>,
    over: AbortSignal,
  ): Promise<never> {
    for (;;) {
      const tickers = await watch();
      // To ask once more would open a new connection.
      over.throwIfAborted();
      for (const ticker of tickers) {
        const told = listed.has(ticker.symbol) ? toldBy(ticker, this.parts.clock()) : null;
        if (!told) continue;
        this.heard++;
        this.parts.hear(nameHere(ticker.symbol as string), told);
      }
    }
  }

  /** Rejects when nothing was heard from one look to the next, so also when the list of markets takes as long. */
  private async silence(over: AbortSignal): Promise<never> {
    const { silentMs } = this.pauses;
    let before = -1;
    while (this.heard !== before) {
      before = this.heard;
      await pause(silentMs, over);
      over.throwIfAborted();
    }
    throw new Error(`nothing heard for ${silentMs} ms`);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function nameThere(symbol: string): string {
  return symbol.replace('-', '/');
}

function nameHere(symbol: string): string {
  return symbol.replace('/', '-');
}
