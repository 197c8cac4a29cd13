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
  restingOrder,
  stopLimit,
  withdraw,
  withClientId,
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
import { startSnapshotFollower } from './snapshot-follower';
import { stateHash } from './state-hash';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'snapshots-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** An exchange with data of every kind, and its journal. */
async function history(): Promise<{ exchange: Exchange; journal: MemoryJournal; stored: StoredBatch[] }> {
  const { exchange } = given(
    withClientId('a', restingOrder('buy', 99, 5)),
    restingOrder('sell', 103, 5),
    stopLimit('buy', 105, 106, 2),
    withdraw('USDT', 500n),
    marketSell(2),
    withClientId('b', buy(98, 1)),
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

/** Writes a snapshot of the state after the first `count` batches. */
function snapshotAfter(stored: readonly StoredBatch[], count: number, hash = stored[count - 1].hash): CoreState {
  const state = createState();
  for (const { batch } of stored.slice(0, count)) evolve(state, batch);
  writeSnapshot(directory, state, hash);
  return state;
}

const newest = (): string => join(directory, snapshotNames(directory)[0]);

describe('a snapshot', () => {
  test('is read back bit by bit', async () => {
    const { stored } = await history();
    const state = snapshotAfter(stored, stored.length);
    const [name] = snapshotNames(directory);
    const snapshot = readSnapshot(directory, name);
    expect(snapshot).toMatchObject({ position: state.position, batchHash: stored[stored.length - 1].hash });
    expect(snapshot && stateHash(snapshot.state)).toBe(stateHash(state));
  });

  test('is readable by the file’s owner only', async () => {
    const { stored } = await history();
    snapshotAfter(stored, stored.length);
    expect(statSync(newest()).mode & 0o077).toBe(0);
  });

  test('leaves the previous one and no partial file', async () => {
    const { stored } = await history();
    for (const count of [5, 10, 15]) snapshotAfter(stored, count);
    const positions = [stored[14].position, stored[9].position];
    expect(snapshotNames(directory)).toEqual(
      positions.map((position) => `${String(position).padStart(16, '0')}.jsonl`),
    );
    expect(readdirSync(directory)).toHaveLength(2);
  });

  test('ignores other entries of the directory', async () => {
    const { stored } = await history();
    snapshotAfter(stored, 5);
    for (const name of ['0000000000000099.jsonl.part', '99.jsonl', 'notes.txt'])
      writeFileSync(join(directory, name), 'x');
    expect(snapshotNames(directory)).toHaveLength(1);
  });

  test('is absent without a directory, which the first write creates', async () => {
    const { stored } = await history();
    rmSync(directory, { recursive: true });
    expect(snapshotNames(directory)).toEqual([]);
    snapshotAfter(stored, 5);
    expect(snapshotNames(directory)).toHaveLength(1);
  });

  test('skips and reports an unreadable folder or file', async () => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, 5);
    const [name] = snapshotNames(directory);
    const folder = '0000000000000097.jsonl';
    const unreadable = '0000000000000098.jsonl';
    const cut = '0000000000000099.jsonl';
    mkdirSync(join(directory, folder));
    // Unreadable for every user, including an administrator.
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

  test('fails if the directory cannot be listed, instead of treating it as empty', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => snapshotNames(file)).toThrow('ENOTDIR');
  });
});

describe('recovery', () => {
  test('folds everything without a snapshot', async () => {
    const { exchange, journal, stored } = await history();
    const recovered = await recover(journal, null);
    expect(recovered).toMatchObject({ snapshot: -1, tail: stored.length });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
    expect(await recover(journal, directory)).toMatchObject({ snapshot: -1, tail: stored.length });
  });

  test('starts empty from an empty journal', async () => {
    expect(await recover(new MemoryJournal(), directory)).toMatchObject({ snapshot: -1, tail: 0, hash: null });
  });

  test.each([1, 7, 12])('folds the rest after the snapshot of batch %d', async (count) => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, count);
    const recovered = await recover(journal, directory);
    expect(recovered).toMatchObject({ snapshot: stored[count - 1].position, tail: stored.length - count });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('reads the snapshot while the journal is opening', async () => {
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

  test('fails if the opening of the journal fails', async () => {
    const { stored } = await history();
    snapshotAfter(stored, 7);
    await expect(recover(Promise.reject(new Error('in use')), directory)).rejects.toThrow('in use');
  });

  // P18: a snapshot written empty must not remove all balances.
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
  test.each(damages)('skips a snapshot that is %s and takes the previous one', async (_, damage) => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, 5);
    snapshotAfter(stored, 12);
    damage(newest());
    const recovered = await recover(journal, directory);
    expect(recovered).toMatchObject({ snapshot: stored[4].position, tail: stored.length - 5 });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('skips a snapshot whose batch differs from the journal’s', async () => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, 5);
    snapshotAfter(stored, 12, stored[10].hash);
    const recovered = await recover(journal, directory);
    expect(recovered.snapshot).toBe(stored[4].position);
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('skips a snapshot ahead of the journal', async () => {
    const { exchange, stored } = await history();
    snapshotAfter(stored, 12);
    const shorter = new MemoryJournal();
    await shorter.append(
      -1,
      exchange.batches.slice(0, 8).map((batch) => ({ batch, body: encodeBody(batch) })),
    );
    expect(await recover(shorter, directory)).toMatchObject({ snapshot: -1, tail: 8 });
  });

  test('folds everything if no snapshot is valid', async () => {
    const { exchange, journal, stored } = await history();
    snapshotAfter(stored, 5, 'f'.repeat(64));
    snapshotAfter(stored, 12, 'f'.repeat(64));
    const recovered = await recover(journal, directory);
    expect(recovered).toMatchObject({ snapshot: -1, tail: stored.length });
    expect(stateHash(recovered.state)).toBe(stateHash(exchange.state));
  });

  test('a contradictory journal stops the start', async () => {
    const { journal } = await history();
    const { batches } = given(buy(100, 1)).exchange;
    const broken = batches.map((batch) => ({ ...batch, at: 0 }));
    const end = { ...broken[0], first: journal.head().position + 1 };
    journal.appendForeign([{ batch: end, body: encodeBody(end) }]);
    await expect(recover(journal, null)).rejects.toThrow('time does not run backwards');
  });

  test('a follower sees a large recovery completely, in pieces', async () => {
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

describe('the snapshot writer', () => {
  const failed = (error: Error): never => {
    throw error;
  };
  async function turns(): Promise<void> {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  test('writes a snapshot after enough events, and one at the end', async () => {
    const { exchange, journal } = await history();
    const written: number[] = [];
    const follower = await startSnapshotFollower({
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

  test('writes nothing without new events', async () => {
    const { journal } = await history();
    const options = { journal, directory, everyEvents: 1_000, onError: failed };
    await (await startSnapshotFollower(options)).close();
    expect(snapshotNames(directory)).toHaveLength(1);
    const [before] = snapshotNames(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
    await (await startSnapshotFollower(options)).close();
    expect(snapshotNames(directory).map((name) => readFileSync(join(directory, name), 'utf8'))).toEqual([before]);
  });

  test('writes one at once when the last one is far behind', async () => {
    const { journal } = await history();
    const seen: number[] = [];
    const onSnapshot = (position: number): void => void seen.push(position);
    await startSnapshotFollower({ journal, directory, everyEvents: 5, onSnapshot, onError: failed });
    expect(seen).toEqual([journal.head().position]);
    await startSnapshotFollower({ journal, directory, everyEvents: 5, onSnapshot, onError: failed });
    expect(seen).toHaveLength(1);
  });

  test('reports a batch that it cannot fold', async () => {
    const { journal } = await history();
    const errors: Error[] = [];
    const follower = await startSnapshotFollower({
      journal,
      directory,
      everyEvents: 5,
      onError: (error) => errors.push(error),
    });
    const { batches } = given().exchange;
    const wrong = { ...batches[0], at: 0, first: journal.head().position + 1 };
    journal.appendForeign([{ batch: wrong, body: encodeBody(wrong) }]);
    await turns();
    expect(errors).toMatchObject([{ message: 'invariant broken: time does not run backwards' }]);
    expect(errors[0]).toBeInstanceOf(Error);
    await follower.close().catch(() => undefined);
  });

  test('writes no snapshot of a partly folded batch', async () => {
    const { journal, exchange } = await history();
    const errors: Error[] = [];
    const options = { journal, directory, everyEvents: 1_000, onError: (error: Error) => errors.push(error) };
    const follower = await startSnapshotFollower(options);
    const half: Batch = {
      ...exchange.batches[exchange.batches.length - 1],
      first: journal.head().position + 1,
      command: { type: 'FreezeAccount' },
      events: [
        { type: 'AccountFrozen', user: BOB, reason: 'review' },
        { type: 'MemberVerified', user: 99 },
      ],
    };
    journal.appendForeign([{ batch: half, body: encodeBody(half) }]);
    await turns();
    expect(errors).toHaveLength(1);
    await follower.close();
    for (const name of snapshotNames(directory))
      expect(readSnapshot(directory, name)?.state.members.get(BOB)?.frozen).toBe(false);
  });
});

test('the state hash is equal for equal states, however they came about', async () => {
  const { exchange, journal } = await history();
  const { state } = await recover(journal, null);
  expect(stateHash(state)).toBe(stateHash(exchange.state));
  expect(stateHash(state)).toMatch(/^[0-9a-f]{64}$/);
  exchange.take(buy(97, 1));
  expect(stateHash(state)).not.toBe(stateHash(exchange.state));
});
