/**
 * A relational database that was lost, or restored from a backup older than the journal: assignment of ids afterwards.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { expectSuccess, HttpExchange, PASSWORD, type Json, type Person } from '../../tools/people/http-exchange';

const ROOT = path.resolve(__dirname, '../../..');

let dataDir: string;
let exchange: HttpExchange;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'lost-database-'));
  exchange = await started();
});
afterEach(async () => {
  await exchange.stop();
});

const started = () => HttpExchange.start({ DATA_DIR: dataDir });
const databaseFiles = () => ['', '-wal', '-shm'].map((end) => path.join(dataDir, `exchange.sqlite${end}`));
const backupOf = (file: string) => `${file}.backup`;

/** Restarts without database files, or with those present when `keepBackup` was called. */
async function restartedWith(database: 'nothing' | 'the backup'): Promise<void> {
  await exchange.halt();
  for (const file of databaseFiles()) {
    rmSync(file, { force: true });
    if (database === 'the backup' && existsSync(backupOf(file))) copyFileSync(backupOf(file), file);
  }
  exchange = await started();
}

async function keepBackup(): Promise<void> {
  await exchange.halt();
  for (const file of databaseFiles()) if (existsSync(file)) copyFileSync(file, backupOf(file));
  exchange = await started();
}

const head = () => exchange.headOfJournal().position;
const balancesOf = async (person: Person): Promise<Json[]> =>
  (await expectSuccess(exchange.get(`/app/assets/balances?minPosition=${head()}`, person.ticket))).balances;
const heldBy = (user: number, asset: string) =>
  exchange.application.exchange.engine.state().ledger.accounts.get(`${user}/spot/${asset}/available`)?.balance;

/** A resting limit order. */
const sell = (person: Person, quantity: string) =>
  exchange.post(
    '/app/spot/place',
    { clientId: exchange.clientId(), market: 'BTC-USDT', side: 'sell', kind: 'limit', price: '50000', quantity },
    person.ticket,
  );

const addressOf = async (person: Person): Promise<string> =>
  (await expectSuccess(exchange.post('/app/recharge/address', { asset: 'BTC', chain: 'BTC' }, person.ticket))).address;

/** Waits until payment, confirmations and the chain reader are through. */
async function paidTo(address: string): Promise<void> {
  const { chains, chainWork, progress } = exchange.application.exchange;
  const bitcoin = chains.find('BTC') as SimulatedChain;
  await bitcoin.send([{ asset: 'BTC', address, amount: 100_000_000n }]);
  for (let block = 0; block < 13; block++) {
    await progress.waitFor(head(), 10_000);
    await chainWork.mine();
  }
}

async function metric(name: string): Promise<string | undefined> {
  const text = await (await fetch(`${exchange.url}/metrics`)).text();
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
}

describe('a lost database', () => {
  test('a stranger who registers gets an unused id, with no balances', async () => {
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    const victim = await exchange.person('victim');
    await exchange.verifyAndFund(admin, victim, { BTC: '5' });

    await restartedWith('nothing');
    const stranger = await exchange.person('stranger');
    expect(stranger.id).toBeGreaterThan(Math.max(admin.id, victim.id));
    expect(await sell(stranger, '5')).toMatchObject({ code: 'account.not.authenticated' });
    expect(await balancesOf(stranger)).toEqual([]);
    const { data } = await exchange.get('/app/account/getUserInfo', stranger.ticket);
    expect(data).toMatchObject({ userId: stranger.id, verification: 'not_certified' });
    expect(heldBy(victim.id, 'BTC')).toBe(500_000_000n);
    // Users that the journal knows but who have no log-in any more: the victim and staff.
    const { people } = exchange.application.exchange.engine.state().staff;
    expect(await metric('exchange_members_without_user')).toBe(String(1 + Math.max(people.size, 1)));
  });

  test('concurrent registrations all get ids of their own', async () => {
    const victims = [await exchange.person('victim-1'), await exchange.person('victim-2')];
    await restartedWith('nothing');
    const strangers = await Promise.all([1, 2, 3, 4, 5].map((number) => exchange.person(`stranger-${number}`)));
    const ids = [...victims, ...strangers].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of strangers) expect(id).toBeGreaterThan(victims[1].id);
  });

  test('the first admin, created before the start that detects the loss, does not get a used id', async () => {
    const victim = await exchange.person('victim');
    await exchange.halt();
    for (const file of databaseFiles()) rmSync(file, { force: true });
    const made = spawnSync(
      process.execPath,
      [path.join(ROOT, 'dist/server/cli/admin-create.js'), '--email', 'new-admin@test.example'],
      { input: `${PASSWORD}\n`, env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' },
    );
    expect(made.stdout).toContain(`user ${victim.id}`);
    exchange = await started();
    const email = 'new-admin@test.example';
    const { data } = await exchange.get('/app/account/getUserInfo', await exchange.logIn(email));
    expect(data).toMatchObject({ mustBindFactor: true });
    expect(data.userId).toBeGreaterThan(victim.id);
    await exchange.giveKey(data.userId, email);
    const admin = { id: data.userId, email, ticket: await exchange.logIn(email) };
    await exchange.listMarkets(admin);
  });

  test('a deposit address stays with its former user and is given to nobody else', async () => {
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await exchange.application.exchange.chainWork.poll();
    const victim = await exchange.person('victim');
    const address = await addressOf(victim);

    await restartedWith('nothing');
    await exchange.application.exchange.chainWork.poll();
    const stranger = await exchange.person('stranger');
    expect(await addressOf(stranger)).not.toBe(address);
    await paidTo(address);
    expect(heldBy(victim.id, 'BTC')).toBe(100_000_000n);
    expect(heldBy(stranger.id, 'BTC')).toBeUndefined();
  });
});

describe('a database restored from an older backup', () => {
  test('knows the users of its time, and gives newcomers no id of later ones', async () => {
    const early = await exchange.person('early');
    await keepBackup();
    const late = await exchange.person('late');

    await restartedWith('the backup');
    const newcomer = await exchange.person('newcomer');
    expect(newcomer.id).toBeGreaterThan(late.id);
    await exchange.logIn(early.email);
    await expect(exchange.logIn(late.email)).rejects.toThrow('login.failed');
    expect(await metric('exchange_members_without_user')).toBe('1');
  });

  test('users who lost their row can register again, as new users', async () => {
    await keepBackup();
    const late = await exchange.person('late');
    await restartedWith('the backup');
    const again = await exchange.person('late');
    expect(again.id).toBeGreaterThan(late.id);
  });

  test('restores an address that was given to an early user after the backup', async () => {
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    const [early, other] = [await exchange.person('early'), await exchange.person('other')];
    await keepBackup();
    await exchange.application.exchange.chainWork.poll();
    const address = await addressOf(early);

    await restartedWith('the backup');
    await exchange.application.exchange.chainWork.poll();
    // No member is missing: the address is the only sign of the loss.
    expect(await metric('exchange_members_without_user')).toBe('0');
    const [ticket, otherTicket] = [await exchange.logIn(early.email), await exchange.logIn(other.email)];
    expect(await addressOf({ ...other, ticket: otherTicket })).not.toBe(address);
    expect(await addressOf({ ...early, ticket })).toBe(address);
    await paidTo(address);
    expect(heldBy(early.id, 'BTC')).toBe(100_000_000n);
  });

  test('reuses no card id that a withdrawal names', async () => {
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await exchange.listDollars(admin);
    const person = await exchange.person('someone');
    await exchange.verifyAndFund(admin, person, { USD: '1000' });
    await keepBackup();
    // Requested through the engine, since only the journal's content matters here.
    const card = 7;
    const command = { type: 'ApplyWithdrawal', user: person.id, asset: 'USD', amount: 5_000n, card } as const;
    const outcome = await exchange.application.exchange.engine.submit({ actor: `user/${person.id}`, command });
    expect(outcome).toMatchObject({ repeated: false });

    await restartedWith('the backup');
    const { sql } = exchange.application.exchange.database;
    const last = await sql.selectFrom('lastIds').select('id').where('kind', '=', 'bank_card').executeTakeFirst();
    expect(last?.id).toBe(card);
  });
});
