/** Selects the journal that a process writes, and how its other threads follow it. */
import { join } from 'node:path';
import { readDurablePosition, durablePositionOf } from './embedded/durable-position';
import { openEmbeddedJournal, openFollower } from './embedded/embedded-journal';
import { nodeFiles } from './embedded/files';
import { inspectJournal, textsUpTo, type OnBatch, type Inspection } from './embedded/inspect';
import type { EventStoreJournalOptions } from './eventstore/eventstore-journal';
import type { Journal, JournalHead, StoredReading } from './port';
import { genesis } from './seal';

export type JournalConfig =
  | {
      kind: 'embedded';
      directory: string;
      /** Directory to which closed segments may be archived. */
      archive?: string | undefined;
      core: string;
      /** Position of the newest snapshot: a start does not read earlier batches again. */
      hashesFrom?: number;
      witnessed?: number;
    }
  | ({ kind: 'eventstore' } & Pick<EventStoreJournalOptions, 'url' | 'core' | 'appendBytesMax'>);

/** The data with which a worker thread follows the journal; can be posted to it. */
export type FollowerSource =
  | { kind: 'embedded'; directory: string; archive?: string | undefined; durable: SharedArrayBuffer }
  | ({ kind: 'eventstore' } & Pick<EventStoreJournalOptions, 'url' | 'core' | 'appendBytesMax'>);

/** The reading side of a journal. */
export interface JournalFollower extends Pick<Journal, 'read' | 'readChunks' | 'subscribe'> {
  /** Position of the last durable event as far as this reader knows, −1 for none. */
  position(): number;
  close(): Promise<void>;
}

/**
 * Loaded on demand: its client is large, and every thread that follows the journal would load it only to read files.
 */
const eventStore = () =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  require('./eventstore/eventstore-journal') as typeof import('./eventstore/eventstore-journal');

/** Events of a journal while it opens and afterwards. */
export interface JournalEvents {
  /**
   * This process can write no more: another one took over, or the writer died. With EventStoreDB only the next append
   * shows it.
   */
  onLost?: (error: Error) => void;
  /** It cannot be opened yet: `reason` names the fault, the next attempt follows after `retryMs`. */
  onWaiting?: (reason: string, retryMs: number) => void;
}

export interface OpenedJournal {
  journal: Journal;
  followerSource: FollowerSource;
}

/**
 * Opens the writing side. Rejects if the journal is damaged or taken by another process; waits for an unreachable one.
 */
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

/** Opens a separate reading side, in any thread. */
export async function openJournalFollower(source: FollowerSource): Promise<JournalFollower> {
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

/** Stored text of all durable batches, for a thread that proves them to a reader; unverified. */
export async function openStoredReading(
  source: FollowerSource,
  core: string,
): Promise<StoredReading & Pick<JournalInspection, 'close'> & { end: JournalHead }> {
  if (source.kind === 'eventstore') {
    const journal = await eventStore().openEventStoreReader(source);
    return { end: journal.head(), readStored: (from) => journal.readStored(from), close: () => journal.close() };
  }
  const { directory: dir, archive, durable } = source;
  const position = readDurablePosition(durablePositionOf(durable));
  const readStored = (from: number) => textsUpTo({ dir, archive }, from, position);
  let end: JournalHead = { position: -1, hash: genesis(core) };
  if (position >= 0)
    for await (const stored of readStored(position)) end = { position: stored.position, hash: stored.hash };
  return { end, readStored, close: () => Promise.resolve() };
}

/** Read-only access to a journal, beside the server that writes it. */
export interface JournalInspection {
  /** The journal's end, and the comparisons made to find it. */
  found: Inspection;
  journal: StoredReading;
  close(): Promise<void>;
}

/**
 * Inspects a journal; for the embedded one reads every segment and seal, up to the last complete group. Calls
 * `onProgress` with positions on the way. Rejects, with the place, on any mismatch.
 */
export async function openInspection(
  config: JournalConfig,
  onProgress: (position: number) => void = () => undefined,
  /** For the embedded journal only. */
  onBatch?: OnBatch,
  /** For EventStoreDB only: nothing behind this position is read. */
  endsAt?: number,
): Promise<JournalInspection> {
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

export function journalDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'journal');
}
