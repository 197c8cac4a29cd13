/**
 * Detects in time that PostgreSQL is unreachable. A frozen server, or a network that drops packets, keeps connections
 * open without answers. After a slow answer a separate connection probes the server. If it is gone, all waiting and
 * later queries fail until it is back.
 */
import pg from 'pg';
import { toDatabaseUnreachable, databaseUnreachable, DatabaseUnreachable } from './store-fault';

/** Time without an answer, in ms, after which the server is probed. */
const SLOW_MS = 1_500;
/** Timeout of the probe in ms. Together with `SLOW_MS` below five seconds. */
const PROBE_MS_MAX = 2_500;
const PROBE_EVERY_MS = 500;

export class PostgresWatch {
  /** Host and port only, because the URL may contain a password. */
  readonly place: string;
  private outage: DatabaseUnreachable | null = null;
  private isProbing = false;
  private isStopped = false;
  private readonly listeners = new Set<(outage: DatabaseUnreachable) => void>();

  constructor(private readonly url: string) {
    this.place = placeOf(url);
  }

  /** Returns the result of `query`. Rejects with a `DatabaseUnreachable` if the server disconnects before it answers. */
  async answer<T>(query: () => Promise<T>): Promise<T> {
    if (this.outage) throw this.outage;
    let notify: (outage: DatabaseUnreachable) => void = () => undefined;
    const disconnected = new Promise<never>((_, reject) => (notify = reject));
    this.listeners.add(notify);
    const timer = setInterval(() => void this.probe(), SLOW_MS);
    try {
      return await Promise.race([query(), disconnected]);
    } catch (error) {
      throw toDatabaseUnreachable(error, this.place) ?? error;
    } finally {
      clearInterval(timer);
      this.listeners.delete(notify);
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  private async probe(): Promise<void> {
    if (this.isProbing) return;
    this.isProbing = true;
    do {
      this.outage = await probePostgres(this.url, this.place);
      if (!this.outage) break;
      for (const notify of this.listeners) notify(this.outage);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS).unref());
    } while (!this.isStopped);
    this.isProbing = false;
  }
}

/** Null if a server answers, whatever the answer. */
export async function probePostgres(url: string, place = placeOf(url)): Promise<DatabaseUnreachable | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS_MAX });
  client.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<DatabaseUnreachable>((resolve) => {
    timer = setTimeout(() => resolve(databaseUnreachable(place, `no answer within ${PROBE_MS_MAX} ms`)), PROBE_MS_MAX);
  });
  const connecting = client.connect().then(
    () => null,
    (error: Error) => toDatabaseUnreachable(error, place),
  );
  const found = await Promise.race([connecting, timeout]);
  clearTimeout(timer);
  void client.end().catch(() => undefined);
  return found;
}

function placeOf(url: string): string {
  try {
    const { host, port } = new pg.Client({ connectionString: url });
    return `${host}:${port}`;
  } catch {
    return 'DATABASE_URL';
  }
}
