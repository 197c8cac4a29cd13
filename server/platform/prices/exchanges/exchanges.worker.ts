/**
 * The thread that listens to public exchanges. ccxt is large, its lists of markets take a second to read, and what it is sent comes
 * from strangers: none of that happens where orders are matched, and should it fail, this thread alone ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../../journal/give-way';
import type { ExchangeName } from './exchange-names';
import { ExchangeStream, type Exchange } from './exchange-stream';
import type { ExchangesData, FromExchanges, ListenedExchange, ToExchanges } from './exchanges-messages';

async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  giveWay();
  const { exchanges, pauses } = workerData as ExchangesData;
  const opener = await openerOf();
  const say = (message: FromExchanges): void => port.postMessage(message);
  const streams = exchanges.map(
    (exchange) =>
      new ExchangeStream({
        open: () => opener(exchange),
        clock: Date.now,
        hear: (symbol, told) => say({ is: 'told', source: exchange.name, symbol, told }),
        say: (line) => say({ is: 'says', source: exchange.name, line }),
        ...(pauses && { pauses }),
      }),
  );
  port.on('message', ({ symbols }: ToExchanges) => {
    for (const stream of streams) stream.follow(symbols);
  });
}

/** Loaded here and nowhere else: nobody has ccxt in memory who did not ask for its exchanges. */
async function openerOf(): Promise<(exchange: ListenedExchange) => Exchange> {
  const { pro } = await import('ccxt');
  // Every name that may be configured is one of its classes.
  const known: Readonly<Record<ExchangeName, unknown>> = pro;
  const classes = known as Readonly<Record<string, new (options: object) => Exchange>>;
  return ({ name, options }) => {
    if (!Object.hasOwn(classes, name)) throw new Error('ccxt streams from no exchange of this name');
    // Decimals as they came, since a float has lost digits; and what cannot be read is not written to our log.
    return Object.assign(new classes[name]({ ...options }), { number: String, log: () => undefined });
  };
}

void run();
