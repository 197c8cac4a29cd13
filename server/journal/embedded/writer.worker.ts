/** The thread that hashes, writes and syncs, so that the deciding thread never waits for a disk. */
import { parentPort, workerData } from 'node:worker_threads';
import { AppendError, type AppendFault, type JournalHead } from '../port';
import { durablePositionOf } from './durable-position';
import { nodeFiles } from './files';
import { HEARTBEAT_MS } from './lock';
import { ownedFiles, ownershipOf } from './ownership';
import { JournalTornError } from './recover';
import { JournalDamagedError } from './segments/segment-file';
import { SegmentWriter, type WriterOptions } from './segments/segment-writer';

export interface ThreadData {
  options: WriterOptions;
  durable: SharedArrayBuffer;
  /** This process's lock file. */
  lock: string;
}

export type ToWriter =
  | { is: 'append'; bodies: SharedArrayBuffer; bytes: number; lengths: Uint32Array; first: number; position: number }
  | { is: 'close' };

export type FromWriter =
  | { is: 'open'; head: JournalHead }
  | { is: 'damaged'; message: string }
  | { is: 'torn'; message: string; position: number }
  | { is: 'failed'; message: string }
  | { is: 'stored'; hashes: string }
  | { is: 'not_stored'; fault: AppendFault; message: string };

function run(): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  const { options, durable, lock } = workerData as ThreadData;
  const ownership = ownershipOf(lock);
  // Both threads write heartbeats: if one is busy for long, the other continues.
  setInterval(() => ownership.heartbeat(), HEARTBEAT_MS).unref();
  const send = (message: FromWriter) => port.postMessage(message);
  let writer: SegmentWriter;
  try {
    writer = SegmentWriter.open(ownedFiles(nodeFiles, ownership), options, durablePositionOf(durable));
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof JournalTornError) send({ is: 'torn', message, position: error.position });
    else send({ is: error instanceof JournalDamagedError ? 'damaged' : 'failed', message });
    port.close();
    return;
  }
  send({ is: 'open', head: writer.head });
  port.on('message', (message: ToWriter) => {
    if (message.is === 'close') {
      writer.close();
      port.close();
      return;
    }
    try {
      const { lengths, first, position } = message;
      const bodies = Buffer.from(message.bodies, 0, message.bytes);
      send({ is: 'stored', hashes: writer.append({ bodies, lengths, first, position }) });
    } catch (error) {
      const fault = error instanceof AppendError ? error.fault : 'unknown';
      send({ is: 'not_stored', fault, message: (error as Error).message });
    }
  });
}

run();
