/** Scope and term of auditors: at every route open to them, taken from the route table, and on the socket. */
import { AUDITOR_MS_MAX, scopeText, WHOLE_SCOPE, type AuditScope, type Bound } from '../../../shared/rules/audit-scope';
import type { Route } from '../../../shared/wire/route';
import { AREAS } from '../../../server/routes';
import { HttpExchange, type Answer, type Json, type Person } from '../../tools/people/http-exchange';
import { Tickets } from '../../../server/platform/auth/tickets';

const ROUTES: readonly Route[] = Object.values(AREAS)
  .flatMap((area): Route[] => Object.values(area))
  .filter(({ access }) => access === 'auditor');
const OUTSIDE = 'audit.scope.outside';
const EXPIRED = 'audit.access.expired';
const DAY = 86_400_000;
const BOUNDS: readonly Bound[] = ['users', 'accounts', 'assets', 'time'];

let now = Date.now();
let exchange: HttpExchange;
let admin: Person;
let one: Person;
let other: Person;

beforeAll(async () => {
  const env = { LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000', LIMIT_STAFF_TICKET_HOURS_MAX: '100000' };
  exchange = await HttpExchange.start({ ...env, LIMIT_STAFF_TICKET_IDLE_MINUTES_MAX: '1000000' }, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  [one, other] = [await exchange.person('one'), await exchange.person('other')];
  for (const person of [one, other])
    for (const asset of ['BTC', 'ETH']) {
      await exchange.fund(person, asset, '5');
      const request = { userId: person.id, asset, amount: '1', reason: 'a test of scopes' };
      await exchange.act(admin, '/funds/freeze', request);
    }
});
afterAll(() => exchange.stop());

let names = 0;
async function auditorWith(scope: AuditScope, until = now + 30 * DAY): Promise<Person> {
  const person = await exchange.staff('auditor', `auditor-${++names}`);
  await grant(person, scope, until);
  return person;
}
function grant({ id: userId }: Person, scope: AuditScope, until: number): Promise<Answer> {
  const request = { userId, role: 'auditor', until, scope, reason: 'a test' };
  return exchange.withApproval(exchange.post('/admin/staff/setRole', request, admin.ticket));
}

/** Sends an unknown field, so that permitted calls are rejected as invalid and have no effect. */
function knock({ path, method }: Route, ticket: string, fields: Json = {}): Promise<Answer> {
  const at = path.slice('/exchange'.length);
  if (method === 'POST') return exchange.post(at, { nobodyKnows: 1, ...fields }, ticket);
  return exchange.get(`${at}?${new URLSearchParams({ nobodyKnows: '1', ...fields }).toString()}`, ticket);
}

const BOUNDED: Readonly<Record<Bound, () => AuditScope>> = {
  users: () => ({ users: [one.id], personal: 1 }),
  accounts: () => ({ accounts: ['spot'], personal: 1 }),
  assets: () => ({ assets: ['BTC'], personal: 1 }),
  time: () => ({ to: now - DAY, personal: 1 }),
};

describe('guard of every auditor route', () => {
  it('permits auditors without bounds everywhere', async () => {
    const { ticket } = await auditorWith(WHOLE_SCOPE);
    expect(ROUTES.length).toBeGreaterThan(15);
    for (const route of ROUTES)
      expect([route.path, (await knock(route, ticket)).code]).not.toEqual([route.path, OUTSIDE]);
  });

  it.each(BOUNDS)('permits auditors with %s bounds only where the answer is narrowed accordingly', async (bound) => {
    const { ticket } = await auditorWith(BOUNDED[bound]());
    for (const route of ROUTES) {
      const { narrowed = [] } = route;
      const isIn = narrowed === 'open' || narrowed.includes(bound);
      const { code, status } = await knock(route, ticket);
      expect([route.path, code === OUTSIDE]).toEqual([route.path, !isIn]);
      if (!isIn) expect([route.path, status]).toEqual([route.path, 403]);
    }
  });

  it('refuses another user and another asset by name, and logs that', async () => {
    const person = await auditorWith({ users: [one.id], assets: ['BTC'], personal: 1 });
    for (const route of ROUTES.filter(({ narrowed }) => narrowed?.includes('users') && narrowed.includes('assets'))) {
      for (const [field, mine, others] of [
        ['userId', one.id, other.id],
        ['asset', 'BTC', 'ETH'],
      ] as const) {
        expect((await knock(route, person.ticket, { [field]: mine })).code).not.toBe(OUTSIDE);
        expect((await knock(route, person.ticket, { [field]: others })).code).toBe(OUTSIDE);
      }
    }
    const log = await exchange.post('/audit/staff/log', { staff: person.id, lookUps: true }, admin.ticket);
    expect(log.data.records.map(({ outcome }: Json) => outcome)).toContain(OUTSIDE);
  });
});

describe('data of a bounded auditor', () => {
  const frozenFor = async (scope: AuditScope): Promise<Json[]> => {
    const { ticket } = await auditorWith(scope);
    return (await exchange.post('/audit/funds/list', { pageSize: 200 }, ticket)).data.records;
  };

  it('is narrowed to users, assets and time, without personal data unless permitted', async () => {
    const all = await frozenFor(WHOLE_SCOPE);
    expect(all).toHaveLength(4);
    expect(all[0]).toMatchObject({ reason: 'a test of scopes' });
    const narrow = await frozenFor({ users: [one.id], assets: ['BTC'], personal: 0 });
    expect(narrow).toMatchObject([{ userId: one.id, asset: 'BTC', reason: '' }]);
    expect(await frozenFor({ accounts: ['house'], personal: 1 })).toEqual([]);
    expect(await frozenFor({ to: now - 365 * DAY, personal: 1 })).toEqual([]);
    const { ticket } = await auditorWith({ assets: ['ETH'], personal: 1 });
    const { data } = await exchange.get(`/audit/user/detail?userId=${one.id}`, ticket);
    expect([...new Set(data.balances.map(({ asset }: Json) => asset))]).toEqual(['ETH']);
  });

  it('of the journal lies within the bounds, and answers of others are hidden', async () => {
    const person = await auditorWith({ users: [one.id], assets: ['BTC'], personal: 0 });
    const ask = (request: object) => exchange.post('/audit/journal/ask', request, person.ticket);
    for (const request of [
      { ask: 'trial' },
      { ask: 'liabilities' },
      { ask: 'diff' },
      { ask: 'bundle' },
      { ask: 'balances', account: `${other.id}` },
      { ask: 'entries', userId: other.id },
      { ask: 'entries', asset: 'ETH' },
      { ask: 'statement', account: 'house' },
    ])
      expect([request, (await ask(request)).code]).toEqual([request, OUTSIDE]);
    const whole = await auditorWith(WHOLE_SCOPE);
    const theirs = (await exchange.post('/audit/journal/ask', { ask: 'trial' }, whole.ticket)).data.question;
    expect((await exchange.get(`/audit/journal/rows?question=${theirs}`, person.ticket)).code).toBe(
      'audit.answer.not.found',
    );
    const { question } = (await ask({ ask: 'balances', account: `${one.id}` })).data;
    const answered = async (ticket: string): Promise<Json> => {
      for (;;) {
        const { records } = (await exchange.get('/audit/journal/answers?wait=5', ticket)).data;
        const found = records.find((record: Json) => record.question === question);
        if (found && found.state !== 'waiting' && found.state !== 'working') return { found, records };
      }
    };
    const { found, records } = await answered(person.ticket);
    expect(found.state).toBe('done');
    expect(records.map(({ staff }: Json) => staff)).toEqual([person.id]);
    const rows = (await exchange.get(`/audit/journal/rows?question=${question}`, person.ticket)).data.records;
    expect(rows.length).toBeGreaterThan(0);
    for (const { account } of rows) expect(account).toMatch(new RegExp(`^${one.id}/[a-z]+/BTC/`));
    // Changed bounds remove access to earlier answers.
    await grant(person, { users: [one.id], personal: 0 }, now + 40 * DAY);
    expect((await exchange.get(`/audit/journal/rows?question=${question}`, person.ticket)).code).toBe(
      'audit.answer.not.found',
    );
  });
});

describe('end of an auditor’s access', () => {
  it('is set with the role, lies within a year, and is announced to the auditor and to admins', async () => {
    const person = await exchange.person('somebody');
    const role = (fields: object) =>
      exchange.post(
        '/admin/staff/setRole',
        { userId: person.id, role: 'auditor', reason: 'x', ...fields },
        admin.ticket,
      );
    const scope = WHOLE_SCOPE;
    for (const [fields, path] of [
      [{ scope }, 'until'],
      [{ until: now + DAY }, 'scope'],
      [{ scope, until: now - 1 }, 'until'],
      [{ scope, until: now + AUDITOR_MS_MAX + DAY }, 'until'],
    ] as const)
      expect(await role(fields)).toMatchObject({ code: 'request.invalid', data: { fields: [{ path }] } });
    const until = now + 10 * DAY;
    const narrow: AuditScope = { users: [one.id], from: 1_000, personal: 0 };
    const auditor = await auditorWith(narrow, until);
    expect((await exchange.get('/audit/staff/own', auditor.ticket)).data).toMatchObject({ until, scope: narrow });
    const { data } = await exchange.get('/admin/staff/list', admin.ticket);
    const told = data.records.find(({ userId }: Json) => userId === auditor.id);
    expect([told.until, scopeText(told.scope)]).toEqual([until, scopeText(narrow)]);
  });

  it('logs the auditor out with its own code, on sockets too, and an extension permits log-ins again', async () => {
    const person = await auditorWith(WHOLE_SCOPE, now + 10 * DAY);
    const look = () => exchange.get('/audit/staff/own', person.ticket);
    const tickets = exchange.application.nest.get(Tickets);
    const revoked: object[] = [];
    const stop = tickets.onRevoked((revocation) => revoked.push(revocation));
    expect((await look()).code).toBe('success');
    now += 11 * DAY;
    expect(await look()).toMatchObject({ status: 401, code: EXPIRED });
    expect((await exchange.get('/app/account/getUserInfo', person.ticket)).code).toBe(EXPIRED);
    expect(await tickets.check(person.ticket, { ip: '127.0.0.1', cookie: undefined })).toBeNull();
    while (!revoked.some((one) => JSON.stringify(one) === JSON.stringify({ user: person.id, code: EXPIRED })))
      await new Promise((resolve) => setTimeout(resolve, 20));
    stop();
    admin.ticket = await exchange.logIn(admin.email);
    expect((await grant(person, WHOLE_SCOPE, now + 5 * DAY)).code).toBe('success');
    expect((await look()).code).toBe('success');
    now += 6 * DAY;
    await expect(exchange.logIn(person.email)).rejects.toThrow(EXPIRED);
  });
});
