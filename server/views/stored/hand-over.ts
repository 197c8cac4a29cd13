/**
 * What the projector of the views hands on to that of the records. Both fold the same batches into the same balances; where there
 * is much to do, one of them takes batches apart for both, and the other has nothing left to do but to write.
 */
import type { Checkpoint } from './checkpoint';
import type { Rows } from './projection';
import type { PackedRows } from './packed-rows';

/** Everything that a group of batches does to the tables of the records. It is true whatever becomes of who folded it. */
export interface Portion {
  from: Checkpoint;
  to: Checkpoint;
  balances: PackedRows;
  ledgerRecords: PackedRows;
}

export type ToGiver =
  /** The records are at `position` and take what comes behind it. */
  | { is: 'takes'; position: number }
  /** They read the journal themselves. */
  | { is: 'leaves' };

/** One end of the way between the two threads. What is sent while nobody listens at the other end is lost. */
export interface Way<Sent, Heard> {
  send(message: Sent): void;
  /** One listener; the latest. */
  hear(listener: (message: Heard) => void): void;
  close(): void;
}
export type GiverWay = Way<Portion, ToGiver>;
export type TakerWay = Way<ToGiver, Portion>;

/** Both ends join by name, each as often as its thread is started. */
export function openWay<Sent, Heard>(name: string): Way<Sent, Heard> {
  const channel = new BroadcastChannel(name) as unknown as WorkerChannel;
  // It alone keeps no thread alive.
  channel.unref();
  return {
    send: (message) => channel.postMessage(message),
    hear: (listener) => (channel.onmessage = ({ data }) => listener(data as Heard)),
    close: () => channel.close(),
  };
}

/** What Node's has; the name is also one of the browser's, whose types differ. */
interface WorkerChannel {
  postMessage(message: unknown): void;
  onmessage: (event: { data: unknown }) => void;
  unref(): void;
  close(): void;
}

/** So far ahead of the records nothing is handed on: what waits for a slow database would fill the memory. */
const AHEAD_EVENTS_MAX = 60_000;

/** The side of the views: whom the next group is folded for, and what it came to. */
export class Giver {
  /** How far the records are; null while they read the journal themselves. */
  private taken: number | null = null;

  constructor(private readonly way: GiverWay) {
    way.hear((message) => (this.taken = message.is === 'takes' ? message.position : null));
  }

  /** Whether a group that begins behind `from` should be folded for the records as well. */
  isWanted({ position }: Checkpoint, to: Checkpoint): boolean {
    return this.taken !== null && this.taken < to.position && position - this.taken <= AHEAD_EVENTS_MAX;
  }

  give(from: Checkpoint, to: Checkpoint, { balances, ledgerRecords }: Rows): void {
    this.way.send({
      from,
      to,
      balances: balances.packChanged(),
      ledgerRecords: ledgerRecords.takeAdded(),
    });
  }
}
