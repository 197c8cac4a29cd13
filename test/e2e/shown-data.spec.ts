/** Personal data in clear: asked for one user or case at a time, for a reason, counted, written down, and told to whom it is about. */
import { SHOWN_DATA_ROUTES } from '../../shared/wire/shown-data';
import { HttpExchange, PASSWORD, done, type Answer, type Json, type Person } from '../tools/http-exchange';
import { CLEAR, knownPerson, type KnownPerson } from '../tools/known-person';
import { securityOf } from '../tools/security';

const HOUR_MS = 3_600_000;
const LOOKS_MAX = 40;
const REASON = 'reason/show_support: asked on the phone';

let exchange: HttpExchange;
let admin: Person;
let known: KnownPerson;
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
  known = await knownPerson({ exchange, admin, now: () => now, pass: (ms) => void (now += ms) });
});
afterAll(() => exchange.stop());

let staffs = 0;
const another = () => exchange.staff('admin', `another-${++staffs}`);

/** What each call of the table is asked about the person, but for the reason, and what it shows. */
const SHOWS: Readonly<Record<keyof typeof SHOWN_DATA_ROUTES, () => { request: object; clear: readonly string[] }>> = {
  showUser: () => ({
    request: { userId: known.person.id, fields: ['contact', 'logIns'] },
    clear: [CLEAR.email, CLEAR.phone, CLEAR.nickName, CLEAR.ip, CLEAR.userAgent, known.clear['invitationCode'] ?? '?'],
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
  return (await done(exchange.post('/audit/staff/log', { staff: staff.id, pageSize: 200, ...filters }, admin.ticket)))
    .records;
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
  it('shows what is masked everywhere else', async () => {
    const { request, clear } = of();
    const text = JSON.stringify(await done(show(path, request)));
    for (const value of clear) expect(text).toContain(value);
  });

  it('takes a reason of the catalogue', async () => {
    const { request } = of();
    for (const reason of ['curious', 'reason/user_asked', 'reason/show_nothing', '', undefined])
      expect([reason, (await exchange.post(path, { ...request, reason }, admin.ticket)).code]).toEqual([
        reason,
        'request.invalid',
      ]);
  });

  it('is of the user that it is said to be of, and of nobody else', async () => {
    const { request } = of();
    expect((await show(path, { ...request, userId: 1_999_999_999 })).code).toBe('user.not.found');
  });

  it('is in the log with who, whom, which fields and why, and never with what it showed', async () => {
    const { request, clear } = of();
    const staff = await another();
    await done(show(path, request, staff, `${REASON}, ${CLEAR.email} and ${CLEAR.listedAddress}`));
    const [row, ...others] = await logOf(staff);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ action: path.slice(1), userId: known.person.id, outcome: 'success', lookUp: false });
    expect(row.reason).toBe('reason/show_support: asked on the phone, zq***@test.example and ***9EE7');
    expect(row.facts.fields).toMatch(/^\w+( \w+)*$/);
    for (const value of clear) expect(JSON.stringify(row)).not.toContain(value);
  });

  it('is nobody’s without the right of its area, and no auditor’s', async () => {
    const { request } = of();
    const auditor = await exchange.staff('auditor', `auditor-${++staffs}`);
    expect((await show(path, request, auditor)).code).toBe('permission.denied');
    const bare = await another();
    await exchange.decided(
      exchange.post('/admin/staff/setRights', { userId: bare.id, rights: [], reason: 'a test' }, admin.ticket),
    );
    expect((await show(path, request, bare)).code).toBe('permission.denied');
    expect((await show(path, request, known.person)).code).toBe('permission.denied');
  });
});

describe('a look', () => {
  it('at a user shows what was asked for and nothing beside it', async () => {
    const { id: userId } = known.person;
    const contact = await done(show('/admin/user/person', { userId, fields: ['contact'] }));
    expect(contact).toMatchObject({ contact: { email: CLEAR.email }, logIns: null });
    const logIns = await done(show('/admin/user/person', { userId, fields: ['logIns'] }));
    expect(logIns).toMatchObject({ contact: null });
    expect(JSON.stringify(logIns)).not.toContain(CLEAR.email);
    expect((await show('/admin/user/person', { userId, fields: [] })).code).toBe('request.invalid');
  });

  it('at a withdrawal to a card shows the card', async () => {
    const shown = await done(show('/admin/withdraw/person', { withdrawal: known.toCard, userId: known.person.id }));
    expect(shown.payTo).toEqual({ bankName: 'Second Bank', cardNumber: CLEAR.cardNumber, realName: CLEAR.name });
    const paid = await done(show('/admin/withdraw/person', { withdrawal: known.paid, userId: known.person.id }));
    expect(paid.reference).toBe(known.clear['payoutTransaction']);
  });

  it('at what a visitor wrote names no user', async () => {
    expect(await done(show('/admin/content/person', { feedback: known.visitors }))).toMatchObject({
      contact: CLEAR.contact,
    });
    expect((await show('/admin/content/person', { feedback: known.feedback })).code).toBe('user.not.found');
    expect((await show('/admin/content/person', { feedback: '999' })).code).toBe('feedback.not.found');
  });

  it('opens the photos of what it showed, to who looked and to nobody else', async () => {
    const photo = (path: string, id: string, staff: Person) =>
      exchange.file(`/admin/${path}/photo?photo=${id}`, staff.ticket);
    const [one, two] = [await another(), await another()];
    const [ofRecovery = ''] = known.photos.recovery;
    expect((await photo('recovery', ofRecovery, one)).status).toBe(403);
    await done(show('/admin/recovery/person', { recovery: known.recovery, userId: known.person.id }, one));
    const opened = await photo('recovery', ofRecovery, one);
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await photo('recovery', ofRecovery, two)).status).toBe(403);
    // Beside them those that the account was verified by: staff compare both.
    const { data } = await exchange.get(`/admin/recovery/detail?recovery=${known.recovery}`, one.ticket);
    expect((await photo('verification', data.verified.photos[0].photo, one)).status).toBe(200);
    expect((await photo('verification', data.verified.photos[0].photo, two)).status).toBe(403);
  });

  it('is told to whom it is about, without who looked and not where an authority asked', async () => {
    const { id: userId } = known.person;
    await done(show('/admin/user/person', { userId, fields: ['contact'] }, admin, 'reason/show_legal: file 17'));
    await done(show('/admin/user/person', { userId, fields: ['logIns'] }, admin, 'reason/show_security'));
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

  it('is one of so many an hour by one of staff, whatever they look at, and refused ones are in the log', async () => {
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
    // It is this one's own.
    expect((await show('/admin/user/person', { userId, fields: ['contact'] }, await another())).code).toBe('success');
  });
});

describe('a search', () => {
  const search = (text: string, staff: Person) => exchange.post('/admin/user/search', { search: text }, staff.ticket);

  it('finds by what is masked in what it answers', async () => {
    const { data } = await search('recognisable@', await another());
    expect(data.records).toMatchObject([
      { userId: known.person.id, email: 'zq***@test.example', phone: '+81****7777', nickName: 'Wh***' },
    ]);
  });

  it('spells nothing out: one in vain counts for ten, and then there is none for a while', async () => {
    const staff = await another();
    const guesses = 'abcdefghij'.split('').map((letter) => `zq.${letter}`);
    const codes: string[] = [];
    for (const guess of guesses) codes.push((await search(guess, staff)).code);
    expect(codes).toEqual([...Array<string>(4).fill('success'), ...Array<string>(6).fill('searches.too.many')]);
    const refused = await search('zq.r', staff);
    expect([refused.status, refused.data]).toEqual([429, null]);
    // A list of all, and the number of a user, say nothing that is masked; only the list is none.
    expect((await exchange.post('/admin/user/search', {}, staff.ticket)).code).toBe('success');
  });

  it('is in the log with how long it was, and not with what it was', async () => {
    const staff = await another();
    await search('recognisable', staff);
    const [row] = await logOf(staff, { lookUps: true });
    expect(row).toMatchObject({ action: 'admin/user/search', lookUp: true, facts: { searched: 12 } });
    expect(JSON.stringify(row)).not.toContain('recognisable');
  });
});
