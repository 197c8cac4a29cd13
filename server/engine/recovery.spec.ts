import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BOB,
  buy,
  Exchange,
  given,
  marketSell,
  rested,
  stopLimit,
  withdraw,
  as,
} from '../../test/tools/fixtures/core-fixture';
import { MemoryJournal } from '../../test/tools/stores/memory-journal';
import { encodeBody, evolve, createState } from '../products/core';
import type { Batch } from '../core/event';
import { type CoreState } from '../core/state';
import type { StoredBatch } from '../journal/port';
import { recover } from './recovery';
import {
  checkSnapshots,
  newestSnapshot,
  readSnapshot,
  snapshotNames,
  snapshotSeals,
  unreadableSnapshots,
  writeSnapshot,
} from './snapshot-files';
import { followForSnapshots } from './snapshot-follower';
import { stateHash } from './state-hash';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'snapshots-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** An exchange with something of everything, and the journal that leads there. */
async function history(): Promise<{ exchange: Exchange; journal: MemoryJournal; stored: StoredBatch[] }> {
  const { exchange } = given(
    as('a', rested('buy', 99, 5)),
    rested('sell', 103, 5),
    stopLimit('buy', 105, 106, 2),
    withdraw('USDT', 500n),
    marketSell(2),
    as('b', buy(98, 1)),
  );
  const journal = new MemoryJournal();
  await append(journal, exchange);
  return { exchange, journal, stored: journal.stored() };
}

async function append(journal: MemoryJournal, exchange: Exchange): Promise<void> {
  const { position } = journal.head();
  const drafts = exchange.batches
    .filter(({ first }) => first > position)
    .map((batch) => ({ batch, body: encodeBody(batch) }));
  await journal.append(position, drafts);
}

/** Writes a snapshot of what the first `count` batches lead to. */
function snapshotAfter(stored: readonly StoredBatch[], count: number, hash = stored[count - 1].hash): CoreState {
  const state = createState();
  for (const { batch } of stored.slice(0, count)) evolve(state, batch);
  writeSnapshot(directory, state, hash);
  return state;
}

const newest = (): string => join(directory, snapshotNames(directory)[0]);

describe('a snapshot', () => {
  test('is read as it was written, to the bit', async () => {
    const { stored } = await history();
    const state = snapshotAfter(stored, stored.length);
    const [name] = snapshotNames(directory);
    const snapshot = readSnapshot(directory, name);
    expect(snapshot).toMatchObject({ position: state.position, batchHash: stored[stored.length - 1].hash });
    expect(snapshot && stateHash(snapshot.state)).toBe(stateHash(state));
  });

  test('is for the owner of the file alone to read', async () => {
    const { stored } = await history();
    snapshotAfter(stored, stored.length);
    expect(statSync(newest()).mode & 0o077).toBe(0);
  });

  test('leaves the one before it, and nothing half-written', async () => {
    const { stored } = await history();
    for (const count of [5, 10, 15]) snapshotAfter(stored, count);
    const positions = [stored[14].position, stored[9].position];
    expect(snapshotNames(directory)).toEqual(
      positions.map((position) => `${String(position).padStart(16, '0')}.jsonl`),
    );
    expect(readdirSync(directory)).toHaveLength(2);
  });

  test('what else lies in the directory is not looked at', async () => {
    const { stored } = await history();
    snapshotAfter(stored, 5);
    for (const name of ['0000000000000099.jsonl.part', '99.jsonl', 'notes.txt'])
      writeFileSync(join(directory, name), 'x');
    expect(snapshotNames(directory)).toHaveLength(1);
  });

  test('there are none where there is no directory, and it is made when the first is written', async () => {
    const { stored } = await history();
    rmSync(directory, { recursive: true });
    expect(snapshotNames(directory)).toEqual([]);
    snapshotAfter(stored, 5);
    expect(snapshotNames(directory)).toHaveLength(1);
  });

  test('a folder or a file that cannot be read is none, and is told of', async () => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, 5);
    const [name] = snapshotNames(directory);
    const folder = '0000000000000097.jsonl';
    const unreadable = '0000000000000098.jsonl';
    const cut = '0000000000000099.jsonl';
    mkdirSync(join(directory, folder));
    // Nobody can read it, an administrator included.
    symlinkSync(unreadable, join(directory, unreadable));
    writeFileSync(join(directory, cut), 'x');
    expect(snapshotSeals(directory).map((seal) => seal.name)).toEqual([name]);
    expect(newestSnapshot(directory)).toBe(stored[4].position);
    expect(unreadableSnapshots(directory)).toEqual([
      { name: folder, fault: expect.stringContaining('EISDIR') },
      { name: unreadable, fault: expect.stringContaining('ELOOP') },
      { name: cut, fault: 'its last line is no seal' },
    ]);
    expect([...checkSnapshots(directory)].map((checked) => [checked.name, checked.fault !== null])).toEqual([
      [cut, true],
      [unreadable, true],
      [name, false],
    ]);
    const recovered = await recover(journal, directory);
    expect(recovered.snapshot).toBe(stored[4].position);
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
    for (const count of [8, 10]) snapshotAfter(stored, count);
    expect(readdirSync(directory)).toContain(folder);
  });

  test('a directory that cannot be listed is an error, not an empty one', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => snapshotNames(file)).toThrow('ENOTDIR');
  });
});

describe('recovery', () => {
  test('without snapshots folds everything', async () => {
    const { exchange, journal, stored } = await history();
    const recovered = await recover(journal, null);
    expect(recovered).toMatchObject({ snapshot: -1, tail: stored.length });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
    expect(await recover(journal, directory)).toMatchObject({ snapshot: -1, tail: stored.length });
  });

  test('from an empty journal begins with nothing', async () => {
    expect(await recover(new MemoryJournal(), directory)).toMatchObject({ snapshot: -1, tail: 0, hash: null });
  });

  test.each([1, 7, 12])('from the snapshot after batch %d folds the rest', async (count) => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, count);
    const recovered = await recover(journal, directory);
    expect(recovered).toMatchObject({ snapshot: stored[count - 1].position, tail: stored.length - count });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('reads the snapshot while the journal is still being opened', async () => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, 7);
    let opened: (journal: MemoryJournal) => void = () => undefined;
    const recovering = recover(new Promise<MemoryJournal>((resolve) => (opened = resolve)), directory);
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    rmSync(newest());
    opened(journal);
    const recovered = await recovering;
    expect(recovered).toMatchObject({ snapshot: stored[6].position, tail: stored.length - 7 });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('fails as the opening of the journal does', async () => {
    const { stored } = await history();
    snapshotAfter(stored, 7);
    await expect(recover(Promise.reject(new Error('in use')), directory)).rejects.toThrow('in use');
  });

  // P18: a snapshot that was written empty must not take all balances away.
  const damages: [string, (file: string) => void][] = [
    ['empty', (file) => writeFileSync(file, '')],
    ['without its last line', (file) => writeFileSync(file, lines(file).slice(0, -1).join('\n') + '\n')],
    ['cut in the middle of a line', (file) => writeFileSync(file, readFileSync(file).subarray(0, -100))],
    ['without a line of the middle', (file) => writeFileSync(file, lines(file).toSpliced(9, 1).join('\n') + '\n')],
    ['with one letter changed', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('BTC', 'BTD'))],
    ['with something behind the seal', (file) => appendFileSync(file, '["member",7,true,false,0]\n')],
    ['of another schema', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"schema":', '"schema":9'))],
    [
      'of lines of another form',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"form":', '"form":9')),
    ],
    [
      'of before lines had a form',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(/"form":\d+,/, '')),
    ],
    ['of something else', (file) => writeFileSync(file, '{"is":"letter"}\n')],
    ['of bytes that are no text', (file) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0, 1, 10, 0xff, 10]))],
  ];
  test.each(damages)('leaves a snapshot that is %s and takes the one before', async (_, damage) => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, 5);
    snapshotAfter(stored, 12);
    damage(newest());
    const recovered = await recover(journal, directory);
    expect(recovered).toMatchObject({ snapshot: stored[4].position, tail: stored.length - 5 });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('leaves a snapshot that follows another batch than the journal has there', async () => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, 5);
    snapshotAfter(stored, 12, stored[10].hash);
    const recovered = await recover(journal, directory);
    expect(recovered.snapshot).toBe(stored[4].position);
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('leaves a snapshot that is ahead of the journal', async () => {
    const { exchange, stored } = await history();
    snapshotAfter(stored, 12);
    const shorter = new MemoryJournal();
    await shorter.append(
      -1,
      exchange.batches.slice(0, 8).map((batch) => ({ batch, body: encodeBody(batch) })),
    );
    expect(await recover(shorter, directory)).toMatchObject({ snapshot: -1, tail: 8 });
  });

  test('folds everything when no snapshot is good', async () => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, 5, 'f'.repeat(64));
    snapshotAfter(stored, 12, 'f'.repeat(64));
    const recovered = await recover(journal, directory);
    expect(recovered).toMatchObject({ snapshot: -1, tail: stored.length });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('a journal that contradicts itself stops the start', async () => {
    const { journal } = await history();
    const { batches } = given(buy(100, 1)).exchange;
    const broken = batches.map((batch) => ({ ...batch, at: 0 }));
    const end = { ...broken[0], first: journal.head().position + 1 };
    journal.intrude([{ batch: end, body: encodeBody(end) }]);
    await expect(recover(journal, null)).rejects.toThrow('time does not run backwards');
  });

  test('what follows it sees large recoveries in pieces, all of them', async () => {
    const scenario = given();
    for (let order = 0; order < 1_200; order++) scenario.given(buy(50, 1, { timeInForce: 'ioc' }));
    const journal = new MemoryJournal();
    await append(journal, scenario.exchange);
    const pieces: number[] = [];
    await recover(journal, null, { seed: () => undefined, fold: (batches) => pieces.push(batches.length) });
    expect(pieces).toEqual([1_000, scenario.exchange.batches.length - 1_000]);
  });
});

function lines(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

describe('the follower that writes snapshots', () => {
  const failed = (error: Error): never => {
    throw error;
  };
  async function turns(): Promise<void> {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  test('writes one when enough has happened, and one of the end', async () => {
    const { exchange, journal } = await history();
    const written: number[] = [];
    const follower = await followForSnapshots({
      journal,
      directory,
      everyEvents: 37,
      onSnapshot: (position) => written.push(position),
      onError: failed,
    });
    for (let order = 0; order < 15; order++) exchange.take(buy(50, 1, { timeInForce: 'ioc' }));
    await append(journal, exchange);
    await turns();
    expect(written).toEqual([exchange.state.position]);
    exchange.take(buy(50, 1));
    await append(journal, exchange);
    await turns();
    expect(written).toHaveLength(1);
    await follower.close();
    expect(written).toEqual([exchange.state.position - 1, exchange.state.position]);
    const recovered = await recover(journal, directory);
    expect(recovered).toMatchObject({ snapshot: exchange.state.position, tail: 0 });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('writes nothing when there is nothing new', async () => {
    const { journal } = await history();
    const options = { journal, directory, everyEvents: 1_000, onError: failed };
    await (await followForSnapshots(options)).close();
    expect(snapshotNames(directory)).toHaveLength(1);
    const [before] = snapshotNames(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
    await (await followForSnapshots(options)).close();
    expect(snapshotNames(directory).map((name) => readFileSync(join(directory, name), 'utf8'))).toEqual([before]);
  });

  test('writes one at once when the way from the last one has become long', async () => {
    const { journal } = await history();
    const seen: number[] = [];
    const onSnapshot = (position: number): void => void seen.push(position);
    await followForSnapshots({ journal, directory, everyEvents: 5, onSnapshot, onError: failed });
    expect(seen).toEqual([journal.head().position]);
    await followForSnapshots({ journal, directory, everyEvents: 5, onSnapshot, onError: failed });
    expect(seen).toHaveLength(1);
  });

  test('tells of what it cannot fold', async () => {
    const { journal } = await history();
    const errors: Error[] = [];
    const follower = await followForSnapshots({
      journal,
      directory,
      everyEvents: 5,
      onError: (error) => errors.push(error),
    });
    const { batches } = given().exchange;
    const wrong = { ...batches[0], at: 0, first: journal.head().position + 1 };
    journal.intrude([{ batch: wrong, body: encodeBody(wrong) }]);
    await turns();
    expect(errors).toMatchObject([{ message: 'invariant broken: time does not run backwards' }]);
    expect(errors[0]).toBeInstanceOf(Error);
    await follower.close().catch(() => undefined);
  });

  test('writes no snapshot of a batch that it could not fold to the end', async () => {
    const { journal, exchange } = await history();
    const errors: Error[] = [];
    const options = { journal, directory, everyEvents: 1_000, onError: (error: Error) => errors.push(error) };
    const follower = await followForSnapshots(options);
    const half: Batch = {
      ...exchange.batches[exchange.batches.length - 1],
      first: journal.head().position + 1,
      command: { type: 'FreezeAccount' },
      events: [
        { type: 'AccountFrozen', user: BOB, reason: 'review' },
        { type: 'MemberVerified', user: 99 },
      ],
    };
    journal.intrude([{ batch: half, body: encodeBody(half) }]);
    await turns();
    expect(errors).toHaveLength(1);
    await follower.close();
    for (const name of snapshotNames(directory))
      expect(readSnapshot(directory, name)?.state.members.get(BOB)?.frozen).toBe(false);
  });
});

test('the state hash is the same for the same state, however it came about', async () => {
  const { exchange, journal } = await history();
  const { state } = await recover(journal, null);
  expect(stateHash(state)).toBe(stateHash(exchange.state));
  expect(stateHash(state)).toMatch(/^[0-9a-f]{64}$/);
  exchange.take(buy(97, 1));
  expect(stateHash(state)).not.toBe(stateHash(exchange.state));
});
