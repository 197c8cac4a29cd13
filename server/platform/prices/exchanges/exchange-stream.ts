/**
 * Stream of one public exchange: connects, subscribes to the tickers of the requested symbols and forwards them.
 * Reconnects with growing delays when the connection fails or is silent.
 */
import { pause } from '../../clock/pause';
import type { SourcePrice } from '../index-sources';
import { priceOfTicker, type Ticker } from './ticker-price';

/** The members of ccxt's exchange class that are used. */
export interface Exchange {
  has: Readonly<Record<string, unknown>>;
  loadMarkets(): Promise<Readonly<Record<string, unknown>>>;
  watchTicker(symbol: string): Promise<Ticker>;
  watchTickers(symbols: string[]): Promise<Readonly<Record<string, Ticker>>>;
  close(): Promise<unknown>;
}

export interface StreamParts {
  /** A new instance for every connection; failed ones are not reused. */
  open: () => Exchange;
  clock: () => number;
  onPrice: (symbol: string, price: SourcePrice) => void;
  /** Logs the state: listening, or the failure. */
  report: (line: string) => void;
  pauses?: Pauses;
}

export interface Pauses {
  /** Delay in ms before the first reconnect; doubled after each that receives nothing. */
  firstMs: number;
  maxMs: number;
  /** Interval in ms between checks; a connection silent for a whole interval is closed. */
  silentMs: number;
}

const PAUSES: Pauses = { firstMs: 1_000, maxMs: 60_000, silentMs: 30_000 };

export class ExchangeStream {
  private symbols: readonly string[] = [];
  private receivedCount = 0;
  private readonly stopping = new AbortController();
  private renewing = new AbortController();
  private running: Promise<void> | null = null;
  private readonly pauses: Pauses;

  constructor(private readonly dependencies: StreamParts) {
    this.pauses = dependencies.pauses ?? PAUSES;
  }

  /** Replaces the requested symbols, at least one: `BTC-USDT`. */
  follow(symbols: readonly string[]): void {
    this.symbols = symbols;
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
      this.receivedCount = 0;
      const failure = await this.listen(this.renewing.signal);
      if (signal.aborted) return;
      if (this.receivedCount > 0) pauseMs = this.pauses.firstMs;
      // A change of symbols restarts without delay.
      if (failure === null) continue;
      this.dependencies.report(`${failure}; again in ${pauseMs} ms`);
      await pause(pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, this.pauses.maxMs);
    }
  }

  /** Returns the failure, or null to restart the stream. */
  private async listen(renewing: AbortSignal): Promise<string | null> {
    const endController = new AbortController();
    let exchange: Exchange | null = null;
    try {
      exchange = this.dependencies.open();
      await Promise.race([
        this.listenOn(exchange, endController.signal),
        this.rejectOnSilence(endController.signal),
        aborted(renewing),
      ]);
      return null;
    } catch (error) {
      return renewing.aborted ? null : (error as Error).message;
    } finally {
      endController.abort();
      await exchange?.close().catch(() => undefined);
    }
  }

  private async listenOn(exchange: Exchange, endSignal: AbortSignal): Promise<never> {
    const markets = await exchange.loadMarkets();
    const listedSymbols = this.symbols.map(nameThere).filter((symbol) => symbol in markets);
    if (listedSymbols.length === 0) throw new Error('none of the symbols is listed there');
    this.dependencies.report(`listening to ${listedSymbols.length} of ${this.symbols.length} symbols`);
    const tickerWatches = exchange.has.watchTickers
      ? [async () => Object.values(await exchange.watchTickers(listedSymbols))]
      : listedSymbols.map((symbol) => async () => [await exchange.watchTicker(symbol)]);
    return Promise.race(
      tickerWatches.map((nextTickers) => this.repeat(nextTickers, new Set(listedSymbols), endSignal)),
    );
  }

  private async repeat(
    nextTickers: () => Promise<readonly Ticker[]>,
    listedSymbols: ReadonlySet<unknown>,
    endSignal: AbortSignal,
  ): Promise<never> {
    for (;;) {
      const tickers = await nextTickers();
      // Another call would open a new connection.
      endSignal.throwIfAborted();
      for (const ticker of tickers) {
        const price = listedSymbols.has(ticker.symbol) ? priceOfTicker(ticker, this.dependencies.clock()) : null;
        if (!price) continue;
        this.receivedCount++;
        this.dependencies.onPrice(nameHere(ticker.symbol as string), price);
      }
    }
  }

  /** Rejects if nothing arrives between two checks, including a slow list of markets. */
  private async rejectOnSilence(endSignal: AbortSignal): Promise<never> {
    const { silentMs } = this.pauses;
    let before = -1;
    while (this.receivedCount !== before) {
      before = this.receivedCount;
      await pause(silentMs, endSignal);
      endSignal.throwIfAborted();
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
