/** The views database with its rows read as `tables.ts` types them, whichever store is below. */
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
import { FIELD_KINDS, type ViewsTables } from './tables';

export type ViewsDatabase = Database<ViewsTables>;

export async function openViews(config: DatabaseConfig): Promise<ViewsDatabase> {
  const database = await openDatabase<ViewsTables>(config, 'views');
  return byKind(database);
}

/** Of tables that `openViews` has made: only to read, without ever standing in the way of the thread that asks. */
export function readViews(config: DatabaseConfig): ViewsDatabase {
  return byKind(openReading<ViewsTables>(config, 'views'));
}

/** As an earlier program has left them; null where there are none. */
export function viewsAsTheyAre(config: DatabaseConfig): ViewsDatabase | null {
  const database = openAsItIs<ViewsTables>(config, 'views');
  return database && byKind(database);
}

function byKind(database: Database<ViewsTables>): ViewsDatabase {
  return { ...database, sql: database.sql.withPlugin(new RowsByKind()) };
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
