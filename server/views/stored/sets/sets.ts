/**
 * Sets of tables of the read models. A set is one database per model, made by a program with certain declarations. A program with other
 * declarations makes a separate set beside the old one. The old set keeps serving, and being written, until the new one has caught up.
 */
import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { databasesIn, dropDatabase, type DatabaseConfig } from '../../../platform/database/database';
import { isMissingTable } from '../../../platform/database/store-fault';
import { isDamageError } from '../../../platform/database/sqlite/sqlite-file';
import { DECLARATIONS, TABLES } from '../all-tables';
import { MODELS, type ModelName } from '../tables';
import { openModelUnchanged, OWN_SET, placeOf } from '../views-database';

/** Maximum lag in events at which the own set serves at once. */
const BEHIND_EVENTS_MAX = 20_000;
/** Bytes left free for the journal beside two sets: its next segments, and the logs of the databases. */
const SPARE_BYTES = 256 * 1024 ** 2;
/** Names of databases of read models. */
export const PLACE = /^(?:views|records)(?:_([0-9a-f]{12}[a-z]?))?$/;

export interface StoredSet {
  set: string;
  /** Position of the last batch in both its databases; −1 if one of them is missing. */
  position: number;
  /** Whether each of its existing databases has a checkpoint: other schemas may have the names used before sets had names. */
  isReadModels: boolean;
  /** Whether its tables are those of this program, and no other program wrote them. */
  isOwn: boolean;
}

/** A model's stored database; null without a readable checkpoint. */
interface SetState {
  position: number;
  declarations: string | null;
}

/** Read-only. */
export async function setsIn(config: DatabaseConfig): Promise<StoredSet[]> {
  const places = await databasesIn(config, PLACE);
  const names = new Set(places.map((place) => PLACE.exec(place)?.[1] ?? ''));
  const sets: StoredSet[] = [];
  for (const set of names) {
    const models: (SetState | null)[] = [];
    const existsByModel = MODELS.map((model) => places.includes(placeOf(model, { set })));
    for (const [index, model] of MODELS.entries())
      models.push(existsByModel[index] ? await readSetState(config, model, set) : null);
    sets.push({
      set,
      isReadModels: models.every((model, index) => model !== null || !existsByModel[index]),
      position: Math.min(...models.map((model) => model?.position ?? -1)),
      isOwn: set.startsWith(OWN_SET) && models.every((model) => model === null || model.declarations === DECLARATIONS),
    });
  }
  return sets;
}

async function readSetState(config: DatabaseConfig, model: ModelName, set: string): Promise<SetState | null> {
  const database = openModelUnchanged({ ...config, set }, model);
  if (!database) return null;
  try {
    const row = await database.sql.selectFrom('checkpoint').selectAll().where('id', '=', 1).executeTakeFirst();
    // Releases with unnamed sets stored no declarations.
    return row ? { position: row.position, declarations: row.declarations ?? null } : null;
  } catch (error) {
    if (isDamageError(error) || isMissingTable(error)) return null;
    throw error;
  } finally {
    await database.close();
  }
}

export interface SetChoice {
  ownSet: string;
  /** The set for queries: the own one, or the furthest other one while the own one is too far behind. */
  serving: string;
}

export function chooseSet(sets: readonly StoredSet[]): SetChoice {
  const ownSet = sets.filter(({ isOwn }) => isOwn).reduce(furtherAhead, null);
  const other = sets.filter(({ isOwn, position }) => !isOwn && position >= 0).reduce(furtherAhead, null);
  const name = ownSet?.set ?? freeName(sets);
  // A set without events may wait for a journal that cannot be read from its beginning.
  const ownPosition = ownSet && ownSet.position >= 0 ? ownSet.position : -Infinity;
  const isOtherAhead = other !== null && other.position - ownPosition > BEHIND_EVENTS_MAX;
  return { ownSet: name, serving: isOtherAhead ? other.set : name };
}

function furtherAhead(one: StoredSet | null, other: StoredSet): StoredSet {
  return one && one.position >= other.position ? one : other;
}

/** Another program may have written the set that this program made before; that set is dropped later. */
function freeName(sets: readonly StoredSet[]): string {
  const usedNames = new Set(sets.map(({ set }) => set));
  const names = ['', ...'bcdefghijklmnopqrstuvwxyz'].map((end) => OWN_SET + end);
  const free = names.find((name) => !usedNames.has(name));
  if (free === undefined) throw new Error(`all sets of read models from ${OWN_SET} on are taken: drop some`);
  return free;
}

/**
 * Rejects if another set could fill the disk that also holds the journal. A set needs as much space as the other, and temporarily its log.
 * PostgreSQL's disk is not visible to the server.
 */
export async function checkRoom({ dataDir, databaseUrl }: DatabaseConfig, set: string): Promise<void> {
  if (databaseUrl !== undefined) return;
  const files = MODELS.map((model) => `${placeOf(model, { set })}.sqlite`);
  const ofSet = (await readdir(dataDir)).filter((name) => files.some((file) => name.startsWith(file)));
  const sizes = await Promise.all(ofSet.map(async (name) => (await stat(path.join(dataDir, name))).size));
  const needed = sizes.reduce((sum, size) => sum + size, SPARE_BYTES);
  const { bavail, bsize } = await statfs(dataDir);
  const mib = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
  if (bavail * bsize < needed) throw new Error(`the disk has ${mib(bavail * bsize)} MiB left of ${mib(needed)} needed`);
}

/** Rejects, and keeps the rest, if a database contains tables of another owner. */
export async function dropSet(config: DatabaseConfig, set: string): Promise<void> {
  for (const model of MODELS) await dropDatabase(config, placeOf(model, { set }), NAMES);
}

/** Tables of the read models, and the migration tables of earlier releases. */
const NAMES = [...Object.values(TABLES).map(({ name }) => name), 'kysely_migration', 'kysely_migration_lock'];
