/** Reading beside the writer, in another thread of the process or simulated. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { all, appendAll, chained, CORE_NAME } from '../../../test/conformance/journal/suite';
import { groupsOf, sampleBatches } from '../../../test/tools/samples/sample-batches';
import { positionOf } from '../../core/event';
import type { StoredBatch } from '../port';
import { durablePositionOf, newDurablePosition, publishDurablePosition } from './durable-position';
import { openEmbeddedJournal, openFollower, type EmbeddedJournal } from './embedded-journal';
import { workerFile } from '../worker-file';

const BATCHES = sampleBatches(40);
const HISTORY = chained(BATCHES);

let dir = '';
let journal: EmbeddedJournal;
beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'follower-'));
  journal = await openEmbeddedJournal({ dir, core: CORE_NAME, segmentBytes: 8_000 });
});
afterEach(async () => {
  await journal.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('files with everyone’s data are readable by their owner only', async () => {
  await appendAll(journal, groupsOf(BATCHES, 4));
  const segments = fs.readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
  expect(segments.length).toBeGreaterThan(1);
  for (const segment of segments) expect(fs.statSync(path.join(dir, segment)).mode & 0o077).toBe(0);
});

test('a follower gets stored and new batches as the writer reports them durable', async () => {
  await appendAll(journal, groupsOf(BATCHES.slice(0, 15), 4));
  const follower = openFollower({ dir, durable: journal.durable });
  const seen: StoredBatch[] = [];
  const reached = new Promise<void>((resolve, reject) => {
    follower.subscribe(
      -1,
      (batches) => {
        seen.push(...batches);
        if (seen.length === 40) resolve();
      },
      reject,
    );
  });
  await appendAll(journal, groupsOf(BATCHES.slice(15), 3));
  await reached;
  expect(seen).toEqual(HISTORY);
  expect(follower.position()).toBe(journal.head().position);
  expect(await all(follower.read(HISTORY[30].position))).toEqual(HISTORY.slice(30));
  await follower.close();
});

test('a follower that waits for a silent writer closes at once', async () => {
  await appendAll(journal, groupsOf(BATCHES.slice(0, 5), 5));
  const { waitAsync } = Atomics;
  // Disables the timeout of each wait.
  let waits: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (waits = resolve));
  const endless = jest
    .spyOn(Atomics, 'waitAsync')
    .mockImplementation((view: BigInt64Array, index: number, known: bigint) => {
      waits();
      return waitAsync(view, index, known);
    });
  const follower = openFollower({ dir, durable: journal.durable });
  const subscription = follower.subscribe(
    -1,
    () => undefined,
    (error) => {
      throw error;
    },
  );
  await waiting;
  await subscription.close();
  await follower.close();
  endless.mockRestore();
});

test('a reader stops at the durable position, whatever the files contain', async () => {
  await appendAll(journal, groupsOf(BATCHES, 10));
  const durable = newDurablePosition();
  const follower = openFollower({ dir, durable });
  for (const count of [0, 1, 17, 40]) {
    publishDurablePosition(durablePositionOf(durable), count === 0 ? -1 : HISTORY[count - 1].position);
    expect(await all(follower.read(0))).toEqual(HISTORY.slice(0, count));
  }
  publishDurablePosition(durablePositionOf(durable), HISTORY[16].position);
  expect(await all(follower.read(HISTORY[16].position))).toEqual(HISTORY.slice(16, 17));
});

test('the writer wakes a thread that only follows', async () => {
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { openFollower } = require(workerData.module);
    parentPort.on('message', () => parentPort.close());
    openFollower(workerData).subscribe(-1, (batches) => {
      for (const { position, hash } of batches) parentPort.postMessage({ position, hash });
    }, (error) => { throw error; });`;
  const module = workerFile(path.join(__dirname, 'embedded-journal'));
  const worker = new Worker(script, { eval: true, workerData: { module, dir, durable: journal.durable } });
  const seen: { position: number; hash: string }[] = [];
  const reached = new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (head: { position: number; hash: string }) => {
      seen.push(head);
      if (seen.length === 40) resolve();
    });
  });
  await appendAll(journal, groupsOf(BATCHES, 2));
  await reached;
  expect(seen).toEqual(HISTORY.map(({ position, hash }) => ({ position, hash })));
  await worker.terminate();
});

test('a subscriber that falls far behind continues from the files', async () => {
  const many = sampleBatches(50_000);
  const groups = groupsOf(many, 2_500);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const seen: number[] = [];
  const reached = new Promise<void>((resolve, reject) => {
    journal.subscribe(
      -1,
      async (batches) => {
        for (const { position } of batches) seen.push(position);
        if (seen.length === many.length) resolve();
        await held;
      },
      reject,
    );
  });
  await appendAll(journal, groups);
  release();
  await reached;
  expect(seen).toEqual(many.map((batch) => batch.first + batch.events.length - 1));
});

test('a subscriber that catches up and then falls far behind gets each batch once', async () => {
  const many = sampleBatches(30_000);
  const groups = groupsOf(many, 2_500);
  await appendAll(journal, groups.slice(0, 1));
  const seen: number[] = [];
  const reached = new Promise<void>((resolve, reject) => {
    journal.subscribe(
      -1,
      async (batches) => {
        const before = seen.length;
        for (const { position } of batches) seen.push(position);
        if (seen.length >= many.length) resolve();
        // Last piece from the files: batches appended from now on come from memory.
        if (seen.length === 2_500) await appendAll(journal, groups.slice(1, 2));
        // Exactly then, append more than fits into memory.
        if (before === 2_500) await appendAll(journal, groups.slice(2));
      },
      reject,
    );
  });
  await reached;
  // Not `toEqual`, which would print all of them.
  expect(isDeepStrictEqual(seen, many.map(positionOf))).toBe(true);
});

test('a dead writer thread is reported at once, even without a write', async () => {
  const other = path.join(dir, 'other');
  let onLost: (error: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => (onLost = resolve));
  const told = jest.spyOn(Worker.prototype, 'postMessage');
  const mortal = await openEmbeddedJournal({ dir: other, core: CORE_NAME, onLost });
  const [first, second] = groupsOf(BATCHES, 20);
  const head = await mortal.append(-1, first);
  const [thread] = told.mock.contexts as Worker[];
  told.mockRestore();
  await thread.terminate();
  expect(await lost).toMatchObject({ fault: 'broken', message: 'the writer thread has ended' });
  await expect(mortal.append(head.position, second)).rejects.toMatchObject({ fault: 'broken' });
  await mortal.close();
});

test('a missing compiled worker file is named with the remedy', () => {
  expect(() => workerFile(path.join(__dirname, 'no-such-thread'))).toThrow(
    /no-such-thread\.js is missing: run npm run build/,
  );
});
