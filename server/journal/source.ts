/** Which journal a process writes, and how its other threads read along. */
import { join } from 'node:path';
import { openEmbeddedJournal, openFollower } from './embedded/embedded-journal';
import {
  openEventStoreJournal,
  openEventStoreReader,
  type EventStoreJournalOptions,
} from './eventstore/eventstore-journal';
import type { Journal } from './port';

export type JournalConfig =
  | {
      kind: 'embedded';
      directory: string;
      core: string;
      /** Position of the newest snapshot: what lies before it is not read again at the start. */
      hashesFrom?: number;
      witnessed?: number;
    }
  | ({ kind: 'eventstore' } & Pick<EventStoreJournalOptions, 'url' | 'core' | 'appendBytesMax' | 'skip'>);

/** What a worker thread needs to read along; survives being posted to it. */
export type FollowerSource =
  | { kind: 'embedded'; directory: string; durable: SharedArrayBuffer }
  | ({ kind: 'eventstore' } & Pick<EventStoreJournalOptions, 'url' | 'core' | 'appendBytesMax' | 'skip'>);

/** The reading side of a journal. */
export interface JournalFollower extends Pick<Journal, 'read' | 'subscribe'> {
  /** Position of the last durable event as far as this reader knows, −1 for none. */
  position(): number;
  close(): Promise<void>;
}

/** What is heard of a journal while it opens and later. */
export interface JournalEvents {
  /** Another process has taken it over. EventStoreDB says so with the next append. */
  onLost?: (error: Error) => void;
  /** It cannot be opened yet: `reason` says what is waited for, the next attempt is `retryMs` away. */
  onWaiting?: (reason: string, retryMs: number) => void;
}

export interface OpenedJournal {
  journal: Journal;
  followerSource: FollowerSource;
}

/** Opens the writing side. Rejects when the journal is damaged or taken by another process; one out of reach is waited for. */
export async function openJournal(config: JournalConfig, events: JournalEvents = {}): Promise<OpenedJournal> {
  const { onLost, onWaiting } = events;
  if (config.kind === 'eventstore') {
    return { journal: await openEventStoreJournal({ ...config, onWaiting, onLost }), followerSource: config };
  }
  const { directory, core, hashesFrom, witnessed } = config;
  const journal = await openEmbeddedJournal({ dir: directory, core, hashesFrom, witnessed, onLost });
  return { journal, followerSource: { kind: 'embedded', directory, durable: journal.durable } };
}

/** Opens a reading side of its own, in any thread. */
export async function openFollowerOf(source: FollowerSource): Promise<JournalFollower> {
  if (source.kind === 'embedded') return openFollower({ dir: source.directory, durable: source.durable });
  const journal = await openEventStoreReader(source);
  return {
    position: () => journal.head().position,
    read: (from) => journal.read(from),
    subscribe: (after, onBatches, onError) => journal.subscribe(after, onBatches, onError),
    close: () => journal.close(),
  };
}

/** Where the embedded journal lies in the data directory. */
export function journalDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'journal');
}
