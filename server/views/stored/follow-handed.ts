/**
 * Follows the journal by itself, and while there is much to do by what another projector hands on. Whatever becomes of that
 * one, the records go on: what is not handed on in time, or does not fit, is read from the journal.
 */
import type { StoredBatch } from '../../journal/port';
import { readCheckpoint, type Checkpoint } from './checkpoint';
import {
  followJournal,
  resting,
  writeOnce,
  type Following,
  type FollowEvents,
  type JournalReader,
  type Rest,
} from './follow';
import { GroupSize } from './group-size';
import type { Portion, TakerWay } from './hand-over';
import { ProjectionError } from './projection-error';
import type { ReadModels } from './views-database';
import { writeGroup, writePortion } from './write-group';

/** A group of so many events costs so much that it should be folded once for both. */
const MANY_EVENTS = 1_000;
/** Nothing has been handed on for so long: it is read from here on, even if there is nothing to read. */
const PATIENCE_MS = 1_000;

/** A portion cannot be made smaller: what failed once is written from the journal, in smaller groups. */
class PortionGivenUp extends ProjectionError {}

export function followHanded(
  records: ReadModels,
  journal: JournalReader,
  from: Checkpoint,
  events: FollowEvents,
  way: TakerWay,
  rest: Rest = resting,
): Following {
  const taker = new Taker(records, journal, from, events, way, rest);
  return { stop: () => taker.stop() };
}

class Taker {
  private portions: Portion[] = [];
  private isAlone = true;
  private arrived: () => void = () => undefined;
  private readonly stopping = new AbortController();
  private readonly size = new GroupSize();
  private readonly ended: Promise<void>;

  constructor(
    private readonly records: ReadModels,
    private readonly journal: JournalReader,
    private checkpoint: Checkpoint,
    private readonly events: FollowEvents,
    private readonly way: TakerWay,
    private readonly rest: Rest,
  ) {
    way.hear((portion) => this.hear(portion));
    // What the thread before this one took is gone with it.
    way.send({ is: 'leaves' });
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.end();
    await this.ended;
  }

  private end(): void {
    this.stopping.abort();
    this.arrived();
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    try {
      while (!this.isStopped) {
        await this.alone();
        await this.handed();
      }
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private fail(error: Error): void {
    if (this.isStopped) return;
    this.end();
    this.events.failed(error);
  }

  private hear(portion: Portion): void {
    // Of what came before the newest one would have to read the way there all the same.
    if (this.isAlone) this.portions = [];
    this.portions.push(portion);
    this.arrived();
  }

  /** Until there is a portion that leads further. */
  private async alone(): Promise<void> {
    this.isAlone = true;
    let { position: at } = this.checkpoint;
    const events: FollowEvents = {
      written: (position, seen) => {
        if (position - at >= MANY_EVENTS) this.way.send({ is: 'takes', position });
        at = position;
        this.events.written(position, seen);
      },
      failed: (error) => this.fail(error),
      say: this.events.say,
    };
    const following = followJournal(this.records, this.journal, this.checkpoint, events, { size: this.size });
    while (!this.isStopped && !this.portions.some(({ to }) => to.position > at)) {
      await new Promise<void>((resolve) => (this.arrived = resolve));
    }
    this.isAlone = false;
    await following.stop();
    if (!this.isStopped) this.checkpoint = await readCheckpoint(this.records);
  }

  /** As long as there are portions that fit, or nearly. */
  private async handed(): Promise<void> {
    for (let portion = await this.next(); portion; portion = await this.next()) {
      if (portion.to.position <= this.checkpoint.position) continue;
      const group = await this.readUpTo(portion);
      if (!group) break;
      if (group.length > 0)
        await this.write(group.at(-1) as StoredBatch, (from) => writeGroup(this.records, from, group));
      const next = portion;
      if (isAt(this.checkpoint, next.from) && !(await this.writeWhole(next))) break;
      if (this.isStopped) return;
      const { position } = this.checkpoint;
      this.way.send({ is: 'takes', position });
      this.events.written(position, Math.max(next.to.position, this.journal.position?.() ?? -1));
    }
    this.portions = [];
    this.way.send({ is: 'leaves' });
  }

  private async next(): Promise<Portion | undefined> {
    if (this.portions.length === 0 && !this.isStopped) {
      const impatience = new AbortController();
      const signal = AbortSignal.any([impatience.signal, this.stopping.signal]);
      const arrival = new Promise<void>((resolve) => (this.arrived = resolve));
      await Promise.race([arrival, this.rest(PATIENCE_MS, signal).catch(() => undefined)]);
      impatience.abort();
    }
    return this.isStopped ? undefined : this.portions.shift();
  }

  /**
   * The batches that are missing before the portion fits, or where it begins before the checkpoint those that make it needless.
   * Null when they are too many, or cannot be read now: the subscription knows how to wait.
   */
  private async readUpTo({ from, to }: Portion): Promise<StoredBatch[] | null> {
    const { checkpoint } = this;
    if (isAt(checkpoint, from)) return [];
    if (from.position - checkpoint.position > this.size.eventsMax) return null;
    const end = from.position > checkpoint.position ? from.position : to.position;
    const group: StoredBatch[] = [];
    try {
      for await (const stored of this.journal.read(checkpoint.position + 1)) {
        if (stored.position > end) break;
        group.push(stored);
      }
    } catch (error) {
      this.events.say(
        `records: behind position ${checkpoint.position} nothing could be read: ${(error as Error).message}`,
      );
      return null;
    }
    return group.at(-1)?.position === end ? group : null;
  }

  /** False when the store did not take it. */
  private async writeWhole(portion: Portion): Promise<boolean> {
    const events = portion.to.position - portion.from.position;
    let hasFailed = false;
    try {
      await this.write(portion.to, () => {
        if (hasFailed) throw new PortionGivenUp();
        hasFailed = true;
        return writePortion(this.records, portion);
      });
      return true;
    } catch (error) {
      if (!(error instanceof PortionGivenUp)) throw error;
      this.size.failed(events);
      return false;
    }
  }

  private async write(to: Checkpoint, write: (from: Checkpoint) => Promise<Checkpoint>): Promise<void> {
    const from = this.checkpoint;
    const { position, hash } = to;
    const giveUp = { say: this.events.say, signal: this.stopping.signal };
    this.checkpoint = await writeOnce(
      this.records,
      from,
      () => ({ position, hash }),
      () => write(from),
      giveUp,
    );
  }
}

function isAt(one: Checkpoint, other: Checkpoint): boolean {
  return one.position === other.position && one.hash === other.hash;
}
