/** A relational store that is away when the exchange starts is waited for, as the journal is; what waiting does not mend ends the start. */
import { setTimeout as delay } from 'node:timers/promises';
import { storeAway, type DatabaseConfig } from '../platform/database/database';

const RETRY_MS_FIRST = 500;
const RETRY_MS_MAX = 5_000;

export async function awaitStore(
  config: Pick<DatabaseConfig, 'databaseUrl'>,
  onWaiting: (reason: string, retryMs: number) => void,
): Promise<void> {
  for (let retryMs = RETRY_MS_FIRST; ; retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)) {
    const away = await storeAway(config);
    if (!away) return;
    onWaiting(`waiting: ${away.message}`, retryMs);
    await delay(retryMs);
  }
}
