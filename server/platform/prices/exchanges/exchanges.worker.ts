/**
 * The thread that listens to public exchanges. ccxt is large, its market lists take a second to parse, and its input is
 * untrusted. None of that runs in the matching thread, and a failure ends this thread only.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../../journal/thread-priority';
import type { ExchangeName } from './exchange-names';
import { ExchangeStream, type Exchange } from './exchange-stream';
import type { ExchangesData, FromExchanges, ListenedExchange, ToExchanges } from './exchanges-messages';

async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  lowerPriority();
  const { exchanges, pauses } = workerData as ExchangesData;
  const opener = await openerOf();
  const send = (message: FromExchanges): void => port.postMessage(message);
  const streams = exchanges.map(
    (exchange) =>
      new ExchangeStream({
        open: () => opener(exchange),
        clock: Date.now,
        onPrice: (symbol, price) => send({ is: 'told', source: exchange.name, symbol, price }),
        report: (line) => send({ is: 'says', source: exchange.name, line }),
        ...(pauses && { pauses }),
      }),
  );
  port.on('message', ({ symbols }: ToExchanges) => {
    for (const stream of streams) stream.follow(symbols);
  });
}

/** Loaded only here: without configured exchanges ccxt uses no memory. */
async function openerOf(): Promise<(exchange: ListenedExchange) => Exchange> {
  const { pro } = await import('ccxt');
  // Every configurable name is one of its classes.
  const exchangeClasses: Readonly<Record<ExchangeName, unknown>> = pro;
  const classes = exchangeClasses as Readonly<Record<string, new (options: object) => Exchange>>;
  return ({ name, options }) => {
    if (!Object.hasOwn(classes, name)) throw new Error('ccxt streams from no exchange of this name');
    // Decimals stay text, because floats lose digits; parse errors are not logged.
    return Object.assign(new classes[name]({ ...options }), { number: String, log: () => undefined });
  };
}

void run();
