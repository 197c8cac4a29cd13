/**
 * `npm run index:verify -- <export>`: recomputes the demo's index prices from the revealed seeds in an exported
 * journal, and names the first price that differs. It does not check the lines themselves (`docs/verify-journal.py`
 * does) nor that each price is the median of its sources (the replay does).
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { dayName, dayOf } from '../../shared/rules/days';
import { capabilityOf, feedName } from '../core/actor';
import type { Batch, EventOf } from '../core/event';
import { index } from '../core/index-price/product';
import { seedKey } from '../core/index-price/state';
import { createState } from '../products/core';
import { splitLine } from '../journal/seal';
import { readBatch } from '../journal/upcast';
import { indexUnits } from '../platform/prices/index-units';
import { DayWalk, simulatedSource } from '../platform/prices/simulated/day-walk';
import { anchorsOf, seedHash } from '../platform/prices/simulated/seeds';
import { SIMULATED_SYMBOLS } from '../platform/prices/simulated/simulated-symbols';
import { usageOf } from './programs';

export interface VerifiedIndex {
  /** Prices that match the seed of their day. */
  prices: number;
  /** Days whose seed was revealed. */
  days: number;
  /** Prices of days whose seed is not revealed yet, or never will be. */
  open: number;
  /** Prices of feeds without seeds: exchanges. */
  others: number;
}

/** A mismatch, and its place. */
export class IndexDifference extends Error {}

/** The lines are read twice: a day's seed is revealed after the day. */
export async function verifyIndex(lines: () => AsyncIterable<string>): Promise<VerifiedIndex> {
  const seeds = await revealedSeeds(lines());
  const state = createState();
  const walks = new Map<string, DayWalk | null>();
  const found: VerifiedIndex = { prices: 0, days: seeds.size, open: 0, others: 0 };
  for await (const batch of indexBatches(lines())) {
    for (const [place, event] of batch.events.entries()) {
      if (event.type === 'IndexSeedCommitted') {
        const { feed, day } = event;
        const seed = seeds.get(seedKey(event));
        const commitment = { day, anchors: anchorsOf(state.index, day) };
        walks.set(seedKey({ feed, day }), seed === undefined ? null : new DayWalk({ ...commitment, seed }));
      }
      if (event.type === 'IndexPublished') {
        const position = batch.first + place;
        const published = {
          feed: feedName(batch.actor),
          position,
          decimals: decimalsIn(state),
          names: state.index.sources,
        };
        count(event, published, walks, found);
      }
      const row = index.events[event.type as keyof typeof index.events] as
        (typeof index.events)['IndexPublished'] | undefined;
      row?.evolve(state, event as EventOf<'IndexPublished'>, batch);
    }
  }
  return found;
}

interface Published {
  feed: string;
  position: number;
  decimals: (symbol: string) => number;
  names: readonly string[];
}

function count(
  { prices }: EventOf<'IndexPublished'>,
  { feed, position, decimals, names }: Published,
  walks: ReadonlyMap<string, DayWalk | null>,
  found: VerifiedIndex,
): void {
  for (const { symbol, sources } of prices) {
    for (const { source, price, at } of sources) {
      const dayWalk = walks.get(seedKey({ feed, day: dayOf(at) }));
      const location = `position ${position}, ${symbol} of ${names[source]}`;
      if (!simulatedSource(names[source])) {
        found.others++;
      } else if (dayWalk === undefined) {
        throw new IndexDifference(`${location}: published before the seed of ${dayName(dayOf(at))} was promised`);
      } else if (dayWalk === null) {
        found.open++;
      } else {
        const simulated = SIMULATED_SYMBOLS.find((one) => one.symbol === symbol);
        if (!simulated) throw new IndexDifference(`${location}: nothing simulates this symbol`);
        const simulatedQuote = dayWalk.priceAt(simulated, names[source], at);
        if (simulatedQuote.at !== at) throw new IndexDifference(`${location}: nothing was told at ${at}`);
        const expected = indexUnits(simulatedQuote.price, decimals(symbol));
        if (price !== expected) throw new IndexDifference(`${location}: ${price}, and its seed makes it ${expected}`);
        found.prices++;
      }
    }
  }
}

/** The revealed seed texts, by feed and day. */
async function revealedSeeds(lines: AsyncIterable<string>): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const seeds = new Map<string, string>();
  for await (const { events } of indexBatches(lines)) {
    for (const event of events) {
      if (event.type === 'IndexSeedCommitted') hashes.set(seedKey(event), event.hash);
      if (event.type !== 'IndexSeedRevealed') continue;
      const { feed, day, seed } = event;
      if (seedHash(seed) !== hashes.get(seedKey(event))) {
        throw new IndexDifference(`the seed of ${feed} for ${dayName(day)} is not the one that was promised`);
      }
      seeds.set(seedKey(event), seed);
    }
  }
  return seeds;
}

/** Most lines are about orders and are skipped unparsed. */
async function* indexBatches(lines: AsyncIterable<string>): AsyncIterable<Batch> {
  for await (const line of lines) {
    const parts = splitLine(line);
    if (!parts) throw new Error('not a line of an exported journal');
    if (!parts.bytes.includes('"type":"Index')) continue;
    const { batch } = readBatch(parts.bytes);
    if (capabilityOf(batch.actor) === 'feed' || capabilityOf(batch.actor) === 'admin') yield batch;
  }
}

function decimalsIn({ index }: ReturnType<typeof createState>): (symbol: string) => number {
  return (symbol) => index.symbols.get(symbol)?.terms.decimals ?? 0;
}

async function main(): Promise<void> {
  const [file, ...extraArguments] = process.argv.slice(2);
  if (!file || extraArguments.length > 0) throw new Error(usageOf('index:verify'));
  const lines = (): AsyncIterable<string> => createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  const { prices, days, open, others } = await verifyIndex(lines);
  process.stdout.write(`${prices} prices of sources are what the seeds of ${days} days make them\n`);
  if (open > 0) process.stdout.write(`${open} are of days whose seed is not told\n`);
  if (others > 0) process.stdout.write(`${others} are of exchanges, which have no seeds\n`);
}

if (require.main === module) {
  main().catch((error: Error) => {
    process.stderr.write(`index:verify: ${error.message}\n`);
    process.exitCode = 1;
  });
}
