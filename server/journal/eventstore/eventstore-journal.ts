/**
 * The journal in EventStoreDB: one stream per core, one record per event; positions are the stream's revisions. Appends
 * state the expected revision, so that two cores can never both believe that they write.
 */
import type { DraftBatch, Journal, JournalHead, StoredBatch, StoredText, Subscription } from '../port';
import { APPEND_BYTES_MAX_DEFAULT, requireAppendLimit } from './append-limit';
import { Appender, type AppenderEvents } from './appender';
import { openReader, type EventStoreJournal } from './direct-journal';
import type { EventStoreJournalOptions, WaitingCallbacks } from './options';

export type { EventStoreJournalOptions };

/**
 * Connects and reads the end of the stream. Waits for an unreachable store or a cluster without a leader. Rejects with
 * a JournalLimitError if the server's maximum of an append, or the configured one, is too low, and with a named error
 * if the end of the stream does not belong to this journal.
 */
export async function openEventStoreJournal({
  onWaiting,
  onLost,
  ...options
}: EventStoreJournalOptions & AppenderEvents): Promise<Journal> {
  requireAppendLimit(options.appendBytesMax ?? APPEND_BYTES_MAX_DEFAULT);
  const reader = await openReader({ ...options, onWaiting });
  try {
    return new ThreadedJournal(reader, await Appender.open(options, { onWaiting, onLost }));
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** The same for a follower: it does not probe the server's maximum of an append, which only concerns the writer. */
export function openEventStoreReader(
  options: EventStoreJournalOptions & WaitingCallbacks,
): Promise<Omit<Journal, 'append'>> {
  return openReader(options);
}

/** Reads in the caller's thread and appends in its own. */
class ThreadedJournal implements Journal {
  readonly batchBytesMax: number;

  constructor(
    private readonly reader: EventStoreJournal,
    private readonly appender: Appender,
  ) {
    this.batchBytesMax = reader.batchBytesMax;
  }

  head(): JournalHead {
    return this.appender.head();
  }

  waitsFor(): string | null {
    return this.appender.waitsFor() ?? this.reader.waitsFor();
  }

  append(expected: number, group: readonly DraftBatch[]): Promise<JournalHead> {
    return this.appender.append(expected, group);
  }

  read(from: number): AsyncIterable<StoredBatch> {
    return this.reader.read(from);
  }

  readStored(from: number): AsyncIterable<StoredText> {
    return this.reader.readStored(from);
  }

  subscribe(
    after: number,
    onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>,
    onError: (error: Error) => void,
  ): Subscription {
    return this.reader.subscribe(after, onBatches, onError);
  }

  async close(): Promise<void> {
    await this.appender.close();
    await this.reader.close();
  }
}
