/** Users, codes, locks, log-ins and messages, for every store. */
import { HDKey } from '@scure/bip32';
import { Kysely } from 'kysely';
import { Codes } from '../../../server/platform/auth/factors/codes';
import { Lockouts } from '../../../server/platform/auth/log-in/lockouts';
import { hashPassword } from '../../../server/platform/auth/log-in/passwords';
import { StaffNetworks } from '../../../server/platform/auth/staff/staff-networks';
import { Tickets } from '../../../server/platform/auth/tickets';
import { Users, type NewUser } from '../../../server/platform/auth/users';
import { Chains } from '../../../server/platform/chains/chains';
import { openEvmChain } from '../../../server/platform/chains/evm/evm-chain';
import { openDatabase, type Database } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { takeIds } from '../../../server/platform/database/last-ids';
import { migrateToLatest } from '../../../server/platform/database/migrate';
import { exchangeMigrations } from '../../../server/platform/database/migrations/exchange';
import { postgresDialect } from '../../../server/platform/database/postgres';
import { sqliteDialect } from '../../../server/platform/database/sqlite/sqlite';
import { UserSearch } from '../../../server/features/staff/user-search';
import type { Reader } from '../../../server/features/shared/endpoints/reader';
import { openModel } from '../../../server/views/stored/views-database';
import { addressMac } from '../../../server/platform/address-vault';
import { LIMITS } from '../../../server/platform/limits';
import { COMMON_TEXTS } from '../../../server/platform/i18n/messages';
import { Messages } from '../../../server/platform/messages/messages';
import { Secrets } from '../../../server/platform/secrets/secrets';
import { NO_STAFF } from '../../tools/people/known-staff';
import type { StoreHarness } from './harness';

const AT = 1_800_000_000_000;
const CONFIG = { limits: LIMITS, staffNetworks: [] };
const WHENCE = { ip: '203.0.113.7', userAgent: '' };
const BEARING = { ip: WHENCE.ip, cookie: undefined };
const NOBODY: Omit<NewUser, 'email'> = { passwordHash: 'hash', role: 'user', nickName: 'n', registerClientId: null };

/** Never connects; only its address format is used. */
const ETHEREUM = openEvmChain({
  ...{ rpcUrl: 'http://127.0.0.1:1', chainId: 1, usdt: `0x${'11'.repeat(20)}`, timeoutMs: 1 },
  account: HDKey.fromMasterSeed(new Uint8Array(32).fill(9)),
});

const refusalOf = (promise: Promise<unknown>) => promise.then(String, (error: Error) => error.message);

export function identityConformance(name: string, harness: StoreHarness): void {
  describe(`accounts in ${name}`, () => {
    /** Two servers on one PostgreSQL; a SQLite file belongs to one process. */
    let databases: Database<ExchangeTables>[];
    let now = AT;
    const clock = () => now;

    beforeAll(async () => {
      const config = await harness.create();
      databases = [await openDatabase(config, 'exchange')];
      databases.push(config.databaseUrl ? await openDatabase(config, 'exchange') : databases[0]);
    });
    afterAll(() => Promise.all([...new Set(databases)].map((database) => database.close())));

    const secrets = new Secrets({ secretsKeys: [Buffer.alloc(32, 1).toString('base64')], dataDir: '' });
    const each = <T>(make: (database: Database<ExchangeTables>) => T) => databases.map(make);
    const users = () => each((database) => new Users(database, clock));

    test('ASVS 1.2.4: text is a value and never part of a statement, whatever it contains', async () => {
      const [all] = users();
      const before = await databases[0].sql.selectFrom('users').select('id').execute();
      const hostile = [
        `x'); drop table users; --`,
        `' or '1'='1`,
        `"; delete from users; --`,
        '$1',
        '?',
        ':id',
        String.raw`\'`,
      ];
      for (const [index, nickName] of hostile.entries()) {
        const { id } = (await all.add({ ...NOBODY, email: `hostile-${index}@test.example`, nickName }))!;
        const found = await databases[0].sql
          .selectFrom('users')
          .select('id')
          .where('nickName', '=', nickName)
          .execute();
        expect(found.map((row) => Number(row.id))).toEqual([id]);
      }
      const after = await databases[0].sql.selectFrom('users').select('id').execute();
      expect(after).toHaveLength(before.length + hostile.length);
    });

    test('finds users by substrings, with pattern characters taken literally', async () => {
      const config = await harness.create();
      const database: Database<ExchangeTables> = await openDatabase(config, 'exchange');
      const views = await openModel(config, 'views');
      const all = new Users(database, clock);
      const ids: number[] = [];
      for (const [email, nickName] of [
        ['quill.zoe@test.example', 'Ünal'],
        ['a_b@test.example', '50%'],
      ])
        ids.push((await all.add({ ...NOBODY, email, nickName, phone: `+8190${ids.length}0000777` }))!.id);
      const address = '0x52908400098527886E0F7030069857D2E4169EE7';
      const listed = { id: 1, userId: ids[0], chain: 'ERC20', address, label: null, namedAt: AT };
      await database.sql.insertInto('withdrawalAddresses').values(listed).execute();
      const reader = { at: async () => views } as unknown as Reader;
      const found = async (text: string) =>
        (await new UserSearch(database, new Chains([ETHEREUM]), secrets, reader).find(text, 0, 10)).rows.map(
          ({ id }) => id,
        );
      for (const text of ['LL.Zo', 'ünal', 'ÜNAL', address.toLowerCase(), 'E0F703'])
        expect([text, await found(text)]).toEqual([text, [ids[0]]]);
      // The destination of a withdrawal is kept as a keyed hash of the whole address.
      const went = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
      const mac = addressMac(secrets, { chain: 'ERC20', address: went });
      const kept = { userId: ids[1], hash: 'h1:', chain: 'ERC20', sealed: '', mac, at: AT };
      await database.sql.insertInto('keptAddresses').values(kept).execute();
      expect([await found(went.toLowerCase()), await found(went.slice(0, -1))]).toEqual([[ids[1]], []]);
      const trail = { asset: 'USDT', chain: 'ERC20', address: '0x00', reference: `0x${'9fc764'.repeat(10)}D8B1` };
      const rest = { amount: 1n, dust: null, status: 'success', reason: null, confirmations: 1, needed: 1 } as const;
      const times = { at: 1, endedAt: 1, position: 1, eventPosition: 1 };
      await views.sql
        .insertInto('recharges')
        .values({ id: 1, userId: ids[1], ...trail, ...rest, ...times })
        .execute();
      expect([await found('764D8b1'), await found('d8b1')]).toEqual([[ids[1]], []]);
      for (const text of ['A_B', '50%']) expect([text, await found(text)]).toEqual([text, [ids[1]]]);
      expect(await found('000777')).toEqual([ids[1], ids[0]]);
      for (const text of ['l_z', '%%%', "l'z", '\\\\\\']) expect([text, await found(text)]).toEqual([text, []]);
      // With 1,001 matches the oldest is left out, and `more` says so.
      const many = Array.from({ length: 1_000 }, (_, index) => index + 2);
      const common = { ...trail, ...rest, ...times, reference: 'common-7c7c7c' };
      for (let start = 0; start < many.length; start += 40) {
        const rows = many.slice(start, start + 40).map((id) => ({ ...common, id, userId: ids[1] + id }));
        await views.sql.insertInto('recharges').values(rows).execute();
      }
      const search = () => new UserSearch(database, new Chains([ETHEREUM]), secrets, reader).find('7c7c7c', 0, 10);
      expect(await search()).toEqual({ rows: [], total: 0, more: false });
      await views.sql
        .insertInto('recharges')
        .values({ ...common, id: 2_000, userId: ids[0] })
        .execute();
      expect(await search()).toEqual({ rows: [], total: 0, more: true });
      await views.sql.deleteFrom('recharges').where('id', '=', 2).execute();
      expect(await search()).toMatchObject({ rows: [{ id: ids[0] }], total: 1, more: false });
      await Promise.all([database.close(), views.close()]);
    });

    test('one address is one user, even if two servers add it at once', async () => {
      const added = await Promise.all(
        [...users(), ...users()].map((one) => one.add({ ...NOBODY, email: 'one@test.example' })),
      );
      expect(added.filter((row) => row !== null)).toHaveLength(1);
      const phones = await Promise.all(
        users().map((one) => one.add({ ...NOBODY, email: null, phone: '+819012345678' })),
      );
      expect(phones.filter((row) => row !== null)).toHaveLength(1);
      // Null addresses never conflict.
      const [first, second] = users();
      expect(await first.add({ ...NOBODY, email: null, phone: '+12133734253' })).not.toBeNull();
      expect(await second.add({ ...NOBODY, email: 'two@test.example' })).not.toBeNull();
    });

    test('lists see the latest writes, and write nothing', async () => {
      for (const [index, database] of databases.entries()) {
        const email = `listed-${index}@test.example`;
        const added = await new Users(database, clock).add({ ...NOBODY, email });
        const { rows, total } = await new Users(database, clock).list(0, 1);
        expect(rows.map(({ id }) => id)).toEqual([added?.id]);
        expect(total).toBeGreaterThan(0);
        const writing = database.lists.updateTable('users').set({ nickName: 'another' }).where('email', '=', email);
        await expect(writing.execute()).rejects.toThrow();
        expect((await new Users(database, clock).list(0, 1)).rows).toEqual(rows);
      }
    });

    test('a code is used once and tried five times, across two servers', async () => {
      const both = each((database) => new Codes(database, CONFIG, clock, secrets));
      const scope = { purpose: 'login', address: 'code@test.example', requester: 'address/203.0.113.7' } as const;
      const made = await Promise.allSettled(both.map((one) => one.create(scope)));
      const code = made.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
      // The second request comes too soon: neither replaces the other's.
      expect(code).toHaveLength(1);
      const spent = await Promise.all([...both, ...both].map((one) => refusalOf(one.spend(scope, code[0]))));
      expect(spent.filter((outcome) => outcome === 'undefined')).toHaveLength(1);
      expect(spent.filter((outcome) => outcome === 'verification.code.error')).toHaveLength(3);

      now += 60_000;
      const guessed = await both[0].create(scope);
      const wrong = guessed === '000000' ? '000001' : '000000';
      await Promise.all([...both, ...both, ...both].map((one) => refusalOf(one.check(scope, wrong))));
      const { tries } = await databases[0].sql
        .selectFrom('codes')
        .select('tries')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(tries).toBe(5);
      expect(await refusalOf(both[0].check(scope, guessed))).toBe('verification.code.error');
    });

    test('five failures lock an account for fifteen minutes from the fifth, across servers', async () => {
      const both = each((database) => new Lockouts(database, CONFIG, clock));
      const fail = (one: Lockouts) => refusalOf(one.attempt('user/1', () => Promise.resolve(false)));
      const outcomes = await Promise.all([...both, ...both, ...both, ...both].map(fail));
      expect(outcomes.filter((outcome) => outcome === 'false')).toHaveLength(5);
      expect(outcomes.filter((outcome) => outcome === 'tries.too.many')).toHaveLength(3);
      expect(await both[1].lockedUntil('user/1')).toBe(now + 15 * 60_000);
      now += 15 * 60_000 - 1;
      expect(await fail(both[0])).toBe('tries.too.many');
      now += 1;
      expect(await both[0].lockedUntil('user/1')).toBeNull();
      expect(await both[0].attempt('user/1', () => Promise.resolve(true))).toBe(true);
      expect(await databases[0].sql.selectFrom('lockouts').selectAll().execute()).toEqual([]);
    });

    test('each lock is twice as long, up to a day, until a day without failures', async () => {
      const [lockouts] = each((database) => new Lockouts(database, CONFIG, clock));
      const account = 'name/abc/address/203.0.113.7';
      const minutesOfNext = async (): Promise<number> => {
        for (let count = 0; count < 5; count++) await lockouts.attempt(account, () => Promise.resolve(false));
        const until = (await lockouts.lockedUntil(account)) ?? 0;
        const minutes = (until - now) / 60_000;
        now = until;
        return minutes;
      };
      const minutes: number[] = [];
      for (let count = 0; count < 9; count++) minutes.push(await minutesOfNext());
      expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]);
      now += 86_400_000;
      expect(await minutesOfNext()).toBe(15);
      // Attempts are forgotten with their account only.
      await lockouts.attempt('name/abcd/address/1', () => Promise.resolve(false));
      await lockouts.forget('name/abc');
      const left = await databases[0].sql.selectFrom('lockouts').select('account').execute();
      expect(left).toEqual([{ account: 'name/abcd/address/1' }]);
      await lockouts.forget('name/abcd');
    });

    test('an attempt that throws counts as a failure', async () => {
      const [lockouts] = each((database) => new Lockouts(database, CONFIG, clock));
      const broken = () => lockouts.attempt('user/2', () => Promise.reject(new Error('broken')));
      for (let count = 0; count < 5; count++) expect(await refusalOf(broken())).toBe('broken');
      expect(await refusalOf(broken())).toBe('tries.too.many');
    });

    test('a new password ends all log-ins by the old one, on every server', async () => {
      const both = each((database) => new Tickets(database, CONFIG, clock, new StaffNetworks(CONFIG), NO_STAFF));
      try {
        const [first, second] = both;
        const [adding] = users();
        const passwordHash = await hashPassword('old-password');
        const user = await adding.add({ ...NOBODY, email: 'race@test.example', passwordHash });
        if (!user) throw new Error('the user was not added');
        const changed = (one: Tickets) =>
          one.endAll(user.id, 'user', undefined, async (transaction) => {
            await transaction.updateTable('users').set({ passwordHash: 'new' }).where('id', '=', user.id).execute();
          });
        const [, ...issued] = await Promise.all([
          changed(first),
          ...[...both, ...both, ...both].map((one) => one.issue(user, WHENCE)),
        ]);
        expect(await first.openSessions(user.id, '')).toEqual([]);
        expect(await second.issue(user, WHENCE)).toBeNull();
        const late = await Promise.all(issued.flatMap((one) => (one ? first.check(one.ticket, BEARING) : [])));
        expect(late.every((holder) => holder === null)).toBe(true);
      } finally {
        for (const one of both) one.onModuleDestroy();
      }
    });

    test('sends a message of an origin once, across two servers', async () => {
      const both = each((database) => new Messages(database, clock, COMMON_TEXTS));
      const facts = { asset: 'USDT', amount: '1' };
      const told = await Promise.all(
        [...both, ...both].map((one) => one.notify(10_000_001, 'withdrawal.paid', facts, 'withdrawal/7/paid')),
      );
      expect(told.filter(Boolean)).toHaveLength(1);
      expect(await both[0].unread(10_000_001)).toBe(1);
    });

    test('migrated users and sessions keep their data, and gain new fields', async () => {
      const after = await migrated(2, async (before) => {
        for (const id of [10_000_001, 10_000_002]) {
          const email = `${id}@test.example`;
          const user = { id, email, password_hash: 'hash', role: 'user', nick_name: 'n', is_member: 1 };
          await before
            .insertInto('users')
            .values({ ...user, registered_at: AT })
            .execute();
          const session = { ticket_hash: `hash-${id}`, user_id: id, started_at: AT, expires_at: AT + 1 };
          await before.insertInto('sessions').values(session).execute();
        }
        await before.updateTable('last_ids').set({ id: 10_000_002 }).where('kind', '=', 'user').execute();
      });
      try {
        const rows = await after.sql.selectFrom('users').selectAll().orderBy('id').execute();
        expect(rows).toMatchObject([
          { id: 10_000_001, email: '10000001@test.example', phone: null, isMember: 1, language: 'en' },
          { id: 10_000_002, email: '10000002@test.example', invitedBy: null, antiPhishingCode: null },
        ]);
        expect(new Set(rows.map(({ invitationCode }) => invitationCode)).size).toBe(2);
        const sessions = await after.sql.selectFrom('sessions').selectAll().orderBy('id').execute();
        expect(sessions).toMatchObject([
          { id: 1, lastSeenAt: AT, ip: '' },
          { id: 2, lastSeenAt: AT, ip: '' },
        ]);
        const added = new Users(after, clock);
        expect(await added.add({ ...NOBODY, email: '10000001@test.example' })).toBeNull();
        expect(await added.add({ ...NOBODY, email: null, phone: '+819012345678' })).toMatchObject({ email: null });
      } finally {
        await after.close();
      }
    });

    test('limits set by staff for a safety level apply to the bindings of that level', async () => {
      const after = await migrated(13, async (before) => {
        const set = { daily_limit: '700.5', verified_daily_limit: '9000' };
        await before.updateTable('withdrawal_limits').set(set).where('level', '=', 'middle').execute();
      });
      try {
        const rows = await after.sql.selectFrom('withdrawalLimits').selectAll().orderBy('bindings').execute();
        expect(
          rows.map(({ bindings, dailyLimit, verifiedDailyLimit }) => [bindings, dailyLimit, verifiedDailyLimit]),
        ).toEqual([
          [1, '1000', '10000'],
          [2, '700.5', '9000'],
          [3, '700.5', '9000'],
          [4, '50000', '500000'],
        ]);
      } finally {
        await after.close();
      }
      const untouched = await databases[0].sql.selectFrom('withdrawalLimits').select('dailyLimit').execute();
      expect(untouched.map(({ dailyLimit }) => Number(dailyLimit)).sort((a, b) => a - b)).toEqual([
        1_000, 5_000, 20_000, 50_000,
      ]);
    });

    test('the former single authenticator becomes the first of several, and a pending one stays pending', async () => {
      const released = exchangeMigrations.findIndex(({ name }) => name === '0025-authenticators');
      const after = await migrated(released, async (before) => {
        const row = { sealed_secret: 'sealed', begun_at: AT };
        const rows = [
          { user_id: 12, is_bound: 1, last_step: 60_000_000 },
          { user_id: 11, is_bound: 1, last_step: 0 },
          { user_id: 13, is_bound: 0, last_step: 0 },
        ].map((one) => ({ ...row, ...one, sealed_secret: `sealed-${one.user_id}` }));
        await before.insertInto('authenticators').values(rows).execute();
      });
      try {
        const bound = { name: '', createdAt: AT };
        expect(await after.sql.selectFrom('authenticators').selectAll().orderBy('id').execute()).toEqual([
          { id: 1, userId: 11, sealedSecret: 'sealed-11', lastStep: 0, lastUsedAt: null, ...bound },
          { id: 2, userId: 12, sealedSecret: 'sealed-12', lastStep: 60_000_000, lastUsedAt: AT, ...bound },
        ]);
        expect(await after.sql.selectFrom('pendingAuthenticators').selectAll().execute()).toEqual([
          { userId: 13, sealedSecret: 'sealed-13', begunAt: AT },
        ]);
        expect(
          await after.sql.transaction().execute((transaction) => takeIds(transaction, 'authenticator', 1)),
        ).toEqual([3]);
      } finally {
        await after.close();
      }
    });

    /** A database after the first `released` migrations, filled, and then opened by the current program. */
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    async function migrated(released: number, fill: (before: Kysely<any>) => Promise<void>) {
      const { dataDir, databaseUrl } = await harness.createBare();
      const dialect = databaseUrl
        ? postgresDialect(databaseUrl, 'exchange')
        : sqliteDialect(`${dataDir}/exchange.sqlite`, 'full');
      // eslint-disable-next-line @typescript-eslint/no-explicit-any
      const before = new Kysely<any>({ dialect });
      const store = databaseUrl ? 'postgres' : 'sqlite';
      await migrateToLatest(before, store, 'exchange', exchangeMigrations.slice(0, released));
      await fill(before);
      await before.destroy();
      return openDatabase<ExchangeTables>({ dataDir, databaseUrl }, 'exchange');
    }
  });
}
