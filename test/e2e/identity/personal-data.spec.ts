import { sql } from 'kysely';
import { ERASED_AFTER_MS, Erasures } from '../../../server/products/identity/api/personal-data/erasures';
import { Tickets } from '../../../server/platform/auth/tickets';
import type { Database } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { CATEGORIES } from '../../../server/platform/personal-data/categories';
import { PERSONAL_DATA, registeredColumns } from '../../../server/platform/personal-data/register';
import { EXCHANGE_DATABASE } from '../../../server/platform/tokens';
import { SHOWN_DATA_ROUTES } from '../../../shared/wire/shown-data';
import {
  expectSuccess,
  HttpExchange,
  PASSWORD,
  type Json,
  type Person,
  type Answer,
} from '../../tools/people/http-exchange';
import { CLEAR, createFullAccount, type FullAccount } from '../../tools/people/full-account';
import { securityOf } from '../../tools/people/security';

/** Personal data: its export, its erasure, the data that remains, and reasons that block an erasure. */
describe('personal data', () => {
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

  /** Tables that name the user and must not after an erasure. */
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

  describe('data export', () => {
    it('requires the password and the second factor; a ticket alone is refused', async () => {
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

    it('contains the stored data of its user only, and no credentials', async () => {
      const [person, other] = [await someone(), await someone()];
      await exchange.verifyAndFund(admin, person, { USDT: '100' });
      const file = await fileOf(person);
      expect(Object.keys(file.tables)).toEqual(expect.arrayContaining(['users', 'log_ins', 'sessions', 'balances']));
      const text = JSON.stringify(file);
      expect(text).not.toContain(other.email);
      expect(text).not.toMatch(/argon2|password_?hash|sealed|ticketHash/i);
    });
  });

  describe('account erasure', () => {
    it('waits 30 days, during which it can be withdrawn', async () => {
      const person = await someone();
      const { erasure } = await expectSuccess(personal(person, 'erase', { password: PASSWORD }));
      expect(erasure.dueAt - erasure.askedAt).toBe(ERASED_AFTER_MS);
      clock.pass(1000);
      expect((await expectSuccess(personal(person, 'erase', { password: PASSWORD }))).erasure).toEqual(erasure);
      expect((await expectSuccess(personal(person, 'keep'))).erasure).toBeNull();
      clock.pass(ERASED_AFTER_MS);
      expect(await sweep()).toBe(0);
      expect(await tablesNaming(person.id)).toContain('log_ins');
    });

    it('ASVS 7.4.2: deletes identifying data, ends all sessions and blocks further log-ins', async () => {
      const person = await someone();
      await bound(person);
      expect(await personal(person, 'erase', { password: PASSWORD })).toMatchObject({ code: 'google.code.required' });
      const again = await someone();
      await expectSuccess(personal(again, 'erase', { password: PASSWORD }));
      clock.pass(ERASED_AFTER_MS);
      expect(await sweep()).toBe(1);
      expect(await tablesNaming(again.id)).toEqual([]);
      expect(await exchange.get('/app/personal/state', again.ticket)).toMatchObject({ status: 401 });
      await expect(exchange.logIn(again.email)).rejects.toThrow();
      const detail = await exchange.get(`/admin/user/detail?userId=${again.id}`, await exchange.logIn(admin.email));
      expect(detail.data).toMatchObject({ email: null, phone: null, nickName: '' });
    });

    it('is recorded in the core before anything is deleted, and resumes after an interruption', async () => {
      const person = await someone();
      await expectSuccess(personal(person, 'erase', { password: PASSWORD }));
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

    it('is refused while the account holds money, and not carried out under a legal hold', async () => {
      admin = { ...admin, ticket: await exchange.logIn(admin.email) };
      const rich = await someone();
      await exchange.verifyAndFund(admin, rich, { USDT: '100' });
      expect(await personal(rich, 'erase', { password: PASSWORD })).toMatchObject({ code: 'account.not.empty' });

      const held = await someone();
      await expectSuccess(personal(held, 'erase', { password: PASSWORD }));
      await expectSuccess(hold('placeHold', held.id));
      expect(await hold('placeHold', held.id)).toMatchObject({ code: 'legal.hold.already.placed' });
      clock.pass(ERASED_AFTER_MS);
      admin = { ...admin, ticket: await exchange.logIn(admin.email) };
      expect(await sweep()).toBe(0);
      await expectSuccess(hold('liftHold', held.id));
      expect(await hold('liftHold', held.id)).toMatchObject({ code: 'legal.hold.not.placed' });
      expect(await hold('placeHold', 19_999_999)).toMatchObject({ code: 'user.not.found' });
      expect(await hold('liftHold', admin.id)).toMatchObject({ code: 'permission.denied' });
      expect(await sweep()).toBe(1);
      const { data } = await exchange.get(`/admin/personal/holds?userId=${held.id}`, admin.ticket);
      expect(data.records).toEqual([expect.objectContaining({ reason: 'order of a court', liftedBy: admin.id })]);
    });
  });
});

/**
 * Unmasking personal data: one user or case at a time, for a reason, rate-limited, logged, and announced to the person
 * concerned.
 */
describe('unmasked data', () => {
  const HOUR_MS = 3_600_000;
  const LOOKS_MAX = 40;
  const REASON = 'reason/show_support: asked on the phone';

  let exchange: HttpExchange;
  let admin: Person;
  let known: FullAccount;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start(
      {
        LIMIT_TICKET_HOURS_MAX: '100000',
        LIMIT_PHOTOS_PER_MINUTE_MAX: '1000',
        LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000',
        LIMIT_PERSONAL_DATA_PER_HOUR_MAX: String(LOOKS_MAX),
        LIMIT_USER_SEARCHES_PER_HOUR_MAX: '40',
      },
      { clock: () => now },
    );
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await exchange.listDollars(admin);
    known = await createFullAccount({ exchange, admin, now: () => now, pass: (ms) => void (now += ms) });
  });
  afterAll(() => exchange.stop());

  let staffs = 0;
  const another = () => exchange.staff('admin', `another-${++staffs}`);

  /** The request of each route about the person, without its reason, and the values it returns. */
  const SHOWS: Readonly<Record<keyof typeof SHOWN_DATA_ROUTES, () => { request: object; clear: readonly string[] }>> = {
    showUser: () => ({
      request: { userId: known.person.id, fields: ['contact', 'logIns'] },
      clear: [
        CLEAR.email,
        CLEAR.phone,
        CLEAR.nickName,
        CLEAR.ip,
        CLEAR.userAgent,
        known.clear['invitationCode'] ?? '?',
      ],
    }),
    showVerification: () => ({
      request: { verification: known.verification, userId: known.person.id },
      clear: [CLEAR.name, CLEAR.documentNumber, CLEAR.earlierName],
    }),
    showRecovery: () => ({
      request: { recovery: known.recovery, userId: known.person.id },
      clear: [CLEAR.recoveryEmail, CLEAR.name, CLEAR.documentNumber],
    }),
    showWithdrawal: () => ({
      request: { withdrawal: known.applied, userId: known.person.id },
      clear: [CLEAR.listedAddress, CLEAR.beneficiary, CLEAR.otherExchange],
    }),
    showRecharge: () => ({
      request: { recharge: known.recharge, userId: known.person.id },
      clear: [known.clear['depositAddress'] ?? '?', known.clear['depositTransaction'] ?? '?'],
    }),
    showAlarm: () => ({
      request: { alarm: known.alarm, userId: known.person.id },
      clear: [CLEAR.alarmAddress, CLEAR.alarmTransaction],
    }),
    showDepositReport: () => ({
      request: { report: known.depositReport, userId: known.person.id },
      clear: [known.clear['depositTransaction']?.split('/')[1] ?? '?', CLEAR.writtenEmail, CLEAR.writtenPhone],
    }),
    showFeedback: () => ({
      request: { feedback: known.feedback, userId: known.person.id },
      clear: [CLEAR.contact, CLEAR.writtenEmail, CLEAR.writtenPhone],
    }),
  };
  const CALLS = Object.entries(SHOWN_DATA_ROUTES).map(([name, { path }]) => {
    return [path.slice('/exchange'.length), SHOWS[name as keyof typeof SHOWS]] as const;
  });
  const show = (path: string, request: object, staff = admin, reason: string | undefined = REASON): Promise<Answer> =>
    exchange.post(path, { ...request, reason }, staff.ticket);

  async function logOf(staff: Person, filters: object = {}): Promise<Json[]> {
    return (
      await expectSuccess(
        exchange.post('/audit/staff/log', { staff: staff.id, pageSize: 200, ...filters }, admin.ticket),
      )
    ).records;
  }
  const filed = async (person: Person): Promise<Json> => {
    const response = await fetch(`${exchange.url}/exchange/app/personal/export`, {
      method: 'POST',
      headers: { ticket: person.ticket, 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    return JSON.parse(await response.text());
  };

  describe.each(CALLS)('%s', (path, of) => {
    it('returns the data that is masked elsewhere', async () => {
      const { request, clear } = of();
      const text = JSON.stringify(await expectSuccess(show(path, request)));
      for (const value of clear) expect(text).toContain(value);
    });

    it('requires a catalogue reason', async () => {
      const { request } = of();
      for (const reason of ['curious', 'reason/user_asked', 'reason/show_nothing', '', undefined])
        expect([reason, (await exchange.post(path, { ...request, reason }, admin.ticket)).code]).toEqual([
          reason,
          'request.invalid',
        ]);
    });

    it('belongs to the requested user only', async () => {
      const { request } = of();
      expect((await show(path, { ...request, userId: 1_999_999_999 })).code).toBe('user.not.found');
    });

    it('is logged with reader, subject, fields and reason, without the values', async () => {
      const { request, clear } = of();
      const staff = await another();
      await expectSuccess(show(path, request, staff, `${REASON}, ${CLEAR.email} and ${CLEAR.listedAddress}`));
      const [row, ...others] = await logOf(staff);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ action: path.slice(1), userId: known.person.id, outcome: 'success', lookUp: false });
      expect(row.reason).toBe('reason/show_support: asked on the phone, zq***@test.example and ***9EE7');
      expect(row.facts.fields).toMatch(/^\w+( \w+)*$/);
      for (const value of clear) expect(JSON.stringify(row)).not.toContain(value);
    });

    it('requires the right of its area, and is refused to auditors', async () => {
      const { request } = of();
      const auditor = await exchange.staff('auditor', `auditor-${++staffs}`);
      expect((await show(path, request, auditor)).code).toBe('permission.denied');
      const bare = await another();
      await exchange.withApproval(
        exchange.post('/admin/staff/setRights', { userId: bare.id, rights: [], reason: 'a test' }, admin.ticket),
      );
      expect((await show(path, request, bare)).code).toBe('permission.denied');
      expect((await show(path, request, known.person)).code).toBe('permission.denied');
    });
  });

  describe('unmasking', () => {
    it('a user returns the requested fields only', async () => {
      const { id: userId } = known.person;
      const contact = await expectSuccess(show('/admin/user/person', { userId, fields: ['contact'] }));
      expect(contact).toMatchObject({ contact: { email: CLEAR.email }, logIns: null });
      const logIns = await expectSuccess(show('/admin/user/person', { userId, fields: ['logIns'] }));
      expect(logIns).toMatchObject({ contact: null });
      expect(JSON.stringify(logIns)).not.toContain(CLEAR.email);
      expect((await show('/admin/user/person', { userId, fields: [] })).code).toBe('request.invalid');
    });

    it('a withdrawal to a card returns the card', async () => {
      const shown = await expectSuccess(
        show('/admin/withdraw/person', { withdrawal: known.toCard, userId: known.person.id }),
      );
      expect(shown.payTo).toEqual({ bankName: 'Second Bank', cardNumber: CLEAR.cardNumber, realName: CLEAR.name });
      const paid = await expectSuccess(
        show('/admin/withdraw/person', { withdrawal: known.paid, userId: known.person.id }),
      );
      expect(paid.reference).toBe(known.clear['payoutTransaction']);
    });

    it("a visitor's feedback names no user", async () => {
      expect(await expectSuccess(show('/admin/content/person', { feedback: known.visitors }))).toMatchObject({
        contact: CLEAR.contact,
      });
      expect((await show('/admin/content/person', { feedback: known.feedback })).code).toBe('user.not.found');
      expect((await show('/admin/content/person', { feedback: '999' })).code).toBe('feedback.not.found');
    });

    it('gives access to the photos it covers, to the reader only', async () => {
      const photo = (path: string, id: string, staff: Person) =>
        exchange.file(`/admin/${path}/photo?photo=${id}`, staff.ticket);
      const [one, two] = [await another(), await another()];
      const [ofRecovery = ''] = known.photos.recovery;
      expect((await photo('recovery', ofRecovery, one)).status).toBe(403);
      await expectSuccess(show('/admin/recovery/person', { recovery: known.recovery, userId: known.person.id }, one));
      const opened = await photo('recovery', ofRecovery, one);
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect((await photo('recovery', ofRecovery, two)).status).toBe(403);
      // Includes the photos of the earlier verification, since staff compare both.
      const { data } = await exchange.get(`/admin/recovery/detail?recovery=${known.recovery}`, one.ticket);
      expect((await photo('verification', data.verified.photos[0].photo, one)).status).toBe(200);
      expect((await photo('verification', data.verified.photos[0].photo, two)).status).toBe(403);
    });

    it('is announced to the subject, without the reader, except for requests by authorities', async () => {
      const { id: userId } = known.person;
      await expectSuccess(
        show('/admin/user/person', { userId, fields: ['contact'] }, admin, 'reason/show_legal: file 17'),
      );
      await expectSuccess(show('/admin/user/person', { userId, fields: ['logIns'] }, admin, 'reason/show_security'));
      const { tables } = await filed(known.person);
      expect(tables.staff_log.kinds).toEqual(['desk']);
      const [newest] = tables.staff_log.rows;
      expect(newest).toEqual({
        ...{ at: expect.any(Number), action: 'admin/user/person', reason: 'show_security', fields: 'logIns' },
      });
      const text = JSON.stringify(tables.staff_log);
      for (const untold of ['show_legal', 'file 17', 'asked on the phone', String(admin.id)])
        expect(text).not.toContain(untold);
      const nobody = await securityOf(() => exchange, { now: () => now, pass: (ms) => void (now += ms) }).someone();
      expect((await filed(nobody)).tables).not.toHaveProperty('staff_log');
    });

    it('is limited per member of staff and hour over all kinds; refused attempts are logged', async () => {
      const staff = await another();
      const { id: userId } = known.person;
      const look = () => show('/admin/user/person', { userId, fields: ['contact'] }, staff);
      for (let count = 0; count < LOOKS_MAX; count++) expect((await look()).code).toBe('success');
      const refused = await look();
      expect([refused.code, refused.status]).toEqual(['personal.data.too.many', 429]);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(HOUR_MS / LOOKS_MAX / 1_000);
      expect(refused.message).toMatch(/personal data/);
      const withdrawal = { withdrawal: known.paid, userId };
      expect((await show('/admin/withdraw/person', withdrawal, staff)).code).toBe('personal.data.too.many');
      expect((await look()).data).toBeNull();
      expect(await logOf(staff)).toContainEqual(expect.objectContaining({ outcome: 'personal.data.too.many' }));
      // The limit is per member of staff: another one still may.
      expect((await show('/admin/user/person', { userId, fields: ['contact'] }, await another())).code).toBe('success');
    });
  });

  describe('search', () => {
    const search = (text: string, staff: Person) => exchange.post('/admin/user/search', { search: text }, staff.ticket);

    it('finds users by data that its answers mask', async () => {
      const { data } = await search('recognisable@', await another());
      expect(data.records).toMatchObject([
        { userId: known.person.id, email: 'zq***@test.example', phone: '+81****7777', nickName: 'Wh***' },
      ]);
    });

    it('cannot be used to guess: a search without result counts as ten, then searches pause', async () => {
      const staff = await another();
      const guesses = 'abcdefghij'.split('').map((letter) => `zq.${letter}`);
      const codes: string[] = [];
      for (const guess of guesses) codes.push((await search(guess, staff)).code);
      expect(codes).toEqual([...Array<string>(4).fill('success'), ...Array<string>(6).fill('searches.too.many')]);
      const refused = await search('zq.r', staff);
      expect([refused.status, refused.data]).toEqual([429, null]);
      // Listing all users and searching by user number reveal no masked data; only the list counts as no search.
      expect((await exchange.post('/admin/user/search', {}, staff.ticket)).code).toBe('success');
    });

    it('is logged with the length of its text, not the text', async () => {
      const staff = await another();
      await search('recognisable', staff);
      const [row] = await logOf(staff, { lookUps: true });
      expect(row).toMatchObject({ action: 'admin/user/search', lookUp: true, facts: { searched: 12 } });
      expect(JSON.stringify(row)).not.toContain('recognisable');
    });
  });
});
