/** One thread folds, the other writes the records: after any disturbance both databases equal a rebuild. */
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { StoredBatch } from '../../../server/journal/port';
import {
  clearViews,
  NOTHING_WRITTEN,
  readCheckpoint,
  type Checkpoint,
} from '../../../server/views/stored/projecting/checkpoint';
import { resumeCheckpoint, type JournalReader } from '../../../server/views/stored/projecting/follow';
import { followBoth, type PerModel } from '../../../server/views/stored/projecting/follow-models';
import { RecordsBatchQueue, type RecordsBatch } from '../../../server/views/stored/projecting/records-batch';
import { ProjectionError } from '../../../server/views/stored/projecting/projection-error';
import { MODELS, type ModelName } from '../../../server/views/stored/tables';
import { openModel, type ReadModels } from '../../../server/views/stored/views-database';
import { writeRecordsBatches } from '../../../server/views/stored/projecting/write-records-batches';
import { sampleHistory } from '../../tools/samples/sample-history';
import { answerLostOnce, refusesTwice, withTransactions, type Run } from './disturbed';
import type { StoreHarness } from './harness';
import { dump, project } from './traders';

const DELIVERIES = 5;
/** Between a small group and the whole history. */
const VALUES_MAX = 2_500;

export function projectorsConformance(name: string, harness: StoreHarness): void {
  describe(`the two projector threads in ${name}`, () => {
    const history = sampleHistory(120, { seed: 31, users: 7 });
    const half = history.stored.slice(0, history.stored.length / 2);
    let models: PerModel<ReadModels>;
    let pair: Pair | null;

    beforeEach(async () => {
      const config = await harness.create();
      models = { views: await openModel(config, 'views'), records: await openModel(config, 'records') };
      pair = null;
    });
    afterEach(async () => {
      await pair?.stop();
      for (const model of MODELS) await models[model].close();
    });

    test('write the same as a rebuild, portion by portion', async () => {
      pair = await Pair.start(models, history.stored);
      await pair.reaches(history.position);
      expect(pair.told.filter(({ model }) => model === 'records')).toHaveLength(DELIVERIES);
      expect(pair.said).toEqual([]);
      await areAsRebuilt(history.stored);
    });

    describe.each(['before', 'after'] as const)('a crash %s a commit', (when) => {
      test('of either thread skips and repeats nothing, at any commit', async () => {
        let crashes = 0;
        for (; ; crashes++) {
          for (const model of MODELS) await clearViews(models[model]);
          const crashing = crashAt(crashes, when);
          pair = await Pair.start(
            { views: withTransactions(models.views, crashing), records: withTransactions(models.records, crashing) },
            history.stored,
          );
          const outcome = await Promise.race([pair.reaches(history.position), pair.failure]);
          await pair.stop();
          if (!outcome) break;
          expect(outcome.message).toBe('crash');
          const at = { views: await readCheckpoint(models.views), records: await readCheckpoint(models.records) };
          expect(at.records.position).toBeLessThanOrEqual(at.views.position);
          pair = await Pair.start(models, history.stored);
          await pair.reaches(history.position);
          await areAsRebuilt(history.stored);
        }
        expect(crashes).toBe(2 * DELIVERIES);
      });
    });

    test('continue after a stop at any transaction', async () => {
      let stops = 0;
      for (; ; stops++) {
        for (const model of MODELS) await clearViews(models[model]);
        let left = stops;
        const stopping = (run: Run): Run => {
          return (work) => {
            if (left-- === 0) void pair?.stop();
            return run(work);
          };
        };
        pair = await Pair.start(
          { views: withTransactions(models.views, stopping), records: withTransactions(models.records, stopping) },
          history.stored,
        );
        const outcome = await Promise.race([pair.reaches(history.position), pair.stopped]);
        if (outcome !== 'stopped') break;
        pair = await Pair.start(models, history.stored);
        await pair.reaches(history.position);
        await areAsRebuilt(history.stored);
      }
      expect(stops).toBeGreaterThan(DELIVERIES);
    });

    test.each([
      { views: 0, records: 0.5 },
      { views: 0.5, records: 0 },
      { views: 0.3, records: 0.6 },
      { views: 0.6, records: 0.3 },
      { views: 0, records: 1 },
      { views: 1, records: 0 },
      { views: 1, records: 1 },
    ])('begin with the database that is behind: %o of the journal', async (shares) => {
      const countOf = (model: ModelName) => Math.round(history.stored.length * shares[model]);
      for (const model of MODELS) await project(models[model], history.stored.slice(0, countOf(model)));
      const at = { views: await readCheckpoint(models.views), records: await readCheckpoint(models.records) };
      const target = Math.max(at.views.position, at.records.position);
      pair = await Pair.start(models, history.stored);
      await pair.reaches(history.position);
      const behind = at.views.position < at.records.position ? 'views' : 'records';
      const firstOfOther = pair.told.findIndex(({ model }) => model !== behind);
      const before = pair.told.slice(0, firstOfOther < 0 ? undefined : firstOfOther);
      if (at.views.position !== at.records.position) expect(before.map(({ position }) => position)).toContain(target);
      await areAsRebuilt(history.stored);
    });

    test.each(MODELS)('rebuild the %s if they are ahead of a cut journal', async (ahead) => {
      for (const model of MODELS) await project(models[model], model === ahead ? history.stored : half.slice(0, 50));
      pair = await Pair.start(models, half);
      await pair.reaches(half[half.length - 1].position);
      expect(pair.said).toEqual([expect.stringMatching(/where the journal has nothing: it was replaced or cut/)]);
      await areAsRebuilt(half);
    });

    test.each([
      ['answers are lost', answerLostOnce],
      ['writes are refused twice', refusesTwice],
    ])('continue without a restart if %s', async (_, disturb) => {
      pair = await Pair.start({ views: disturb(models.views), records: disturb(models.records) }, history.stored);
      await pair.reaches(history.position);
      expect(pair.said.filter((line) => line.startsWith('read models:')).length).toBeGreaterThan(0);
      expect(pair.said.filter((line) => line.startsWith('records:')).length).toBeGreaterThan(0);
      await areAsRebuilt(history.stored);
    });

    test('hand over a group of views that was written in smaller ones', async () => {
      let faults = 2;
      const failing = withTransactions(models.views, (run) => (work) => {
        if (faults-- <= 0) return run(work);
        return run((transaction) => work(transaction).then(() => Promise.reject(new Error('the store is away'))));
      });
      pair = await Pair.start({ views: failing, records: models.records }, history.stored, 1);
      await pair.reaches(history.position);
      expect(pair.told[0].position).toBeLessThan(history.position / 2);
      await areAsRebuilt(history.stored);
    });

    test('wait for records that another connection has locked', async () => {
      let faults = 5;
      const locked = withTransactions(models.records, (run) => (work) => {
        const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
        return faults-- > 0 ? Promise.reject(busy) : run(work);
      });
      pair = await Pair.start({ views: models.views, records: locked }, history.stored);
      await pair.reaches(history.position);
      expect(pair.said).toHaveLength(5);
      await areAsRebuilt(history.stored);
    });

    test('end with a portion that is refused repeatedly, and write it in smaller groups after a restart', async () => {
      const tooLarge = withTransactions(
        models.records,
        (run) => (work) =>
          run(async (transaction) => {
            let values = 0;
            return work({
              executeQuery: (query) =>
                (values += query.parameters.length) > VALUES_MAX
                  ? Promise.reject(new Error('too large'))
                  : transaction.executeQuery(query),
            });
          }),
      );
      const disturbed = { views: models.views, records: tooLarge };
      pair = await Pair.start(disturbed, history.stored, 1);
      expect((await pair.failure).message).toBe('too large');
      await pair.stop();
      expect((await readCheckpoint(models.views)).position).toBe(history.position);
      expect(await readCheckpoint(models.records)).toEqual(NOTHING_WRITTEN);
      pair = await Pair.start(disturbed, history.stored);
      await pair.reaches(history.position);
      await areAsRebuilt(history.stored);
    });

    test('write views in groups that the records can store in time', async () => {
      pair = await Pair.start(models, history.stored, 1, (queue) => queue.size.wrote(1_000, 40_000));
      await pair.reaches(history.position);
      expect(pair.told[0].position).toBeLessThan(60);
      await areAsRebuilt(history.stored);
    });

    test('pause views while too many records are pending, and continue after', async () => {
      const { port1, port2 } = new MessageChannel();
      const queue = new RecordsBatchQueue(port1);
      const waiting = portionOf(70_000);
      queue.send(waiting);
      await once(port2, 'message');
      pair = new Pair();
      pair.follow(
        models,
        new DeliveringReader(history.stored, 1),
        { views: NOTHING_WRITTEN, records: NOTHING_WRITTEN },
        queue,
      );
      await new Promise((resolve) => setImmediate(resolve));
      expect(await readCheckpoint(models.views)).toEqual(NOTHING_WRITTEN);
      const heard = once(port2, 'message');
      port2.postMessage({ events: 70_000, ms: 1 });
      const [portion] = (await heard) as [RecordsBatch];
      expect(portion.to.position).toBe(history.position);
      expect((await readCheckpoint(models.views)).position).toBe(history.position);
      port1.close();
    });

    test('stop while too many records are pending', async () => {
      const { port1 } = new MessageChannel();
      const queue = new RecordsBatchQueue(port1);
      queue.send(portionOf(70_000));
      pair = new Pair();
      pair.follow(
        models,
        new DeliveringReader(history.stored, 1),
        { views: NOTHING_WRITTEN, records: NOTHING_WRITTEN },
        queue,
      );
      await new Promise((resolve) => setImmediate(resolve));
      await pair.stop();
      expect(await readCheckpoint(models.views)).toEqual(NOTHING_WRITTEN);
      port1.close();
    });

    async function areAsRebuilt(stored: readonly StoredBatch[]): Promise<void> {
      await pair?.stop();
      for (const model of MODELS) {
        const followed = await dump(models[model]);
        await clearViews(models[model]);
        await project(models[model], stored);
        expect(followed).toEqual(await dump(models[model]));
      }
    }
  });
}

/** Both sides in one thread, connected by a real channel. Like the main thread it ends both if one fails. */
class Pair {
  readonly told: { model: ModelName; position: number }[] = [];
  readonly said: string[] = [];
  private readonly at: Record<ModelName, number> = { views: -1, records: -1 };
  readonly failure: Promise<Error>;
  readonly stopped: Promise<'stopped'>;
  private readonly ends: (() => Promise<void>)[] = [];
  private stopping: Promise<void> | null = null;
  private failed: (error: Error) => void = () => undefined;
  private hasStopped: (word: 'stopped') => void = () => undefined;
  private onTold: () => void = () => undefined;

  constructor() {
    this.failure = new Promise((resolve) => (this.failed = resolve));
    this.stopped = new Promise((resolve) => (this.hasStopped = resolve));
  }

  static async start(
    models: PerModel<ReadModels>,
    stored: readonly StoredBatch[],
    deliveries = DELIVERIES,
    prepare: (queue: RecordsBatchQueue) => void = () => undefined,
  ): Promise<Pair> {
    const pair = new Pair();
    const journal = new DeliveringReader(stored, deliveries);
    const from = {
      views: await resumeCheckpoint(models.views, journal, pair.say),
      records: await resumeCheckpoint(models.records, journal, pair.say),
    };
    const { port1, port2 } = new MessageChannel();
    const queue = new RecordsBatchQueue(port1);
    prepare(queue);
    pair.write(models.records, port2);
    pair.follow(models, journal, from, queue);
    pair.ends.push(() => Promise.resolve(port1.close()));
    return pair;
  }

  follow(
    models: PerModel<ReadModels>,
    journal: DeliveringReader,
    from: PerModel<Checkpoint>,
    queue: RecordsBatchQueue,
  ): void {
    for (const model of MODELS) this.at[model] = from[model].position;
    const events = { written: this.tell, failed: this.failed, say: this.say };
    const following = followBoth(models, journal, from, queue, events, () => journal.deliverNext());
    this.ends.push(() => following.stop());
  }

  async reaches(end: number): Promise<undefined> {
    while (MODELS.some((model) => this.at[model] < end)) await new Promise<void>((resolve) => (this.onTold = resolve));
    return undefined;
  }

  stop(): Promise<void> {
    this.stopping ??= Promise.all(this.ends.map((end) => end())).then(() => this.hasStopped('stopped'));
    return this.stopping;
  }

  private write(records: ReadModels, port: MessagePort): void {
    const written = (position: number) => this.tell('records', position);
    const writing = writeRecordsBatches(records, port, { written, failed: this.failed, say: this.say });
    this.ends.push(() => writing.stop());
  }

  private readonly say = (line: string): void => void this.said.push(line);

  private readonly tell = (model: ModelName, position: number): void => {
    this.told.push({ model, position });
    this.at[model] = position;
    this.onTold();
  };
}

/** Delivers the first part of a request, and another one on demand. */
class DeliveringReader implements JournalReader {
  private parts: (readonly StoredBatch[])[] = [];
  private onBatches: (batches: readonly StoredBatch[]) => void | Promise<void> = () => undefined;

  constructor(
    private readonly stored: readonly StoredBatch[],
    private readonly deliveries: number,
  ) {}

  async *read(from: number): AsyncGenerator<StoredBatch> {
    for (const batch of this.stored) if (batch.position >= from) yield batch;
  }

  subscribe(after: number, onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>) {
    const due = this.stored.filter(({ position }) => position > after);
    const size = Math.ceil(due.length / this.deliveries);
    this.parts = [];
    for (let start = 0; start < due.length; start += size) this.parts.push(due.slice(start, start + size));
    this.onBatches = onBatches;
    setImmediate(() => void this.deliverNext());
    return { close: () => Promise.resolve() };
  }

  async deliverNext(): Promise<void> {
    const part = this.parts.shift();
    if (part) void this.onBatches(part);
  }
}

/** Crashes at the transaction of this number, counted over both databases, before or after its commit. */
function crashAt(number: number, when: 'before' | 'after'): (run: Run) => Run {
  let left = number;
  return (run) => async (work) => {
    if (left > 0) {
      left--;
      return run(work);
    }
    const isFirst = left-- === 0;
    if (isFirst && when === 'after') await run(work);
    if (isFirst && when === 'before') await run((transaction) => work(transaction).then(crash));
    return crash();
  };
}

function crash(): never {
  throw new ProjectionError('crash');
}

function portionOf(events: number): RecordsBatch {
  const nothing = { count: 0, columns: [] };
  return { from: NOTHING_WRITTEN, to: { position: events - 1, hash: '' }, balances: nothing, ledgerRecords: nothing };
}
