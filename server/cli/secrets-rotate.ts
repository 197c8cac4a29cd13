/**
 * `npm run secrets:rotate`: reseals, under the first key of `SECRETS_KEY`, all secrets sealed under an older key. Once
 * it reports that none is left, the older key may be removed. It may run beside a server that knows the new key.
 */
import { loadConfig, type Config } from '../platform/config/config';
import { openDatabase } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { openFiles } from '../platform/files/open-files';
import { resealAll } from '../platform/secrets/reseal';
import { openSecrets } from '../platform/secrets/secrets';
import { UserSecrets } from '../platform/secrets/user-secrets';

export async function rotateSecrets(config: Config, log: (line: string) => void): Promise<void> {
  const database = await openDatabase<ExchangeTables>(config, 'exchange');
  try {
    const secrets = await openSecrets(config, database);
    const userSecrets = new UserSecrets(database, secrets);
    const { keys, values, photos } = await resealAll({
      database,
      files: openFiles(config, Date.now),
      secrets,
      userSecrets,
    });
    log(`sealed anew: ${keys} keys, ${values} values, ${photos} photos`);
    log('nothing is sealed under an older key any more: it may be taken out of SECRETS_KEY');
  } finally {
    await database.close();
  }
}

if (require.main === module) {
  rotateSecrets(loadConfig({ ...process.env, DEMO: 'off' }), (line) => process.stdout.write(`${line}\n`)).catch(
    (error: Error) => {
      process.stderr.write(`secrets:rotate: ${error.message}\n`);
      process.exitCode = 1;
    },
  );
}
