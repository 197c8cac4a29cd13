/**
 * Retries the opening of a relational store that is unreachable at the start, as for the journal. A fault that waiting
 * cannot resolve ends the start.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { probeDatabase, type DatabaseConfig } from '../platform/database/database';

const RETRY_MS_FIRST = 500;
const RETRY_MS_MAX = 5_000;

export async function awaitStore(
  config: Pick<DatabaseConfig, 'databaseUrl'>,
  onWaiting: (reason: string, retryMs: number) => void,
): Promise<void> {
  for (let retryMs = RETRY_MS_FIRST; ; retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)) {
    const connectionError = await probeDatabase(config);
    if (!connectionError) return;
    onWaiting(`waiting: ${connectionError.message}`, retryMs);
    await delay(retryMs);
  }
}
