import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LiveExchange } from '../../../test/tools/people/live-exchange';
import { livePort, type LivePort } from '../../../test/tools/live-port';
import { dayOf, dayStart } from '../../../shared/rules/days';
import { unavailable } from '../../platform/errors/refusal';
import type { SeededDay } from '../../platform/prices/simulated/day-walk';
import { SeedFile } from '../../platform/prices/simulated/seed-file';
import { seedByChance, seedHash, seedsFrom } from '../../platform/prices/simulated/seeds';
import { IndexSeeds } from './index-seeds';

const DAY_MS = 86_400_000;
const TERMS = { decimals: 2, sourceStaleMs: 10_000, staleMs: 30_000, sourcesMin: 1, reason: 'test' };

let dataDir: string;
let exchange: LiveExchange;
let port: LivePort;
let days: SeededDay[];
let said: string[];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'exchange-seeds-'));
  exchange = new LiveExchange();
  exchange.at = dayStart(20_600) + 1_000;
  port = livePort(exchange);
  days = [];
  said = [];
  exchange.run({ type: 'SetIndexTerms', symbol: 'BTC-USDT', ...TERMS }, 'admin/1');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Seeds as at a start of the process. */
function started(seedOf: (feed: string, day: number) => string = seedByChance): IndexSeeds {
  return new IndexSeeds({
    commands: port,
    index: () => exchange.state.index,
    file: new SeedFile(dataDir),
    seedOf,
    onDay: (day) => days.push(day),
    say: (message, { code, ...facts }) => said.push([message, ...Object.values(facts), code].join(' ')),
  });
}

const file = (): string => path.join(dataDir, 'index-seeds.json');
const events = () => exchange.batches.flatMap((batch) => batch.events);
const committed = () => events().flatMap((event) => (event.type === 'IndexSeedCommitted' ? [event] : []));
const revealed = () => events().flatMap((event) => (event.type === 'IndexSeedRevealed' ? [event] : []));

function publish(price: number): void {
  const sources = [{ source: 'sim-a', price, at: exchange.at }];
  exchange.run({ type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] }, 'feed/simulated');
}

describe('the seeds of the simulated index', () => {
  it('are committed by their hash before use, after being saved in an owner-only file', async () => {
    const atPromise: string[] = [];
    const submit = port.submit.bind(port);
    port.submit = async (envelope) => {
      expect(days).toEqual([]);
      atPromise.push(readFileSync(file(), 'utf8'));
      return submit(envelope);
    };
    expect(await started().feedAt(exchange.at)).toBe('simulated');
    const [{ seed, day }] = days;
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    expect(day).toBe(20_600);
    expect(committed()).toEqual([{ type: 'IndexSeedCommitted', feed: 'simulated', day, hash: seedHash(seed) }]);
    expect(atPromise).toHaveLength(1);
    expect(atPromise[0]).toContain(seed);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('are different and random each day; the previous day’s is revealed first', async () => {
    const seeds = started();
    await seeds.feedAt(exchange.at);
    publish(6_500_000);
    exchange.at += DAY_MS - 2_000;
    publish(6_600_000);
    expect(await seeds.feedAt(exchange.at)).toBe('simulated');
    expect(days).toHaveLength(1);
    exchange.at = dayStart(20_601);
    expect(await seeds.feedAt(exchange.at)).toBe('simulated');
    expect(days).toHaveLength(2);
    expect(days[1].seed).not.toBe(days[0].seed);
    expect(revealed()).toMatchObject([{ feed: 'simulated', day: 20_600, seed: days[0].seed }]);
    expect(events().at(-1)).toMatchObject({ type: 'IndexSeedCommitted', day: 20_601 });
    // The simulated price continues from the last price.
    expect(days[1].anchors).toEqual({ 'BTC-USDT': { price: '66000', at: dayStart(20_601) } });
    expect(readFileSync(file(), 'utf8')).not.toContain(days[0].seed);
  });

  it('survive a restart in the middle of the day, with their anchors', async () => {
    await started().feedAt(exchange.at);
    publish(6_500_000);
    exchange.at += 3_600_000;
    expect(await started().feedAt(exchange.at)).toBe('simulated');
    expect(days[1]).toEqual(days[0]);
    expect(committed()).toHaveLength(1);
  });

  it('are revealed by the next start if their day has ended meanwhile, however long ago', async () => {
    await started().feedAt(exchange.at);
    exchange.at += 5 * DAY_MS;
    expect(await started().feedAt(exchange.at)).toBe('simulated');
    expect(revealed()).toMatchObject([{ day: 20_600, seed: days[0].seed }]);
    expect(committed().map(({ day }) => day)).toEqual([20_600, 20_605]);
  });

  it.each([true, false])('are committed once if the outcome is unknown (taken: %p)', async (isTaken) => {
    const seeds = started();
    port.faults.push({ error: unavailable('outcome.unknown'), isTaken });
    await expect(seeds.feedAt(exchange.at)).rejects.toThrow('outcome.unknown');
    expect(days).toEqual([]);
    expect(await seeds.feedAt(exchange.at)).toBe('simulated');
    expect(committed().map(({ hash }) => hash)).toEqual([seedHash(days[0].seed)]);
  });

  it.each([true, false])('are revealed once despite a crash (taken: %p)', async (isTaken) => {
    await started().feedAt(exchange.at);
    exchange.at += DAY_MS;
    port.faults.push({ error: new Error('killed'), isTaken });
    await expect(started().feedAt(exchange.at)).rejects.toThrow('killed');
    expect(await started().feedAt(exchange.at)).toBe('simulated');
    expect(revealed()).toHaveLength(1);
    expect(committed()).toHaveLength(2);
  });

  it('that are lost raise an alarm: another feed continues the day from the last price, and the first one the next day', async () => {
    await started().feedAt(exchange.at);
    publish(6_543_210);
    const publishedAt = exchange.at;
    exchange.at += 3_600_000;
    rmSync(file());
    const seeds = started();
    expect(await seeds.feedAt(exchange.at)).toBe('simulated-2');
    expect(days[1].anchors).toEqual({ 'BTC-USDT': { price: '65432.1', at: publishedAt } });
    expect(days[1].seed).not.toBe(days[0].seed);
    expect(said).toEqual([expect.stringContaining('the seed of the index is lost')]);
    expect(seeds.lostCount()).toBe(1);
    exchange.at += DAY_MS;
    expect(await seeds.feedAt(exchange.at)).toBe('simulated');
    expect(revealed()).toMatchObject([{ feed: 'simulated-2', day: 20_600 }]);
    // The seed stays lost: it can never be revealed.
    expect(seeds.lostCount()).toBe(1);
    expect(said).toHaveLength(1);
  });

  it('are not overwritten in a damaged file', () => {
    writeFileSync(file(), '[{"feed":');
    expect(() => started()).toThrow(/index-seeds.json holds no seeds/);
    expect(readFileSync(file(), 'utf8')).toBe('[{"feed":');
  });

  it('prevent publications while the core accepts none', async () => {
    exchange.at = dayStart(20_601);
    await expect(started().feedAt(dayStart(20_601) - 1)).rejects.toThrow('refused: index.seed.invalid');
    expect(days).toEqual([]);
  });

  it('are revealed again until their day is over by the journal’s time, logged once', async () => {
    const seeds = started();
    await seeds.feedAt(exchange.at);
    const tomorrow = dayStart(20_601);
    for (let second = 0; second < 3; second++) expect(await seeds.feedAt(tomorrow + second * 1_000)).toBe('simulated');
    expect(said).toEqual([expect.stringContaining('index.seed.too.early')]);
    exchange.at = tomorrow + 3_000;
    await seeds.feedAt(exchange.at);
    await seeds.feedAt(exchange.at);
    expect(revealed()).toHaveLength(1);
  });

  it('are derived from a given number, different for each day and feed', async () => {
    const seedOf = seedsFrom(7);
    await started(seedOf).feedAt(exchange.at);
    expect(days[0].seed).toBe(seedsFrom(7)('simulated', dayOf(exchange.at)));
    const all = [
      seedOf('simulated', 1),
      seedOf('simulated', 2),
      seedOf('simulated-2', 1),
      seedsFrom(8)('simulated', 1),
    ];
    expect(new Set(all).size).toBe(4);
  });
});
