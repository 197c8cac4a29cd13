/** Folded records in transit from the projector thread to the records writer. */
import type { MessagePort } from 'node:worker_threads';
import type { Checkpoint } from './checkpoint';
import { GroupSize } from './group-size';
import { buffersOf, type PackedRows } from '../rows/packed-rows';
import type { Rows } from '../projection';

/** All changes of a group of batches in the tables of the records. */
export interface RecordsBatch {
  from: Checkpoint;
  to: Checkpoint;
  balances: PackedRows;
  ledgerRecords: PackedRows;
}

/** The answer to a portion after its commit. */
export interface RecordsBatchWritten {
  events: number;
  /** Duration of its transaction. */
  ms: number;
}

export function recordsBatchOf(from: Checkpoint, to: Checkpoint, { balances, ledgerRecords }: Rows): RecordsBatch {
  return { from, to, balances: balances.packChanged(), ledgerRecords: ledgerRecords.takeAdded() };
}

export function eventsIn({ from, to }: RecordsBatch): number {
  return to.position - from.position;
}

/** Bounds the memory that waits for a slow database. */
const QUEUED_EVENTS_MAX = 60_000;

/** The folding thread's side of the port. */
export class RecordsBatchQueue {
  /** Size of groups that the records' database writes in time. */
  readonly size = new GroupSize();
  private queuedEvents = 0;
  private makeRoom: () => void = () => undefined;

  constructor(private readonly port: MessagePort) {
    port.on('message', ({ events, ms }: RecordsBatchWritten) => {
      this.queuedEvents -= events;
      this.size.wrote(events, ms);
      this.makeRoom();
    });
  }

  send(portion: RecordsBatch): void {
    this.queuedEvents += eventsIn(portion);
    const { balances, ledgerRecords } = portion;
    this.port.postMessage(portion, [...buffersOf(balances), ...buffersOf(ledgerRecords)]);
  }

  /** Waits while too much is queued. */
  async waitForRoom(signal: AbortSignal): Promise<void> {
    while (this.queuedEvents > QUEUED_EVENTS_MAX && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.makeRoom = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
}
