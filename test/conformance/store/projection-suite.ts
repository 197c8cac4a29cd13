/** Projection of the read models: equal for any grouping, each batch once, and none of another journal. */
import type { CoreEvent } from '../../../server/core/event';
import type { StoredBatch } from '../../../server/journal/port';
import type { DatabaseConfig } from '../../../server/platform/database/database';
import {
  CheckpointMovedError,
  clearViews,
  NOTHING_WRITTEN,
  readCheckpoint,
} from '../../../server/views/stored/projecting/checkpoint';
import {
  resumeCheckpoint,
  followJournal,
  rebuildViews,
  type JournalReader,
} from '../../../server/views/stored/projecting/follow';
import { createRows } from '../../../server/views/stored/projecting/create-rows';
import type { Rows } from '../../../server/views/stored/projection';
import { MODELS, type ModelName } from '../../../server/views/stored/tables';
import { openModel, type ReadModels } from '../../../server/views/stored/views-database';
import { writeGroup } from '../../../server/views/stored/projecting/write-group';
import { sampleHistory } from '../../tools/samples/sample-history';
import { answerLostOnce, refusesTwice, withTransactions } from './disturbed';
import type { StoreHarness } from './harness';
import { CAROL, dump, project } from './traders';

export function projectionConformance(name: string, harness: StoreHarness): void {
  describe.each(MODELS)(`%s in ${name}`, (model: ModelName) => {
    let config: DatabaseConfig;
    let views: ReadModels;

    beforeEach(async () => {
      config = await harness.create();
      views = await openModel(config, model);
    });
    afterEach(() => views.close());

    describe('in any grouping', () => {
      const history = sampleHistory(300, { seed: 7, users: 8 });

      test('are equal batch by batch, in groups and at once', async () => {
        await project(views, history.stored);
        const atOnce = await dump(views);
        for (const size of [1, 37]) {
          const other = await openModel(await harness.create(), model);
          await project(other, history.stored, size);
          expect(await dump(other)).toEqual(atOnce);
          await other.close();
        }
      });

      test.each([0, 3])('are equal if %i rows of a table are cached between groups', async (keptMax) => {
        await project(views, history.stored);
        const atOnce = await dump(views);
        const other = await openModel(await harness.create(), model);
        await project(other, history.stored, 7, createRows(model, keptMax));
        expect(await dump(other)).toEqual(atOnce);
        await other.close();
      });

      test('look up cached rows once, and not in every group', async () => {
        const other = await openModel(await harness.create(), model);
        const selects = [
          await selectsOf(views, history.stored, 7),
          await selectsOf(other, history.stored, 7, createRows(model, 0)),
        ];
        expect(selects[0]).toBeLessThan(selects[1] / 3);
        await other.close();
      });

      test('are equal after a rebuild', async () => {
        await project(views, history.stored, 50);
        const before = await dump(views);
        const positions: number[] = [];
        await rebuildViews(views, readerOf(history.stored), ({ position }) => positions.push(position));
        expect(await dump(views)).toEqual(before);
        expect(positions.at(-1)).toBe(history.position);
      });

      test('survive closing and opening', async () => {
        await project(views, history.stored.slice(0, 100));
        await views.close();
        views = await openModel(config, model);
        expect(await readCheckpoint(views)).toMatchObject({ position: history.stored[99]?.position });
        await project(views, history.stored.slice(100));
        const whole = await dump(views);
        await rebuildViews(views, readerOf(history.stored), () => undefined);
        expect(await dump(views)).toEqual(whole);
      });
    });

    describe('exactly once', () => {
      const { stored } = sampleHistory(60, { seed: 3, users: 4 });
      const middle = Math.floor(stored.length / 2);

      test('after a crash at any statement', async () => {
        await project(views, stored.slice(0, middle));
        const before = await dump(views);
        let statements = 0;
        while (await crashesAfter(statements, views, stored.slice(middle))) {
          expect(await dump(views)).toEqual(before);
          statements++;
        }
        // Every trading table is read and written.
        expect(statements).toBeGreaterThan(STATEMENTS_MIN[model]);
        const crashed = await dump(views);
        await rebuildViews(views, readerOf(stored), () => undefined);
        expect(await dump(views)).toEqual(crashed);
      });

      test('also with cached rows: after a crash the stored rows count', async () => {
        const rows = createRows(model);
        await project(views, stored.slice(0, middle), 5, rows);
        const before = await dump(views);
        let statements = 0;
        while (await crashesAfter(statements, views, stored.slice(middle), rows)) {
          expect(await dump(views)).toEqual(before);
          statements++;
        }
        expect(statements).toBeGreaterThan(STATEMENTS_MIN[model]);
        const crashed = await dump(views);
        await rebuildViews(views, readerOf(stored), () => undefined);
        expect(await dump(views)).toEqual(crashed);
      });

      test('cached rows are not written over tables that were emptied meanwhile', async () => {
        const rows = createRows(model);
        await project(views, stored.slice(0, middle), Infinity, rows);
        const left = await readCheckpoint(views);
        await clearViews(views);
        await expect(writeGroup(views, left, stored.slice(middle), rows)).rejects.toThrow(CheckpointMovedError);
        await project(views, stored, Infinity, rows);
        const kept = await dump(views);
        await rebuildViews(views, readerOf(stored), () => undefined);
        expect(await dump(views)).toEqual(kept);
      });

      test('if the store commits and its answer is lost', async () => {
        const lines = await followed(answerLostOnce(views), stored);
        expect(lines).toEqual([expect.stringContaining('the answer was lost')]);
        const doubted = await dump(views);
        await rebuildViews(views, readerOf(stored), () => undefined);
        expect(await dump(views)).toEqual(doubted);
      });

      test('if the store refuses for a while', async () => {
        const lines = await followed(refusesTwice(views), stored);
        expect(lines).toHaveLength(2);
        const delayed = await dump(views);
        await rebuildViews(views, readerOf(stored), () => undefined);
        expect(await dump(views)).toEqual(delayed);
      });

      test('only one of two projectors moves the checkpoint', async () => {
        const from = await readCheckpoint(views);
        await writeGroup(views, from, stored.slice(0, 10));
        const after = await dump(views);
        await expect(writeGroup(views, from, stored.slice(0, 4))).rejects.toThrow();
        const moved = { position: stored[3].position, hash: stored[3].hash };
        await expect(writeGroup(views, moved, [listed(stored[4])])).rejects.toThrow(CheckpointMovedError);
        expect(await dump(views)).toEqual(after);
      });

      test('refuses a gap in the journal', async () => {
        await expect(writeGroup(views, await readCheckpoint(views), stored.slice(1, 3))).rejects.toThrow(/position 1/);
      });
    });

    describe('following', () => {
      const history = sampleHistory(200, { seed: 13, users: 4 });

      test('writes the first batch at once, and later ones of the pause in one transaction', async () => {
        const journal = new SlowReader(history.stored);
        const positions = await new Promise<number[]>((resolve, reject) => {
          const written: number[] = [];
          const rest = async () => {
            for (let count = 0; count < 10; count++) await journal.deliverOne();
          };
          const heard = (position: number) => {
            written.push(position);
            if (position === history.position) resolve(written);
          };
          const say = () => undefined;
          followJournal(views, journal, NOTHING_WRITTEN, { written: heard, failed: reject, say }, { rest });
          void journal.deliverOne();
        });
        expect(positions).toEqual(history.stored.map(({ position }) => position).filter(isEndOf(10)));
        const gathered = await dump(views);
        await rebuildViews(views, readerOf(history.stored), () => undefined);
        expect(await dump(views)).toEqual(gathered);
      });
    });

    describe('far behind', () => {
      const history = sampleHistory(6_000, { seed: 14, users: 6 });

      test('writes all pending batches in one transaction, up to 20,000 events', async () => {
        expect(history.position).toBeGreaterThan(5_000);
        expect(history.position).toBeLessThan(20_000);
        const journal = new SlowReader(history.stored);
        const first = await new Promise<number>((resolve, reject) => {
          const say = () => undefined;
          followJournal(views, journal, NOTHING_WRITTEN, { written: resolve, failed: reject, say });
          void journal.deliverAll();
        });
        expect(first).toBe(history.position);
      });

      test('retries a failed group in halves, completely', async () => {
        let faults = 2;
        const failing = withTransactions(
          views,
          (run) => (work) => (faults-- > 0 ? Promise.reject(new Error('the store is away')) : run(work)),
        );
        const journal = new SlowReader(history.stored);
        const positions = await new Promise<number[]>((resolve, reject) => {
          const written: number[] = [];
          const heard = (position: number) => {
            written.push(position);
            if (position === history.position) resolve(written);
          };
          followJournal(failing, journal, NOTHING_WRITTEN, { written: heard, failed: reject, say: () => undefined });
          void journal.deliverAll();
        });
        expect(positions[0]).toBeLessThan(history.position / 3);
        const inHalves = await dump(views);
        await rebuildViews(views, readerOf(history.stored), () => undefined);
        expect(await dump(views)).toEqual(inHalves);
      });

      test('accepts a write that a store completed after the timeout', async () => {
        let late: (() => Promise<unknown>) | null = null;
        let calls = 0;
        const failing = withTransactions(views, (run) => async (work) => {
          if (calls++ === 0) {
            late = () => run(work);
            throw new Error('the store is away');
          }
          // During the next attempt.
          if (calls === 2) await late?.();
          return run(work);
        });
        const journal = new SlowReader(history.stored);
        await new Promise<void>((resolve, reject) => {
          const heard = (position: number) => position === history.position && resolve();
          followJournal(failing, journal, NOTHING_WRITTEN, { written: heard, failed: reject, say: () => undefined });
          void journal.deliverAll();
        });
        const followed = await dump(views);
        await rebuildViews(views, readerOf(history.stored), () => undefined);
        expect(await dump(views)).toEqual(followed);
      });
    });

    describe('against the journal', () => {
      const history = sampleHistory(80, { seed: 11, users: 4 });

      test('continue at their position', async () => {
        await project(views, history.stored.slice(0, 50));
        const said: string[] = [];
        const from = await resumeCheckpoint(views, readerOf(history.stored), (line) => said.push(line));
        expect(from.position).toBe(history.stored[49]?.position);
        expect(said).toEqual([]);
      });

      test.each([
        ['another journal', sampleHistory(160, { seed: 12, users: 4 }).stored, /has hash/],
        ['a journal that was cut', history.stored.slice(0, 20), /has nothing/],
      ])('are rebuilt for %s, and it is logged', async (_, journal, expected) => {
        await project(views, history.stored);
        const said: string[] = [];
        expect(await resumeCheckpoint(views, readerOf(journal), (line) => said.push(line))).toEqual({
          position: -1,
          hash: '',
        });
        expect(said).toEqual([expect.stringMatching(expected)]);
        await project(views, journal);
        expect((await readCheckpoint(views)).position).toBe(journal.at(-1)?.position);
      });
    });
  });
}

/** Minimum statements of a transaction that touches every trading table. */
const STATEMENTS_MIN = { views: 12, records: 5 };

/** A reader of these batches: delivers them in two parts, then nothing. */
function readerOf(stored: readonly StoredBatch[]): JournalReader {
  return {
    async *read(from) {
      for (const batch of stored) if (batch.position >= from) yield batch;
    },
    subscribe(after, onBatches, onError) {
      const due = stored.filter(({ position }) => position > after);
      const half = Math.ceil(due.length / 2);
      const delivering = (async () => {
        await onBatches(due.slice(0, half));
        await onBatches(due.slice(half));
      })().catch(onError);
      return { close: () => Promise.resolve(delivering) };
    },
  };
}

/** Delivers one batch per request of the test. */
class SlowReader implements JournalReader {
  private next = 0;
  private deliver: ((batches: readonly StoredBatch[]) => void | Promise<void>) | null = null;

  constructor(private readonly stored: readonly StoredBatch[]) {}

  read(from: number) {
    return readerOf(this.stored).read(from);
  }

  subscribe(_after: number, onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>) {
    this.deliver = onBatches;
    return { close: () => Promise.resolve() };
  }

  async deliverAll(): Promise<void> {
    await this.deliver?.(this.stored.slice(this.next));
    this.next = this.stored.length;
  }

  async deliverOne(): Promise<void> {
    const one = this.stored[this.next++];
    if (one) await this.deliver?.([one]);
  }
}

/** The first batch, the last of every `size`, and the very last. */
function isEndOf(size: number) {
  return (_: unknown, index: number, all: readonly unknown[]) => index % size === 0 || index === all.length - 1;
}

/** Follows until everything is written; returns the logged problems. */
async function followed(views: ReadModels, stored: readonly StoredBatch[]): Promise<string[]> {
  const said: string[] = [];
  const from = await readCheckpoint(views);
  let following: { stop(): Promise<void> } | undefined;
  await new Promise<void>((resolve, reject) => {
    following = followJournal(views, readerOf(stored), from, {
      written: (position) => position === stored.at(-1)?.position && resolve(),
      failed: reject,
      say: (line) => said.push(line),
    });
  });
  await following?.stop();
  return said;
}

/** Projects the batches and crashes after a number of statements; false if there were fewer. */
async function crashesAfter(
  statements: number,
  views: ReadModels,
  stored: readonly StoredBatch[],
  rows?: Rows,
): Promise<boolean> {
  let left = statements;
  const crashing = withTransactions(
    views,
    (run) => (work) =>
      run((connection) =>
        work({
          executeQuery: (query) => (left-- === 0 ? Promise.reject(new Error('crash')) : connection.executeQuery(query)),
        }),
      ),
  );
  try {
    await project(crashing, stored, Infinity, rows);
    return false;
  } catch (error) {
    expect((error as Error).message).toBe('crash');
    return true;
  }
}

/** Projects the batches in groups of `size`; returns the number of row look-ups. */
async function selectsOf(
  views: ReadModels,
  stored: readonly StoredBatch[],
  size: number,
  rows?: Rows,
): Promise<number> {
  let selects = 0;
  const counting = withTransactions(
    views,
    (run) => (work) =>
      run((connection) =>
        work({
          executeQuery: (query) => {
            if (/^select\b/i.test(query.sql)) selects++;
            return connection.executeQuery(query);
          },
        }),
      ),
  );
  await project(counting, stored, size, rows);
  return selects;
}

/** A batch at the same position that touches no row of the others. */
function listed(stored: StoredBatch): StoredBatch {
  const event: CoreEvent = { type: 'MemberVerified', user: CAROL };
  return { ...stored, batch: { ...stored.batch, events: [event] } };
}
