/** Retention, keys and key rotation, for every store. */
import { randomBytes } from 'node:crypto';
import { openDatabase, type Database } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { DiskFiles } from '../../../server/platform/files/disk-files';
import { CATEGORIES } from '../../../server/platform/personal-data/categories';
import { RetentionSweep, SWEPT } from '../../../server/platform/personal-data/sweep';
import { bankCardContext, photoContext, photoFile } from '../../../server/platform/secrets/contexts';
import { resealAll } from '../../../server/platform/secrets/reseal';
import { openSecrets, SealBroken, Secrets } from '../../../server/platform/secrets/secrets';
import { UserSecrets } from '../../../server/platform/secrets/user-secrets';
import path from 'node:path';
import type { StoreHarness } from './harness';

const AT = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const USER = 10_000_001;
const HELD = 10_000_002;
const newKey = () => randomBytes(32).toString('base64');

export function personalConformance(name: string, harness: StoreHarness): void {
  describe(`personal data in ${name}`, () => {
    let database: Database<ExchangeTables>;
    let dataDir: string;

    beforeAll(async () => {
      const config = await harness.create();
      dataDir = config.dataDir;
      database = await openDatabase(config, 'exchange');
    });
    afterAll(() => database.close());

    const logIn = (id: number, userId: number, at: number) =>
      database.sql
        .insertInto('logIns')
        .values({ id, userId, at, ip: '203.0.113.7', userAgent: 'B', method: 'password', outcome: 'success' })
        .execute();
    const message = (id: number, userId: number, createdAt: number) =>
      database.sql
        .insertInto('messages')
        .values({ id, userId, key: 'second.factor.bound', facts: '{}', origin: null, createdAt, readAt: null })
        .execute();
    const idsOf = async (table: 'logIns' | 'messages' | 'feedback') =>
      (await database.sql.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

    test('deletes data past its retention, except under a legal hold, and keeps younger data', async () => {
      const { sql } = database;
      const hold = { placedAt: AT, placedBy: 1, reason: 'order of a court' };
      await sql
        .insertInto('legalHolds')
        .values({ userId: HELD, ...hold, liftedAt: null, liftedBy: null })
        .execute();
      const days = (kind: 'logIns' | 'messages' | 'feedback') => CATEGORIES[kind].age.days * DAY_MS;
      await logIn(1, USER, AT - days('logIns'));
      await logIn(2, USER, AT - days('logIns') + 1);
      await logIn(3, HELD, AT - days('logIns'));
      await message(1, USER, AT - days('messages'));
      await message(2, USER, AT - days('messages') + 1);
      await message(3, HELD, AT - days('messages'));
      const closing = { closeReason: null, closedBy: null, closedAt: null, closeHash: null };
      const open = { state: 'open', language: 'en', ...closing } as const;
      const written = { category: 'other', contact: null, text: 'Hello', createdAt: AT - days('feedback') } as const;
      const feedback = { ...written, ...open };
      await sql
        .insertInto('feedback')
        .values([
          { id: 1, userId: null, ...feedback, requestHash: 'a' },
          { id: 2, userId: HELD, ...feedback, requestHash: 'b' },
        ])
        .execute();
      expect(await new RetentionSweep(database, () => AT).sweep()).toBe(3);
      expect([await idsOf('logIns'), await idsOf('messages'), await idsOf('feedback')]).toEqual([[2, 3], [2, 3], [2]]);
      await sql.updateTable('legalHolds').set({ liftedAt: AT, liftedBy: 1 }).execute();
      expect(await new RetentionSweep(database, () => AT).sweep()).toBe(3);
      expect([await idsOf('logIns'), await idsOf('messages'), await idsOf('feedback')]).toEqual([[2], [2], []]);
    });

    test('sweeps each table completely, even a large one', async () => {
      const { sql } = database;
      const many = Array.from({ length: 1_203 }, (_, index) => index + 100);
      for (const id of many) await logIn(id, USER, 0);
      expect(await new RetentionSweep(database, () => AT).sweep()).toBe(many.length);
      await sql
        .insertInto('lockouts')
        .values({ account: 'user/1', failures: 5, until: AT - 7 * DAY_MS, locks: 1 })
        .execute();
      await sql
        .insertInto('passkeyChallenges')
        .values({ challengeHash: 'h', userId: null, expiresAt: AT - 7 * DAY_MS })
        .execute();
      await sql
        .insertInto('depositReports')
        .values({
          ...{ id: 1, userId: USER, chain: 'ERC20', transactionId: 'a', note: null, state: 'unknown', finding: '{}' },
          ...{ createdAt: AT - 365 * DAY_MS, lookedAt: AT, reason: null, decidedBy: null, decidedAt: null },
        })
        .execute();
      expect(await new RetentionSweep(database, () => AT).sweep()).toBe(3);
      expect(SWEPT).toHaveLength(11);
    });

    test('a deleted key opens nothing any more, nor does another user’s', async () => {
      const secrets = await openSecrets({ dataDir, secretsKeys: [RING_KEY] }, database);
      const own = new UserSecrets(database, secrets);
      const context = bankCardContext(USER);
      const sealed = (await own.sealOf(USER)).seal('4111', context);
      expect((await new UserSecrets(database, secrets).sealOf(USER)).open(sealed, context)).toBe('4111');
      const other = await own.sealOf(HELD);
      expect(() => other.open(sealed, context)).toThrow(SealBroken);
      expect(() => secrets.open(sealed, context)).toThrow(SealBroken);
      await database.sql.deleteFrom('userKeys').where('userId', '=', USER).execute();
      own.forget(USER);
      const anew = await own.sealOf(USER);
      expect(() => anew.open(sealed, context)).toThrow(SealBroken);
    });

    test('after a rotation the newest key alone opens everything, and MACs are unchanged', async () => {
      const newest = newKey();
      const files = new DiskFiles(path.join(dataDir, 'files-of-rotation'));
      const before = await openSecrets({ dataDir, secretsKeys: [RING_KEY] }, database);
      const mac = before.mac('passport/JP/1', 'document');
      const context = bankCardContext(USER);
      const card = { id: 1, userId: USER, bankName: 'B', lastFour: '1111', createdAt: AT, removedAt: null };
      // As before users had keys.
      await database.sql
        .insertInto('bankCards')
        .values({ ...card, sealedNumber: before.seal('4111', context), sealedName: before.seal('N', context) })
        .execute();
      const photo = { id: 'photo-of-old', userId: USER };
      await database.sql
        .insertInto('photos')
        .values({ ...photo, kind: 'front', width: 1, height: 1, uploadedAt: AT, isStored: 1, verificationId: null })
        .execute();
      await files.put(photoFile(photo), before.sealBytes(Buffer.from('jpeg'), photoContext(photo.id)));

      const ring = await openSecrets({ dataDir, secretsKeys: [newest, RING_KEY] }, database);
      const parts = { database, files, secrets: ring, userSecrets: new UserSecrets(database, ring) };
      expect(await resealAll(parts)).toMatchObject({ values: 1, photos: 1 });
      expect(await resealAll(parts)).toEqual({ keys: 0, values: 0, photos: 0 });

      const after = await openSecrets({ dataDir, secretsKeys: [newest] }, database);
      expect(after.mac('passport/JP/1', 'document')).toBe(mac);
      const own = await new UserSecrets(database, after).sealOf(USER);
      const row = await database.sql.selectFrom('bankCards').selectAll().executeTakeFirstOrThrow();
      expect([own.open(row.sealedNumber, context), own.open(row.sealedName, context)]).toEqual(['4111', 'N']);
      const sealed = (await files.get(photoFile(photo))) as Buffer;
      expect(own.openBytes(sealed, photoContext(photo.id))).toEqual(Buffer.from('jpeg'));
      await expect(openSecrets({ dataDir, secretsKeys: [RING_KEY] }, database)).rejects.toThrow(
        /SECRETS_KEY does not open/,
      );
      expect(() => new Secrets({ dataDir, secretsKeys: [RING_KEY] }).open(row.sealedNumber, context)).toThrow(
        SealBroken,
      );
    });
  });
}

/** The database's first key. */
const RING_KEY = newKey();
