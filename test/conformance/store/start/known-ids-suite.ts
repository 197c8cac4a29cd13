/** Start with a database that is lost, older or newer than the journal, for every store. */
import { HDKey } from '@scure/bip32';
import type { CommandEnvelope } from '../../../../server/engine/port';
import { Accounts } from '../../../../server/products/identity/api/account/accounts';
import { openEngine, type Engine } from '../../../../server/engine/engine';
import { registrationOf, Users } from '../../../../server/platform/auth/users';
import { ChainIdentityError } from '../../../../server/platform/chains/chain-identities';
import { macWith } from '../../../../server/platform/secrets/secrets';
import { addressHash } from '../../../../server/platform/address-vault';
import { isTextHash } from '../../../../shared/products/content/rules/text-hashes';
import { DepositAddresses } from '../../../../server/platform/chains/deposit-addresses';
import type { Chains } from '../../../../server/platform/chains/chains';
import { receivingKey } from '../../../../server/platform/chains/extended-key';
import { simulatedEthereum } from '../../../../server/platform/chains/simulated/simulated-networks';
import { openDatabase, type Database } from '../../../../server/platform/database/database';
import type { ExchangeTables, LastIdRow, UserRow } from '../../../../server/platform/database/exchange-tables';
import { lastId } from '../../../../server/platform/database/last-ids';
import { compareKnownIds, UsersContradictedError } from '../../../../server/start/known-ids';
import { submitRelations } from '../../../../server/start/known-relations';
import { LISTINGS, withdraw } from '../../../tools/fixtures/core-fixture';
import { MemoryJournal } from '../../../tools/stores/memory-journal';
import { NO_STAFF } from '../../../tools/people/known-staff';
import type { StoreHarness } from '../harness';
import { AT, clock, HIGHEST, MEMBERS } from './members';

const MACS = { mac: (text: string, context: string) => macWith(Buffer.alloc(32, 7), text, context) };

export function knownIdsConformance(name: string, harness: StoreHarness): void {
  describe(`ids known to the journal, in ${name}`, () => {
    let database: Database<ExchangeTables>;
    let journal: MemoryJournal;
    let engine: Engine;
    let log: [message: string, facts: Record<string, unknown>][];
    const closers: (() => Promise<void>)[] = [];

    beforeEach(async () => {
      log = [];
      database = await openDatabase<ExchangeTables>(await harness.create(), 'exchange');
      journal = new MemoryJournal();
      engine = await openEngine({ journal, snapshots: null, pendingMax: 1_000 });
      for (const listing of LISTINGS) await submitted(listing);
      closers.push(
        () => database.close(),
        () => engine.close(),
      );
    });
    afterEach(async () => {
      for (const closer of closers.splice(0).reverse()) await closer();
    });

    const submitted = async (envelope: CommandEnvelope): Promise<void> => {
      expect(await engine.submit(envelope)).toMatchObject({ repeated: false });
    };
    const said = (message: string) => log.filter(([one]) => one === message).map(([, facts]) => facts);
    const addressesOf = (of = database) => new DepositAddresses(of, engine, clock, MACS);
    const last = (kind: LastIdRow['kind']) => lastId(database.sql, kind);
    const chains = (port = simulatedEthereum()): Pick<Chains, 'find'> => ({
      find: (chain) => (chain === 'ERC20' ? (port as unknown as ReturnType<Chains['find']>) : undefined),
    });
    const compare = (of: Pick<Chains, 'find'> = chains()) => {
      const parts = {
        database,
        state: engine.state(),
        head: journal.head(),
        commands: engine,
        addresses: addressesOf(),
        clock,
      };
      return compareKnownIds({ ...parts, chains: of, log: (message, facts) => void log.push([message, facts]) });
    };

    /** A row before the core registers it. */
    async function added(email: string, change: Partial<UserRow> = {}): Promise<UserRow> {
      const user = { email, passwordHash: 'hash', role: 'user', nickName: 'n', registerClientId: null } as const;
      const row = await new Users(database, clock).add(user);
      if (!row) throw new Error(`${email} is taken`);
      const isMember = change.isMember ?? 0;
      await database.sql
        .updateTable('users')
        .set({ ...change, isMember })
        .where('id', '=', row.id)
        .execute();
      return { ...row, ...change };
    }
    const register = (user: number, registration?: string) =>
      submitted({ actor: 'registrar', command: { type: 'RegisterMember', user, registration } });
    const assign = (user: number, index: number, address: string) =>
      submitted({
        actor: 'registrar',
        command: { type: 'AssignDepositAddress', user, chain: 'ERC20', index, address },
      });

    test('an empty database reuses no id, and logs raised ids and missing users', async () => {
      await submitted({ ...withdraw('USDT', 500n) });
      expect(await compare()).toEqual({ membersWithoutUser: MEMBERS.length });
      expect(said('ids raised')).toEqual([
        { kind: 'user', from: 10_000_000, to: HIGHEST },
        // These members do not tell of addresses: each may have had one on each chain.
        { kind: 'address_index/ERC20', from: -1, to: 3 },
        { kind: 'address_index/BTC', from: -1, to: 3 },
      ]);
      const users = new Users(database, clock);
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, index) => users.add({ ...NOBODY, email: `${index}@test.example` })),
      );
      expect(made.map((row) => row?.id).sort()).toEqual(Array.from({ length: 8 }, (_, index) => HIGHEST + 1 + index));
      log = [];
      expect(await compare()).toEqual({ membersWithoutUser: MEMBERS.length });
      expect(said('ids raised')).toEqual([]);
    });

    test('sends no old notifications when an empty database lost its users', async () => {
      const place = () => database.sql.selectFrom('followers').select(['position', 'hash']).executeTakeFirst();
      for (const id of MEMBERS) await added(`${id}@test.example`, { id, isMember: 1 });
      await compare();
      expect(await place()).toBeUndefined();
      await database.sql.deleteFrom('users').execute();
      const { position, hash } = journal.head();
      await compare();
      expect(await place()).toEqual({ position, hash });
      await register(77);
      await compare();
      expect(await place()).toEqual({ position, hash });
    });

    test('never reuses a card id named by a withdrawal', async () => {
      await submitted({ actor: 'demo', command: { ...CREDIT, user: MEMBERS[1], asset: 'USD', amount: 5_000n } });
      await submitted(withdraw('USD', 500n, { card: 41 }));
      await compare();
      expect(await last('bank_card')).toBe(41);
    });

    test('users known to both stay, and nothing is raised', async () => {
      const user = await added('known@test.example', { id: HIGHEST + 1, isMember: 1 });
      await register(user.id, registrationOf(user));
      await database.sql
        .updateTable('lastIds')
        .set({ id: HIGHEST + 5 })
        .where('kind', '=', 'user')
        .execute();
      expect(await compare()).toEqual({ membersWithoutUser: MEMBERS.length });
      expect(await last('user')).toBe(HIGHEST + 5);
      const [row] = await database.sql.selectFrom('users').selectAll().execute();
      expect(row).toEqual(user);
    });

    test('an old row without a registration matches the member it was marked as', async () => {
      await added('old@test.example', { isMember: 1 });
      expect(await compare()).toEqual({ membersWithoutUser: MEMBERS.length - 1 });
    });

    test("a new row under a member's id is another person: it gets a new id, with its rights", async () => {
      const stranger = await added('stranger@test.example');
      expect(stranger.id).toBe(MEMBERS[0]);
      await database.sql.insertInto('staffRights').values({ userId: stranger.id, right: 'users' }).execute();
      await compare();
      const [row] = await database.sql.selectFrom('users').selectAll().execute();
      expect(row).toEqual({ ...stranger, id: HIGHEST + 1 });
      expect(await database.sql.selectFrom('staffRights').selectAll().execute()).toEqual([
        { userId: HIGHEST + 1, right: 'users' },
      ]);
      expect(engine.state().members.has(HIGHEST + 1)).toBe(false);
    });

    test("a database restored while in use never gives out an existing member's id", async () => {
      await compare();
      await database.sql.updateTable('lastIds').set({ id: 10_000_000 }).where('kind', '=', 'user').execute();
      const accounts = new Accounts(new Users(database, clock), engine, NO_STAFF);
      const password = 'correct-horse-battery';
      const registered = await Promise.all(
        [1, 2, 3, 4].map((number) =>
          accounts.register({ email: `${number}@test.example`, password, clientId: 'once', role: 'user' }),
        ),
      );
      const ids = registered.map(({ user }) => user.id);
      expect(new Set(ids).size).toBe(4);
      for (const id of ids) expect(id).toBeGreaterThan(HIGHEST);
      const [{ user }] = registered;
      expect(user).toEqual(await new Users(database, clock).byId(user.id));
      // The same request again, as two concurrent first log-ins.
      await database.sql.updateTable('users').set({ isMember: 0 }).where('id', '=', user.id).execute();
      const fresh = { ...user, isMember: 0 };
      const again = await Promise.all([accounts.ensureMember(fresh), accounts.ensureMember(fresh)]);
      expect(again.map((made) => made.user.id)).toEqual([user.id, user.id]);
      // Concurrent registration under a number that belongs to another member.
      const stranger = await added('late@test.example', { id: MEMBERS[3] });
      const made = await Promise.all([accounts.ensureMember(stranger), accounts.ensureMember(stranger)]);
      expect(made[0].user.id).toBeGreaterThan(Math.max(...ids));
      expect(made[1].user.id).toBe(made[0].user.id);
    });

    test('a row whose registration was stored and not marked keeps its id', async () => {
      const user = await added('crashed@test.example', { id: HIGHEST + 1 });
      await register(user.id, registrationOf(user));
      await compare();
      const [row] = await database.sql.selectFrom('users').selectAll().execute();
      expect(row).toEqual(user);
    });

    test('registers members again whom a cut journal has lost', async () => {
      const user = await added('cut@test.example', { id: HIGHEST + 3, isMember: 1 });
      await compare();
      expect(engine.state().members.get(user.id)).toMatchObject({ registration: registrationOf(user) });
    });

    test('refuses a database of another exchange, and changes nothing', async () => {
      await added('other@test.example', { id: HIGHEST + 1, isMember: 1 });
      const fresh = await added('fresh@test.example');
      await register(HIGHEST + 1, 'somebody else');
      await expect(compare()).rejects.toThrow(UsersContradictedError);
      expect(log).toEqual([]);
      expect(await new Users(database, clock).byEmail('fresh@test.example')).toEqual(fresh);
    });

    test('restores addresses known to the journal, and continues after them', async () => {
      const { depositAddress } = simulatedEthereum();
      await assign(MEMBERS[0], 0, depositAddress(0));
      await assign(MEMBERS[1], 1, depositAddress(1));
      await compare();
      const rows = await addressesOf().after('ERC20', 0);
      expect(rows).toMatchObject([
        { userId: MEMBERS[0], addressIndex: 0, address: depositAddress(0) },
        { userId: MEMBERS[1], addressIndex: 1, address: depositAddress(1) },
      ]);
      const port = { chain: 'ERC20', depositAddress } as const;
      expect(await addressesOf().addressOf(port, MEMBERS[1])).toBe(depositAddress(1));
      expect(await addressesOf().addressOf(port, MEMBERS[2])).toBe(depositAddress(2));
    });

    test('derives addresses again from hashes in the journal, only under the same key', async () => {
      const { depositAddress } = simulatedEthereum();
      const port = { chain: 'ERC20', depositAddress } as const;
      const given = [await addressesOf().addressOf(port, MEMBERS[0]), await addressesOf().addressOf(port, MEMBERS[1])];
      const told = [...engine.state().wallet.depositAddresses.values()].map(({ address }) => address);
      expect(told.every((address) => isTextHash(address))).toBe(true);
      await database.sql.deleteFrom('depositAddresses').execute();
      const other = { ...simulatedEthereum(), depositAddress: (index: number) => `0x${index}` };
      await expect(compare(chains(other))).rejects.toThrow(ChainIdentityError);
      await compare({ find: () => undefined });
      expect(await addressesOf().after('ERC20', 0)).toEqual([]);
      await compare();
      expect((await addressesOf().after('ERC20', 0)).map(({ address }) => address)).toEqual(given);
    });

    test('addresses of a database restored while in use stay with their owners', async () => {
      const { depositAddress } = simulatedEthereum();
      const port = { chain: 'ERC20', depositAddress } as const;
      const first = await addressesOf().addressOf(port, MEMBERS[0]);
      await database.sql.deleteFrom('depositAddresses').execute();
      await database.sql.updateTable('lastIds').set({ id: -1 }).where('kind', '=', 'address_index/ERC20').execute();
      expect(await addressesOf().addressOf(port, MEMBERS[1])).toBe(depositAddress(1));
      expect(await addressesOf().addressOf(port, MEMBERS[0])).toBe(first);
    });

    test('adds older addresses to the journal', async () => {
      const { depositAddress } = simulatedEthereum();
      for (const id of MEMBERS) await added(`${id}@test.example`, { id, isMember: 1 });
      const row = { id: 1, chain: 'ERC20', userId: MEMBERS[2], addressIndex: 5, createdAt: AT };
      await database.sql
        .insertInto('depositAddresses')
        .values({ ...row, address: depositAddress(5) })
        .execute();
      await compare();
      expect([...engine.state().wallet.depositAddresses.values()]).toEqual([
        {
          ...{ user: MEMBERS[2], chain: 'ERC20', index: 5 },
          address: addressHash(MACS, { userId: MEMBERS[2], chain: 'ERC20', address: depositAddress(5) }),
        },
      ]);
      log = [];
      await compare();
      expect(log).toEqual([]);
    });

    describe('inviters and verification documents', () => {
      const tell = () =>
        submitRelations({
          database,
          state: () => engine.state(),
          commands: engine,
          log: (message, facts) => void log.push([message, facts]),
        }).completion;
      const hash = (digits: string) => digits.repeat(32);
      const [ALICE, BOB, , DAVE] = MEMBERS;

      test('are told to the journal once, as far as possible', async () => {
        await added('alice@test.example', { id: ALICE, isMember: 1 });
        await added('bob@test.example', { id: BOB, isMember: 1, invitedBy: ALICE });
        // A row that is no member yet, and one invited by a non-member.
        await added('new@test.example', { id: HIGHEST + 60, invitedBy: ALICE });
        await added('dave@test.example', { id: DAVE, isMember: 1, invitedBy: HIGHEST + 50 });
        const documents = [
          { documentMac: hash('ab'), userId: BOB },
          // Not verified yet.
          { documentMac: hash('cd'), userId: DAVE },
        ];
        await database.sql.insertInto('verifiedDocuments').values(documents).execute();
        const asked = { askedAt: AT, dueAt: AT, endedAt: AT };
        await database.sql
          .insertInto('erasures')
          .values([
            { ...asked, userId: ALICE, outcome: 'erased' },
            { ...asked, userId: BOB, outcome: 'withdrawn' },
            { ...asked, userId: DAVE, endedAt: null, outcome: null },
            // Never a member.
            { ...asked, userId: HIGHEST + 60, outcome: 'erased' },
          ])
          .execute();
        const before = journal.stored().length;
        await tell();
        const events = journal
          .stored()
          .slice(before)
          .flatMap(({ batch }) => batch.events);
        expect(events).toEqual([
          { type: 'MemberErased', user: ALICE },
          { type: 'InviterNamed', user: BOB, inviter: ALICE },
          { type: 'DocumentNamed', user: BOB, document: hash('ab') },
        ]);
        expect(said('relations told to the journal')).toEqual([{ erased: 1, inviters: 1, documents: 1, refused: 1 }]);
        const told = journal.stored().length;
        await tell();
        expect(journal.stored()).toHaveLength(told);
      });

      test('are told in steps, and continued after a stop in between', async () => {
        await database.sql
          .insertInto('users')
          .values(
            await Promise.all(
              Array.from({ length: 120 }, async (_, index) => {
                const id = HIGHEST + 1 + index;
                await register(id);
                const row = { ...NOBODY, id, email: `${id}@test.example`, isMember: 1, invitedBy: ALICE };
                return { ...row, invitationCode: `C${id}`.slice(-8), language: 'en', registeredAt: AT } as never;
              }),
            ),
          )
          .execute();
        const count = () => [...engine.state().members.values()].filter(({ inviter }) => inviter !== null).length;
        const cut = submitRelations({
          database,
          state: () => engine.state(),
          commands: {
            submit: (envelope) => {
              void cut.close();
              return engine.submit(envelope);
            },
          },
          log: (message, facts) => void log.push([message, facts]),
        });
        await cut.completion;
        expect(count()).toBe(50);
        await tell();
        expect(count()).toBe(120);
      });

      test('that cannot be told are logged, without other effects', async () => {
        await added('alice@test.example', { id: ALICE, isMember: 1 });
        await added('bob@test.example', { id: BOB, isMember: 1, invitedBy: ALICE });
        const submit = () => Promise.reject(new Error('system.busy'));
        await submitRelations({
          database,
          state: () => engine.state(),
          commands: { submit },
          log: (message, facts) => void log.push([message, facts]),
        }).completion;
        expect(said('relations could not be told to the journal')).toEqual([{ error: 'system.busy' }]);
      });

      test('are in the journal from the registration on, and an unknown inviter does no harm', async () => {
        const accounts = new Accounts(new Users(database, clock), engine, NO_STAFF);
        const register = async (email: string, invitedBy: number) =>
          accounts.ensureMember((await new Users(database, clock).add({ ...NOBODY, email, invitedBy })) as UserRow);
        await compare();
        const [invited, stray] = [await register('i@test.example', BOB), await register('s@test.example', 5)];
        expect(engine.state().members.get(invited.user.id)?.inviter).toBe(BOB);
        expect(engine.state().members.get(stray.user.id)?.inviter).toBeNull();
      });
    });

    test('refuses addresses derived from another key', async () => {
      const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(3));
      const other = {
        ...simulatedEthereum(),
        depositAddress: (index: number) => `0x${Buffer.from(receivingKey(account, index)).toString('hex')}`,
      };
      await assign(MEMBERS[0], 0, simulatedEthereum().depositAddress(0));
      await expect(compare(chains(other))).rejects.toThrow(ChainIdentityError);
      expect(await addressesOf().allAddresses()).toEqual([]);
    });
  });
}

const NOBODY = { passwordHash: 'hash', role: 'user', nickName: 'n', registerClientId: null } as const;
const CREDIT = { type: 'CreditRecharge', reference: 'bank/1' } as const;
