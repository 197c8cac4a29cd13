/** What a start makes of a database that was lost, that is older than the journal, or newer, whichever store is below it. */
import { HDKey } from '@scure/bip32';
import type { CommandEnvelope } from '../../../server/engine/port';
import { Accounts } from '../../../server/products/identity/api/account/accounts';
import { openEngine, type Engine } from '../../../server/engine/engine';
import { registrationOf, Users } from '../../../server/platform/auth/users';
import { ChainIdentityError } from '../../../server/platform/chains/chain-identities';
import { macWith } from '../../../server/platform/secrets/secrets';
import { addressHash } from '../../../server/platform/kept-addresses';
import { isTextHash } from '../../../shared/products/content/rules/kept-texts';
import { DepositAddresses } from '../../../server/platform/chains/deposit-addresses';
import type { Chains } from '../../../server/platform/chains/chains';
import { receivingKey } from '../../../server/platform/chains/extended-key';
import { simulatedEthereum } from '../../../server/platform/chains/simulated/simulated-networks';
import { openDatabase, type Database } from '../../../server/platform/database/database';
import type { ExchangeTables, LastIdRow, UserRow } from '../../../server/platform/database/exchange-tables';
import { lastId } from '../../../server/platform/database/last-ids';
import { Messages } from '../../../server/platform/messages/messages';
import { PayoutTurns } from '../../../server/platform/chains/payout-turns';
import { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { setAsideContradicted } from '../../../server/start/accepted-journal';
import { compareKnownIds, UsersContradictedError } from '../../../server/start/known-ids';
import { tellRelations } from '../../../server/start/known-relations';
import { readWitnesses, type Contradiction } from '../../../server/start/witnesses';
import { openViews } from '../../../server/views/stored/views-database';
import { approve, LISTINGS, observe, startPayout, withdraw } from '../../tools/fixtures/core-fixture';
import { MemoryJournal } from '../../tools/stores/memory-journal';
import { NO_STAFF } from '../../tools/people/known-staff';
import type { StoreHarness } from './harness';

const AT = 1_800_000_000_000;
const clock = () => AT;
/** Of staff in the listings: no member is above. */
const HIGHEST = 10_000_009;
const MEMBERS = [10_000_001, 10_000_002, 10_000_003, 10_000_004];

const MACS = { mac: (text: string, context: string) => macWith(Buffer.alloc(32, 7), text, context) };

export function knownIdsConformance(name: string, harness: StoreHarness): void {
  describe(`ids that the journal knows, in ${name}`, () => {
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

    /** A row as it is written before the core hears of it. */
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

    test('an empty database gives out nothing of it, and says what was raised and whom it misses', async () => {
      await submitted({ ...withdraw('USDT', 500n) });
      expect(await compare()).toEqual({ membersWithoutUser: MEMBERS.length });
      expect(said('ids raised')).toEqual([
        { kind: 'user', from: 10_000_000, to: HIGHEST },
        // None of these members says that addresses were told: each may have had one on each chain.
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

    test('nobody is told anew of all that happened to those whom an empty database does not know', async () => {
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

    test('a card that a withdrawal names is nobody else’s', async () => {
      await submitted({ actor: 'demo', command: { ...CREDIT, user: MEMBERS[1], asset: 'USD', amount: 5_000n } });
      await submitted(withdraw('USD', 500n, { card: 41 }));
      await compare();
      expect(await last('bank_card')).toBe(41);
    });

    test('those whom both know are who they are, and nothing is raised', async () => {
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

    test('a row of before it was named in the journal is taken for the member it was marked as', async () => {
      await added('old@test.example', { isMember: 1 });
      expect(await compare()).toEqual({ membersWithoutUser: MEMBERS.length - 1 });
    });

    test('a new row under the id of a member is somebody else: it gets another, with the rights that it has', async () => {
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

    test('a database that goes back while it is in use makes nobody a member that there is', async () => {
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
      // The same request again, and the first log-in, twice at once.
      await database.sql.updateTable('users').set({ isMember: 0 }).where('id', '=', user.id).execute();
      const fresh = { ...user, isMember: 0 };
      const again = await Promise.all([accounts.makeMember(fresh), accounts.makeMember(fresh)]);
      expect(again.map((made) => made.user.id)).toEqual([user.id, user.id]);
      // Twice at once by a number that is somebody else's.
      const stranger = await added('late@test.example', { id: MEMBERS[3] });
      const made = await Promise.all([accounts.makeMember(stranger), accounts.makeMember(stranger)]);
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

    test('members of whom a journal that was cut knows no more are registered again', async () => {
      const user = await added('cut@test.example', { id: HIGHEST + 3, isMember: 1 });
      await compare();
      expect(engine.state().members.get(user.id)).toMatchObject({ registration: registrationOf(user) });
    });

    test('a database of another exchange is refused, and nothing is changed', async () => {
      await added('other@test.example', { id: HIGHEST + 1, isMember: 1 });
      const fresh = await added('fresh@test.example');
      await register(HIGHEST + 1, 'somebody else');
      await expect(compare()).rejects.toThrow(UsersContradictedError);
      expect(log).toEqual([]);
      expect(await new Users(database, clock).byEmail('fresh@test.example')).toEqual(fresh);
    });

    test('addresses that the journal knows are there again, and the next one is behind them', async () => {
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
      expect(await addressesOf().of(port, MEMBERS[1])).toBe(depositAddress(1));
      expect(await addressesOf().of(port, MEMBERS[2])).toBe(depositAddress(2));
    });

    test('addresses of which the journal has hashes are derived again, under the same key alone', async () => {
      const { depositAddress } = simulatedEthereum();
      const port = { chain: 'ERC20', depositAddress } as const;
      const given = [await addressesOf().of(port, MEMBERS[0]), await addressesOf().of(port, MEMBERS[1])];
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

    test('addresses of a database that goes back while it is in use are nobody else’s either', async () => {
      const { depositAddress } = simulatedEthereum();
      const port = { chain: 'ERC20', depositAddress } as const;
      const first = await addressesOf().of(port, MEMBERS[0]);
      await database.sql.deleteFrom('depositAddresses').execute();
      await database.sql.updateTable('lastIds').set({ id: -1 }).where('kind', '=', 'address_index/ERC20').execute();
      expect(await addressesOf().of(port, MEMBERS[1])).toBe(depositAddress(1));
      expect(await addressesOf().of(port, MEMBERS[0])).toBe(first);
    });

    test('addresses of before the journal was told of them are told to it', async () => {
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

    describe('who invited whom, and by which document somebody was verified', () => {
      const tell = () =>
        tellRelations({
          database,
          state: () => engine.state(),
          commands: engine,
          log: (message, facts) => void log.push([message, facts]),
        }).done;
      const hash = (digits: string) => digits.repeat(32);
      const [ALICE, BOB, , DAVE] = MEMBERS;

      test('is told to the journal, once, as far as it can be', async () => {
        await added('alice@test.example', { id: ALICE, isMember: 1 });
        await added('bob@test.example', { id: BOB, isMember: 1, invitedBy: ALICE });
        // Who is no member yet, and who was invited by somebody who is none.
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

      test('of many is told little by little, and gone on with when a stop came between', async () => {
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
        const cut = tellRelations({
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
        await cut.done;
        expect(count()).toBe(50);
        await tell();
        expect(count()).toBe(120);
      });

      test('that cannot be told is said, and nothing else happens', async () => {
        await added('alice@test.example', { id: ALICE, isMember: 1 });
        await added('bob@test.example', { id: BOB, isMember: 1, invitedBy: ALICE });
        const submit = () => Promise.reject(new Error('system.busy'));
        await tellRelations({
          database,
          state: () => engine.state(),
          commands: { submit },
          log: (message, facts) => void log.push([message, facts]),
        }).done;
        expect(said('relations could not be told to the journal')).toEqual([{ error: 'system.busy' }]);
      });

      test('stands in the journal from the registration on, and an inviter whom it does not know does no harm', async () => {
        const accounts = new Accounts(new Users(database, clock), engine, NO_STAFF);
        const register = async (email: string, invitedBy: number) =>
          accounts.makeMember((await new Users(database, clock).add({ ...NOBODY, email, invitedBy })) as UserRow);
        await compare();
        const [invited, stray] = [await register('i@test.example', BOB), await register('s@test.example', 5)];
        expect(engine.state().members.get(invited.user.id)?.inviter).toBe(BOB);
        expect(engine.state().members.get(stray.user.id)?.inviter).toBeNull();
      });
    });

    test('addresses that follow from another key than they did are refused', async () => {
      const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(3));
      const other = {
        ...simulatedEthereum(),
        depositAddress: (index: number) => `0x${Buffer.from(receivingKey(account, index)).toString('hex')}`,
      };
      await assign(MEMBERS[0], 0, simulatedEthereum().depositAddress(0));
      await expect(compare(chains(other))).rejects.toThrow(ChainIdentityError);
      expect(await addressesOf().all()).toEqual([]);
    });
  });

  describe(`a journal that was cut, over ${name}`, () => {
    test('what was of the part that is gone is not taken for what comes, and nothing that was sent is sent again', async () => {
      const config = await harness.create();
      const database = await openDatabase<ExchangeTables>(config, 'exchange');
      const stored = await openViews(config);
      const journal = new MemoryJournal();
      const engine = await openEngine({ journal, snapshots: null, pendingMax: 1_000 });
      for (const envelope of [
        ...LISTINGS,
        withdraw('USDT', 500n),
        withdraw('USDT', 500n),
        approve(2),
        startPayout(2),
        observe(1),
        observe(1, { reference: 'ERC20/0xgone/0' }),
      ]) {
        expect(await engine.submit(envelope)).toMatchObject({ repeated: false });
      }
      const head = journal.head();
      const ahead = head.position + 7;
      const hash = 'f'.repeat(64);
      const { sql } = database;

      // What the database has of the part that is gone.
      await sql.insertInto('followers').values({ name: 'messages', position: ahead, hash }).execute();
      const messages = new Messages(database, clock);
      const facts = { asset: 'USDT', amount: '1' };
      for (const position of [head.position, head.position + 1]) {
        await messages.tell(MEMBERS[1], 'withdrawal.paid', facts, `journal/${position}`);
      }
      // Whoever of several is told, what is overdue and the like: the next withdrawal is the third, the next recharge the fifth.
      const { position: end } = head;
      const hour = Math.floor(engine.state().at / 3_600_000);
      const told = [
        ...[`journal/${end}/${MEMBERS[1]}`, `journal/${end + 1}/${MEMBERS[1]}`, `journal/${end + 1}/owner`],
        ...[`margin/7/85/${end}`, `margin/7/85/${end + 1}`, `margin/${MEMBERS[1]}/USDT/70/${end + 1}`],
        ...['overdue/withdrawal/1/applied/1', 'overdue/withdrawal/2/paying/1', 'overdue/withdrawal/2/failed/1'],
        ...['overdue/withdrawal/3/applied/1', 'overdue/recharge/99/waits/1', 'overdue/proposal/99/waits/1'],
        ...['overdue/recharge/1/waits/1', 'overdue/verification/99/waits/1', 'verification/99/passed'],
        ...[`orders/${hour - 1}/5/order.filled`, `orders/${hour}/5/order.filled`, `robots/${hour + 1}/rest/1`],
        ...['stop/999999/64000', `referral/${MEMBERS[1]}/1`, `referral/${MEMBERS[1]}/99999`],
      ];
      for (const origin of told) await messages.tell(MEMBERS[1], 'withdrawal.paid', facts, origin);
      const turns = new PayoutTurns(database, clock);
      const chain = await SimulatedChain.open(database, simulatedEthereum());
      const to = { asset: 'USDT', address: chain.depositAddress(9), amount: 5n };
      for (const withdrawal of [2, 3]) {
        await turns.take(withdrawal, 'payout');
        await chain.pay({ key: `withdrawal/${withdrawal}`, ...to });
      }
      const paid = await chain.paidUnder('withdrawal/2');
      await sql
        .insertInto('staffLog')
        .values(staffPaid(1, 'withdrawal/1', ahead))
        .execute();
      const payment = { chain: 'ERC20', height: 1, userId: MEMBERS[1], asset: 'USDT', address: '0xb0b', amount: '500' };
      for (const [reference, state] of [
        ['ERC20/0xabc/0', 'ended'],
        ['ERC20/0xnew/0', 'ended'],
        ['ERC20/0xgone/0', 'left'],
        [`opening/${MEMBERS[0]}/BTC`, 'ended'],
      ] as const) {
        const row = { reference, ...payment, dust: null, confirmations: 12, matures: 0, state };
        await sql.insertInto('chainPayments').values(row).execute();
      }

      const witnesses = await readWitnesses({ snapshots: '/nowhere', models: [stored], database });
      expect(witnesses).toEqual([{ is: 'database', position: ahead, hash }]);
      const accepted = witnesses.map((witness): Contradiction => ({ is: 'ahead', witness }));
      const log: [string, Record<string, unknown>][] = [];
      const parts = { database, snapshots: '/nowhere', head, state: engine.state(), commands: engine };
      await setAsideContradicted({ ...parts, log: (message, told) => void log.push([message, told]) }, accepted);

      expect(await readWitnesses({ snapshots: '/nowhere', models: [stored], database })).toEqual([
        { is: 'database', position: head.position, hash: head.hash },
      ]);
      // Of the event that is still there nobody is told twice; of another one in the next place they are.
      expect(await messages.tell(MEMBERS[1], 'withdrawal.paid', facts, `journal/${head.position}`)).toBe(false);
      expect(await messages.tell(MEMBERS[1], 'withdrawal.paid', facts, `journal/${head.position + 1}`)).toBe(true);
      const forgotten: string[] = [];
      for (const origin of told)
        if (await messages.tell(MEMBERS[1], 'withdrawal.paid', facts, origin)) forgotten.push(origin);
      expect(forgotten).toEqual([
        ...[`journal/${end + 1}/${MEMBERS[1]}`, `journal/${end + 1}/owner`],
        ...[`margin/7/85/${end + 1}`, `margin/${MEMBERS[1]}/USDT/70/${end + 1}`],
        ...['overdue/withdrawal/2/failed/1', 'overdue/withdrawal/3/applied/1'],
        ...['overdue/recharge/99/waits/1', 'overdue/proposal/99/waits/1'],
        ...[`orders/${hour}/5/order.filled`, `robots/${hour + 1}/rest/1`, 'stop/999999/64000'],
        `referral/${MEMBERS[1]}/99999`,
      ]);
      // One was paid by staff, one by itself, and the third is another one by now.
      expect(await turns.taken(1)).toBe('payout');
      expect(await turns.taken(2)).toBe('payout');
      expect(await turns.taken(3)).toBeUndefined();
      expect(await chain.pay({ key: 'withdrawal/2', ...to })).toEqual(paid);
      expect(await chain.paidUnder('withdrawal/3')).toBeNull();
      const saidOf = (said: string) => log.flatMap(([message, told]) => (message === said ? [told.withdrawal] : []));
      expect(saidOf('a withdrawal that was paid is open again')).toEqual([2, 1]);
      expect(saidOf('a withdrawal was paid of which the journal does not know')).toEqual([3]);
      const states = await sql.selectFrom('chainPayments').select(['reference', 'state', 'confirmations']).execute();
      expect(Object.fromEntries(states.map((row) => [row.reference, `${row.state} ${row.confirmations}`]))).toEqual({
        'ERC20/0xabc/0': 'open 0',
        'ERC20/0xnew/0': 'open 0',
        'ERC20/0xgone/0': 'left 12',
        [`opening/${MEMBERS[0]}/BTC`]: 'ended 12',
      });
      const retracted = [...engine.state().wallet.recharges.values()].filter(({ isRetracted }) => isRetracted);
      expect(retracted.map(({ reference }) => reference)).toEqual(['ERC20/0xgone/0']);
      await engine.close();
      await stored.close();
      await database.close();
    });
  });
}

const NOBODY = { passwordHash: 'hash', role: 'user', nickName: 'n', registerClientId: null } as const;
const CREDIT = { type: 'CreditRecharge', reference: 'bank/1' } as const;

/** The row of a payment that staff entered. */
function staffPaid(id: number, target: string, position: number) {
  const who = { staffId: 10_000_009, role: 'admin', ip: '203.0.113.7', userId: null, reason: null } as const;
  const what = { action: 'admin/withdraw/pay', isLookUp: 0, target, facts: '{"reference":"0xpaid"}' };
  return { id, at: AT, ...who, ...what, outcome: 'success', position };
}
