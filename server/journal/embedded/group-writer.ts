/** The writer as the journal sees it: in a thread of its own, or in the caller's for tests of its file layer. */
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppendError, type JournalHead } from '../port';
import { durablePositionOf } from './durable-position';
import type { Files } from './files';
import { JournalTornError } from './recover';
import { JournalDamagedError } from './segments/segment-file';
import { SegmentWriter, type WriterOptions } from './segments/segment-writer';
import { workerFile } from '../worker-file';
import type { FromWriter, ThreadData, ToWriter } from './writer.worker';

/** A group in transit: bodies in memory shared by both threads, so nothing is copied. */
export interface GroupInMemory {
  bodies: SharedArrayBuffer;
  bytes: number;
  lengths: Uint32Array;
  first: number;
  position: number;
}

export interface GroupWriter {
  readonly initialHead: JournalHead;
  /** Returns the hashes of the group's batches, 64 characters each; rejects with AppendError. One call at a time. */
  append(group: GroupInMemory): Promise<string>;
  close(): Promise<void>;
}

export function openInlineWriter(files: Files, options: WriterOptions, durable: SharedArrayBuffer): GroupWriter {
  const writer = SegmentWriter.open(files, options, durablePositionOf(durable));
  return {
    initialHead: writer.head,
    append: async ({ bodies, bytes, lengths, first, position }) =>
      writer.append({ bodies: Buffer.from(bodies, 0, bytes), lengths, first, position }),
    close: async () => writer.close(),
  };
}

/** Writes while `lock` exists. Calls `onDead` at once if an open writer can write no more. */
export async function openThreadWriter(
  options: WriterOptions,
  durable: SharedArrayBuffer,
  lock: string,
  onDead: (error: Error) => void = () => undefined,
): Promise<GroupWriter> {
  const thread = new WriterThread({ options, durable, lock }, onDead);
  const answer = await thread.request(null);
  if (answer.is === 'open') return thread.asWriter(answer.head);
  await thread.exit;
  if (answer.is === 'torn') throw new JournalTornError(answer.message, answer.position);
  const message = 'message' in answer ? answer.message : `the writer said ${answer.is}`;
  throw answer.is === 'damaged' ? new JournalDamagedError(message) : new Error(message);
}

class WriterThread {
  readonly exit: Promise<void>;
  private readonly worker: Worker;
  private pendingRequest: { resolve: (answer: FromWriter) => void; reject: (error: Error) => void } | null = null;
  private failure: AppendError | null = null;
  private isOpen = false;

  constructor(
    data: ThreadData,
    private readonly onDead: (error: Error) => void,
  ) {
    this.worker = new Worker(workerFile(path.join(__dirname, 'writer.worker')), { workerData: data });
    this.worker.on('message', (answer: FromWriter) => {
      this.pendingRequest?.resolve(answer);
      this.pendingRequest = null;
    });
    this.worker.on('error', (error) => this.fail(error));
    this.exit = new Promise((resolve) => {
      this.worker.on('exit', () => {
        this.fail(new Error('the writer thread has ended'));
        resolve();
      });
    });
  }

  /** Sends one message, or none, and waits for the next answer. */
  request(message: ToWriter | null): Promise<FromWriter> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.pendingRequest = { resolve, reject };
      if (message) this.worker.postMessage(message);
    });
  }

  asWriter(initialHead: JournalHead): GroupWriter {
    this.isOpen = true;
    return {
      initialHead,
      append: async (group) => {
        const answer = await this.request({ is: 'append', ...group });
        if (answer.is === 'stored') return answer.hashes;
        if (answer.is === 'not_stored') throw new AppendError(answer.fault, answer.message);
        throw new AppendError('unknown', `the writer said ${answer.is}`);
      },
      close: async () => {
        this.isOpen = false;
        this.worker.postMessage({ is: 'close' } satisfies ToWriter);
        await this.exit;
      },
    };
  }

  /** A thread that died during an append may or may not have stored it. */
  private fail(cause: Error): void {
    this.failure ??= new AppendError('broken', cause.message, { cause });
    this.pendingRequest?.reject(this.failure);
    this.pendingRequest = null;
    if (this.isOpen) this.onDead(this.failure);
    this.isOpen = false;
  }
}
