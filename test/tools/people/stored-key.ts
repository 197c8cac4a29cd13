/** A passkey stored directly, for tests that are not about its creation. */
import type { Application } from '../../../server/application';
import type { Database } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { takeIds } from '../../../server/platform/database/last-ids';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../server/platform/tokens';
import type { SoftwareAuthenticator } from './software-authenticator';

export async function storeKey(
  { nest }: Application,
  userId: number,
  key: SoftwareAuthenticator,
  rpId: string,
): Promise<void> {
  const database: Database<ExchangeTables> = nest.get(EXCHANGE_DATABASE);
  const clock: Clock = nest.get(CLOCK);
  const userHandle = Buffer.from(`user/${userId}`).toString('base64url');
  const { id: credentialId } = key.make({ challenge: '', rpId, userHandle });
  const publicKey = key.credentials.at(-1)?.publicKey.toString('base64url') ?? '';
  await database.sql.transaction().execute(async (transaction) => {
    const [id] = await takeIds(transaction, 'passkey', 1);
    const rest = { counter: 0, transports: '[]', name: 'key', isSynchronised: 0, createdAt: clock(), lastUsedAt: null };
    await transaction
      .insertInto('passkeys')
      .values({ id, userId, credentialId, publicKey, ...rest })
      .execute();
  });
}
