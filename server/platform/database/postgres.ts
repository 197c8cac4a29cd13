import { PostgresDialect } from 'kysely';
import pg from 'pg';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 10_000;

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
 * longer than that.
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
    options: `-c search_path=${schema}${bounds}`,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // An idle connection that the server drops is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}

function parserOf(oid: number, format?: 'text' | 'binary'): unknown {
  return INTEGER_TYPES.has(oid) ? BigInt : pg.types.getTypeParser(oid, format);
}
