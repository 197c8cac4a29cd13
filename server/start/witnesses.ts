/**
 * Witnesses of how far the journal once reached: snapshots, read models, the relational database. A journal that ends
 * below one of them, or has another batch at its position, is another journal or has lost its end. Causes are an older
 * backup, a wrong address or an unmounted volume. An exchange that opened on it would assign ids again and pay
 * withdrawals twice.
 */
import { JournalTornError } from '../journal/embedded/recover';
import type { Journal } from '../journal/port';
import { openJournal, type JournalConfig, type JournalEvents, type OpenedJournal } from '../journal/source';
import { snapshotSeals } from '../engine/snapshot-files';
import { headsDirectory, lastHead } from '../signed-heads/head-files';
import type { Config } from '../platform/config/config';
import { isDamageError } from '../platform/database/sqlite/sqlite-file';
import { isMissingTable } from '../platform/database/store-fault';
import { columnsOf, openUnchanged, type Database, type DatabaseConfig } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { FollowerRow } from '../platform/database/wallet-tables';
import { readCheckpoint, type Checkpoint } from '../views/stored/projecting/checkpoint';
import { MODELS } from '../views/stored/tables';
import { setsIn } from '../views/stored/sets/sets';
import { openModelUnchanged, type ReadModels } from '../views/stored/views-database';
import { NOTIFIER_NAME } from '../workers/notifications/notifier';

export type Witness = {
  /** Position of the last batch that the witness has seen. */
  position: number;
  /** Null if the witness recorded only the position. */
  hash: string | null;
} & (
  | { is: 'snapshot'; name: string }
  | { is: 'signed heads' }
  | { is: 'read models' }
  | { is: 'records' }
  | { is: 'database' }
);

export type Contradiction =
  | { is: 'ahead'; witness: Witness }
  /** `found` is the hash of the journal's batch at that position; null if no batch ends there. */
  | { is: 'other'; witness: Witness; found: string | null };

/** The start must stop: the message names both sides, and the remedy. */
export class JournalContradictedError extends Error {}

export interface WitnessSources {
  /** Directory of the snapshots. */
  snapshots: string;
  /** The existing read models. */
  models: readonly ReadModels[];
  database: Database<ExchangeTables> | null;
  /** Head up to which the journal is signed; null if it never was. */
  signed?: { position: number; hash: string } | null;
}

/**
 * Reads the witnesses without any change to the databases: until this process owns the journal, they may be another
 * server's.
 */
export async function witnessesOf(config: DatabaseConfig, snapshots: string): Promise<Witness[]> {
  const sets = await setsIn(config);
  const models = sets.flatMap(({ set }) => MODELS.map((name) => openModelUnchanged({ ...config, set }, name)));
  const openModels = models.filter((model) => model !== null);
  const database = openUnchanged<ExchangeTables>(config, 'exchange');
  try {
    return await readWitnesses({
      snapshots,
      models: openModels,
      database,
      signed: lastHead(headsDirectory(config.dataDir)),
    });
  } finally {
    await Promise.all([...openModels.map((model) => model.close()), database?.close()]);
  }
}

export async function readWitnesses({ snapshots, models, database, signed }: WitnessSources): Promise<Witness[]> {
  const witnesses: Witness[] = snapshotSeals(snapshots).map(({ name, position, batchHash: hash }) => {
    return { is: 'snapshot', name, position, hash };
  });
  for (const model of models) {
    const checkpoint = await checkpointIn(model);
    if (!checkpoint || checkpoint.position < 0) continue;
    witnesses.push({ is: model.name === 'views' ? 'read models' : 'records', ...checkpoint });
  }
  if (signed && signed.position >= 0)
    witnesses.push({ is: 'signed heads', position: signed.position, hash: signed.hash });
  const notified = database && (await notifiedUpTo(database));
  if (notified && notified.position >= 0) witnesses.push({ is: 'database', ...notified });
  return witnesses;
}

async function checkpointIn(model: ReadModels): Promise<Checkpoint | null> {
  try {
    return await readCheckpoint(model);
  } catch (error) {
    // An unreadable or missing store is no witness.
    if (isDamageError(error) || isMissingTable(error)) return null;
    throw error;
  }
}

async function notifiedUpTo(database: Database<ExchangeTables>): Promise<Omit<FollowerRow, 'name'> | undefined> {
  const columns = await columnsOf(database, 'exchange', 'followers').catch((error: Error) => {
    throw new Error(`the users' database (exchange) cannot be read: ${error.message}`, { cause: error });
  });
  if (columns.size === 0) return undefined;
  const teller = database.sql.selectFrom('followers').select('position').where('name', '=', NOTIFIER_NAME);
  if (columns.has('hash')) return teller.select('hash').executeTakeFirst();
  const row = await teller.executeTakeFirst();
  return row && { ...row, hash: null };
}

/** The witnesses that the journal contradicts. */
export async function contradictionsOf(
  journal: Pick<Journal, 'head' | 'read'>,
  witnesses: readonly Witness[],
): Promise<Contradiction[]> {
  const contradictions: Contradiction[] = [];
  let isSnapshotRight = false;
  for (const witness of witnesses) {
    // Snapshots come newest first, and each batch is linked to all batches below it.
    if (witness.is === 'snapshot' && isSnapshotRight) continue;
    const contradiction = await contradictionOf(journal, witness);
    if (contradiction) contradictions.push(contradiction);
    else isSnapshotRight ||= witness.is === 'snapshot';
  }
  return contradictions;
}

async function contradictionOf(
  journal: Pick<Journal, 'head' | 'read'>,
  witness: Witness,
): Promise<Contradiction | null> {
  const head = journal.head();
  if (witness.position > head.position) return { is: 'ahead', witness };
  if (witness.hash === null) return null;
  const found = witness.position === head.position ? head.hash : await hashAt(journal, witness.position);
  return found === witness.hash ? null : { is: 'other', witness, found };
}

async function hashAt(journal: Pick<Journal, 'read'>, position: number): Promise<string | null> {
  for await (const stored of journal.read(position)) return stored.position === position ? stored.hash : null;
  return null;
}

export interface AgreedJournal extends OpenedJournal {
  /** Contradictions that the operator accepted by name, to be set aside. */
  accepted: Contradiction[];
}

/**
 * Opens the journal and compares it with its witnesses. Rejects with a JournalContradictedError, having changed nothing,
 * unless the configuration accepts exactly this contradiction.
 */
export async function openAgreedJournal(
  config: JournalConfig,
  witnesses: readonly Witness[],
  { journalAccept }: Pick<Config, 'journalAccept'>,
  events: JournalEvents = {},
): Promise<AgreedJournal> {
  const witnessed = Math.max(-1, ...witnesses.map(({ position }) => position));
  const isAccepted = (head: number): boolean => journalAccept?.head === head && journalAccept.witnessed === witnessed;
  const openedJournal = await openJournal(config.kind === 'embedded' ? { ...config, witnessed } : config, events).catch(
    (error: Error) => {
      if (!(error instanceof JournalTornError)) throw error;
      // Accepted: the torn end is repaired and saved in a file beside.
      if (isAccepted(error.position)) return openJournal(config, events);
      const aheadWitnesses = witnesses.filter(({ position }) => position > error.position);
      const contradictions = aheadWitnesses.map((witness): Contradiction => ({ is: 'ahead', witness }));
      throw new JournalContradictedError(refusalOf(error.position, witnessed, contradictions, error.message));
    },
  );
  try {
    const contradictions = await contradictionsOf(openedJournal.journal, witnesses);
    const { position } = openedJournal.journal.head();
    if (contradictions.length > 0 && !isAccepted(position)) {
      throw new JournalContradictedError(refusalOf(position, witnessed, contradictions));
    }
    return { ...openedJournal, accepted: contradictions };
  } catch (error) {
    await openedJournal.journal.close();
    throw error;
  }
}

function refusalOf(head: number, witnessed: number, contradictions: readonly Contradiction[], torn?: string): string {
  return [
    `the journal ends at position ${head}, and that is not how it was:`,
    ...contradictions.map((contradiction) => `  ${describeContradiction(contradiction)}`),
    ...(torn === undefined ? [] : [`  ${torn}`]),
    'It is another journal (JOURNAL_URL, DATA_DIR, a volume that is not mounted, an older backup) or it has lost its end.',
    `Nothing was changed. Put the right one in place; or, to go on from position ${head} and give up what was behind it, ` +
      `read docs/how-to/recover.md and start with JOURNAL_ACCEPT=${head}/${witnessed}.`,
  ].join('\n');
}

/** Text of a contradiction for operators. */
export function describeContradiction(contradiction: Contradiction): string {
  const { witness } = contradiction;
  const { position, hash } = witness;
  if (contradiction.is === 'ahead') return `${nameOf(witness)} has seen it at position ${position}`;
  const found = contradiction.found ?? 'none that ends there';
  return `${nameOf(witness)} has seen the batch ${hash} at position ${position}, where it has ${found}`;
}

function nameOf(witness: Witness): string {
  if (witness.is === 'snapshot') return `snapshot ${witness.name}`;
  if (witness.is === 'signed heads') return 'the newest signed head';
  return witness.is === 'database' ? 'the relational database' : `the checkpoint of the ${witness.is}`;
}
