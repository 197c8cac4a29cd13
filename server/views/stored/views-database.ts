/** The databases of read models with their rows read as `tables.ts` types them, whichever store is below. */
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely';
import {
  openAsItIs,
  openDatabase,
  openReading,
  type Database,
  type DatabaseConfig,
} from '../../platform/database/database';
import { safeNumber } from '../../platform/database/integers';
import { FIELD_KINDS, type ModelName, type RecordsTables, type ViewsTables } from './tables';

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

export function openViews(config: DatabaseConfig): Promise<ViewsDatabase> {
  return openModel(config, 'views');
}

export async function openModel<Name extends ModelName>(config: DatabaseConfig, name: Name): Promise<Model<Name>> {
  return byKind(name, await openDatabase<TablesOfModel[Name]>(config, name));
}

/** Of tables that `openModel` has made: only to read, without ever standing in the way of the thread that asks. */
export function readModel<Name extends ModelName>(config: DatabaseConfig, name: Name): Model<Name> {
  return byKind(name, openReading<TablesOfModel[Name]>(config, name));
}

/** As an earlier program has left it; null where there is none. */
export function modelAsItIs<Name extends ModelName>(config: DatabaseConfig, name: Name): Model<Name> | null {
  const database = openAsItIs<TablesOfModel[Name]>(config, name);
  return database && byKind(name, database);
}

function byKind<Name extends ModelName>(name: Name, database: Database<TablesOfModel[Name]>): Model<Name> {
  return { ...database, name, sql: database.sql.withPlugin(new RowsByKind()) };
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
