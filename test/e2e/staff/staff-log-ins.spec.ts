/** Log-ins and approvals of staff: password, mailbox, ticket or an unattended browser alone gain nothing. */
import { io, type Socket } from 'socket.io-client';
import { Accounts } from '../../../server/products/identity/api/account/accounts';
import { SecondFactors } from '../../../server/platform/auth/factors/second-factors';
import { newTotpSecret } from '../../../server/platform/auth/factors/totp';
import type { ZodObject } from 'zod';
import { takesSecondFactor, changesNothing, type Route } from '../../../shared/wire/route';
import { SOCKET_PATH, type SessionPush } from '../../../shared/wire/market-data';
import { AREAS } from '../../../server/routes';
import { STEP_UP_HEADER } from '../../../shared/wire/step-up';
import { entranceOf, NEW_PASSWORD } from '../../tools/people/entrance';
import {
  expectSuccess,
  HttpExchange,
  PASSWORD,
  stepUpProof,
  WITHOUT_FACTOR,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { MINUTE_MS, securityOf } from '../../tools/people/security';
import { sampleOf } from '../../tools/samples/sample-requests';
import { next } from '../../tools/people/socket-test-server';
import { walletOf } from '../../tools/people/wallet';

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;
let names = 0;

beforeAll(async () => {
  const asShipped = {
    LIMIT_STAFF_TICKET_HOURS_MAX: '8',
    LIMIT_STAFF_TICKET_IDLE_MINUTES_MAX: '15',
    LIMIT_TICKET_IDLE_MINUTES_MAX: '120',
  };
  exchange = await HttpExchange.start(asShipped, { clock: () => now });
  admin = await exchange.staff('admin');
});
beforeEach(async () => {
  admin.ticket = await exchange.logIn(admin.email);
});
afterAll(() => exchange.stop());

const { token, send, logInByCode, resetPassword, info } = entranceOf(() => exchange);
const security = securityOf(() => exchange, { now: () => now, pass: (ms) => void (now += ms) });

/** A member of staff with a password only, as `admin:create` makes them. */
async function bare(role: 'admin' | 'auditor' = 'admin'): Promise<Person> {
  const email = `bare-${++names}@test.example`;
  const accounts = exchange.application.nest.get(Accounts);
  const { user } = await accounts.register({ email, password: PASSWORD, clientId: null, role });
  await exchange.two.name(user.id, role);
  return { id: user.id, email, ticket: (await token(email)).body.access_token };
}

describe('a member of staff without a factor', () => {
  const routes: [string, Route][] = Object.values(AREAS).flatMap((area) =>
    Object.values<Route>(area).map((route): [string, Route] => [route.path, route]),
  );

  test.each(['admin', 'auditor'] as const)('as %s can only bind one', async (role) => {
    const person = await bare(role);
    const { body } = await token(person.email);
    expect(body.data).toMatchObject({ mustBindFactor: true });
    expect((await info(person.ticket)).data).toMatchObject({ mustBindFactor: true });
    const closed = routes.filter(([, { access, unbound }]) => access !== 'public' && !unbound);
    expect(closed.length).toBeGreaterThan(100);
    for (const [path, { method, upload }] of closed) {
      if (upload) continue;
      const at = path.slice('/exchange'.length);
      const answer = method === 'GET' ? exchange.get(at, person.ticket) : exchange.post(at, {}, person.ticket);
      expect([path, (await answer).code]).toEqual([path, 'staff.factor.missing']);
    }
  });

  test('receives nothing on a socket', async () => {
    const { ticket } = await bare();
    const options = { path: SOCKET_PATH, transports: ['websocket'], auth: { ticket }, forceNew: true };
    const client: Socket = io(exchange.url, { ...options, reconnection: false });
    const { code } = await next<SessionPush>(client, 'session');
    client.disconnect();
    expect(code).toBe('login.user.not.login');
  });

  test('binds an authenticator by their own mailbox, and is fully staff afterwards', async () => {
    const person = await bare();
    const begin = { password: PASSWORD, channel: 'email' };
    expect((await security.send(person, 'authenticator/begin', { ...begin, code: '00000000' })).code).toBe(
      'verification.code.error',
    );
    const { secret } = await security.bound(person);
    expect((await exchange.get('/audit/staff/own', person.ticket)).code).toBe('success');
    expect((await info(person.ticket)).data).toMatchObject({ mustBindFactor: false });
    expect((await token(person.email)).code).toBe('google.code.required');
    const entered = await token(person.email, PASSWORD, { code: security.next(secret) });
    expect(entered).toMatchObject({ code: 'success', data: { mustBindFactor: false } });
    const bound = { ...person, ticket: entered.body.access_token as string };
    const [{ authenticator }] = await security.authenticators(bound);
    const left = { authenticator, password: PASSWORD, secondFactor: security.next(secret) };
    expect((await security.send(bound, 'authenticator/unbind', left)).code).toBe('staff.factor.last');
  });
});

describe('a thief of staff credentials', () => {
  test('ASVS 6.3.3: the password: is not enough where the factor is a passkey', async () => {
    expect((await token(admin.email)).code).toBe('passkey.required');
    expect((await token(admin.email, 'wrong-password')).code).toBe('login.failed');
  });

  test('the mailbox: gets no code and cannot log in by one', async () => {
    now += 2 * MINUTE_MS;
    for (const purpose of ['login', 'forgot'] as const) expect((await send(purpose, admin.email)).code).toBe('success');
    expect(await exchange.letters(admin.email)).toEqual([]);
    expect((await logInByCode(admin.email, '00000000')).code).toBe('verification.code.error');
    expect((await resetPassword(admin.email, '00000000', NEW_PASSWORD)).code).toBe('verification.code.error');
  });

  test('ASVS 7.3.1: an unattended browser: the session ends after a quarter of an hour, whatever the page polls', async () => {
    const own = () => exchange.get('/audit/staff/own', admin.ticket);
    now += 14 * MINUTE_MS;
    expect((await own()).code).toBe('success');
    now += 14 * MINUTE_MS;
    expect((await exchange.get('/audit/staff/own', admin.ticket, { away: '1' })).code).toBe('success');
    now += MINUTE_MS;
    expect((await own()).code).toBe('4001');
  });

  test('the ticket: lasts eight hours at most', async () => {
    for (let minutes = 0; minutes < 8 * 60 - 10; minutes += 10) {
      now += 10 * MINUTE_MS;
      expect((await exchange.get('/audit/staff/own', admin.ticket)).code).toBe('success');
    }
    now += 10 * MINUTE_MS;
    expect((await exchange.get('/audit/staff/own', admin.ticket)).code).toBe('4001');
  });
});

describe('an approval', () => {
  const { ready, apply, turn } = walletOf({
    exchange: () => exchange,
    admin: () => admin,
    pass: (ms) => void (now += ms),
  });
  let applied: string[];

  beforeAll(async () => {
    admin.ticket = await exchange.logIn(admin.email);
    await exchange.listMarkets(admin);
    const person = await ready();
    person.ticket = await exchange.logIn(person.email);
    applied = [];
    for (const amount of ['10', '11', '12', '13'])
      applied.push((await expectSuccess(apply(person, amount))).withdrawal);
    await turn();
  });

  const approval = (withdrawal: string, clientId = exchange.clientId()) => ({ clientId, withdrawal });
  const approve = (body: object, headers: Record<string, string> = WITHOUT_FACTOR, by = admin) =>
    exchange.post('/admin/withdraw/approve', body, by.ticket, headers);
  const wanted = async (body: object, by = admin): Promise<Json> => {
    const answer = await approve(body, WITHOUT_FACTOR, by);
    expect(answer.code).toBe('step.up.required');
    return answer.data;
  };
  const signed = async (body: object): Promise<Record<string, string>> => {
    const { digest } = await wanted(body);
    return { [STEP_UP_HEADER]: await stepUpProof(exchange.url, admin.ticket, digest) };
  };

  test('needs more than a ticket, and rejects invalid proofs', async () => {
    const body = approval(applied[0]);
    expect(await wanted(body)).toMatchObject({ factors: ['passkey'], digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    for (const proof of ['', 'passkey', 'authenticator 123456', 'none none']) {
      expect((await approve(body, { [STEP_UP_HEADER]: proof })).code).toBe('step.up.required');
    }
    for (const proof of ['passkey e30', 'passkey !', `passkey ${Buffer.from('[]').toString('base64url')}`]) {
      expect((await approve(body, { [STEP_UP_HEADER]: proof })).code).toBe('passkey.refused');
    }
  });

  test('signed for one withdrawal is invalid for another, for another person, and a second time', async () => {
    const [body, other] = [approval(applied[0]), approval(applied[1])];
    expect((await approve(other, await signed(body))).code).toBe('passkey.refused');
    expect((await approve({ ...body, clientId: 'another' }, await signed(body))).code).toBe('passkey.refused');
    const second = await exchange.staff('admin', `second-${++names}`);
    expect((await approve(body, await signed(body), second)).code).toBe('passkey.refused');
    const proof = await signed(body);
    expect((await approve(body, proof)).code).toBe('success');
    // Retrying the request changes nothing; a changed one is a new request.
    expect(await approve(body)).toMatchObject({ code: 'success', data: { repeated: true } });
    expect((await approve(other, proof)).code).toBe('passkey.refused');
    now += 10 * MINUTE_MS;
    expect((await approve(body)).code).toBe('step.up.required');
  });

  test('is refused with a log-in signature or an invented digest', async () => {
    const body = approval(applied[1]);
    const { challenge, rpId } = await expectSuccess(exchange.post('/app/security/passkey/logInOptions', {}));
    const response = exchange.keyOf(admin).use({ challenge, rpId });
    const proof = `passkey ${Buffer.from(JSON.stringify(response)).toString('base64url')}`;
    expect((await approve(body, { [STEP_UP_HEADER]: proof })).code).toBe('passkey.refused');
    const made = await stepUpProof(exchange.url, admin.ticket, '0'.repeat(64));
    expect((await approve(body, { [STEP_UP_HEADER]: made })).code).toBe('passkey.refused');
  });

  test('accepts an unused authenticator code, and is logged with it', async () => {
    const person = await bare();
    const { secret } = await security.bound(person);
    const body = approval(applied[2]);
    expect(await wanted(body, person)).toMatchObject({ factors: ['authenticator'] });
    const by = (code: string) => ({ [STEP_UP_HEADER]: `authenticator ${code}` });
    expect((await approve(body, by('000000'), person)).code).toBe('google.code.wrong');
    const code = security.next(secret);
    expect((await approve(body, by(code), person)).code).toBe('success');
    // Repeating a used code does not lock the user out: people send a code twice within its thirty seconds.
    for (let count = 0; count < 6; count++)
      expect((await approve(approval(applied[3]), by(code), person)).code).toBe('google.code.used');
    const kept = await exchange.application.exchange.database.sql
      .selectFrom('stepUps')
      .selectAll()
      .where('userId', '=', person.id)
      .execute();
    expect(kept).toMatchObject([{ factor: 'authenticator', at: now }]);
  });

  test('uses up no code for an invalid request', async () => {
    expect((await approve({ withdrawal: applied[3] })).code).toBe('request.invalid');
  });
});

describe('every change by an admin', () => {
  const changes = Object.values(AREAS)
    .flatMap((area) => Object.values<Route>(area))
    .filter((route) => route.access === 'admin' && !changesNothing(route) && !route.shows);

  beforeAll(async () => {
    admin.ticket = await exchange.logIn(admin.email);
  });

  test('requires the factor, and has no effect without it', async () => {
    const asking = changes.filter(takesSecondFactor);
    expect(asking.length).toBeGreaterThan(60);
    const written = async () => {
      const { database } = exchange.application.exchange;
      return (await database.sql.selectFrom('staffLog').select('id').where('isLookUp', '=', 0).execute()).length;
    };
    const before = [exchange.headOfJournal().position, await written()];
    for (const { path, body } of asking) {
      const request = sampleOf(body as ZodObject);
      expect([path, body?.safeParse(request).error?.issues ?? []]).toEqual([path, []]);
      const { code } = await exchange.post(path.slice('/exchange'.length), request, admin.ticket, WITHOUT_FACTOR);
      expect([path, code]).toEqual([path, 'step.up.required']);
    }
    expect([exchange.headOfJournal().position, await written()]).toEqual(before);
  });

  test('documents in the route table why it needs none', () => {
    const others = changes.filter((route) => !takesSecondFactor(route));
    expect(others.map(({ path }) => path.slice('/exchange/admin/'.length)).sort()).toEqual([
      'content/saveArticle',
      'content/uploadBannerImage',
      'deposit/look',
    ]);
    for (const { path, withoutFactor } of others)
      expect([path, withoutFactor]).toEqual([path, expect.stringMatching(/\.$/)]);
  });

  test('requires the factor each time where no client id identifies retries', async () => {
    const request = { key: 'footer_email', value: 'desk@test.example' };
    const send = (headers: Record<string, string>) =>
      exchange.post('/admin/systemConfig/set', request, admin.ticket, headers);
    const { code, data } = await send(WITHOUT_FACTOR);
    expect(code).toBe('step.up.required');
    const proof = { [STEP_UP_HEADER]: await stepUpProof(exchange.url, admin.ticket, data.digest) };
    expect((await send(proof)).code).toBe('success');
    expect((await send(proof)).code).toBe('passkey.refused');
    expect((await send(WITHOUT_FACTOR)).code).toBe('step.up.required');
  });
});

describe('staff outside their network', () => {
  let fenced: HttpExchange;
  afterAll(() => fenced.stop());

  test('are refused where the networks of staff are configured, and users are not', async () => {
    fenced = await HttpExchange.start({ STAFF_NETWORKS: '203.0.113.0/24,2001:db8::/32', TRUST_PROXY: '1' });
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const user = await fenced.person('user');
    expect((await fenced.get('/app/account/getUserInfo', user.ticket)).code).toBe('success');
    await expect(fenced.staff('admin')).rejects.toThrow('permission.denied');
    const key = fenced.keyOf({ email: 'admin@test.example' });
    const enter = async (ip: string) => {
      const { challenge, rpId } = await expectSuccess(fenced.post('/app/security/passkey/logInOptions', {}));
      const response = key.use({ challenge, rpId });
      return fenced.post('/app/security/passkey/logIn', { response }, undefined, from(ip));
    };
    expect((await enter('198.51.100.7')).code).toBe('permission.denied');
    const entered = await enter('203.0.113.9');
    expect(entered.code).toBe('success');
    const ticket = entered.body.access_token as string;
    const own = (ip: string) => fenced.get('/audit/staff/own', ticket, from(ip));
    expect((await own('203.0.113.200')).code).toBe('success');
    expect((await own('2001:db8::1')).code).toBe('success');
    // A stolen ticket used from another place.
    expect((await own('198.51.100.7')).code).toBe('permission.denied');
    const options = { path: SOCKET_PATH, transports: ['websocket'], auth: { ticket }, forceNew: true };
    const client = io(fenced.url, { ...options, reconnection: false });
    const { code } = await next<SessionPush>(client, 'session');
    client.disconnect();
    expect(code).toBe('login.user.not.login');
  });
});

describe('staff of the demo', () => {
  let demo: HttpExchange;
  afterAll(() => demo.stop());

  test('log in with the published code, each once', async () => {
    const secret = newTotpSecret();
    const email = 'admin@demo.example';
    const demoUsers = [{ role: 'admin', email, password: PASSWORD, authenticator: secret }] as const;
    demo = await HttpExchange.start({}, { clock: () => now, demoUsers });
    const { user } = await demo.application.nest
      .get(Accounts)
      .register({ email, password: PASSWORD, clientId: null, role: 'admin' });
    await demo.application.nest.get(SecondFactors).bindKnownSecret(user.id, secret);
    const shown = async () => (await expectSuccess(demo.get('/app/demo/codes'))).codes[0];
    const enter = entranceOf(() => demo).token;
    for (let visitor = 0; visitor < 2; visitor++) {
      const { code } = await shown();
      expect(await enter(email, PASSWORD, { code })).toMatchObject({
        code: 'success',
        data: { mustBindFactor: false },
      });
      expect((await enter(email, PASSWORD, { code })).code).toBe('google.code.used');
    }
    const { code, changesAt } = await shown();
    expect(code).toBeNull();
    now = changesAt;
    expect(await enter(email, PASSWORD, { code: (await shown()).code })).toMatchObject({ code: 'success' });
  });
});
