import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeBody, EXCHANGE_CORE } from '../products/core';
import { writeSnapshot } from '../engine/snapshot-files';
import { journalDirectory, openJournal } from '../journal/source';
import { ALICE, buy, asUser, Exchange, LISTINGS, sell } from '../../test/tools/fixtures/core-fixture';
import { pointInTimeFacts, marketAtTime, pointInTimeRows, type PointInTime } from './point-in-time';
import { NoDataError } from './answer-errors';
import { openPath, type AuditedJournal } from './source';

const directory = mkdtempSync(path.join(tmpdir(), 'moment-'));
const snapshots = path.join(directory, 'snapshots');
const MARKET = 'BTC-USDT';
let exchange: Exchange;
let journal: AuditedJournal;

beforeAll(async () => {
  exchange = new Exchange();
  for (const step of LISTINGS) exchange.take(step);
  for (let trade = 1; trade <= 40; trade++) {
    exchange.take(asUser(ALICE, sell(100 + (trade % 7), 3)));
    exchange.take(buy(100 + (trade % 7), 1));
    exchange.take(buy(90 - (trade % 5), 2));
  }
  const opened = await openJournal({ kind: 'embedded', directory: journalDirectory(directory), core: 'exchange' });
  let { position } = opened.journal.head();
  for (const batch of exchange.batches)
    ({ position } = await opened.journal.append(position, [{ batch, body: encodeBody(batch) }]));
  await opened.journal.close();
  journal = await openPath(directory, 'exchange');
});
afterAll(async () => {
  await journal.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Positions of the last events of batches. */
const ends = (): number[] => exchange.batches.map(({ first, events }) => first + events.length - 1);
const told = (moment: PointInTime) => ({ rows: [...pointInTimeRows(moment)], facts: pointInTimeFacts(moment) });

/** The book computed from open orders, price by price. */
function naiveBook(until: number): Record<string, Record<string, number>> {
  const open = new Map<number, { side: string; price: number; lots: number }>();
  for (const { first, events } of exchange.batches) {
    if (first + events.length - 1 > until) break;
    for (const event of events) {
      if (event.type === 'OrderPlaced')
        open.set(event.order, { side: event.side, price: event.price ?? 0, lots: event.quantity ?? 0 });
      if (event.type !== 'TradeExecuted') continue;
      for (const order of [event.makerOrder, event.takerOrder]) {
        const one = open.get(order);
        if (one) one.lots -= event.quantity;
      }
    }
  }
  const book: Record<string, Record<string, number>> = { ask: {}, bid: {} };
  for (const { side, price, lots } of open.values()) {
    const levels = book[side === 'sell' ? 'ask' : 'bid'];
    if (lots > 0) levels[price] = (levels[price] ?? 0) + lots;
  }
  return book;
}

it('shows the book of any moment as computed from open orders, with the surrounding trades', async () => {
  const places = ends();
  for (const until of [places[30], places[71], places.at(-1) as number]) {
    const moment = await marketAtTime(journal, null, MARKET, { position: until });
    expect([moment.position, moment.snapshot]).toEqual([until, -1]);
    const { rows, facts } = told(moment);
    const book: Record<string, Record<string, number>> = { ask: {}, bid: {} };
    for (const { part, price, quantity } of rows)
      if (part === 'ask' || part === 'bid')
        book[part][Math.round((Number(price) / Number(facts['last'])) * lastTicks(until))] = lotsIn(String(quantity));
    expect(book).toEqual(naiveBook(until));
    const trades = rows.filter(({ part }) => part === 'trade' || part === 'later').map(({ trade }) => Number(trade));
    expect(trades).toEqual([...trades].sort((one, other) => other - one));
    const before = rows.filter(({ part }) => part === 'trade');
    expect(before.every(({ event }) => Number(event) <= until)).toBe(true);
    expect(rows.filter(({ part }) => part === 'later').every(({ event }) => Number(event) > until)).toBe(true);
    expect(facts['last']).toBe(before[0]['price']);
  }
});

it('gives the same result from a confirmed snapshot and skips a contradicted one', async () => {
  const places = ends();
  const [early, late] = [places[40], places[90]];
  const state = EXCHANGE_CORE.createState();
  for (const batch of exchange.batches.slice(0, 61)) EXCHANGE_CORE.evolve(state, batch);
  let hash = '';
  for await (const stored of journal.readStored(state.position)) {
    hash = stored.hash;
    break;
  }
  writeSnapshot(snapshots, state, hash);
  const from = await marketAtTime(journal, snapshots, MARKET, { position: late });
  expect(from.snapshot).toBe(state.position);
  expect(told(from)).toEqual(told(await marketAtTime(journal, null, MARKET, { position: late })));
  expect((await marketAtTime(journal, snapshots, MARKET, { position: early })).snapshot).toBe(-1);
  const time = exchange.batches[90].at;
  expect((await marketAtTime(journal, snapshots, MARKET, { time })).at).toBe(time);
  rmSync(snapshots, { recursive: true });
  writeSnapshot(snapshots, state, '0'.repeat(64));
  expect((await marketAtTime(journal, snapshots, MARKET, { position: late })).snapshot).toBe(-1);
});

it('knows nothing of a market that was not listed by then', async () => {
  await expect(marketAtTime(journal, null, MARKET, { position: 0 })).rejects.toThrow(NoDataError);
  await expect(marketAtTime(journal, null, 'DOGE-USDT', null)).rejects.toThrow(NoDataError);
});

function lastTicks(until: number): number {
  let ticks = 0;
  for (const { first, events } of exchange.batches)
    for (const event of events)
      if (first + events.length - 1 <= until && event.type === 'TradeExecuted') ticks = event.price;
  return ticks;
}

/** In lots of the market. */
function lotsIn(quantity: string): number {
  const { lot } = exchange.state.markets.get(MARKET)?.terms ?? { lot: '1' };
  return Math.round(Number(quantity) / Number(lot));
}
