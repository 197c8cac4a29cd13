/** Chain addresses are stored encrypted per user in the database; the journal has their keyed hashes. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ERASED_AFTER_MS, Erasures } from '../../../server/products/identity/api/personal-data/erasures';
import { AddressVault } from '../../../server/platform/address-vault';
import { payoutKey } from '../../../server/platform/chains/payout-claims';
import { resealAll } from '../../../server/platform/secrets/reseal';
import { Secrets } from '../../../server/platform/secrets/secrets';
import { UserSecrets } from '../../../server/platform/secrets/user-secrets';
import { FILES } from '../../../server/platform/files/files';
import { isTextHash } from '../../../shared/products/content/rules/text-hashes';
import { shortAddress } from '../../../shared/products/wallet/rules/short-address';
import { expectSuccess, HttpExchange, PASSWORD, type Json, type Person } from '../../tools/people/http-exchange';
import { HOUR_MS, MILLION, TO, walletOf } from '../../tools/people/wallet';

const [OLDER, NEWER] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

let now: number;
let dataDir: string;
let exchange: HttpExchange;
let admin: Person;

const start = (keys = OLDER) =>
  HttpExchange.start({ DATA_DIR: dataDir, SECRETS_KEY: keys, LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });

beforeEach(async () => {
  now = 1_800_000_000_000;
  dataDir = mkdtempSync(path.join(tmpdir(), 'kept-addresses-'));
  exchange = await start();
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  await turn();
});
afterEach(() => exchange.stop());

const { parts, ethereum, head, turn, mine, ready, someone, available, apply, staff, withdrawals, messages } = walletOf({
  exchange: () => exchange,
  admin: () => admin,
  pass: (ms) => void (now += ms),
});

const files = () => ['', '-wal', '-shm'].map((end) => path.join(dataDir, `exchange.sqlite${end}`));
const copyOf = (file: string) => `${file}.copy`;
async function restarted(with_: 'all' | 'nothing' | 'the copy' = 'all', keys = OLDER): Promise<void> {
  await exchange.halt();
  if (with_ !== 'all') {
    for (const file of files()) {
      rmSync(file, { force: true });
      if (with_ === 'the copy' && existsSync(copyOf(file))) copyFileSync(copyOf(file), file);
    }
  }
  exchange = await start(keys);
}
async function copied(): Promise<void> {
  await exchange.halt();
  for (const file of files()) if (existsSync(file)) copyFileSync(file, copyOf(file));
  exchange = await start();
}
function journalText(directory = path.join(dataDir, 'journal')): string {
  return readdirSync(directory)
    .map((name) => path.join(directory, name))
    .map((name) => (statSync(name).isDirectory() ? journalText(name) : readFileSync(name, 'utf8')))
    .join('\n');
}
const again = async (person: Person): Promise<void> => void (person.ticket = await exchange.logIn(person.email));
const addressOf = async (person: Person): Promise<string> =>
  (await expectSuccess(exchange.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, person.ticket)))
    .address;
async function paidTo(address: string): Promise<void> {
  await ethereum().send([{ asset: 'USDT', address, amount: 30n * MILLION }]);
  await mine(13);
}
const recharges = async (person: Person): Promise<Json[]> =>
  (await expectSuccess(exchange.post('/app/rechargerecord/list', { minPosition: head() }, person.ticket))).records;
async function approved(person: Person): Promise<string> {
  await again(person);
  const { withdrawal } = await expectSuccess(apply(person, '30'));
  await again(admin);
  await expectSuccess(staff(admin, 'approve', { withdrawal }));
  return withdrawal;
}
const sent = (withdrawal: string) => ethereum().paymentWithKey(payoutKey(Number(withdrawal)));
const alarms = async () => (await parts().alarms.newestAlarms()).map(({ kind, reference }) => [kind, reference]);

describe('an address', () => {
  it('is in no batch of the journal, but in every list, letter and file for its owner and staff', async () => {
    const person = await ready();
    const deposit = await addressOf(person);
    await paidTo(deposit);
    await again(person);
    expect(await available(person)).toBe('1030');
    const withdrawal = await approved(person);
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ withdrawal, status: 'withdrawn', address: TO }]);
    const byChain = (await recharges(person)).filter(({ chain }) => chain !== null);
    expect(byChain).toMatchObject([{ address: deposit, status: 'success' }]);
    const auditor = await exchange.staff('auditor');
    const of = { userId: person.id, minPosition: head() };
    for (const [at, address] of [
      ['withdraw', TO],
      ['recharge', deposit],
    ]) {
      const { records } = await expectSuccess(exchange.post(`/audit/${at}/list`, of, auditor.ticket));
      expect(records.filter((record: Json) => record.chain !== null)).toMatchObject([{ address }]);
    }
    await messages(person);
    const letters = await exchange.letters(person.email);
    expect(letters.filter(({ text }) => text.includes(shortAddress(TO))).length).toBeGreaterThan(2);
    const file = await exchange.post('/app/personal/export', { password: PASSWORD }, person.ticket);
    const { withdrawals: went, kept_addresses: kept } = file.body.tables;
    expect([went.rows, kept.rows]).toMatchObject([[{ address: TO }], [{ chain: 'ERC20', address: TO }]]);
    expect(JSON.stringify(file.body)).not.toContain('h1:');
    expect(kept.rows[0]).not.toHaveProperty('mac');
    const text = journalText();
    expect(text).toContain('"DepositAddressAssigned"');
    for (const address of [TO, deposit]) expect(text.toLowerCase()).not.toContain(address.toLowerCase());
    const { depositAddresses } = parts().engine.state().wallet;
    expect([...depositAddresses.values()].every(({ address }) => isTextHash(address))).toBe(true);
  });

  it('of two users has a separate hash for each, is readable for each, and is announced as first use once', async () => {
    const people = [await ready(), await ready()];
    for (const person of people) {
      await again(person);
      await expectSuccess(apply(person, '30'));
      await expectSuccess(apply(person, '40'));
    }
    const rows = await parts().database.sql.selectFrom('keptAddresses').selectAll().execute();
    expect(rows.map(({ userId }) => userId).sort()).toEqual(people.map(({ id }) => id).sort());
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
    for (const person of people) {
      expect((await withdrawals(person)).map(({ address }) => address)).toEqual([TO, TO]);
      const keys = await messages(person);
      expect(keys.filter((key) => key.startsWith('withdrawal.first'))).toHaveLength(1);
    }
  });
});

describe('search by address', () => {
  const found = async (search: string): Promise<number[]> => {
    const { records } = await expectSuccess(exchange.post('/admin/user/search', { search }, admin.ticket));
    return records.map(({ userId }: Json) => userId).sort();
  };

  it('finds full addresses of earlier withdrawals and removed book entries, and parts of deposit addresses', async () => {
    const people = [await ready(), await ready()];
    for (const person of people) {
      await again(person);
      await expectSuccess(apply(person, '30'));
    }
    await again(admin);
    const { sql } = parts().database;
    await sql.deleteFrom('withdrawalAddresses').execute();
    expect(await found(TO.toLowerCase())).toEqual(people.map(({ id }) => id).sort());
    expect(await found(TO.slice(4, 30))).toEqual([]);
    const deposit = await addressOf(people[1]);
    expect(await found(deposit)).toEqual([people[1].id]);
    expect(await found(deposit.slice(4, 20))).toEqual([people[1].id]);
    // Stored before search keys existed; the next start adds them, except for unreadable addresses.
    await sql.updateTable('keptAddresses').set({ mac: null }).execute();
    const [{ hash }] = await sql
      .selectFrom('keptAddresses')
      .select('hash')
      .where('userId', '=', people[0].id)
      .execute();
    await sql.updateTable('keptAddresses').set({ sealed: 'AAAA' }).where('hash', '=', hash).execute();
    await restarted();
    expect(await found(TO)).toEqual([people[1].id]);
  });
});

describe('addresses in an older journal', () => {
  it('a user keeps their deposit address, and nobody else gets it', async () => {
    const person = await someone();
    const { engine, chains } = parts();
    const port = chains.find('ERC20');
    const address = port?.depositAddress(0) ?? '';
    const command = { type: 'AssignDepositAddress', user: person.id, chain: 'ERC20', index: 0, address } as const;
    expect(await engine.submit({ actor: 'registrar', command })).not.toHaveProperty('rejected');
    await restarted();
    await turn();
    await again(person);
    expect(await addressOf(person)).toBe(address);
    const other = await someone();
    expect(await addressOf(other)).not.toBe(address);
    await paidTo(address);
    await again(person);
    expect(await available(person)).toBe('30');
    expect(await recharges(person)).toMatchObject([{ address }]);
  });

  it('a withdrawal is paid, its retry is recognised, and the next one to the address is a new one', async () => {
    const person = await ready();
    await again(person);
    const clientId = exchange.clientId();
    const { engine } = parts();
    const of = { user: person.id, asset: 'USDT', amount: 3_000_000_000n, chain: 'ERC20', address: TO };
    const outcome = await engine.submit({
      actor: `user/${person.id}`,
      clientId,
      command: { type: 'ApplyWithdrawal', ...of, delay: 0, limit: 100_000_000_000n },
    });
    if ('rejected' in outcome) throw new Error(outcome.rejected);
    expect(await expectSuccess(apply(person, '30', { clientId }))).toMatchObject({
      withdrawal: String(outcome.id),
      repeated: true,
    });
    await expectSuccess(apply(person, '40'));
    const keys = await messages(person);
    expect(keys.filter((key) => key === 'withdrawal.first')).toHaveLength(1);
    await again(admin);
    await expectSuccess(staff(admin, 'approve', { withdrawal: String(outcome.id) }));
    await mine(2);
    expect((await withdrawals(person)).at(-1)).toMatchObject({ status: 'withdrawn', address: TO });
    expect(await sent(String(outcome.id))).not.toBeNull();
  });
});

describe('with another database', () => {
  it('deposits reach the user of the address, derived from its number', async () => {
    const person = await someone();
    const address = await addressOf(person);
    await restarted('nothing');
    await turn();
    const stranger = await someone();
    expect(await addressOf(stranger)).not.toBe(address);
    await paidTo(address);
    const { accounts } = parts().engine.state().ledger;
    expect(accounts.get(`${person.id}/spot/USDT/available`)?.balance).toBe(3_000_000_000n);
  });

  it('a withdrawal with a lost address is paid to nobody, and staff are told and reject it', async () => {
    const person = await ready();
    // In this backup only the address book would still know it.
    await copied();
    await parts().database.sql.deleteFrom('withdrawalAddresses').execute();
    await exchange.halt();
    for (const file of files()) if (existsSync(file)) copyFileSync(file, copyOf(file));
    exchange = await start();
    await again(person);
    expect((await apply(person, '30')).code).toBe('withdrawal.address.not.listed');
    await parts()
      .database.sql.insertInto('withdrawalAddresses')
      .values({ ...LISTED, userId: person.id })
      .execute();
    const withdrawal = await approved(person);
    await restarted('the copy');
    await again(admin);
    expect((await staff(admin, 'startPayout', { withdrawal })).code).toBe('payout.destination.lost');
    await mine(2);
    expect(await sent(withdrawal)).toBeNull();
    expect(await alarms()).toEqual([['destination_lost', payoutKey(Number(withdrawal))]]);
    await again(person);
    const [told] = await withdrawals(person);
    expect([told.status, isTextHash(told.address)]).toEqual(['paying', true]);
    // The reported payment is still compared by hash.
    const other = await ethereum().send([{ asset: 'USDT', address: TO.replace('5a', '5b'), amount: 30n * MILLION }]);
    await mine(13);
    await again(admin);
    const paid = await staff(admin, 'pay', { withdrawal, reference: other });
    expect(paid.code).toBe('payout.transaction.mismatch');
    const second = await exchange.staff('admin', 'second');
    for (const by of [admin, second])
      await expectSuccess(staff(by, 'reject', { withdrawal, reason: 'its address is lost' }));
    expect(await available(person)).toBe('1000');
  });

  it('a restored one with the address book pays withdrawals requested after the backup', async () => {
    const person = await ready();
    await copied();
    const withdrawal = await approved(person);
    await restarted('the copy');
    await mine(2);
    expect(await alarms()).toEqual([]);
    expect(await sent(withdrawal)).not.toBeNull();
  });
});

it('is found and readable after key rotation, with the same hash', async () => {
  const person = await ready();
  await again(person);
  const clientId = exchange.clientId();
  const first = await expectSuccess(apply(person, '30', { clientId }));
  await parts().database.sql.deleteFrom('withdrawalAddresses').execute();
  await restarted('all', `${NEWER},${OLDER}`);
  const { nest } = exchange.application;
  const [secrets, userSecrets, filesOf] = [nest.get(Secrets), nest.get(UserSecrets), nest.get(FILES)];
  await resealAll({ database: parts().database, files: filesOf, secrets, userSecrets });
  await restarted('all', NEWER);
  expect(await expectSuccess(apply(person, '30', { clientId }))).toMatchObject({ ...first, repeated: true });
  expect((await withdrawals(person))[0].address).toBe(TO);
  await again(admin);
  await expectSuccess(staff(admin, 'approve', { withdrawal: first.withdrawal }));
  await mine(2);
  expect((await withdrawals(person))[0].status).toBe('withdrawn');
});

it('is deleted with its user, once nothing is pending', async () => {
  const person = await ready('30.5');
  const withdrawal = await approved(person);
  expect((await exchange.post('/app/personal/erase', { password: PASSWORD }, person.ticket)).code).toBe(
    'account.not.empty',
  );
  await mine(2);
  expect((await withdrawals(person))[0]).toMatchObject({ withdrawal, status: 'withdrawn' });
  await expectSuccess(exchange.post('/app/personal/erase', { password: PASSWORD }, person.ticket));
  now += ERASED_AFTER_MS + HOUR_MS;
  expect(await exchange.application.nest.get(Erasures).sweep()).toBe(1);
  const { sql } = parts().database;
  expect(await sql.selectFrom('keptAddresses').selectAll().execute()).toEqual([]);
  const row = await parts().stored.sql.selectFrom('withdrawals').selectAll().executeTakeFirstOrThrow();
  expect(isTextHash(row.address ?? '')).toBe(true);
  expect(await exchange.application.nest.get(AddressVault).addressOf(row)).toBe(row.address);
  expect(await sql.selectFrom('userKeys').selectAll().where('userId', '=', person.id).execute()).toEqual([]);
});

const LISTED = { id: 999, chain: 'ERC20', address: TO, label: 'cold wallet', namedAt: 0 };
