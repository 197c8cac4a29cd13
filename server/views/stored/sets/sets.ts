/**
 * Sets of tables of the read models. A set is one database of each model, made by a program with certain declarations. A program with other
 * declarations makes a set of its own beside the old one, which goes on serving, and being written, until the own one has caught up.
 */
import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { databasesIn, dropDatabase, type DatabaseConfig } from '../../../platform/database/database';
import { isMissingTable } from '../../../platform/database/store-fault';
import { isDamage } from '../../../platform/database/sqlite-file';
import { DECLARATIONS, MODELS, TABLES, type ModelName } from '../tables';
import { modelAsItIs, OWN_SET, placeOf } from '../views-database';

/** An own set that is at most so many events behind another one serves at once. */
const BEHIND_EVENTS_MAX = 20_000;
/** Left free for the journal beside two sets: its next segments, and the logs of the databases. */
const SPARE_BYTES = 256 * 1024 ** 2;
/** Names of databases of read models. */
export const PLACE = /^(?:views|records)(?:_([0-9a-f]{12}[a-z]?))?$/;

export interface StoredSet {
  set: string;
  /** Position of the last batch in both its databases; −1 where one of them is missing. */
  position: number;
  /** Whether each of its databases that is there has a checkpoint: other schemas may bear the names of before sets had names. */
  isReadModels: boolean;
  /** Whether its tables are those of this program, and were written by no other. */
  isOwn: boolean;
}

/** A model's database as it lies there; null for one without a readable checkpoint. */
interface Found {
  position: number;
  declarations: string | null;
}

/** Nothing is made or changed. */
export async function setsIn(config: DatabaseConfig): Promise<StoredSet[]> {
  const places = await databasesIn(config, PLACE);
  const names = new Set(places.map((place) => PLACE.exec(place)?.[1] ?? ''));
  const sets: StoredSet[] = [];
  for (const set of names) {
    const models: (Found | null)[] = [];
    const there = MODELS.map((model) => places.includes(placeOf(model, { set })));
    for (const [index, model] of MODELS.entries()) models.push(there[index] ? await found(config, model, set) : null);
    sets.push({
      set,
      isReadModels: models.every((model, index) => model !== null || !there[index]),
      position: Math.min(...models.map((model) => model?.position ?? -1)),
      isOwn: set.startsWith(OWN_SET) && models.every((model) => model === null || model.declarations === DECLARATIONS),
    });
  }
  return sets;
}

async function found(config: DatabaseConfig, model: ModelName, set: string): Promise<Found | null> {
  const database = modelAsItIs({ ...config, set }, model);
  if (!database) return null;
  try {
    const row = await database.sql.selectFrom('checkpoint').selectAll().where('id', '=', 1).executeTakeFirst();
    // Releases whose sets had no names declared nothing.
    return row ? { position: row.position, declarations: row.declarations ?? null } : null;
  } catch (error) {
    if (isDamage(error) || isMissingTable(error)) return null;
    throw error;
  } finally {
    await database.close();
  }
}

export interface Choice {
  own: string;
  /** The set that answers: the own one, or the furthest other while the own one is too far behind. */
  serving: string;
}

export function choose(sets: readonly StoredSet[]): Choice {
  const own = sets.filter(({ isOwn }) => isOwn).reduce(further, null);
  const other = sets.filter(({ isOwn, position }) => !isOwn && position >= 0).reduce(further, null);
  const name = own?.set ?? freeName(sets);
  // One without an event may wait for a journal that cannot be read from its beginning.
  const reached = own && own.position >= 0 ? own.position : -Infinity;
  const isOtherAhead = other !== null && other.position - reached > BEHIND_EVENTS_MAX;
  return { own: name, serving: isOtherAhead ? other.set : name };
}

function further(one: StoredSet | null, other: StoredSet): StoredSet {
  return one && one.position >= other.position ? one : other;
}

/** Another program may have written the set that we made before: it is left to be dropped. */
function freeName(sets: readonly StoredSet[]): string {
  const taken = new Set(sets.map(({ set }) => set));
  const names = ['', ...'bcdefghijklmnopqrstuvwxyz'].map((end) => OWN_SET + end);
  const free = names.find((name) => !taken.has(name));
  if (free === undefined) throw new Error(`all sets of read models from ${OWN_SET} on are taken: drop some`);
  return free;
}

/**
 * Rejects where another set beside this one could fill the disk on which the journal lies too. A set takes as much as the other, and
 * its log for a while. The disk of PostgreSQL cannot be seen from here.
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

/** Rejects, and leaves what it cannot drop, where somebody else keeps something in it. */
export async function dropSet(config: DatabaseConfig, set: string): Promise<void> {
  for (const model of MODELS) await dropDatabase(config, placeOf(model, { set }), NAMES);
}

/** Tables of the read models, and those in which earlier releases kept what they had migrated. */
const NAMES = [...Object.values(TABLES).map(({ name }) => name), 'kysely_migration', 'kysely_migration_lock'];
