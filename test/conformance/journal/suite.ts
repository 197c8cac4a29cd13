/**
 * Requirements for every journal, whatever its store. An adapter calls `journalConformance` with a harness. Tests of
 * optional harness abilities (stop the store, open a second client) are skipped without them. Journals open with
 * default limits.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { BATCH_EVENTS_MAX } from '../../../server/core/bounds';
import { positionOf, type Batch } from '../../../server/core/event';
import { exportLines } from '../../../server/journal/export';
import { AppendError, type DraftBatch, type Journal, type StoredBatch } from '../../../server/journal/port';
import { genesis, seal, verifyLines } from '../../../server/journal/seal';
import { largestBatch } from '../../tools/fixtures/largest';
import { batchOfBytes, batchOfHardText, draft, groupsOf, sampleBatches } from '../../tools/samples/sample-batches';

/** Every harness opens its journals under this name; the chain's first link derives from it. */
export const CORE_NAME = 'conformance';

export interface JournalHarness {
  /** A journal on an empty store: a new directory or stream. */
  open(): Promise<Journal>;
  /** Closes the journal of `open` or the last `reopen`, and reopens it on the same store. */
  reopen(): Promise<Journal>;
  /** A second client of the same store, if the store allows one. Closed by `close`. */
  other?(): Promise<Journal>;
  /** Stops the store and all connections; its data stay. Needs `other`. */
  stopStore?(): Promise<void>;
  startStore?(): Promise<void>;
  /** Cuts the journal's connections while the store runs. Needs `other`. */
  cutConnections?(): Promise<void>;
  /** Closes all open journals and removes the store of `open`. Called after each test. */
  close(): Promise<void>;
}

export function journalConformance(name: string, harness: JournalHarness): void {
  // Missing harness abilities show as skipped, never as passed.
  const withOther = harness.other ? test : test.skip;
  const withStops = harness.other && harness.stopStore && harness.startStore ? test : test.skip;
  const withCuts = harness.other && harness.cutConnections ? test : test.skip;

  describe(`${name} as a journal`, () => {
    afterEach(() => harness.close());

    test('is empty at first: position −1 and the hash of the core’s name', async () => {
      const journal = await harness.open();
      expect(journal.head()).toEqual({ position: -1, hash: sha256(CORE_NAME) });
      expect(await all(journal.read(0))).toEqual([]);
    });

    test('returns appended batches, linked by the chain', async () => {
      const journal = await harness.open();
      const batches = sampleBatches(25);
      const head = await appendAll(journal, groupsOf(batches, 10));
      const expected = chained(batches);
      expect(await all(journal.read(0))).toEqual(expected);
      expect(head).toEqual({ position: expected[24].position, hash: expected[24].hash });
      expect(journal.head()).toEqual(head);
    });

    test('keeps free text letter by letter', async () => {
      const journal = await harness.open();
      const batches = [batchOfHardText(0), batchOfHardText(1)];
      await appendAll(journal, groupsOf(batches, 2));
      expect(await all(journal.read(0))).toEqual(chained(batches));
    });

    describe('the expected position', () => {
      test.each([-1, 0, 1000])('refuses an append at %i when the head is elsewhere, and stores nothing', async (at) => {
        const journal = await harness.open();
        const batches = sampleBatches(5);
        const head = await appendAll(journal, groupsOf(batches, 5));
        const late = sampleBatches(1, at + 1);
        await expect(journal.append(at, late.map(draft))).rejects.toMatchObject({ fault: 'conflict' });
        await expect(journal.append(at, late.map(draft))).rejects.toBeInstanceOf(AppendError);
        expect(journal.head()).toEqual(head);
        expect(await all(journal.read(0))).toEqual(chained(batches));
      });

      withOther('refuses the second of two writers that saw the same head', async () => {
        const journal = await harness.open();
        const other = await harness.other!();
        const [mine, theirs] = [sampleBatches(3), sampleBatches(2)];
        await other.append(-1, theirs.map(draft));
        await expect(journal.append(-1, mine.map(draft))).rejects.toMatchObject({ fault: 'conflict' });
        expect(await all(other.read(0))).toEqual(chained(theirs));
      });
    });

    describe('reading', () => {
      test('starts with the whole batch that contains the position', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(24);
        await appendAll(journal, groupsOf(batches, 7));
        const expected = chained(batches);
        for (let from = 0; from <= journal.head().position; from++) {
          const containing = expected.findIndex((stored) => stored.position >= from);
          expect(await all(journal.read(from))).toEqual(expected.slice(containing));
        }
      });

      test('yields nothing beyond the head', async () => {
        const journal = await harness.open();
        const head = await appendAll(journal, groupsOf(sampleBatches(3), 3));
        expect(await all(journal.read(head.position + 1))).toEqual([]);
        expect(await all(journal.read(head.position + 1000))).toEqual([]);
      });

      test('may stop early', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(20);
        await appendAll(journal, groupsOf(batches, 20));
        for await (const stored of journal.read(0)) {
          expect(stored.batch).toEqual(batches[0]);
          break;
        }
        expect(await all(journal.read(0))).toHaveLength(20);
      });
    });

    describe('reopened', () => {
      test('has the same head and history and continues from there', async () => {
        const batches = sampleBatches(30);
        const expected = chained(batches);
        const journal = await harness.open();
        const head = await appendAll(journal, groupsOf(batches.slice(0, 20), 6));
        const again = await harness.reopen();
        expect(again.head()).toEqual(head);
        expect(await all(again.read(0))).toEqual(expected.slice(0, 20));
        await appendAll(again, groupsOf(batches.slice(20), 4));
        expect(await all((await harness.reopen()).read(0))).toEqual(expected);
      });

      test('stays empty without appends', async () => {
        await harness.open();
        expect((await harness.reopen()).head()).toEqual({ position: -1, hash: sha256(CORE_NAME) });
      });
    });

    describe('the chain', () => {
      test.each([1, 7, 60])('has the same hashes in groups of %i', async (size) => {
        const journal = await harness.open();
        const batches = sampleBatches(60);
        const head = await appendAll(journal, groupsOf(batches, size));
        expect(head.hash).toBe(chained(batches)[59].hash);
        expect((await all(journal.read(0))).map((stored) => stored.hash)).toEqual(
          chained(batches).map((stored) => stored.hash),
        );
      });

      test('exports the same lines as every other journal', async () => {
        const journal = await harness.open();
        const batches = [...sampleBatches(12)];
        batches.push(batchOfHardText(positionOf(batches[11]) + 1));
        await appendAll(journal, groupsOf(batches, 5));
        const lines = await all(exportLines(journal, CORE_NAME));
        expect(lines).toEqual(expectedLines(batches));
        // Pinned, so that a format change is noticed: published heads must verify for ever.
        expect(sha256(lines.join('\n'))).toBe(EXPORT_SHA256);
        expect(verifyLines(lines, CORE_NAME)).toEqual(journal.head());
      });
    });

    describe('size', () => {
      test("takes the core's largest batch; reads, delivers and exports it whole", async () => {
        const journal = await harness.open();
        const batches = [largestBatch(), ...sampleBatches(1, BATCH_EVENTS_MAX)];
        const seen = new Deliveries(journal, -1);
        const head = await journal.append(-1, batches.map(draft));
        await seen.reached(head.position);
        await seen.subscription.close();
        // `toEqual` would print the batches.
        const expected = chained(batches);
        expect(isDeepStrictEqual(seen.batches, expected)).toBe(true);
        expect(isDeepStrictEqual(await all(journal.read(BATCH_EVENTS_MAX / 2)), expected)).toBe(true);
        expect(isDeepStrictEqual(await all(journal.read(BATCH_EVENTS_MAX)), expected.slice(1))).toBe(true);
        const lines = await all(exportLines(journal, CORE_NAME));
        expect(isDeepStrictEqual(lines, expectedLines(batches))).toBe(true);
        expect(verifyLines(lines, CORE_NAME)).toEqual(head);
        expect((await harness.reopen()).head()).toEqual(head);
      });

      test('refuses a batch that is too large, stores nothing of its group and continues', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(2);
        const next = positionOf(batches[1]) + 1;
        const group = [...batches, batchOfBytes(journal.batchBytesMax + 1, next)].map(draft);
        await expect(journal.append(-1, group)).rejects.toMatchObject({ fault: 'too_large' });
        expect(await all(journal.read(0))).toEqual([]);
        await journal.append(-1, batches.map(draft));
        expect(await all(journal.read(0))).toEqual(chained(batches));
      });
    });

    describe('a subscription', () => {
      test('delivers stored batches, then new ones, each once and in order', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(60);
        await appendAll(journal, groupsOf(batches.slice(0, 20), 8));
        const seen = new Deliveries(journal, -1);
        await appendAll(journal, groupsOf(batches.slice(20, 40), 3));
        await seen.reached(positionOf(batches[39]));
        await appendAll(journal, groupsOf(batches.slice(40), 5));
        await seen.reached(positionOf(batches[59]));
        await seen.subscription.close();
        expect(seen.batches).toEqual(chained(batches));
      });

      test('starts after any batch, or at the head', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(30);
        await appendAll(journal, groupsOf(batches.slice(0, 20), 20));
        const late = new Deliveries(journal, positionOf(batches[11]));
        const live = new Deliveries(journal, positionOf(batches[19]));
        await appendAll(journal, groupsOf(batches.slice(20), 1));
        await Promise.all([late, live].map((seen) => seen.reached(positionOf(batches[29]))));
        expect(late.batches).toEqual(chained(batches).slice(12));
        expect(live.batches).toEqual(chained(batches).slice(20));
        await Promise.all([late, live].map((seen) => seen.subscription.close()));
      });

      test('never calls a busy handler, and loses nothing meanwhile', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(40);
        let busy = 0;
        let busiest = 0;
        const seen = new Deliveries(journal, -1, async () => {
          busiest = Math.max(busiest, ++busy);
          for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
          busy--;
        });
        await appendAll(journal, groupsOf(batches, 2));
        await seen.reached(positionOf(batches[39]));
        await seen.subscription.close();
        expect(busiest).toBe(1);
        expect(seen.batches).toEqual(chained(batches));
      });

      test('delivers nothing after closing', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(20);
        const closed = new Deliveries(journal, -1);
        const open = new Deliveries(journal, -1);
        await appendAll(journal, groupsOf(batches.slice(0, 10), 10));
        await closed.reached(positionOf(batches[9]));
        await closed.subscription.close();
        await appendAll(journal, groupsOf(batches.slice(10), 10));
        await open.reached(positionOf(batches[19]));
        expect(closed.batches).toHaveLength(10);
        await open.subscription.close();
      });

      test('ends when its handler fails, and reports it', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(10);
        const failed = new Promise<Error>((resolve) => {
          journal.subscribe(-1, () => Promise.reject(new Error('the view is broken')), resolve);
        });
        await appendAll(journal, groupsOf(batches, 1));
        expect((await failed).message).toBe('the view is broken');
        // The journal and its other subscribers continue.
        const seen = new Deliveries(journal, -1);
        await seen.reached(positionOf(batches[9]));
        await seen.subscription.close();
      });

      withStops('misses and repeats nothing when the store was gone', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(40);
        const head = await appendAll(journal, groupsOf(batches.slice(0, 20), 4));
        const seen = new Deliveries(journal, -1);
        await seen.reached(head.position);
        await harness.stopStore!();
        await harness.startStore!();
        const other = await harness.other!();
        expect(other.head()).toEqual(head);
        await appendAll(other, groupsOf(batches.slice(20), 4));
        await seen.reached(positionOf(batches[39]));
        await seen.subscription.close();
        expect(seen.batches).toEqual(chained(batches));
      });

      withCuts('misses and repeats nothing when its connection was cut', async () => {
        const journal = await harness.open();
        const batches = sampleBatches(60);
        const seen = new Deliveries(journal, -1);
        await appendAll(journal, groupsOf(batches.slice(0, 20), 4));
        await seen.reached(positionOf(batches[19]));
        const other = await harness.other!();
        for (const [start, end] of [
          [20, 40],
          [40, 60],
        ] as const) {
          await harness.cutConnections!();
          // One answer later this process has noticed the cut; the client then fails every pending answer of any
          // journal.
          await all(other.read(other.head().position + 1));
          await appendAll(other, groupsOf(batches.slice(start, end), 3));
        }
        await seen.reached(positionOf(batches[59]));
        await seen.subscription.close();
        expect(seen.batches).toEqual(chained(batches));
      });
    });

    withStops('says that nobody knows, or that nothing was stored, when the store is gone', async () => {
      const journal = await harness.open();
      const batches = sampleBatches(4);
      const head = await appendAll(journal, groupsOf(batches.slice(0, 2), 2));
      await harness.stopStore!();
      const error = await journal.append(head.position, batches.slice(2).map(draft)).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(AppendError);
      expect(['unknown', 'refused']).toContain((error as AppendError).fault);
      await harness.startStore!();
      const found = await all((await harness.other!()).read(0));
      expect(found).toEqual(chained(batches).slice(0, found.length));
      expect([2, 4]).toContain(found.length);
    });
  });
}

const EXPORT_SHA256 = '3730fbe412e6a0041679311065268d6de38279a9b1df7a63d88d58e406386b73';

/** Collects deliveries of a subscription, and waits without sleeping for a position. */
class Deliveries {
  readonly batches: StoredBatch[] = [];
  readonly subscription;
  private failure: Error | null = null;
  private waiting: (() => void) | null = null;

  constructor(journal: Journal, after: number, work: () => void | Promise<void> = () => undefined) {
    this.subscription = journal.subscribe(
      after,
      (batches) => {
        if (batches.length === 0) throw new Error('an empty delivery');
        this.batches.push(...batches);
        this.waiting?.();
        return work();
      },
      (error) => {
        this.failure = error;
        this.waiting?.();
      },
    );
  }

  async reached(position: number): Promise<void> {
    for (;;) {
      if (this.failure) throw this.failure;
      if (this.batches.length > 0 && this.batches[this.batches.length - 1].position >= position) return;
      await new Promise<void>((resolve) => (this.waiting = resolve));
    }
  }
}

/** Appends the groups in sequence at the journal's head. */
export async function appendAll(journal: Journal, groups: readonly DraftBatch[][]) {
  let head = journal.head();
  for (const group of groups) head = await journal.append(head.position, group);
  return head;
}

/** The batches as every journal must return them. */
export function chained(batches: readonly Batch[]): StoredBatch[] {
  let prev = genesis(CORE_NAME);
  return batches.map((batch) => {
    const { hash } = seal(prev, draft(batch).body);
    const stored = { batch, position: positionOf(batch), hash, prev };
    prev = hash;
    return stored;
  });
}

function expectedLines(batches: readonly Batch[]): string[] {
  let prev = genesis(CORE_NAME);
  return batches.map((batch) => {
    const sealed = seal(prev, draft(batch).body);
    prev = sealed.hash;
    return `{"hash":"${sealed.hash}","batch":${sealed.bytes}}`;
  });
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
