/** Public exchanges as sources of index prices: the newest price of each, received in a separate thread. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../../journal/worker-file';
import type { IndexSource, IndexSources, SourcePrice } from '../index-sources';
import type { ExchangesData, FromExchanges, ToExchanges } from './exchanges-messages';

const RESTART_MS_FIRST = 1_000;
const RESTART_MS_MAX = 60_000;

export type LogWriter = (message: string, fields: Record<string, unknown>) => void;

export class ExchangeSources implements IndexSources {
  readonly sources: readonly IndexSource[];
  private readonly newestPrices = new Map<string, Map<string, SourcePrice>>();
  private symbols: readonly string[] = [];
  private worker: Worker | null = null;
  private restart: NodeJS.Timeout | null = null;
  private restartMs = RESTART_MS_FIRST;
  private isStopped = false;

  constructor(
    private readonly data: ExchangesData,
    private readonly log: LogWriter,
  ) {
    this.sources = data.exchanges.map(({ name }) => {
      const prices = new Map<string, SourcePrice>();
      this.newestPrices.set(name, prices);
      return { name, latest: (symbol) => prices.get(symbol) ?? null };
    });
  }

  /** The first symbols start the thread. */
  follow(symbols: readonly string[]): void {
    this.symbols = symbols;
    if (this.isStopped || symbols.length === 0) return;
    if (this.worker) this.worker.postMessage({ is: 'follow', symbols } satisfies ToExchanges);
    else if (!this.restart) this.begin();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.restart) clearTimeout(this.restart);
    await this.worker?.terminate();
  }

  private begin(): void {
    this.restart = null;
    const worker = new Worker(workerFile(path.join(__dirname, 'exchanges.worker')), { workerData: this.data });
    this.worker = worker;
    worker.on('message', (message: FromExchanges) => this.onMessage(message));
    worker.on('error', (error: Error) => this.log('the thread of the index sources failed', { fault: error.message }));
    worker.once('exit', () => {
      this.worker = null;
      if (this.isStopped) return;
      this.restart = setTimeout(() => this.begin(), this.restartMs).unref();
      this.restartMs = Math.min(2 * this.restartMs, RESTART_MS_MAX);
    });
    worker.postMessage({ is: 'follow', symbols: this.symbols } satisfies ToExchanges);
  }

  private onMessage(message: FromExchanges): void {
    const { source } = message;
    if (message.is === 'says') return this.log('index source', { source, says: message.line });
    this.restartMs = RESTART_MS_FIRST;
    const prices = this.newestPrices.get(source);
    const before = prices?.get(message.symbol);
    // Out-of-order prices are dropped.
    if (before && before.at > message.price.at) return;
    prices?.set(message.symbol, message.price);
  }
}
