/** Records that come of what the projector of the views hands on are those that come of the journal, whatever happens on the way. */
import type { StoredBatch } from '../../../server/journal/port';
import { NOTHING_WRITTEN, readCheckpoint, type Checkpoint } from '../../../server/views/stored/checkpoint';
import { rebuildViews, type JournalReader } from '../../../server/views/stored/follow';
import { followHanded } from '../../../server/views/stored/follow-handed';
import {
  Giver,
  type GiverWay,
  type Portion,
  type TakerWay,
  type ToGiver,
} from '../../../server/views/stored/hand-over';
import { createRowsForBoth } from '../../../server/views/stored/projection';
import { openModel, type RecordsDatabase, type ViewsDatabase } from '../../../server/views/stored/views-database';
import { writeGroup } from '../../../server/views/stored/write-group';
import { sampleHistory } from '../../tools/sample-history';
import type { StoreHarness } from './harness';
import { dump } from './traders';

export function handOverConformance(name: string, harness: StoreHarness): void {
  describe(`what is handed on in ${name}`, () => {
    const history = sampleHistory(1_500, { seed: 31, users: 7 });
    /** So many batches the records read themselves, and are asked for more than they would take apart. */
    const FIRST = 1_000;
    let views: ViewsDatabase;
    let records: RecordsDatabase;
    let way: MemoryWay;
    let journal: TapReader;
    let said: string[];
    let written: Waiting;
    let following: { stop(): Promise<void> };
    /** Ends the patience of the records. */
    let losePatience: () => void;

    beforeEach(async () => {
      const config = await harness.create();
      views = await openModel(config, 'views');
      records = await openModel(config, 'records');
      way = new MemoryWay();
      journal = new TapReader(history.stored);
      said = [];
      written = new Waiting();
      losePatience = () => undefined;
    });
    afterEach(async () => {
      await following.stop();
      await views.close();
      await records.close();
    });

    test('comes to the same records, of which the journal is not asked', async () => {
      const give = await begin();
      await give(FIRST, 1_200);
      await give(1_200, history.stored.length);
      await written.reaches(history.position);
      expect(journal.readFrom).toEqual([]);
      expect(said).toEqual([]);
      await expectAsRebuilt();
    });

    test('is read from the journal where a portion is missing, and taken once where it comes twice', async () => {
      const give = await begin();
      await give(FIRST, 1_100);
      way.isOpen = false;
      await give(1_100, 1_200);
      way.isOpen = true;
      await give(1_200, 1_300);
      way.again();
      await give(1_300, history.stored.length);
      await written.reaches(history.position);
      expect(journal.readFrom).toEqual([positionAt(1_099) + 1]);
      await expectAsRebuilt();
    });

    test('that begins before what the records have already is completed from the journal', async () => {
      const give = await begin(FIRST - 10);
      await give(FIRST - 10, history.stored.length);
      await written.reaches(history.position);
      expect(journal.readFrom).toEqual([positionAt(FIRST - 1) + 1]);
      await expectAsRebuilt();
    });

    test('is waited for, and not for long', async () => {
      const give = await begin();
      await give(FIRST, 1_100);
      await written.reaches(positionAt(1_099));
      losePatience();
      await journal.subscribed(2);
      journal.deliver(1_100, history.stored.length);
      await written.reaches(history.position);
      await expectAsRebuilt();
    });

    test('is done without where the journal cannot be read up to it', async () => {
      const give = await begin();
      await give(FIRST, 1_100);
      await written.reaches(positionAt(1_099));
      way.isOpen = false;
      await give(1_100, 1_200);
      way.isOpen = true;
      journal.failure = new Error('the store is away');
      await give(1_200, 1_300);
      await journal.subscribed(2);
      expect(said).toEqual([`records: behind position ${positionAt(1_099)} nothing could be read: the store is away`]);
      journal.deliver(1_100, history.stored.length);
      await written.reaches(history.position);
      await expectAsRebuilt();
    });

    test('is not made while nobody takes it, nor for records that are far behind', async () => {
      const giver = new Giver(way.giver);
      following = { stop: () => Promise.resolve() };
      const [from, to] = [at(70_000), at(70_100)];
      expect(giver.isWanted(from, to)).toBe(false);
      for (const [position, isWanted] of [
        [10_000, true],
        [9_999, false],
        [70_099, true],
        [70_100, false],
      ] as const) {
        way.taker.send({ is: 'takes', position });
        expect(giver.isWanted(from, to)).toBe(isWanted);
      }
      way.taker.send({ is: 'takes', position: 70_000 });
      way.taker.send({ is: 'leaves' });
      expect(giver.isWanted(from, to)).toBe(false);
    });

    /** The records have read what comes first; returns how the views write more, which have written the first `viewsAt` batches. */
    async function begin(viewsAt = FIRST): Promise<(start: number, end: number) => Promise<void>> {
      const rows = createRowsForBoth();
      const giver = new Giver(way.giver);
      let checkpoint = await writeGroup(views, NOTHING_WRITTEN, history.stored.slice(0, viewsAt), rows, giver);
      following = followHanded(
        records,
        journal,
        NOTHING_WRITTEN,
        {
          written: (position) => written.at(position),
          failed: (error) => written.fail(error),
          say: (line) => said.push(line),
        },
        way.taker,
        (_, signal) =>
          new Promise((resolve) => {
            losePatience = () => resolve(undefined);
            signal.addEventListener('abort', losePatience);
          }),
      );
      journal.deliver(0, FIRST);
      await written.reaches(positionAt(FIRST - 1));
      return async (start, end) => {
        checkpoint = await writeGroup(views, checkpoint, history.stored.slice(start, end), rows, giver);
      };
    }

    async function expectAsRebuilt(): Promise<void> {
      await following.stop();
      expect(await readCheckpoint(records)).toMatchObject({ position: history.position });
      for (const model of [records, views]) {
        const before = await dump(model);
        const { position } = await readCheckpoint(model);
        const upTo = new TapReader(history.stored.filter((stored) => stored.position <= position));
        await rebuildViews(model, upTo, () => undefined);
        expect(await dump(model)).toEqual(before);
      }
    }

    function positionAt(index: number): number {
      return history.stored[index].position;
    }
  });
}

function at(position: number): Checkpoint {
  return { position, hash: 'a' };
}

/** Both ends in one thread; what is sent arrives as a copy, as between threads. */
class MemoryWay {
  isOpen = true;
  private last: Portion | null = null;
  private toGiver: (message: ToGiver) => void = () => undefined;
  private toTaker: (portion: Portion) => void = () => undefined;

  readonly giver: GiverWay = {
    send: (portion) => {
      this.last = structuredClone(portion);
      if (this.isOpen) this.toTaker(this.last);
    },
    hear: (listener) => (this.toGiver = listener),
    close: () => undefined,
  };
  readonly taker: TakerWay = {
    send: (message) => this.toGiver(message),
    hear: (listener) => (this.toTaker = listener),
    close: () => undefined,
  };

  again(): void {
    if (this.last) this.toTaker(this.last);
  }
}

/** Delivers batches to the newest subscription when it is told to, and notes what is read besides. */
class TapReader implements JournalReader {
  readonly readFrom: number[] = [];
  failure: Error | null = null;
  private subscriptions = 0;
  private send: ((batches: readonly StoredBatch[]) => void | Promise<void>) | null = null;
  private onSubscribed: () => void = () => undefined;

  constructor(private readonly stored: readonly StoredBatch[]) {}

  async *read(from: number): AsyncGenerator<StoredBatch> {
    if (this.failure) throw this.failure;
    if (from > 0) this.readFrom.push(from);
    for (const batch of this.stored) if (batch.position >= from) yield batch;
  }

  subscribe(_after: number, onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>) {
    this.send = onBatches;
    this.subscriptions++;
    this.onSubscribed();
    return { close: () => Promise.resolve() };
  }

  deliver(start: number, end: number): void {
    void this.send?.(this.stored.slice(start, end));
  }

  async subscribed(times: number): Promise<void> {
    while (this.subscriptions < times) await new Promise<void>((resolve) => (this.onSubscribed = resolve));
  }
}

/** Until the records are somewhere. */
class Waiting {
  private position = -1;
  private error: Error | null = null;
  private changed: () => void = () => undefined;

  at(position: number): void {
    this.position = position;
    this.changed();
  }

  fail(error: Error): void {
    this.error = error;
    this.changed();
  }

  async reaches(position: number): Promise<void> {
    while (this.position < position) {
      if (this.error) throw this.error;
      await new Promise<void>((resolve) => (this.changed = resolve));
    }
  }
}
