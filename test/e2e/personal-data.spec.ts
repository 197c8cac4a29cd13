/** What a user takes along, what is left when they are erased, and what keeps that from happening. */
import { sql } from 'kysely';
import { Tickets } from '../../server/platform/auth/tickets';
import { PERSONAL_DATA, registeredColumns } from '../../server/platform/personal-data/register';
import { CATEGORIES } from '../../server/platform/personal-data/categories';
import { ERASED_AFTER_MS, Erasures } from '../../server/features/personal-data/erasures';
import type { Database } from '../../server/platform/database/database';
import type { ExchangeTables } from '../../server/platform/database/exchange-tables';
import { EXCHANGE_DATABASE } from '../../server/platform/tokens';
import { done, HttpExchange, PASSWORD, type Json, type Person } from '../tools/http-exchange';
import { securityOf } from '../tools/security';

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
});
afterAll(() => exchange.stop());

const clock = { now: () => now, pass: (ms: number) => void (now += ms) };
const { someone, bound, next } = securityOf(() => exchange, clock);
const personal = (person: Person, path: string, body: object = {}) =>
  exchange.post(`/app/personal/${path}`, body, person.ticket);
const hold = (path: string, userId: number) =>
  exchange.post(`/admin/personal/${path}`, { userId, reason: 'order of a court' }, admin.ticket);
const sweep = () => exchange.application.nest.get(Erasures).sweep();

async function fileOf(person: Person, proof: object = { password: PASSWORD }): Promise<Json> {
  const response = await fetch(`${exchange.url}/exchange/app/personal/export`, {
    method: 'POST',
    headers: { ticket: person.ticket, 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  });
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="my-data-${person.id}.json"`);
  return JSON.parse(await response.text());
}

/** Tables of the exchange's own database in which the user is named, and may not be after an erasure. */
async function tablesNaming(userId: number): Promise<string[]> {
  const database: Database<ExchangeTables> = exchange.application.nest.get(EXCHANGE_DATABASE);
  const naming: string[] = [];
  for (const [table, registered] of Object.entries(PERSONAL_DATA.exchange)) {
    const kind = registeredColumns(registered).get('user_id');
    if (kind === undefined || kind === 'none' || ['journal', 'duty'].includes(CATEGORIES[kind].age.kind)) continue;
    const found = await sql`select 1 from ${sql.table(table)} where user_id = ${userId}`.execute(database.sql);
    if (found.rows.length > 0) naming.push(table);
  }
  return naming;
}

describe('the file of one’s own data', () => {
  it('takes the password and the second factor, and a ticket alone gets nothing', async () => {
    const person = await someone();
    expect(await personal(person, 'export')).toMatchObject({ status: 400 });
    expect(await personal(person, 'export', { password: 'not-the-password' })).toMatchObject({
      code: 'password.wrong',
    });
    const { secret } = await bound(person);
    expect(await personal(person, 'export', { password: PASSWORD })).toMatchObject({ code: 'google.code.required' });
    const { tables } = await fileOf(person, { password: PASSWORD, secondFactor: next(secret) });
    expect(tables.users.rows).toEqual([expect.objectContaining({ email: person.email, id: person.id })]);
  });

  it('has what is kept, of nobody else, and nothing that would let somebody in', async () => {
    const [person, other] = [await someone(), await someone()];
    await exchange.equip(admin, person, { USDT: '100' });
    const file = await fileOf(person);
    expect(Object.keys(file.tables)).toEqual(expect.arrayContaining(['users', 'log_ins', 'sessions', 'balances']));
    const text = JSON.stringify(file);
    expect(text).not.toContain(other.email);
    expect(text).not.toMatch(/argon2|password_?hash|sealed|ticketHash/i);
  });
});

describe('an erasure', () => {
  it('waits for 30 days, in which it can be taken back', async () => {
    const person = await someone();
    const { erasure } = await done(personal(person, 'erase', { password: PASSWORD }));
    expect(erasure.dueAt - erasure.askedAt).toBe(ERASED_AFTER_MS);
    clock.pass(1000);
    expect((await done(personal(person, 'erase', { password: PASSWORD }))).erasure).toEqual(erasure);
    expect((await done(personal(person, 'keep'))).erasure).toBeNull();
    clock.pass(ERASED_AFTER_MS);
    expect(await sweep()).toBe(0);
    expect(await tablesNaming(person.id)).toContain('log_ins');
  });

  it('leaves nothing that says who it was, ends the log-ins, and nobody logs in any more', async () => {
    const person = await someone();
    await bound(person);
    expect(await personal(person, 'erase', { password: PASSWORD })).toMatchObject({ code: 'google.code.required' });
    const again = await someone();
    await done(personal(again, 'erase', { password: PASSWORD }));
    clock.pass(ERASED_AFTER_MS);
    expect(await sweep()).toBe(1);
    expect(await tablesNaming(again.id)).toEqual([]);
    expect(await exchange.get('/app/personal/state', again.ticket)).toMatchObject({ status: 401 });
    await expect(exchange.logIn(again.email)).rejects.toThrow();
    const detail = await exchange.get(`/admin/user/detail?userId=${again.id}`, await exchange.logIn(admin.email));
    expect(detail.data).toMatchObject({ email: null, phone: null, nickName: '' });
  });

  it('is told to the core ahead of what is deleted, and gone on with where it was cut off', async () => {
    const person = await someone();
    await done(personal(person, 'erase', { password: PASSWORD }));
    clock.pass(ERASED_AFTER_MS);
    const { engine } = exchange.application.exchange;
    const cut = jest
      .spyOn(exchange.application.nest.get(Tickets), 'endAll')
      .mockImplementationOnce(() => Promise.reject(new Error('killed')));
    await expect(sweep()).rejects.toThrow('killed');
    cut.mockRestore();
    expect(engine.state().members.get(person.id)?.erased).toBe(true);
    const again = { ...person, ticket: await exchange.logIn(person.email) };
    expect(await personal(again, 'keep')).toMatchObject({ code: 'account.erased' });
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(await tablesNaming(person.id)).toEqual([]);
    admin = { ...admin, ticket: await exchange.logIn(admin.email) };
    const unfrozen = { clientId: exchange.clientId(), userId: person.id, reason: 'r' };
    expect(await exchange.post('/admin/account/unfreeze', unfrozen, admin.ticket)).toMatchObject({
      code: 'account.erased',
    });
  });

  it('is refused while there is money, and not done while a legal hold is on', async () => {
    admin = { ...admin, ticket: await exchange.logIn(admin.email) };
    const rich = await someone();
    await exchange.equip(admin, rich, { USDT: '100' });
    expect(await personal(rich, 'erase', { password: PASSWORD })).toMatchObject({ code: 'account.not.empty' });

    const held = await someone();
    await done(personal(held, 'erase', { password: PASSWORD }));
    await done(hold('placeHold', held.id));
    expect(await hold('placeHold', held.id)).toMatchObject({ code: 'legal.hold.already.placed' });
    clock.pass(ERASED_AFTER_MS);
    admin = { ...admin, ticket: await exchange.logIn(admin.email) };
    expect(await sweep()).toBe(0);
    await done(hold('liftHold', held.id));
    expect(await hold('liftHold', held.id)).toMatchObject({ code: 'legal.hold.not.placed' });
    expect(await hold('placeHold', 19_999_999)).toMatchObject({ code: 'user.not.found' });
    expect(await hold('liftHold', admin.id)).toMatchObject({ code: 'permission.denied' });
    expect(await sweep()).toBe(1);
    const { data } = await exchange.get(`/admin/personal/holds?userId=${held.id}`, admin.ticket);
    expect(data.records).toEqual([expect.objectContaining({ reason: 'order of a court', liftedBy: admin.id })]);
  });
});
