/** Carries the read models of one database from where they are to wherever the journal gets, in transactions of whole batches. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Journal, StoredBatch } from '../../../journal/port';
import { tellsCatchUp } from './catch-up';
import { CheckpointMovedError, clearViews, NOTHING_WRITTEN, readCheckpoint, type Checkpoint } from './checkpoint';
import { GroupSize } from './group-size';
import type { Portion, PortionQueue } from './portion';
import { createRows } from '../projection';
import { ProjectionError } from './projection-error';
import type { ReadModels } from '../views-database';
import { writeGroup } from './write-group';

/** What a projector needs of a journal. `position`, where the reader can tell it, is that of the last durable event. */
export interface JournalReader extends Pick<Journal, 'read' | 'subscribe'> {
  position?(): number;
}

/**
 * So many events are not kept waiting for more. With fewer a thousand users who trade each have a page of their own in the
 * indexes by user that is written for two or three rows.
 */
const ENOUGH_EVENTS = 15_000;
/**
 * What comes soon after a transaction is gathered for the next: within as long as the last one took, since half the time
 * spent writing means that groups should grow, but no shorter and no longer than this.
 */
const GATHER_MS_MIN = 5;
const GATHER_MS_MAX = 200;
/** What waits while a transaction is written; beyond it the journal is asked to slow down. */
const WAITING_EVENTS_MAX = 60_000;
const RETRY_MS_FIRST = 100;
const RETRY_MS_MAX = 5_000;

/** What a line of the log calls them. */
const WORDS = { views: 'read models', records: 'records' } as const;

type Say = (line: string) => void;
/** Resolves after so many milliseconds; rejects when the signal comes first. */
export type Rest = (ms: number, signal: AbortSignal) => Promise<unknown>;

/**
 * Where to go on from. When the journal has no batch with the checkpoint's hash at its place, it is not the journal that
 * the read models were made from, or it was cut: they are emptied, since the journal is the truth and they are not.
 */
export async function agreeWithJournal(views: ReadModels, journal: JournalReader, say: Say): Promise<Checkpoint> {
  const checkpoint = await readCheckpoint(views);
  if (checkpoint.position < 0) return checkpoint;
  const found = await batchAt(journal, checkpoint.position);
  if (found?.position === checkpoint.position && found.hash === checkpoint.hash) return checkpoint;
  say(
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

/** Empties the read models and makes them anew from what the journal holds now. `progress` hears of every group. */
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
    const started = performance.now();
    checkpoint = await writeGroup(views, checkpoint, group, rows);
    size.wrote(events, performance.now() - started);
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
  /** The read models are at `position`; the journal is known to be at `seen`. */
  written(position: number, seen: number): void;
  /** It has ended by itself and will write nothing more. */
  failed(error: Error): void;
  say: Say;
}

export interface Following {
  stop(): Promise<void>;
}

export interface FollowOptions {
  rest?: Rest | undefined;
  /** Takes the records of each group of the views once the group is committed. */
  queue?: PortionQueue | undefined;
  /** A size that is learnt by others too. */
  size?: GroupSize | undefined;
}

const resting: Rest = (ms, signal) => delay(ms, undefined, { signal });

/** Follows the journal until `stop`; what was delivered and not written by then is delivered again next time. */
export function followJournal(
  views: ReadModels,
  journal: JournalReader,
  from: Checkpoint,
  events: FollowEvents,
  { rest = resting, queue, size = new GroupSize() }: FollowOptions = {},
): Following {
  const following = new GroupWriter(views, journal, from, events, rest, queue, size);
  return { stop: () => following.stop() };
}

class GroupWriter {
  private readonly rows;
  private waiting: StoredBatch[] = [];
  private waitingEvents = 0;
  private seen: number;
  private writing: Promise<void> | null = null;
  /** Lets the journal go on once there is room. */
  private makeRoom: (() => void) | null = null;
  /** Ends the gathering because there is enough for a transaction. */
  private isEnough: (() => void) | null = null;
  private isStopped = false;
  private readonly stopping = new AbortController();
  private readonly subscription;
  private readonly tellCatchUp;

  constructor(
    private readonly views: ReadModels,
    private readonly journal: JournalReader,
    private checkpoint: Checkpoint,
    private readonly events: FollowEvents,
    private readonly rest: Rest,
    private readonly queue: PortionQueue | undefined,
    private readonly size: GroupSize,
  ) {
    this.rows = createRows(views.name);
    this.seen = checkpoint.position;
    this.tellCatchUp = tellsCatchUp(WORDS[views.name], checkpoint.position, events.say);
    this.subscription = journal.subscribe(
      checkpoint.position,
      (batches) => this.take(batches),
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
    this.waiting = [];
    this.makeRoom?.();
  }

  private fail(error: Error): void {
    if (this.isStopped) return;
    this.end();
    this.events.failed(error);
  }

  private take(batches: readonly StoredBatch[]): void | Promise<void> {
    if (this.isStopped) return;
    for (const stored of batches) {
      this.waiting.push(stored);
      this.waitingEvents += stored.batch.events.length;
      this.seen = stored.position;
    }
    if (this.waitingEvents >= this.enough) this.isEnough?.();
    this.writing ??= this.writeAll().finally(() => (this.writing = null));
    if (this.waitingEvents < WAITING_EVENTS_MAX) return;
    return new Promise((resolve) => (this.makeRoom = resolve));
  }

  private async writeAll(): Promise<void> {
    try {
      // What arrives together is written together: nothing is written before the delivery has had its turn.
      await Promise.resolve();
      while (this.waiting.length > 0) {
        await this.queue?.room(this.stopping.signal);
        if (this.isStopped) return;
        const started = performance.now();
        this.checkpoint = await this.write(this.nextGroup());
        if (this.isStopped) return;
        const seen = Math.max(this.seen, this.journal.position?.() ?? -1);
        this.events.written(this.checkpoint.position, seen);
        this.tellCatchUp(this.checkpoint.position, seen);
        await this.gather(performance.now() - started);
      }
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private get enough(): number {
    return Math.min(ENOUGH_EVENTS, this.eventsMax);
  }

  private get eventsMax(): number {
    return Math.min(this.size.eventsMax, this.queue?.size.eventsMax ?? Infinity);
  }

  private async gather(lastMs: number): Promise<void> {
    if (this.waitingEvents >= this.enough) return;
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
    while (count < this.waiting.length && groupEvents < this.eventsMax) {
      groupEvents += this.waiting[count++].batch.events.length;
    }
    this.waitingEvents -= groupEvents;
    if (this.waitingEvents < WAITING_EVENTS_MAX) this.makeRoom?.();
    return this.waiting.splice(0, count);
  }

  private async write(group: StoredBatch[]): Promise<Checkpoint> {
    const from = this.checkpoint;
    let part = group;
    let hasFailed = false;
    const portions = new Map<string, Portion>();
    const folded = this.queue && ((portion: Portion) => portions.set(portion.to.hash, portion));
    const last = (): StoredBatch => part[part.length - 1];
    const write = async (): Promise<Checkpoint> => {
      if (hasFailed) part = this.smaller(part);
      hasFailed = true;
      const started = performance.now();
      const to = await writeGroup(this.views, from, part, this.rows, folded);
      this.size.wrote(eventsOf(part), performance.now() - started);
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
    const written = this.waiting.filter((stored) => stored.position <= position);
    this.waitingEvents -= eventsOf(written);
    this.waiting.splice(0, written.length);
  }

  /** The beginning of what could not be written; the rest waits again, in front. */
  private smaller(group: StoredBatch[]): StoredBatch[] {
    this.size.failed(eventsOf(group));
    let count = 0;
    for (let events = 0; count < group.length && events < this.size.eventsMax; count++)
      events += group[count].batch.events.length;
    const rest = group.slice(count);
    if (!this.isStopped) {
      this.waiting.unshift(...rest);
      this.waitingEvents += eventsOf(rest);
    }
    return group.slice(0, count);
  }
}

function eventsOf(group: readonly StoredBatch[]): number {
  return group.reduce((events, { batch }) => events + batch.events.length, 0);
}

/**
 * Writes once what leads from one checkpoint to the other, however often the store has to be asked: the checkpoint tells whether it took.
 * What is written the next time may lead less far: `to` is asked anew. A store that did not answer may still take what it was given while
 * it is asked again, so the checkpoint of any try before ends it too. A store that tells its checkpoint and then refuses the write so
 * many times is not asked again.
 */
export async function writeOnce(
  views: ReadModels,
  from: Checkpoint,
  to: () => Checkpoint,
  write: () => Promise<Checkpoint>,
  { say, signal, refusalsMax = Infinity }: { say: Say; signal: AbortSignal; refusalsMax?: number },
): Promise<Checkpoint> {
  const tried = new Map<string, Checkpoint>();
  const taken = async (): Promise<Checkpoint | null> => {
    const now = await readCheckpoint(views);
    if (now.position === from.position) return null;
    const before = tried.get(now.hash);
    if (before?.position !== now.position) throw new CheckpointMovedError(`the checkpoint is at ${now.position}`);
    return now;
  };
  let refusals = 0;
  for (let pause = RETRY_MS_FIRST; ; pause = Math.min(pause * 2, RETRY_MS_MAX)) {
    let hasAnswered = false;
    try {
      const before = tried.size > 0 && (await taken());
      if (before) return before;
      hasAnswered = tried.size > 0;
      return await write();
    } catch (error) {
      if (signal.aborted) throw error;
      if (hasAnswered && !isBusy(error)) refusals++;
      if (isHopeless(error) || refusals >= refusalsMax) {
        const before = tried.size > 0 && (await taken());
        if (!before) throw error;
        return before;
      }
      const { position, hash } = to();
      tried.set(hash, { position, hash });
      say(`${WORDS[views.name]}: position ${position} is not written yet: ${(error as Error).message}`);
      await delay(pause, undefined, { signal });
    }
  }
}

/** Another connection holds the write lock of SQLite. */
function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}

/** A duplicate key, a wrong type or a bug stays what it is; a store that is busy, full or away may come back. */
function isHopeless(error: unknown): boolean {
  if (error instanceof ProjectionError || error instanceof TypeError || error instanceof RangeError) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (code.startsWith('SQLITE_CONSTRAINT') || /^2[23]\w{3}$/.test(code));
}
