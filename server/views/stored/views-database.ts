/** Databases of read models, with rows decoded by the types of `tables.ts` in either store. */
import type {
  Kysely,
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely';
import {
  openUnchanged,
  openPrepared,
  openReading,
  type Database,
  type DatabaseConfig,
} from '../../platform/database/database';
import { RefusedTables } from '../../platform/database/refused-tables';
import { adaptTables, makeTables } from './rows/make-tables';
import { readAs } from './rows/read-as';
import { DECLARATIONS, FIELD_KINDS } from './all-tables';
import type { ModelName, RecordsTables, ViewsTables } from './tables';

interface TablesOfModel {
  views: ViewsTables;
  records: RecordsTables;
}

type Model<Name extends ModelName> = Database<TablesOfModel[Name]> & { name: Name };
export type ViewsDatabase = Model<'views'>;
export type RecordsDatabase = Model<'records'>;

/** Either database, for code that treats both alike: both have a checkpoint. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ReadModels = Database<any> & { name: ModelName };

/** First digits of our declarations' hash: the name of the set that this program makes. */
export const OWN_SET = DECLARATIONS.slice(0, 12);

export interface ModelConfig extends DatabaseConfig {
  /** Name of a set of tables; absent: the program's own set. Empty: the unnamed set of old releases. */
  set?: string;
}

/** Name of the logical database of a model. */
export function placeOf(model: ModelName, { set = OWN_SET }: Pick<ModelConfig, 'set'>): string {
  return set === '' ? model : `${model}_${set}`;
}

export function openViews(config: ModelConfig): Promise<ViewsDatabase> {
  return openModel(config, 'views');
}

/** Opens for writing; creates missing tables. */
export function openModel<Name extends ModelName>(config: ModelConfig, name: Name): Promise<Model<Name>> {
  return openFor(config, name, makeTables);
}

/** Opens for writing a set that another program made. */
export function openAdapted<Name extends ModelName>(config: ModelConfig, name: Name): Promise<Model<Name>> {
  return openFor(config, name, adaptTables);
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

/** Opens existing tables read-only, without blocking the calling thread. Queries of `refused` tables are rejected. */
export function readModel<Name extends ModelName>(
  config: ModelConfig,
  name: Name,
  refusedNames: readonly string[] = [],
): Model<Name> {
  return byKind(
    name,
    openReading<TablesOfModel[Name]>(config, placeOf(name, config)),
    new RefusedTables(new Set(refusedNames)),
  );
}

/** Opens a model as an earlier program left it; null if there is none. */
export function openModelUnchanged<Name extends ModelName>(config: ModelConfig, name: Name): Model<Name> | null {
  const database = openUnchanged<TablesOfModel[Name]>(config, placeOf(name, config));
  return database && byKind(name, database);
}

function byKind<Name extends ModelName>(
  name: Name,
  database: Database<TablesOfModel[Name]>,
  ...plugins: readonly KyselyPlugin[]
): Model<Name> {
  const withPlugins = (sql: Kysely<TablesOfModel[Name]>) =>
    plugins.reduce((with_, plugin) => with_.withPlugin(plugin), sql.withPlugin(new RowsByKind()));
  return { ...database, name, sql: withPlugins(database.sql) };
}

/** Amounts stay bigint, totals become bigint, every other integer (also a count outside any table) becomes a number. */
class RowsByKind implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows) {
      for (const field in row) row[field] = readAs(row[field], field, FIELD_KINDS.get(field));
    }
    return result;
  }
}
