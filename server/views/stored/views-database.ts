/** The databases of read models with their rows read as `tables.ts` types them, whichever store is below. */
import type {
  Kysely,
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely';
import {
  openAsItIs,
  openPrepared,
  openReading,
  type Database,
  type DatabaseConfig,
} from '../../platform/database/database';
import { safeNumber } from '../../platform/database/integers';
import { RefusedTables } from '../../platform/database/refused-tables';
import { fitTables, makeTables } from './rows/make-tables';
import { DECLARATIONS, FIELD_KINDS, type ModelName, type RecordsTables, type ViewsTables } from './tables';

interface TablesOfModel {
  views: ViewsTables;
  records: RecordsTables;
}

type Model<Name extends ModelName> = Database<TablesOfModel[Name]> & { name: Name };
export type ViewsDatabase = Model<'views'>;
export type RecordsDatabase = Model<'records'>;

/** Either of them, for who treats them alike: both have a checkpoint. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ReadModels = Database<any> & { name: ModelName };

/** The first digits of the hash of our declarations: name of the set that this program makes. */
export const OWN_SET = DECLARATIONS.slice(0, 12);

export interface ModelConfig extends DatabaseConfig {
  /** Name of a set of tables; absent: the one that this program makes. Empty: the one of releases whose sets had no names. */
  set?: string;
}

/** Name of the logical database of a model. */
export function placeOf(model: ModelName, { set = OWN_SET }: Pick<ModelConfig, 'set'>): string {
  return set === '' ? model : `${model}_${set}`;
}

export function openViews(config: ModelConfig): Promise<ViewsDatabase> {
  return openModel(config, 'views');
}

/** For writing. Tables that are not there are made. */
export function openModel<Name extends ModelName>(config: ModelConfig, name: Name): Promise<Model<Name>> {
  return openFor(config, name, makeTables);
}

/** For writing, of a set that another program made. */
export function openFitted<Name extends ModelName>(config: ModelConfig, name: Name): Promise<Model<Name>> {
  return openFor(config, name, fitTables);
}

async function openFor<Name extends ModelName>(
  config: ModelConfig,
  name: Name,
  prepare: typeof makeTables,
): Promise<Model<Name>> {
  const place = placeOf(name, config);
  const database = await openPrepared<TablesOfModel[Name]>(config, place, (connection, store) =>
    prepare({ connection, store, place }, name).catch((cause: unknown) => {
      throw new Error(`the tables of ${name} could not be made`, { cause });
    }),
  );
  return byKind(name, database);
}

/** Tables that are there: only to read, without ever standing in the way of the thread that asks. Queries of `refused` ones are refused. */
export function readModel<Name extends ModelName>(
  config: ModelConfig,
  name: Name,
  refused: readonly string[] = [],
): Model<Name> {
  return byKind(
    name,
    openReading<TablesOfModel[Name]>(config, placeOf(name, config)),
    new RefusedTables(new Set(refused)),
  );
}

/** As an earlier program has left it; null where there is none. */
export function modelAsItIs<Name extends ModelName>(config: ModelConfig, name: Name): Model<Name> | null {
  const database = openAsItIs<TablesOfModel[Name]>(config, placeOf(name, config));
  return database && byKind(name, database);
}

function byKind<Name extends ModelName>(
  name: Name,
  database: Database<TablesOfModel[Name]>,
  ...more: readonly KyselyPlugin[]
): Model<Name> {
  const typed = (sql: Kysely<TablesOfModel[Name]>) =>
    more.reduce((with_, plugin) => with_.withPlugin(plugin), sql.withPlugin(new RowsByKind()));
  return { ...database, name, sql: typed(database.sql) };
}

/** Amounts stay bigint, totals become bigint, every other integer (also a count that no table has) becomes a number. */
class RowsByKind implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows) {
      for (const field in row) row[field] = readAs(row[field], field);
    }
    return result;
  }
}

export function readAs(value: unknown, field: string): unknown {
  const kind = FIELD_KINDS.get(field);
  if (typeof value === 'bigint') return kind === 'amount' ? value : safeNumber(value, field);
  return kind === 'total' && typeof value === 'string' ? BigInt(value) : value;
}
