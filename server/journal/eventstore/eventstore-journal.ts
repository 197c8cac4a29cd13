/**
 * The journal in EventStoreDB: one stream a core, one record an event, positions are the stream's revisions. Appends state
 * the revision they expect, so that two cores can never both believe that they write.
 */
import type { DraftBatch, Journal, JournalHead, StoredBatch, StoredText, Subscription } from '../port';
import { APPEND_BYTES_MAX_DEFAULT, refuseNarrowLimit } from './append-limit';
import { Appender, type AppenderEvents } from './appender';
import { openReader, type EventStoreJournal } from './direct-journal';
import type { EventStoreJournalOptions, Waiting } from './options';

export type { EventStoreJournalOptions };

/**
 * Connects and reads where the stream ends. A store that is away, or a cluster without a leader, is waited for; rejects with
 * a JournalLimitError when its appends, or those that the configuration allows, are too small, and with a named error when
 * the end of the stream is none of this journal's.
 */
export async function openEventStoreJournal({
  onWaiting,
  onLost,
  ...options
}: EventStoreJournalOptions & AppenderEvents): Promise<Journal> {
  refuseNarrowLimit(options.appendBytesMax ?? APPEND_BYTES_MAX_DEFAULT);
  const reader = await openReader({ ...options, onWaiting });
  try {
    return new ThreadedJournal(reader, await Appender.open(options, { onWaiting, onLost }));
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** The same to read along: it does not ask what appends the server takes, which is the writer's concern. */
export function openEventStoreReader(options: EventStoreJournalOptions & Waiting): Promise<Omit<Journal, 'append'>> {
  return openReader(options);
}

/** Reads in the caller's thread, appends in one of its own. */
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
