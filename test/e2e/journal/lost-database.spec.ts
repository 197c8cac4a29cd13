/** A relational database that was lost, or restored from a backup that is older than the journal: who gets which id then. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { done, HttpExchange, PASSWORD, type Json, type Person } from '../../tools/people/http-exchange';

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

/** A start without what the files hold that were there when `keepBackup` was called, or without any. */
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
  (await done(exchange.get(`/app/assets/balances?minPosition=${head()}`, person.ticket))).balances;
const heldBy = (user: number, asset: string) =>
  exchange.application.exchange.engine.state().ledger.accounts.get(`${user}/spot/${asset}/available`)?.balance;

/** A limit order that rests. */
const sell = (person: Person, quantity: string) =>
  exchange.post(
    '/app/spot/place',
    { clientId: exchange.clientId(), market: 'BTC-USDT', side: 'sell', kind: 'limit', price: '50000', quantity },
    person.ticket,
  );

const addressOf = async (person: Person): Promise<string> =>
  (await done(exchange.post('/app/recharge/address', { asset: 'BTC', chain: 'BTC' }, person.ticket))).address;

/** Waits for the whole of it: a payment, its blocks, and what the chain's reader makes of them. */
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

describe('a database that is gone', () => {
  test('a stranger who registers gets an id that nobody had, and nothing with it', async () => {
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    const victim = await exchange.person('victim');
    await exchange.equip(admin, victim, { BTC: '5' });

    await restartedWith('nothing');
    const stranger = await exchange.person('stranger');
    expect(stranger.id).toBeGreaterThan(Math.max(admin.id, victim.id));
    expect(await sell(stranger, '5')).toMatchObject({ code: 'account.not.authenticated' });
    expect(await balancesOf(stranger)).toEqual([]);
    const { data } = await exchange.get('/app/account/getUserInfo', stranger.ticket);
    expect(data).toMatchObject({ userId: stranger.id, verification: 'not_certified' });
    expect(heldBy(victim.id, 'BTC')).toBe(500_000_000n);
    // Whom the journal knows and nobody can log in as: the victim and staff.
    const { people } = exchange.application.exchange.engine.state().staff;
    expect(await metric('exchange_members_without_user')).toBe(String(1 + Math.max(people.size, 1)));
  });

  test('of many who register at once everybody gets an id of their own', async () => {
    const victims = [await exchange.person('victim-1'), await exchange.person('victim-2')];
    await restartedWith('nothing');
    const strangers = await Promise.all([1, 2, 3, 4, 5].map((number) => exchange.person(`stranger-${number}`)));
    const ids = [...victims, ...strangers].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of strangers) expect(id).toBeGreaterThan(victims[1].id);
  });

  test('the first admin, made before the start that finds it out, does not become somebody else', async () => {
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

  test('a deposit address stays with whom it was given to, and nobody else is given it', async () => {
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await exchange.application.exchange.chainWork.turn();
    const victim = await exchange.person('victim');
    const address = await addressOf(victim);

    await restartedWith('nothing');
    await exchange.application.exchange.chainWork.turn();
    const stranger = await exchange.person('stranger');
    expect(await addressOf(stranger)).not.toBe(address);
    await paidTo(address);
    expect(heldBy(victim.id, 'BTC')).toBe(100_000_000n);
    expect(heldBy(stranger.id, 'BTC')).toBeUndefined();
  });
});

describe('a database that was restored from an older backup', () => {
  test('knows those of its time, and gives newcomers no id of those who came after it', async () => {
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

  test('whoever lost their row may register again: as somebody new', async () => {
    await keepBackup();
    const late = await exchange.person('late');
    await restartedWith('the backup');
    const again = await exchange.person('late');
    expect(again.id).toBeGreaterThan(late.id);
  });

  test('gives back an address that was given to an early user after it', async () => {
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    const [early, other] = [await exchange.person('early'), await exchange.person('other')];
    await keepBackup();
    await exchange.application.exchange.chainWork.turn();
    const address = await addressOf(early);

    await restartedWith('the backup');
    await exchange.application.exchange.chainWork.turn();
    // No member is missing: nothing but the address tells that something is.
    expect(await metric('exchange_members_without_user')).toBe('0');
    const [ticket, otherTicket] = [await exchange.logIn(early.email), await exchange.logIn(other.email)];
    expect(await addressOf({ ...other, ticket: otherTicket })).not.toBe(address);
    expect(await addressOf({ ...early, ticket })).toBe(address);
    await paidTo(address);
    expect(heldBy(early.id, 'BTC')).toBe(100_000_000n);
  });

  test('gives no card the id of one that a withdrawal names', async () => {
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await exchange.listDollars(admin);
    const person = await exchange.person('someone');
    await exchange.equip(admin, person, { USD: '1000' });
    await keepBackup();
    // Applied for through the engine: what is of interest is what the journal holds.
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
