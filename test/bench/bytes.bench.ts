/*
 * Journal size of the demo, to the byte: its traders on the core alone, for some minutes of every hour of a day, with
 * index prices beside them. Nothing is timed, and every run gives the same result.
 */
import { encodeBody } from '../../server/products/core';
import type { SymbolQuotes } from '../../server/core/command';
import { DEMO_MARKETS } from '../../server/demo/past/listings';
import { bytesOf, runningDemo, type RunningDemo } from '../tools/running-demo';
import { rateText, type BenchTable } from './table';

const HOURS = 24;
const MINUTES_OF_EACH = 2;
const DAY_MINUTES = 1_440;
const INDEX_EVERY_MS = 2_000;
const SOURCES = ['one', 'two', 'three'];

type Stored = RunningDemo['stored'];

export async function runBytesBench(): Promise<BenchTable> {
  const symbols = DEMO_MARKETS.map(({ market }) => market);
  let isListed = false;
  const { stored, minutes } = await runningDemo(HOURS, MINUTES_OF_EACH, (at, send) => {
    if (!isListed) {
      for (const symbol of symbols) {
        const times = { sourceStaleMs: 10_000, staleMs: 30_000, sourcesMin: 2, reason: 'bench' };
        send('admin/10000001', { type: 'SetIndexTerms', symbol, decimals: 6, ...times });
      }
      isListed = true;
    }
    if (at % INDEX_EVERY_MS === 0)
      send('feed/index', { type: 'PublishIndex', prices: symbols.map((symbol) => quotesOf(symbol, at)) });
  });
  const of = (...types: string[]): Stored => stored.filter(({ batch }) => types.includes(batch.command.type));
  const quotes = of('QuoteMarket');
  const row = (name: string, batches: Stored): string[] => {
    const bytes = sum(batches);
    const events = batches.reduce((count, { batch }) => count + batch.events.length, 0);
    return [
      name,
      rateText(batches.length / minutes),
      rateText(events / minutes),
      rateText(bytes / batches.length),
      rateText(bytes / events),
      ((bytes / minutes) * DAY_MINUTES * 1e-9).toFixed(3),
    ];
  };
  return {
    title: 'The demo in a journal: bytes of its lines',
    columns: ['of', 'batches a minute', 'events a minute', 'bytes a batch', 'bytes an event', 'GB a day'],
    rows: [
      row('quotes of a market', quotes),
      row('orders that take', of('PlaceOrder')),
      row('index prices', of('PublishIndex')),
      row('all', of('QuoteMarket', 'PlaceOrder', 'PublishIndex', 'CreditRecharge', 'TransferFunds')),
    ],
    notes: [
      ...amendmentNotes(quotes),
      `${MINUTES_OF_EACH} minutes of every hour of a day; index prices of ${symbols.length} symbols from ${SOURCES.length} sources every ${INDEX_EVERY_MS / 1_000} seconds`,
    ],
  };
}

/** Size of a single amendment, and of one amendment among those of a tick. */
function amendmentNotes(quotes: Stored): string[] {
  const together = quotes.filter(({ batch }) => batch.events.every(({ type }) => type === 'OrderAmended'));
  const amendments = together.flatMap(({ batch }) => batch.events.map((event) => ({ ...batch, events: [event] })));
  const alone = amendments.map((batch) => bytesOf({ body: encodeBody({ ...batch, command: { type: 'AmendOrder' } }) }));
  const mean = (bytes: number): string => rateText(bytes / amendments.length);
  const aloneBytes = alone.reduce((total, bytes) => total + bytes, 0);
  return [`bytes an amendment: ${mean(sum(together))} as one of a tick's, ${mean(aloneBytes)} alone`];
}

function sum(stored: Stored): number {
  return stored.reduce((total, { bytes }) => total + bytes, 0);
}

/** Prices with as many digits as those of the demo. */
function quotesOf(symbol: string, at: number): SymbolQuotes {
  const price = 63_115_300_000 + (at % 60_000);
  return { symbol, sources: SOURCES.map((source, index) => ({ source, price: price + index, at: at - 300 * index })) };
}
