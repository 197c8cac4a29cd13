import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { PostgresWatch } from './postgres-watch';
import { StoreAway } from './store-fault';

const CONNECTIONS_MAX = 10;
/** For one of them, whether it is made or waited for. */
const CONNECT_TIMEOUT_MS = 4_000;

// Sums of 64-bit integers are numeric in PostgreSQL; of integer columns they are whole numbers.
const INTEGER_TYPES: ReadonlySet<number> = new Set([
  pg.types.builtins.INT8,
  pg.types.builtins.INT4,
  pg.types.builtins.INT2,
  pg.types.builtins.NUMERIC,
]);

/**
 * A pool whose connections see one schema. Integers of every width arrive as bigint, so that a query reads the same on
 * both stores: pg's own default is text for 64 bits and number for 32. With `readOnlyMsMax` they only read, and no query
 * longer than that. Rejects with a `StoreAway` in time when the server is gone or does not answer.
 */
export function postgresDialect(
  url: string,
  schema: string,
  { readOnlyMsMax }: { readOnlyMsMax?: number } = {},
): PostgresDialect {
  const bounds =
    readOnlyMsMax === undefined ? '' : ` -c statement_timeout=${readOnlyMsMax} -c default_transaction_read_only=on`;
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    options: `-c search_path=${schema}${bounds}`,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // An idle connection that the server drops is replaced by the next query. One that is in use tells its query; and without a
  // listener of its own either would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool: new WatchedPool(pool, new PostgresWatch(url)) });
}

class WatchedPool implements PostgresPool {
  constructor(
    private readonly pool: pg.Pool,
    private readonly watch: PostgresWatch,
  ) {}

  async connect(): Promise<PostgresPoolClient> {
    let connecting: Promise<pg.PoolClient> | undefined;
    try {
      const client = await this.watch.answer(() => (connecting = this.pool.connect()));
      return new WatchedClient(client, this.watch) as unknown as PostgresPoolClient;
    } catch (error) {
      // One that comes when nobody waits for it any more goes back.
      connecting?.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    }
  }

  async end(): Promise<void> {
    this.watch.stop();
    await this.pool.end();
  }
}

class WatchedClient {
  /** Once: what is still under way on the connection, nobody knows. */
  private away: StoreAway | null = null;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly watch: PostgresWatch,
  ) {}

  async query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.away) throw this.away;
    try {
      return await this.watch.answer(() => this.client.query(sql, [...parameters]));
    } catch (error) {
      if (error instanceof StoreAway) this.away = error;
      throw error;
    }
  }

  release(): void {
    this.client.release(this.away ?? undefined);
  }
}

function parserOf(oid: number, format?: 'text' | 'binary'): unknown {
  return INTEGER_TYPES.has(oid) ? BigInt : pg.types.getTypeParser(oid, format);
}
