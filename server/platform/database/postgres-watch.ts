/**
 * Whoever asks PostgreSQL is told in time that it is away. A server that froze, or a network that swallows packets, keeps connections
 * open and answers nothing: when an answer takes long, a connection of its own shows whether the server is there. If it is not,
 * all who wait are told, and all who come, until it is.
 */
import pg from 'pg';
import { asAway, awayFrom, StoreAway } from './store-fault';

/** An answer that takes longer is a reason to look whether anybody is there. */
const SLOW_MS = 1_500;
/** To connect takes no longer on a server that is there; with the time above it makes less than five seconds. */
const LOOK_MS_MAX = 2_500;
const AGAIN_MS = 500;

export class PostgresWatch {
  /** Host and port: an address may hold a password. */
  readonly place: string;
  private away: StoreAway | null = null;
  private isLooking = false;
  private isStopped = false;
  private readonly waiting = new Set<(away: StoreAway) => void>();

  constructor(private readonly url: string) {
    this.place = placeOf(url);
  }

  /** What `ask` comes to. Rejects with a `StoreAway` when the server goes before it answers. */
  async answer<T>(ask: () => Promise<T>): Promise<T> {
    if (this.away) throw this.away;
    let tell: (away: StoreAway) => void = () => undefined;
    const gone = new Promise<never>((_, reject) => (tell = reject));
    this.waiting.add(tell);
    const timer = setInterval(() => void this.look(), SLOW_MS);
    try {
      return await Promise.race([ask(), gone]);
    } catch (error) {
      throw asAway(error, this.place) ?? error;
    } finally {
      clearInterval(timer);
      this.waiting.delete(tell);
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    do {
      this.away = await lookAt(this.url, this.place);
      if (!this.away) break;
      for (const tell of this.waiting) tell(this.away);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
    } while (!this.isStopped);
    this.isLooking = false;
  }
}

/** Null when a server is there, whatever it says. */
export async function lookAt(url: string, place = placeOf(url)): Promise<StoreAway | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LOOK_MS_MAX });
  client.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<StoreAway>((resolve) => {
    timer = setTimeout(() => resolve(awayFrom(place, `no answer within ${LOOK_MS_MAX} ms`)), LOOK_MS_MAX);
  });
  const connecting = client.connect().then(
    () => null,
    (error: Error) => asAway(error, place),
  );
  const found = await Promise.race([connecting, late]);
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
