import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { PostgresWatch } from './postgres-watch';
import { DatabaseUnreachable } from './store-fault';

const CONNECTIONS_MAX = 10;
/** Timeout in ms for getting a connection, new or from the pool. */
const CONNECT_TIMEOUT_MS = 4_000;

// Sums of 64-bit integers are numeric in PostgreSQL; over integer columns they are integers.
const INTEGER_TYPES: ReadonlySet<number> = new Set([
  pg.types.builtins.INT8,
  pg.types.builtins.INT4,
  pg.types.builtins.INT2,
  pg.types.builtins.NUMERIC,
]);

/**
 * A pool whose connections see one schema. Integers of every width arrive as bigint, so that a query reads the same on
 * both stores: pg's own default is text for 64 bits and number for 32. With `readOnlyMsMax` connections are read-only,
 * with that statement timeout. Rejects with a `DatabaseUnreachable` in time if the server is gone or does not answer.
 */
export function postgresDialect(
  url: string,
  schema: string,
  { readOnlyMsMax }: { readOnlyMsMax?: number } = {},
): PostgresDialect {
  const sessionOptions =
    readOnlyMsMax === undefined ? '' : ` -c statement_timeout=${readOnlyMsMax} -c default_transaction_read_only=on`;
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    options: `-c search_path=${schema}${sessionOptions}`,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // The next query replaces an idle connection that the server closed. A connection in use rejects its query. Without
  // these listeners either error would end the process.
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
      // A connection that arrives after its requester gave up is returned.
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
  /** Set once and permanent: the state of the connection is unknown afterwards. */
  private outage: DatabaseUnreachable | null = null;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly watch: PostgresWatch,
  ) {}

  async query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.outage) throw this.outage;
    try {
      return await this.watch.answer(() => this.client.query(sql, [...parameters]));
    } catch (error) {
      if (error instanceof DatabaseUnreachable) this.outage = error;
      throw error;
    }
  }

  release(): void {
    this.client.release(this.outage ?? undefined);
  }
}

function parserOf(oid: number, format?: 'text' | 'binary'): unknown {
  return INTEGER_TYPES.has(oid) ? BigInt : pg.types.getTypeParser(oid, format);
}
