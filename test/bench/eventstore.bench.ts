/*
 * The durable pipeline over EventStoreDB's protocol: a command is answered after the store has taken the append. The
 * store is the tests' own, in memory and in a separate thread. For comparison, alternating raw appends: the same
 * records in as many appends, built before the clock starts, without sealing, decisions or subscribers.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openEngine } from '../../server/engine/engine';
import { APPEND_BYTES_MAX_HIGHEST } from '../tools/stores/eventstore-server';
import { StoreConnection } from '../../server/journal/eventstore/connection';
import { recordId, type ProposedRecord } from '../../server/journal/eventstore/record';
import { openEventStoreJournal } from '../../server/journal/eventstore/eventstore-journal';
import { drive, submitAll } from './drive';
import { Mix, opening, resting } from './orders-stream';
import { median, rateText as rate, spreadOf, type BenchTable } from './table';

const ROUNDS = 3;
const ORDERS = 60_000;
const IN_FLIGHT = 1_024;
const USERS = 1_000;
const ANSWER_MS_MAX = 60_000;
const SIGNAL = new AbortController().signal;

interface Figures {
  ordersPerSecond: number;
  p99Ms: number;
  rawPerSecond: number;
  /** Microseconds of the main thread per order. */
  mainMicros: number;
}

async function measure(orders: number): Promise<Figures> {
  const server = new Worker(join(__dirname, 'eventstore-server.worker.js'));
  const url = await new Promise<string>((resolve, reject) => server.once('message', resolve).once('error', reject));
  const journal = await openEventStoreJournal({ url, core: 'bench', appendBytesMax: APPEND_BYTES_MAX_HIGHEST });
  let groups = 0;
  const engine = await openEngine({
    journal,
    snapshots: null,
    pendingMax: 8_192,
    observer: { appended: () => void groups++, answered: () => undefined },
  });
  const connection = new StoreConnection(url);
  try {
    await submitAll(engine, opening(USERS), 4_096);
    await submitAll(engine, resting(10_000, USERS), 4_096);
    const mix = new Mix(11, USERS);
    await drive(engine, mix, IN_FLIGHT, Math.floor(orders / 10));
    const from = journal.head().position + 1;
    groups = 0;
    const before = performance.eventLoopUtilization();
    const { seconds, latencies } = await drive(engine, mix, IN_FLIGHT, orders);
    const { active } = performance.eventLoopUtilization(before);
    latencies.sort();
    const rawSeconds = await rawAppends(connection, from, groups);
    return {
      ordersPerSecond: orders / seconds,
      p99Ms: latencies[Math.floor(latencies.length * 0.99)],
      rawPerSecond: orders / rawSeconds,
      mainMicros: (active * 1_000) / orders,
    };
  } finally {
    await engine.close();
    await journal.close();
    connection.close();
    await server.terminate();
  }
}

/** Duration in seconds of the same records in `groups` sequential appends to another stream. */
async function rawAppends(connection: StoreConnection, from: number, groups: number): Promise<number> {
  const records: ProposedRecord[] = [];
  for await (const piece of connection.read({
    stream: 'core-bench',
    from,
    answerMsMax: ANSWER_MS_MAX,
    signal: SIGNAL,
  })) {
    for (const { revision, ...record } of piece) records.push({ id: recordId('raw', revision), ...record });
  }
  const size = Math.ceil(records.length / groups);
  const started = performance.now();
  for (let start = 0; start < records.length; start += size) {
    await connection.append('raw', start - 1, records.slice(start, start + size), ANSWER_MS_MAX);
  }
  return (performance.now() - started) / 1_000;
}

export async function runEventStoreBench(orders = ORDERS, rounds = ROUNDS): Promise<BenchTable> {
  const figures: Figures[] = [];
  for (let round = 0; round < rounds; round++) figures.push(await measure(orders));
  const rates = figures.map(({ ordersPerSecond }) => ordersPerSecond);
  const raw = figures.map(({ rawPerSecond }) => rawPerSecond);
  return {
    title: 'Durable pipeline on EventStoreDB’s protocol, beside raw appends of the same records',
    columns: ['in flight', 'orders/s', 'spread', 'p99 ms', 'main thread µs an order', 'raw append/s', 'ratio'],
    rows: [
      [
        `${IN_FLIGHT}`,
        rate(median(rates)),
        spreadOf(rates),
        median(figures.map(({ p99Ms }) => p99Ms)).toFixed(1),
        median(figures.map(({ mainMicros }) => mainMicros)).toFixed(1),
        rate(median(raw)),
        (median(rates) / median(raw)).toFixed(2),
      ],
    ],
    notes: ['the store is that of the tests, in memory, in a thread of its own; no snapshots, no projector'],
  };
}
