/** Which journal a process writes, and how its other threads read along. */
import { join } from 'node:path';
import { durableNow, durableView } from './embedded/durable';
import { openEmbeddedJournal, openFollower } from './embedded/embedded-journal';
import { nodeFiles } from './embedded/files';
import { inspectJournal, textsUpTo, type HearBatch, type Inspected } from './embedded/inspect';
import type { EventStoreJournalOptions } from './eventstore/eventstore-journal';
import type { Journal, JournalHead, StoredReading } from './port';
import { genesis } from './seal';

export type JournalConfig =
  | {
      kind: 'embedded';
      directory: string;
      /** Where closed segments may have been moved to. */
      archive?: string | undefined;
      core: string;
      /** Position of the newest snapshot: what lies before it is not read again at the start. */
      hashesFrom?: number;
      witnessed?: number;
    }
  | ({ kind: 'eventstore' } & Pick<EventStoreJournalOptions, 'url' | 'core' | 'appendBytesMax'>);

/** What a worker thread needs to read along; survives being posted to it. */
export type FollowerSource =
  | { kind: 'embedded'; directory: string; archive?: string | undefined; durable: SharedArrayBuffer }
  | ({ kind: 'eventstore' } & Pick<EventStoreJournalOptions, 'url' | 'core' | 'appendBytesMax'>);

/** The reading side of a journal. */
export interface JournalFollower extends Pick<Journal, 'read' | 'readPieces' | 'subscribe'> {
  /** Position of the last durable event as far as this reader knows, −1 for none. */
  position(): number;
  close(): Promise<void>;
}

/** Loaded where it is used: its client is large, and every thread that reads along would load it to read files. */
const eventStore = () =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  require('./eventstore/eventstore-journal') as typeof import('./eventstore/eventstore-journal');

/** What is heard of a journal while it opens and later. */
export interface JournalEvents {
  /** This process can write no more: another one has taken over, or the writer died. EventStoreDB says so with the next append. */
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
    return {
      journal: await eventStore().openEventStoreJournal({ ...config, onWaiting, onLost }),
      followerSource: config,
    };
  }
  const { directory, archive, core, hashesFrom, witnessed } = config;
  const journal = await openEmbeddedJournal({ dir: directory, archive, core, hashesFrom, witnessed, onLost });
  return { journal, followerSource: { kind: 'embedded', directory, archive, durable: journal.durable } };
}

/** Opens a reading side of its own, in any thread. */
export async function openFollowerOf(source: FollowerSource): Promise<JournalFollower> {
  if (source.kind === 'embedded') {
    const { directory: dir, archive, durable } = source;
    return openFollower({ dir, archive, durable });
  }
  const journal = await eventStore().openEventStoreReader(source);
  return {
    position: () => journal.head().position,
    read: (from) => journal.read(from),
    subscribe: (after, onBatches, onError) => journal.subscribe(after, onBatches, onError),
    close: () => journal.close(),
  };
}

/** What is durable by now, as it is stored, for a thread that proves it to somebody: nothing is checked yet. */
export async function openStoredOf(
  source: FollowerSource,
  core: string,
): Promise<StoredReading & Pick<JournalLook, 'close'> & { end: JournalHead }> {
  if (source.kind === 'eventstore') {
    const journal = await eventStore().openEventStoreReader(source);
    return { end: journal.head(), readStored: (from) => journal.readStored(from), close: () => journal.close() };
  }
  const { directory: dir, archive, durable } = source;
  const position = durableNow(durableView(durable));
  const readStored = (from: number) => textsUpTo({ dir, archive }, from, position);
  let end: JournalHead = { position: -1, hash: genesis(core) };
  if (position >= 0)
    for await (const stored of readStored(position)) end = { position: stored.position, hash: stored.hash };
  return { end, readStored, close: () => Promise.resolve() };
}

/** A journal for who only looks, beside the server that writes it. */
export interface JournalLook {
  /** Where it ends, and what was compared to find that out. */
  found: Inspected;
  journal: StoredReading;
  close(): Promise<void>;
}

/**
 * Looks at a journal: of the embedded one every segment and seal is read, up to the last group that is whole. `onProgress`
 * hears positions on the way. Rejects, with the place, when something does not fit.
 */
export async function lookAtJournal(
  config: JournalConfig,
  onProgress: (position: number) => void = () => undefined,
  /** Of the embedded journal alone. */
  onBatch?: HearBatch,
  /** For EventStoreDB alone: nothing behind this position is read. */
  endsAt?: number,
): Promise<JournalLook> {
  if (config.kind === 'eventstore') {
    const journal = await eventStore().openEventStoreReader({ ...config, endsAt });
    return { found: { head: journal.head(), seals: 0, rest: 0 }, journal, close: () => journal.close() };
  }
  const place = { dir: config.directory, archive: config.archive };
  const steps = inspectJournal(place, config.core, nodeFiles, onBatch);
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    onProgress(step.value);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const found = step.value;
  const journal = { readStored: (from: number) => textsUpTo(place, from, found.head.position) };
  return { found, journal, close: () => Promise.resolve() };
}

/** Where the embedded journal lies in the data directory. */
export function journalDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'journal');
}
