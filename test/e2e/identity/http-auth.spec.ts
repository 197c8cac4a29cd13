import pg from 'pg';
import { HttpExchange, PASSWORD, type Person } from '../../tools/people/http-exchange';

describe('log-in over HTTP', () => {
  let exchange: HttpExchange;
  let now = Date.now();
  const lines: string[] = [];

  beforeAll(async () => {
    const logTo = { write: (line: string) => void lines.push(line) };
    exchange = await HttpExchange.start({ LOG_LEVEL: 'trace' }, { clock: () => now, logTo });
  });
  afterAll(() => exchange.stop());

  const token = (username: string, password: string) =>
    exchange.form('/api/auth/oauth/token', { grant_type: 'password', username, password });

  it('ASVS 7.2.2, 7.2.3, 7.2.4: registers, logs in and returns the user', async () => {
    const carol = await exchange.person('carol');
    expect(carol.id).toBeGreaterThanOrEqual(10_000_001);
    const answer = await token('Carol@Test.Example', PASSWORD);
    expect(answer.body).toMatchObject({
      code: 'success',
      access_token: expect.any(String),
      token_type: 'ticket',
      expires_in: 86_400,
    });
    // 256 bits, different from the previous log-in, which stays valid.
    expect(Buffer.from(answer.body.access_token, 'base64url')).toHaveLength(32);
    expect(answer.body.access_token).not.toBe(carol.ticket);
    const info = await exchange.get('/app/account/getUserInfo', answer.body.access_token);
    expect(info.data).toMatchObject({
      userId: carol.id,
      userName: carol.email,
      userType: 3,
      nickName: expect.any(String),
    });
    const after = await exchange.post(`/api/oms/opr/afterLogin/${encodeURIComponent(carol.email)}`, {}, carol.ticket);
    expect(after).toMatchObject({ code: 'success', data: { userId: carol.id } });
    const other = await exchange.post('/api/oms/opr/afterLogin/someone@else.example', {}, carol.ticket);
    expect(other).toMatchObject({ status: 403, code: 'permission.denied' });
  });

  it('reports the state of the account: verified or not, frozen or not', async () => {
    const nora = await exchange.person('nora');
    const admin = await exchange.staff('admin', 'standing');
    const standing = async () => {
      const { verification, frozen } = (await exchange.get('/app/account/getUserInfo', nora.ticket)).data;
      return { verification, frozen };
    };
    expect(await standing()).toEqual({ verification: 'not_certified', frozen: false });
    await exchange.act(admin, '/account/verify', { userId: nora.id });
    expect(await standing()).toEqual({ verification: 'certified', frozen: false });
    await exchange.act(admin, '/account/freeze', { userId: nora.id, reason: 'asked for' });
    expect(await standing()).toEqual({ verification: 'certified', frozen: true });
    await exchange.act(admin, '/account/unfreeze', { userId: nora.id, reason: 'answered' });
    expect(await standing()).toEqual({ verification: 'certified', frozen: false });
  });

  it('registers once, whatever the number of retries', async () => {
    const address = 'dave@test.example';
    const code = await exchange.sentCode('register', address);
    const body = { clientId: 'registration', channel: 'email', address, code, password: PASSWORD, agreement: true };
    const [first, second] = await Promise.all([
      exchange.post('/app/account/register', body),
      exchange.post('/app/account/register', body),
    ]);
    expect(first.code).toBe('success');
    expect(second.data.userId).toBe(first.data.userId);
    expect(await exchange.post('/app/account/register', { ...body, clientId: 'other' })).toMatchObject({
      status: 200,
      code: 'verification.code.error',
    });
  });

  it.each([
    [{ address: 'nobody' }, 200, 'email.format.error'],
    [{ channel: 'phone' }, 200, 'phone.format.error'],
    [{ code: '000000' }, 200, 'verification.code.error'],
    [{ password: 'short' }, 200, 'password.too.weak'],
    [{ agreement: false }, 400, 'request.invalid'],
    [{ clientId: 'x'.repeat(37) }, 400, 'request.invalid'],
    [{ role: 'admin' }, 400, 'request.invalid'],
  ])('refuses a registration with %j', async (change, status, code) => {
    const address = { channel: 'email', address: 'eve@test.example', code: '123456' };
    const body = { clientId: 'c', ...address, password: PASSWORD, agreement: true, ...change };
    expect(await exchange.post('/app/account/register', body)).toMatchObject({ status, code });
  });

  it('gives the same answer for a wrong name and a wrong password', async () => {
    await exchange.person('frank');
    const wrong = await token('frank@test.example', 'wrong-password');
    const unknown = await token('unknown@test.example', 'wrong-password');
    expect(wrong).toMatchObject({ status: 200, code: 'login.failed' });
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body).not.toHaveProperty('access_token');
  });

  it('ASVS 7.1.1, 7.2.1, 7.3.2, 7.4.5: distinguishes missing, unknown, logged-out, expired and revoked tickets', async () => {
    const grace = await exchange.person('grace');
    const admin = await exchange.staff('admin');
    const info = (ticket?: string) => exchange.get('/app/account/getUserInfo', ticket);
    expect(await info()).toMatchObject({ status: 200, code: 'login.user.not.login' });
    expect(await info('x'.repeat(43))).toMatchObject({ status: 200, code: 'login.user.not.login' });
    expect(await exchange.post('/app/account/logout', {}, grace.ticket)).toMatchObject({ code: 'success', data: null });
    expect(await info(grace.ticket)).toMatchObject({ status: 401, code: '4001' });

    const ended = await exchange.logIn(grace.email);
    const answer = await exchange.post('/admin/account/endLogins', { userId: grace.id }, admin.ticket);
    expect(answer.data).toEqual({ ended: 1 });
    expect(await info(ended)).toMatchObject({ status: 403, code: '4003' });

    const expiring = await exchange.logIn(grace.email);
    now += 24 * 3_600_000 - 1;
    expect(await info(expiring)).toMatchObject({ status: 200, code: 'success' });
    now += 1;
    expect(await info(expiring)).toMatchObject({ status: 401, code: '4001' });
  });

  it('answers in the language of the request', async () => {
    const spoken = (headers: Record<string, string>) => exchange.get('/app/account/getUserInfo', undefined, headers);
    const { message: english } = await spoken({});
    const { message: chinese } = await spoken({ lang: 'zh' });
    expect(chinese).not.toBe(english);
    expect(await spoken({ cookie: 'a=b; lang=zh' })).toMatchObject({ message: chinese });
    expect(await spoken({ 'accept-language': 'zh-CN,zh;q=0.9' })).toMatchObject({ message: chinese });
  });

  it('stores neither passwords nor tickets', async () => {
    const heidi = await exchange.person('heidi');
    const { sql } = exchange.application.exchange.database;
    const stored = JSON.stringify([
      await sql.selectFrom('users').selectAll().execute(),
      await sql.selectFrom('sessions').selectAll().execute(),
    ]);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).not.toContain(heidi.ticket);
    expect(stored).toContain('$argon2id$');
  });

  it('ASVS 14.2.1, 16.2.5, 16.3.4, 16.5.1: logs no ticket, password, code or address, whatever fails', async () => {
    const heiko = await exchange.person('heiko');
    const wrong = 'a-wrong-password-of-heiko';
    await token(heiko.email, wrong);
    const code = await exchange.sentCode('login', heiko.email);
    const { sql } = exchange.application.exchange.database;
    const broken = jest.spyOn(sql, 'selectFrom').mockImplementation(() => {
      const error = new pg.DatabaseError(`invalid input: "${heiko.email}"`, 60, 'error');
      throw Object.assign(error, { code: '22P02', detail: `Key (email, code)=(${heiko.email}, ${code})` });
    });
    const byCode = { channel: 'email', address: heiko.email, code };
    const asked = [
      await token(heiko.email, PASSWORD),
      await exchange.post('/app/account/logInByCode', byCode),
      await exchange.post(`/api/oms/opr/afterLogin/${encodeURIComponent(heiko.email)}`, {}, heiko.ticket),
      await exchange.get(`/app/account/getUserInfo?${heiko.email}`, heiko.ticket),
    ];
    broken.mockRestore();
    expect(asked.filter(({ status }) => status === 500).length).toBeGreaterThan(1);
    for (const { body } of asked) expect(JSON.stringify(body)).not.toContain('22P02');
    const log = lines.join('');
    expect(log).toContain('the database refused: 22P02');
    const secrets = [heiko.ticket, PASSWORD, wrong, code, heiko.email, encodeURIComponent(heiko.email)];
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });
});

describe('a crash between user row and member', () => {
  it('is repaired by the next log-in', async () => {
    const exchange = await HttpExchange.start();
    const ivan = await exchange.person('ivan');
    const { sql } = exchange.application.exchange.database;
    await sql.updateTable('users').set({ isMember: 0 }).where('id', '=', ivan.id).execute();
    const before = exchange.headOfJournal();
    await exchange.logIn(ivan.email);
    expect(exchange.headOfJournal()).toEqual(before);
    expect(await sql.selectFrom('users').select('isMember').where('id', '=', ivan.id).executeTakeFirst()).toEqual({
      isMember: 1,
    });
    await exchange.stop();
  });
});

describe('default rate limits', () => {
  let exchange: HttpExchange;
  let now = 1_800_000_000_000;
  /** Offset by which the wall clock was set back, in ms. */
  let setBack = 0;
  let judy: Person;

  beforeAll(async () => {
    const limits = {
      LIMIT_LOGINS_PER_MINUTE_MAX: '',
      LIMIT_TRANSFERS_PER_DAY_MAX: '4',
      LIMIT_COMMANDS_PER_SECOND_MAX: '',
      LIMIT_READS_PER_SECOND_MAX: '',
    };
    exchange = await HttpExchange.start(limits, { clock: () => now - setBack, monotonic: () => now });
    judy = await exchange.person('judy');
  });
  afterAll(() => exchange.stop());

  it('ASVS 2.4.1, 16.3.3: allows ten log-ins per minute and address and refuses the eleventh', async () => {
    now += 60_000;
    // A different name each time, to keep the account lock out of this test.
    const wrong = (username: string) => ({ grant_type: 'password', username, password: 'wrong-password' });
    for (let count = 0; count < 10; count++)
      expect((await exchange.form('/api/auth/oauth/token', wrong(`judy-${count}`))).code).toBe('login.failed');
    const refused = await exchange.form('/api/auth/oauth/token', wrong(judy.email));
    expect(refused).toMatchObject({ status: 429, code: 'request.too.many' });
    expect(refused.headers.get('retry-after')).toBe('60');
    now += 60_000;
    expect((await exchange.form('/api/auth/oauth/token', wrong(judy.email))).code).toBe('login.failed');
    const figures = await (await fetch(`${exchange.url}/metrics`)).text();
    expect(figures).toMatch(/request_seconds_count\{route="\/exchange\/api\/auth\/oauth\/token",status="429"\} 1\n/);
    const { records } = (await exchange.post('/app/account/logIns', {}, judy.ticket)).data;
    expect(records[0]).toMatchObject({ method: 'password', outcome: 'password.wrong' });
  });

  it('measures elapsed time, not wall-clock time', async () => {
    now += 60_000;
    const wrong = (name: string) => ({
      grant_type: 'password',
      username: `${name}@test.example`,
      password: 'wrong-password',
    });
    const logIn = (name: string) => exchange.form('/api/auth/oauth/token', wrong(name));
    for (let count = 0; count < 10; count++) expect((await logIn(`back-${count}`)).code).toBe('login.failed');
    setBack = 3_600_000;
    const refused = await logIn('back');
    expect(refused).toMatchObject({ status: 429, code: 'request.too.many' });
    expect(refused.headers.get('retry-after')).toBe('60');
    now += 60_000;
    expect((await logIn('back')).code).toBe('login.failed');
    setBack = 0;
  });

  it.each([
    ['password', 'locks nobody for longer than it says', 900],
    ['code', 'keeps nobody from a code for longer than it says', 60],
  ])('when the clock is set back: a %s %s', async (what, _, seconds) => {
    now += 60_000;
    const address = `set-back-${what}@test.example`;
    const wrong = { grant_type: 'password', username: address, password: 'wrong-password' };
    const ask = () =>
      what === 'password'
        ? exchange.form('/api/auth/oauth/token', wrong)
        : exchange.post('/app/account/sendCode', { purpose: 'register', channel: 'email', address });
    for (let count = 0; count < 6; count++) await ask();
    setBack = 3_600_000;
    const refused = await ask();
    expect(refused.headers.get('retry-after')).toBe(String(seconds));
    now += seconds * 1_000 - 1_000;
    expect((await ask()).headers.get('retry-after')).toBe('1');
    now += 1_000;
    expect((await ask()).headers.get('retry-after')).toBeNull();
    setBack = 0;
  });

  it('allows a user ten commands and fifty reads per second', async () => {
    now += 60_000;
    const cancel = () =>
      exchange.post('/app/withdraw/cancel', { clientId: exchange.clientId(), withdrawal: '1' }, judy.ticket);
    for (let count = 0; count < 10; count++) expect((await cancel()).code).toBe('withdrawal.not.found');
    const read = () => exchange.get('/app/assets/balances', judy.ticket);
    for (let count = 0; count < 50; count++) expect((await read()).code).toBe('success');
    for (const refused of [await cancel(), await read()]) {
      expect(refused).toMatchObject({ status: 429, code: 'request.too.many' });
      expect(refused.headers.get('retry-after')).toBe('1');
    }
    now += 100;
    expect((await cancel()).code).toBe('withdrawal.not.found');
    expect((await cancel()).code).toBe('request.too.many');
    for (let count = 0; count < 5; count++) expect((await read()).code).toBe('success');
    expect((await read()).code).toBe('request.too.many');
  });

  it('allows a user fifty order requests per second, cancels included, and refuses the next', async () => {
    now += 60_000;
    const cancel = () => exchange.post('/app/spot/cancel', { clientId: exchange.clientId(), order: '1' }, judy.ticket);
    for (let count = 0; count < 50; count++) expect((await cancel()).code).toBe('order.not.found');
    const refused = await cancel();
    expect(refused).toMatchObject({ status: 429, code: 'request.too.many' });
    expect(refused.headers.get('retry-after')).toBe('1');
    now += 20;
    expect((await cancel()).code).toBe('order.not.found');
    expect((await cancel()).code).toBe('request.too.many');
  });

  it('limits transfers and withdrawal requests per user and day, but not their cancels', async () => {
    const send = (path: string, body: object) =>
      exchange.post(path, { clientId: exchange.clientId(), ...body }, judy.ticket);
    const transfer = () => send('/app/transfer/apply', { asset: 'BTC', from: 'spot', to: 'option', amount: '1' });
    const apply = () =>
      send('/app/withdraw/apply', { asset: 'BTC', amount: '1', card: '1', fundPassword: 'x'.repeat(8) });
    for (const act of [transfer, apply, transfer, apply]) expect((await act()).code).toBe('asset.unknown');
    for (const act of [transfer, apply]) {
      const refused = await act();
      expect(refused).toMatchObject({ status: 429, code: 'request.too.many' });
      expect(refused.headers.get('retry-after')).toBe('21600');
    }
    expect((await send('/app/withdraw/cancel', { withdrawal: '1' })).code).toBe('withdrawal.not.found');
    now += 6 * 3_600_000;
    expect((await transfer()).code).toBe('asset.unknown');
    expect((await transfer()).code).toBe('request.too.many');
  });
});
