/**
 * Key rotation: re-encrypts everything under the first key of the ring, or under the user's own key, which itself is. A
 * value is replaced only if it is unchanged since it was read, so this may run beside the server; if interrupted, the
 * next run continues.
 */
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import type { Files } from '../files/files';
import {
  bankCardContext,
  photoContext,
  photoFile,
  recoveryPhotoContext,
  recoveryPhotoFile,
  totpContext,
  verificationContext,
} from './contexts';
import { SEALED_BY, sealedBy } from './seal';
import type { Secrets } from './secrets';
import { userKeyContext, type UserSecrets } from './user-secrets';

export interface ResealParts {
  database: Pick<Database<ExchangeTables>, 'sql'>;
  files: Files;
  secrets: Secrets;
  userSecrets: UserSecrets;
}

/** Number of re-encrypted values of each kind. */
export interface Resealed {
  keys: number;
  values: number;
  photos: number;
}

export async function resealAll(dependencies: ResealParts): Promise<Resealed> {
  const values =
    (await resealAuthenticators(dependencies)) +
    (await resealCards(dependencies)) +
    (await resealDocuments(dependencies));
  const photos = (await resealPhotos(dependencies)) + (await resealRecoveryPhotos(dependencies));
  return { keys: await resealKeys(dependencies), values, photos };
}

async function resealKeys({ database, secrets }: ResealParts): Promise<number> {
  let count = (await secrets.resealMacKey(database)) ? 1 : 0;
  for (const { userId, sealedKey } of await database.sql.selectFrom('userKeys').selectAll().execute()) {
    const context = userKeyContext(userId);
    if (secrets.isNewest(sealedKey, context)) continue;
    const key = secrets.openBytes(Buffer.from(sealedKey, 'base64'), context);
    const renewed = secrets.sealBytes(key, context).toString('base64');
    await database.sql
      .updateTable('userKeys')
      .set({ sealedKey: renewed })
      .where('userId', '=', userId)
      .where('sealedKey', '=', sealedKey)
      .execute();
    count++;
  }
  return count;
}

const isOfExchange = (sealed: string) => sealedBy(Buffer.from(sealed, 'base64')) === SEALED_BY.exchange;

async function resealAuthenticators({ database, userSecrets }: ResealParts): Promise<number> {
  let count = 0;
  for (const table of ['authenticators', 'pendingAuthenticators'] as const) {
    const rows = await database.sql.selectFrom(table).select(['userId', 'sealedSecret']).execute();
    const old = rows.filter(({ sealedSecret }) => isOfExchange(sealedSecret));
    for (const { userId, sealedSecret } of old) {
      const ownSecrets = await userSecrets.sealOf(userId);
      const context = totpContext(userId);
      await database.sql
        .updateTable(table)
        .set({ sealedSecret: ownSecrets.seal(ownSecrets.open(sealedSecret, context), context) })
        .where('sealedSecret', '=', sealedSecret)
        .execute();
    }
    count += old.length;
  }
  return count;
}

async function resealCards({ database, userSecrets }: ResealParts): Promise<number> {
  const rows = await database.sql
    .selectFrom('bankCards')
    .select(['id', 'userId', 'sealedNumber', 'sealedName'])
    .execute();
  const old = rows.filter(({ sealedNumber }) => isOfExchange(sealedNumber));
  for (const { id, userId, sealedNumber, sealedName } of old) {
    const ownSecrets = await userSecrets.sealOf(userId);
    const context = bankCardContext(userId);
    const renewed = (sealed: string) => ownSecrets.seal(ownSecrets.open(sealed, context), context);
    await database.sql
      .updateTable('bankCards')
      .set({ sealedNumber: renewed(sealedNumber), sealedName: renewed(sealedName) })
      .where('id', '=', id)
      .execute();
  }
  return old.length;
}

async function resealDocuments({ database, userSecrets }: ResealParts): Promise<number> {
  const rows = await database.sql
    .selectFrom('verifications')
    .select(['id', 'userId', 'sealedNumber', 'sealedName'])
    .execute();
  const old = rows.filter(({ sealedNumber }) => isOfExchange(sealedNumber));
  for (const { id, userId, sealedNumber, sealedName } of old) {
    const ownSecrets = await userSecrets.sealOf(userId);
    const context = verificationContext(userId);
    const renewed = (sealed: string) => ownSecrets.seal(ownSecrets.open(sealed, context), context);
    await database.sql
      .updateTable('verifications')
      .set({ sealedNumber: renewed(sealedNumber), sealedName: renewed(sealedName) })
      .where('id', '=', id)
      .execute();
  }
  return old.length;
}

async function resealPhotos({ database, files, userSecrets }: ResealParts): Promise<number> {
  const rows = await database.sql.selectFrom('photos').select(['id', 'userId']).where('isStored', '=', 1).execute();
  let count = 0;
  for (const row of rows) {
    const sealed = await files.get(photoFile(row));
    if (!sealed || sealedBy(sealed) !== SEALED_BY.exchange) continue;
    const ownSecrets = await userSecrets.sealOf(row.userId);
    const context = photoContext(row.id);
    await files.put(photoFile(row), ownSecrets.sealBytes(ownSecrets.openBytes(sealed, context), context));
    count++;
    await removeIfDeleted(database, files, row);
  }
  return count;
}

/** Photos of recovery requests belong to no user and stay under the exchange's key. */
async function resealRecoveryPhotos({ database, files, secrets }: ResealParts): Promise<number> {
  const rows = await database.sql.selectFrom('recoveryPhotos').select(['id', 'recoveryId']).execute();
  let count = 0;
  for (const row of rows) {
    const sealed = await files.get(recoveryPhotoFile(row));
    const context = recoveryPhotoContext(row.id);
    if (!sealed || secrets.isNewest(sealed.toString('base64'), context)) continue;
    await files.put(recoveryPhotoFile(row), secrets.sealBytes(secrets.openBytes(sealed, context), context));
    count++;
    const existingRow = await database.sql
      .selectFrom('recoveryPhotos')
      .select('id')
      .where('id', '=', row.id)
      .executeTakeFirst();
    if (!existingRow) await files.remove(recoveryPhotoFile(row));
  }
  return count;
}

/** A photo deleted meanwhile must not reappear. */
async function removeIfDeleted(
  { sql }: ResealParts['database'],
  files: Files,
  row: { id: string; userId: number },
): Promise<void> {
  const existingRow = await sql
    .selectFrom('photos')
    .select('id')
    .where('id', '=', row.id)
    .where('isStored', '=', 1)
    .executeTakeFirst();
  if (!existingRow) await files.remove(photoFile(row));
}
