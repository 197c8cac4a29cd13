import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LiveExchange } from '../../test/tools/people/live-exchange';
import { livePort } from '../../test/tools/live-port';
import { dayStart } from '../../shared/rules/days';
import { encodeBody } from '../products/core';
import type { Batch, CoreEvent } from '../core/event';
import { exportLine, genesis, seal } from '../journal/seal';
import { Metrics } from '../platform/metrics/metrics';
import { openIndexFeed } from '../workers/index/open-index-feed';
import { verifyIndex } from './index-verify';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** An hour before midnight in GMT+8. */
const BEGUN = dayStart(20_601) - HOUR_MS;
const TERMS = { sourceStaleMs: 10_000, staleMs: 30_000, sourcesMin: 2, reason: 'test' };

const directories: string[] = [];
afterAll(() => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

/** Three hours around midnight, with a restart in each. */
async function journalOf(change: (batch: Batch) => Batch = (batch) => batch, lose = false): Promise<string[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'exchange-index-'));
  directories.push(dataDir);
  const exchange = LiveExchange.open([1]);
  exchange.at = BEGUN;
  for (const [symbol, decimals] of [
    ['BTC-USDT', 3],
    ['XRP-USDT', 7],
  ] as const) {
    exchange.run({ type: 'SetIndexTerms', symbol, decimals, ...TERMS }, 'admin/1');
  }
  const commands = livePort(exchange);
  for (let hour = 0; hour < 3; hour++) {
    if (lose && hour === 2) rmSync(path.join(dataDir, 'index-seeds.json'));
    const feed = openIndexFeed({
      config: { demo: true, demoIndexSeed: undefined, indexSources: [], dataDir },
      commands,
      index: () => exchange.state.index,
      clock: () => exchange.at,
      metrics: new Metrics(),
      say: () => undefined,
    });
    for (let minute = 0; minute < 60; minute += 5, exchange.at += 5 * MINUTE_MS) {
      const publication = await feed?.publication();
      if (publication) await commands.submit(publication);
    }
  }
  let prev = genesis('exchange');
  return exchange.batches.map((batch) => {
    const { bytes, hash } = seal(prev, encodeBody(change(batch)));
    prev = hash;
    return exportLine(hash, bytes);
  });
}

async function* read(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}
const verified = (lines: readonly string[]) => verifyIndex(() => read(lines));

/** Changes one event of a kind, the `nth`. */
function changing(
  nth: number,
  type: CoreEvent['type'],
  change: (event: CoreEvent) => CoreEvent,
): (batch: Batch) => Batch {
  let seen = 0;
  return (batch) => ({
    ...batch,
    events: batch.events.map((event) => (event.type === type && seen++ === nth ? change(event) : event)),
  });
}

describe('the recomputed simulated index', () => {
  it('equals the day’s seed, through midnight and restarts; the current day stays open', async () => {
    // Twelve publications per hour, of two symbols with three sources each.
    expect(await verified(await journalOf())).toEqual({ prices: 12 * 6, days: 1, open: 2 * 12 * 6, others: 0 });
  });

  it('names the first forged price', async () => {
    const forged = changing(7, 'IndexPublished', (event) => {
      if (event.type !== 'IndexPublished') return event;
      const [first, ...others] = event.prices;
      const [one, ...more] = first.sources;
      return { ...event, prices: [{ ...first, sources: [{ ...one, price: one.price + 1 }, ...more] }, ...others] };
    });
    await expect(verified(await journalOf(forged))).rejects.toThrow(
      /^position \d+, BTC-USDT of sim-d: \d+, and its seed/,
    );
    const moved = changing(7, 'IndexPublished', (event) => {
      if (event.type !== 'IndexPublished') return event;
      const [first, ...others] = event.prices;
      const [one, ...more] = first.sources;
      return { ...event, prices: [{ ...first, sources: [{ ...one, at: one.at - 1 }, ...more] }, ...others] };
    });
    await expect(verified(await journalOf(moved))).rejects.toThrow(/BTC-USDT of sim-d: nothing was told at \d+$/);
  });

  it('rejects another seed than the committed one, and prices before the commitment', async () => {
    const swapped = changing(0, 'IndexSeedRevealed', (event) => ({ ...event, seed: 'f'.repeat(64) }) as CoreEvent);
    await expect(verified(await journalOf(swapped))).rejects.toThrow(/for 2026-05-27 is not the one/);
    const elsewhere = changing(0, 'IndexSeedCommitted', (event) => ({ ...event, feed: 'other' }) as CoreEvent);
    await expect(verified(await journalOf(elsewhere))).rejects.toThrow();
    const late = changing(1, 'IndexSeedCommitted', (event) => ({ ...event, day: 20_602 }) as CoreEvent);
    await expect(verified(await journalOf(late))).rejects.toThrow(
      /published before the seed of 2026-05-28 was promised/,
    );
  });

  it('leaves prices of a lost seed open', async () => {
    const lines = await journalOf(undefined, true);
    expect(await verified(lines)).toEqual({ prices: 12 * 6, days: 1, open: 2 * 12 * 6, others: 0 });
    expect(lines.filter((line) => line.includes('"feed":"simulated-2"'))).toHaveLength(1);
  });

  it('is distinguished from prices of exchanges', async () => {
    const renamed = changing(0, 'IndexSourceNamed', (event) => ({ ...event, name: 'kraken' }) as CoreEvent);
    expect(await verified(await journalOf(renamed))).toMatchObject({ others: 36 * 2 });
  });

  it('rejects a file that is no journal', async () => {
    await expect(verified(['{"position":1}'])).rejects.toThrow('not a line of an exported journal');
  });
});
