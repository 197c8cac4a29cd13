/** Projects the journal into the read models of one database, from their checkpoint on, in transactions of whole batches. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Journal, StoredBatch } from '../../../journal/port';
import { catchUpReporter } from './catch-up';
import { CheckpointMovedError, clearViews, NOTHING_WRITTEN, readCheckpoint, type Checkpoint } from './checkpoint';
import { GroupSize } from './group-size';
import type { RecordsBatch, RecordsBatchQueue } from './records-batch';
import { createRows } from './create-rows';
import { ProjectionError } from './projection-error';
import type { ReadModels } from '../views-database';
import { writeGroup } from './write-group';

/** Journal interface that a projector needs. `position`, if the reader supports it, is the position of the last durable event. */
export interface JournalReader extends Pick<Journal, 'read' | 'subscribe'> {
  position?(): number;
}

/**
 * Events at which a group is written without waiting for more. Smaller groups are inefficient: with a thousand active users, each index
 * page by user is written for only two or three rows.
 */
const ENOUGH_EVENTS = 15_000;
/**
 * Events that arrive soon after a transaction are gathered for the next one. The delay equals the last transaction's duration, since half
 * the time spent writing means that groups should grow, within these bounds in milliseconds.
 */
const GATHER_MS_MIN = 5;
const GATHER_MS_MAX = 200;
/** Events queued while a transaction is written; beyond this, back-pressure slows the journal down. */
const WAITING_EVENTS_MAX = 60_000;
const RETRY_MS_FIRST = 100;
const RETRY_MS_MAX = 5_000;

/** Names of the stores in log lines. */
const WORDS = { views: 'read models', records: 'records' } as const;

type LogLine = (line: string) => void;
/** Resolves after this many milliseconds; rejects when the signal aborts. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<unknown>;

/**
 * Returns the checkpoint to continue from. If the journal has no batch with the checkpoint's hash at its position, the read models come
 * from another journal or the journal was cut. The read models are then emptied, since the journal is the source of truth.
 */
export async function resumeCheckpoint(views: ReadModels, journal: JournalReader, log: LogLine): Promise<Checkpoint> {
  const checkpoint = await readCheckpoint(views);
  if (checkpoint.position < 0) return checkpoint;
  const found = await batchAt(journal, checkpoint.position);
  if (found?.position === checkpoint.position && found.hash === checkpoint.hash) return checkpoint;
  log(
    `${WORDS[views.name]} are at position ${checkpoint.position} with hash ${checkpoint.hash}, where the journal ` +
      `${found ? `has hash ${found.hash} (batch ${found.position})` : 'has nothing'}: ` +
      'it was replaced or cut; making them anew from the first event',
  );
  await clearViews(views);
  return NOTHING_WRITTEN;
}

async function batchAt(journal: JournalReader, position: number): Promise<StoredBatch | null> {
  for await (const stored of journal.read(position)) return stored;
  return null;
}

/** Empties the read models and rebuilds them from the journal. `progress` is called after every group. */
export async function rebuildViews(
  views: ReadModels,
  journal: Pick<Journal, 'read'>,
  progress: (checkpoint: Checkpoint) => void,
): Promise<void> {
  await clearViews(views);
  const rows = createRows(views.name);
  const size = new GroupSize();
  let checkpoint = NOTHING_WRITTEN;
  let group: StoredBatch[] = [];
  let events = 0;
  const write = async () => {
    const startedAt = performance.now();
    checkpoint = await writeGroup(views, checkpoint, group, rows);
    size.wrote(events, performance.now() - startedAt);
    group = [];
    events = 0;
    progress(checkpoint);
  };
  for await (const stored of journal.read(0)) {
    group.push(stored);
    events += stored.batch.events.length;
    if (events >= size.eventsMax) await write();
  }
  if (group.length > 0) await write();
}

export interface FollowEvents {
  /** The read models are at `position`; the journal is known to be at `journalEnd`. */
  written(position: number, journalEnd: number): void;
  /** The follower has ended by itself and writes nothing more. */
  failed(error: Error): void;
  say: LogLine;
}

export interface Following {
  stop(): Promise<void>;
}

export interface FollowOptions {
  rest?: Delay | undefined;
  /** Takes the records of each group of the views once the group is committed. */
  queue?: RecordsBatchQueue | undefined;
  /** Group size shared with other followers. */
  size?: GroupSize | undefined;
}

const abortableDelay: Delay = (ms, signal) => delay(ms, undefined, { signal });

/** Follows the journal until `stop`; batches delivered but not written by then are delivered again at the next start. */
export function followJournal(
  views: ReadModels,
  journal: JournalReader,
  from: Checkpoint,
  events: FollowEvents,
  { rest = abortableDelay, queue, size = new GroupSize() }: FollowOptions = {},
): Following {
  const following = new GroupWriter(views, journal, from, events, rest, queue, size);
  return { stop: () => following.stop() };
}

class GroupWriter {
  private readonly rows;
  private waitingBatches: StoredBatch[] = [];
  private waitingEvents = 0;
  private journalEnd: number;
  private writing: Promise<void> | null = null;
  /** Lets the journal continue once there is room. */
  private makeRoom: (() => void) | null = null;
  /** Ends the gathering when there are enough events for a transaction. */
  private isEnough: (() => void) | null = null;
  private isStopped = false;
  private readonly stopping = new AbortController();
  private readonly subscription;
  private readonly reportCatchUp;

  constructor(
    private readonly views: ReadModels,
    private readonly journal: JournalReader,
    private checkpoint: Checkpoint,
    private readonly events: FollowEvents,
    private readonly rest: Delay,
    private readonly queue: RecordsBatchQueue | undefined,
    private readonly size: GroupSize,
  ) {
    this.rows = createRows(views.name);
    this.journalEnd = checkpoint.position;
    this.reportCatchUp = catchUpReporter(WORDS[views.name], checkpoint.position, events.say);
    this.subscription = journal.subscribe(
      checkpoint.position,
      (batches) => this.enqueue(batches),
      (error) => this.fail(error),
    );
  }

  async stop(): Promise<void> {
    this.end();
    await this.subscription.close();
    await this.writing;
  }

  private end(): void {
    this.isStopped = true;
    this.stopping.abort();
    this.waitingBatches = [];
    this.makeRoom?.();
  }

  private fail(error: Error): void {
    if (this.isStopped) return;
    this.end();
    this.events.failed(error);
  }

  private enqueue(batches: readonly StoredBatch[]): void | Promise<void> {
    if (this.isStopped) return;
    for (const stored of batches) {
      this.waitingBatches.push(stored);
      this.waitingEvents += stored.batch.events.length;
      this.journalEnd = stored.position;
    }
    if (this.waitingEvents >= this.enoughEvents) this.isEnough?.();
    this.writing ??= this.writeAll().finally(() => (this.writing = null));
    if (this.waitingEvents < WAITING_EVENTS_MAX) return;
    return new Promise((resolve) => (this.makeRoom = resolve));
  }

  private async writeAll(): Promise<void> {
    try {
      // Batches that arrive together are written together, so writing waits until the delivery has finished.
      await Promise.resolve();
      while (this.waitingBatches.length > 0) {
        await this.queue?.waitForRoom(this.stopping.signal);
        if (this.isStopped) return;
        const startedAt = performance.now();
        this.checkpoint = await this.write(this.nextGroup());
        if (this.isStopped) return;
        const journalEnd = Math.max(this.journalEnd, this.journal.position?.() ?? -1);
        this.events.written(this.checkpoint.position, journalEnd);
        this.reportCatchUp(this.checkpoint.position, journalEnd);
        await this.gather(performance.now() - startedAt);
      }
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private get enoughEvents(): number {
    return Math.min(ENOUGH_EVENTS, this.eventsMax);
  }

  private get eventsMax(): number {
    return Math.min(this.size.eventsMax, this.queue?.size.eventsMax ?? Infinity);
  }

  private async gather(lastMs: number): Promise<void> {
    if (this.waitingEvents >= this.enoughEvents) return;
    const enough = new Promise<void>((resolve) => (this.isEnough = resolve));
    await Promise.race([
      this.rest(Math.min(Math.max(lastMs, GATHER_MS_MIN), GATHER_MS_MAX), this.stopping.signal),
      enough,
    ]);
    this.isEnough = null;
  }

  private nextGroup(): StoredBatch[] {
    let count = 0;
    let groupEvents = 0;
    while (count < this.waitingBatches.length && groupEvents < this.eventsMax) {
      groupEvents += this.waitingBatches[count++].batch.events.length;
    }
    this.waitingEvents -= groupEvents;
    if (this.waitingEvents < WAITING_EVENTS_MAX) this.makeRoom?.();
    return this.waitingBatches.splice(0, count);
  }

  private async write(group: StoredBatch[]): Promise<Checkpoint> {
    const from = this.checkpoint;
    let currentGroup = group;
    let hasFailed = false;
    const portions = new Map<string, RecordsBatch>();
    const folded = this.queue && ((portion: RecordsBatch) => portions.set(portion.to.hash, portion));
    const last = (): StoredBatch => currentGroup[currentGroup.length - 1];
    const write = async (): Promise<Checkpoint> => {
      if (hasFailed) currentGroup = this.splitFailedGroup(currentGroup);
      hasFailed = true;
      const startedAt = performance.now();
      const to = await writeGroup(this.views, from, currentGroup, this.rows, folded);
      this.size.wrote(eventsOf(currentGroup), performance.now() - startedAt);
      return to;
    };
    const giveUp = { say: this.events.say, signal: this.stopping.signal };
    const to = await writeOnce(this.views, from, last, write, giveUp);
    const portion = portions.get(to.hash);
    if (portion) this.queue?.send(portion);
    this.forget(to.position);
    return to;
  }

  /** Batches that were queued again when a group was made smaller may have been written with the whole group. */
  private forget(position: number): void {
    const writtenBatches = this.waitingBatches.filter((stored) => stored.position <= position);
    this.waitingEvents -= eventsOf(writtenBatches);
    this.waitingBatches.splice(0, writtenBatches.length);
  }

  /** Returns the first part of a failed group; the rest goes back to the front of the queue. */
  private splitFailedGroup(group: StoredBatch[]): StoredBatch[] {
    this.size.failed(eventsOf(group));
    let count = 0;
    for (let events = 0; count < group.length && events < this.size.eventsMax; count++)
      events += group[count].batch.events.length;
    const rest = group.slice(count);
    if (!this.isStopped) {
      this.waitingBatches.unshift(...rest);
      this.waitingEvents += eventsOf(rest);
    }
    return group.slice(0, count);
  }
}

function eventsOf(group: readonly StoredBatch[]): number {
  return group.reduce((events, { batch }) => events + batch.events.length, 0);
}

/**
 * Writes the step between two checkpoints exactly once, with retries: the checkpoint shows whether a write was committed. A retry may cover
 * less, so `to` is evaluated again. A store that timed out may still commit during a retry, so the checkpoint of any earlier try also
 * completes the write. If a store returns its checkpoint but rejects the write repeatedly, the retries end.
 */
export async function writeOnce(
  views: ReadModels,
  from: Checkpoint,
  to: () => Checkpoint,
  write: () => Promise<Checkpoint>,
  { say, signal, refusalsMax = Infinity }: { say: LogLine; signal: AbortSignal; refusalsMax?: number },
): Promise<Checkpoint> {
  const attempts = new Map<string, Checkpoint>();
  const findApplied = async (): Promise<Checkpoint | null> => {
    const checkpoint = await readCheckpoint(views);
    if (checkpoint.position === from.position) return null;
    const before = attempts.get(checkpoint.hash);
    if (before?.position !== checkpoint.position)
      throw new CheckpointMovedError(`the checkpoint is at ${checkpoint.position}`);
    return checkpoint;
  };
  let refusals = 0;
  for (let pause = RETRY_MS_FIRST; ; pause = Math.min(pause * 2, RETRY_MS_MAX)) {
    let hasAnswered = false;
    try {
      const before = attempts.size > 0 && (await findApplied());
      if (before) return before;
      hasAnswered = attempts.size > 0;
      return await write();
    } catch (error) {
      if (signal.aborted) throw error;
      if (hasAnswered && !isBusy(error)) refusals++;
      if (isPermanentFault(error) || refusals >= refusalsMax) {
        const before = attempts.size > 0 && (await findApplied());
        if (!before) throw error;
        return before;
      }
      const { position, hash } = to();
      attempts.set(hash, { position, hash });
      say(`${WORDS[views.name]}: position ${position} is not written yet: ${(error as Error).message}`);
      await delay(pause, undefined, { signal });
    }
  }
}

/** Another connection has SQLite's write lock. */
function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}

/** Duplicate keys, wrong types and bugs are permanent; a busy, full or absent store may recover. */
function isPermanentFault(error: unknown): boolean {
  if (error instanceof ProjectionError || error instanceof TypeError || error instanceof RangeError) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (code.startsWith('SQLITE_CONSTRAINT') || /^2[23]\w{3}$/.test(code));
}
