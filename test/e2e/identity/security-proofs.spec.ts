/** Password and authenticators of users: who may set and change them, and protection against guessing. */
import { io, type Socket } from 'socket.io-client';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import { SECURITY_ROUTES } from '../../../shared/products/identity/security';
import { codes as codesOf } from '../../tools/people/entrance';
import { expectSuccess, FUND_PASSWORD, HttpExchange, PASSWORD, type Person } from '../../tools/people/http-exchange';
import { MINUTE_MS, SECURITY, securityOf } from '../../tools/people/security';

const STEP_MS = 30_000;

let exchange: HttpExchange;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
});
afterAll(() => exchange.stop());

const clock = { now: () => now, pass: (ms: number) => void (now += ms) };
const { someone, send, overview, shown, next, codeFor, begun, bound, boundPhone, messages } = securityOf(
  () => exchange,
  clock,
);

describe('every security call', () => {
  it.each(Object.values(SECURITY_ROUTES).filter(({ access }) => access !== 'public'))(
    '$path requires a log-in',
    async ({ method, path }) => {
      const at = path.slice('/exchange'.length);
      const answer = method === 'GET' ? await exchange.get(at) : await exchange.post(at, {});
      expect(answer).toMatchObject({ status: 200, code: 'login.user.not.login' });
    },
  );

  it.each([
    ['authenticator/begin', { channel: 'email', code: '000000' }],
    ['password/change', { oldPassword: PASSWORD, password: 'another-horse-battery' }],
    ['fundPassword/set', { fundPassword: FUND_PASSWORD }],
    ['setAntiPhishingCode', { antiPhishingCode: 'hedgehog' }],
    ['freeze', { clientId: 'freeze' }],
    ['authenticator/unbind', { secondFactor: '000000' }],
  ])('%s changes nothing without the right password', async (path, body) => {
    const person = await someone();
    const own = path === 'authenticator/unbind' ? { authenticator: (await bound(person)).authenticator } : {};
    const before = await overview(person);
    const wrong = path === 'password/change' ? { oldPassword: 'wrong-horse' } : { password: 'wrong-horse' };
    expect(await send(person, path, { ...body, ...own, ...wrong })).toMatchObject({
      status: 200,
      code: 'password.wrong',
      message: 'The login password is wrong.',
    });
    expect(await overview(person)).toEqual(before);
  });

  it('ends all other sessions if protection changes, and none if nothing changes', async () => {
    const person = await someone();
    const isIn = async (ticket: string): Promise<boolean> => {
      return (await exchange.get('/app/account/getUserInfo', ticket)).code === 'success';
    };
    let masterKey = '';
    const changes: [string, () => Promise<unknown>][] = [
      ['fundPassword/set', () => send(person, 'fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD })],
      [
        'fundPassword/change',
        () =>
          send(person, 'fundPassword/change', { oldFundPassword: FUND_PASSWORD, fundPassword: 'another-fund-horse' }),
      ],
      ['setAntiPhishingCode', () => send(person, 'setAntiPhishingCode', { antiPhishingCode: 'x', password: PASSWORD })],
      ['setOwnLimits', () => send(person, 'setOwnLimits', { limit: '100', delayHours: 1, password: PASSWORD })],
      [
        'setDeviceApproval',
        async () => {
          await expectSuccess(send(person, 'setDeviceApproval', { approvesDevices: true }));
          await expectSuccess(send(person, 'setDeviceApproval', { approvesDevices: false, password: PASSWORD }));
        },
      ],
      [
        'lockSettings',
        async () =>
          ({ masterKey } = await expectSuccess(send(person, 'lockSettings', { days: 1, password: PASSWORD }))),
      ],
      ['unlockSettings', () => expectSuccess(send(person, 'unlockSettings', { masterKey }))],
      ['bind', () => boundPhone(person)],
      ['authenticator/bind', () => bound(person)],
    ];
    for (const [what, change] of changes) {
      const other = await exchange.logIn(person.email);
      const refused = await send(person, 'setAntiPhishingCode', { antiPhishingCode: 'y', password: 'wrong-horse' });
      expect(refused.code).not.toBe('success');
      expect([what, await isIn(other)]).toEqual([what, true]);
      await change();
      expect([what, await isIn(other), await isIn(person.ticket)]).toEqual([what, false, true]);
    }
  });

  it('locks the password after five wrong ones for fifteen minutes, except for log-ins', async () => {
    const person = await someone();
    const guess = (password: string, code = '000000') =>
      send(person, 'authenticator/begin', { password, channel: 'email', code });
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, count) => guess(`wrong-${count}`)));
    expect(guesses.filter(({ code }) => code === 'password.wrong')).toHaveLength(5);
    expect(guesses.filter(({ code }) => code === 'tries.too.many')).toHaveLength(15);
    expect(await guess(PASSWORD)).toMatchObject({
      code: 'tries.too.many',
      data: { lockedUntil: now + 15 * MINUTE_MS },
    });
    // Counters are separate: a ticket thief's guesses do not keep the owner from logging in.
    await exchange.logIn(person.email);
    now += 15 * MINUTE_MS;
    const code = await codeFor(person, { purpose: 'authenticator', channel: 'email' }, person.email);
    expect(await guess(PASSWORD, code)).toMatchObject({ code: 'success' });
  });

  it('explains errors in the language of the request', async () => {
    const person = await someone();
    const answer = await exchange.post(`${SECURITY}/freeze`, { clientId: 'x', password: 'x' }, person.ticket, {
      lang: 'zh',
    });
    expect(answer).toMatchObject({ code: 'password.wrong', message: '登录密码错误' });
  });
});

describe('authenticator', () => {
  it('is bound by its own code within the time limit', async () => {
    const person = await someone();
    const bind = (code: string) => send(person, 'authenticator/bind', { code });
    expect(await bind('000000')).toMatchObject({ code: 'authenticator.not.begun' });
    const { secret, uri, expiresAt } = await begun(person);
    expect(expiresAt).toBe(now + 10 * MINUTE_MS);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Open%20Exchange:/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(person.email);
    const wrong = String((Number(shown(secret)) + 1) % 1_000_000).padStart(6, '0');
    expect(await bind(wrong)).toMatchObject({ code: 'google.code.wrong' });
    expect(await overview(person)).toMatchObject({ authenticator: false });
    now += 10 * MINUTE_MS;
    expect(await bind(shown(secret))).toMatchObject({ code: 'authenticator.not.begun' });

    const another = await begun(person);
    expect(another.secret).not.toBe(secret);
    expect(await bind(shown(secret))).toMatchObject({ code: 'google.code.wrong' });
    const { recoveryCodes } = await expectSuccess(bind(shown(another.secret)));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await overview(person)).toMatchObject({
      authenticator: true,
      recoveryCodesLeft: 10,
      securityChangedAt: now,
    });
    expect(await messages(person)).toContain('second.factor.bound');
    expect(await bind(shown(another.secret))).toMatchObject({ code: 'authenticator.not.begun' });
  });

  it('can be started only by somebody who reads an address of the account', async () => {
    const [person, other] = [await someone(), await someone()];
    const begin = (body: object) => send(person, 'authenticator/begin', { password: PASSWORD, ...body });
    expect(await begin({ channel: 'post', code: '000000' })).toMatchObject({ status: 400, code: 'request.invalid' });
    for (const missing of [{}, { channel: 'email' }, { code: '000000' }, { secondFactor: '000000' }]) {
      expect(await begin(missing)).toMatchObject({ status: 200, code: 'verification.code.required' });
    }
    expect(await begin({ channel: 'phone', code: '000000' })).toMatchObject({ code: 'address.not.bound' });
    expect(await begin({ channel: 'email', code: '000000' })).toMatchObject({
      status: 200,
      code: 'verification.code.error',
    });
    // Codes for other purposes and of other users are refused.
    const others = await codeFor(other, { purpose: 'authenticator', channel: 'email' }, other.email);
    const change = await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    for (const code of [others, change]) {
      expect(await begin({ channel: 'email', code })).toMatchObject({ code: 'verification.code.error' });
    }
    const code = await codeFor(person, { purpose: 'authenticator', channel: 'email' }, person.email);
    const right = { channel: 'email', code };
    expect(codesOf(await Promise.all([begin(right), begin(right)]))).toEqual(['success', 'verification.code.error']);
    expect(await begin(right)).toMatchObject({ code: 'verification.code.error' });
  });

  it('can be started by a code to the phone too', async () => {
    const person = await someone();
    const phone = await boundPhone(person);
    const code = await codeFor(person, { purpose: 'authenticator', channel: 'phone' }, phone);
    await expectSuccess(send(person, 'authenticator/begin', { password: PASSWORD, channel: 'phone', code }));
  });

  it('is bound once by concurrent requests, and the ten recovery codes shown are the valid ones', async () => {
    const person = await someone();
    const { secret } = await begun(person);
    const code = shown(secret);
    const answers = await Promise.all([1, 2].map(() => send(person, 'authenticator/bind', { code })));
    expect(codesOf(answers)).toEqual(['authenticator.not.begun', 'success']);
    const recoveryCodes: string[] = answers.find(({ code: one }) => one === 'success')?.data.recoveryCodes;
    expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 10 });
    for (const recoveryCode of recoveryCodes.slice(0, 2)) {
      await expectSuccess(
        send(person, 'setAntiPhishingCode', { antiPhishingCode: 'x', password: PASSWORD, secondFactor: recoveryCode }),
      );
    }
    expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it('ASVS 6.5.1: is required at log-in; each code counts once, also if used concurrently', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const logIn = (code?: string) =>
      exchange.form('/api/auth/oauth/token', {
        grant_type: 'password',
        username: person.email,
        password: PASSWORD,
        ...(code === undefined ? {} : { code }),
      });
    expect(await logIn()).toMatchObject({ code: 'google.code.required' });
    // The code that bound it is used up.
    expect(await logIn(shown(secret))).toMatchObject({ code: 'google.code.used' });
    const code = next(secret);
    expect(codesOf(await Promise.all([logIn(code), logIn(code)]))).toEqual(['google.code.used', 'success']);
    expect(await logIn(code)).toMatchObject({ code: 'google.code.used' });
    // One step early or late is accepted, two are not; codes before the last used one are invalid.
    const later = next(secret);
    now += STEP_MS;
    expect(await logIn(later)).toMatchObject({ code: 'success' });
    const late = next(secret);
    now += 2 * STEP_MS;
    expect(await logIn(late)).toMatchObject({ code: 'google.code.wrong' });
  });

  it('ASVS 6.4.3: is required for a password reset by code, and stays bound', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const code = await exchange.sentCode('forgot', person.email);
    const password = 'another-horse-battery';
    const reset = { channel: 'email', address: person.email, code, password };
    const logIn = (more: object = {}) =>
      exchange.form('/api/auth/oauth/token', { grant_type: 'password', username: person.email, password, ...more });
    const renew = (more: object = {}) => exchange.post('/app/account/resetPassword', { ...reset, ...more });
    expect(await renew()).toMatchObject({ code: 'google.code.required' });
    expect(await renew({ secondFactor: next(secret) })).toMatchObject({ code: 'success' });
    expect(await logIn()).toMatchObject({ code: 'google.code.required' });
    expect(await logIn({ code: '000000' })).toMatchObject({ code: 'google.code.wrong' });
    expect(await logIn({ code: next(secret) })).toMatchObject({ code: 'success' });
  });

  it('resists guessing: five wrong codes lock it, even against right ones', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const prove = (secondFactor: string) =>
      send(person, 'setAntiPhishingCode', { antiPhishingCode: 'x', password: PASSWORD, secondFactor });
    for (let count = 0; count < 5; count++) {
      expect(await prove('ABCD-EFGH-JKMN-PQRS')).toMatchObject({ code: 'google.code.wrong' });
    }
    expect(await prove(next(secret))).toMatchObject({ code: 'tries.too.many' });
    now += 15 * MINUTE_MS;
    expect(await prove(next(secret))).toMatchObject({ code: 'success' });
  });

  it('has recovery codes that work once, in any notation, for their user only', async () => {
    const [person, other] = [await someone(), await someone()];
    const [own, others] = [await bound(person), await bound(other)];
    const prove = (secondFactor: string) =>
      send(person, 'setAntiPhishingCode', { antiPhishingCode: 'x', password: PASSWORD, secondFactor });
    expect(await prove(others.recoveryCodes[0])).toMatchObject({ code: 'google.code.wrong' });
    const [first, second, third] = own.recoveryCodes;
    expect(codesOf(await Promise.all([prove(first), prove(first)]))).toEqual(['google.code.wrong', 'success']);
    expect(await prove(second.toLowerCase().replaceAll('-', ' '))).toMatchObject({ code: 'success' });
    expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 8 });

    const renew = (code: string) => send(person, 'authenticator/renewRecoveryCodes', { password: PASSWORD, code });
    const { recoveryCodes } = await expectSuccess(renew(next(own.secret)));
    expect(await prove(third)).toMatchObject({ code: 'google.code.wrong' });
    expect(await prove(recoveryCodes[0])).toMatchObject({ code: 'success' });
    expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await messages(person)).slice(0, 2)).toEqual(['recovery.code.used', 'recovery.codes.renewed']);
  });

  it('is removed only with password and code', async () => {
    const person = await someone();
    const unbind = (secondFactor: string, authenticator = '1') =>
      send(person, 'authenticator/unbind', { authenticator, password: PASSWORD, secondFactor });
    expect(await unbind('000000')).toMatchObject({ code: 'authenticator.not.found' });
    const { recoveryCodes, secret, authenticator } = await bound(person);
    expect(await unbind('ABCD-EFGH-JKMN-PQRS', authenticator)).toMatchObject({ code: 'google.code.wrong' });
    expect(await unbind(shown(secret), authenticator)).toMatchObject({ code: 'google.code.used' });
    now += 1;
    await expectSuccess(unbind(recoveryCodes[9], authenticator));
    expect(await overview(person)).toMatchObject({
      authenticator: false,
      recoveryCodesLeft: 0,
      securityChangedAt: now,
    });
    expect(await messages(person)).toContain('second.factor.unbound');
    expect(await exchange.logIn(person.email)).toEqual(expect.any(String));
  });

  it('is stored so that the database alone yields no code', async () => {
    const person = await someone();
    const { secret, recoveryCodes } = await bound(person);
    const { sql } = exchange.application.exchange.database;
    const stored = JSON.stringify([
      await sql.selectFrom('authenticators').selectAll().execute(),
      await sql.selectFrom('recoveryCodes').selectAll().execute(),
    ]);
    for (const text of [secret, ...recoveryCodes, recoveryCodes[0].replaceAll('-', '')]) {
      expect(stored).not.toContain(text);
    }
  });
});

describe('fund password', () => {
  const set = (person: Person, fundPassword: string, rest: object = {}) =>
    send(person, 'fundPassword/set', { fundPassword, password: PASSWORD, ...rest });
  const change = (person: Person, oldFundPassword: string, fundPassword: string, rest: object = {}) =>
    send(person, 'fundPassword/change', { oldFundPassword, fundPassword, ...rest });

  it.each([
    ['12345', 'fund.password.too.weak'],
    ['123456', 'fund.password.too.weak'],
    ['987654321', 'fund.password.too.weak'],
    ['aaaaaaaa', 'fund.password.too.weak'],
    [PASSWORD, 'passwords.must.differ'],
  ])('must not be %s', async (fundPassword, code) => {
    const person = await someone();
    expect(await set(person, fundPassword)).toMatchObject({ code });
    expect(await overview(person)).toMatchObject({ fundPassword: false });
  });

  it('is set once by concurrent requests, and can then be changed', async () => {
    const person = await someone();
    expect(await change(person, FUND_PASSWORD, '135246')).toMatchObject({ code: 'fund.password.not.set' });
    const both = await Promise.all([set(person, FUND_PASSWORD), set(person, FUND_PASSWORD)]);
    expect(codesOf(both)).toEqual(['fund.password.already.set', 'success']);
    // The first one weakens no protection, so it holds no withdrawals.
    expect(await overview(person)).toMatchObject({ fundPassword: true, securityChangedAt: null });

    expect(await change(person, 'wrong', '135246')).toMatchObject({ code: 'fund.password.wrong' });
    expect(await change(person, FUND_PASSWORD, FUND_PASSWORD)).toMatchObject({ code: 'password.unchanged' });
    expect(await change(person, FUND_PASSWORD, PASSWORD)).toMatchObject({ code: 'passwords.must.differ' });
    expect(await overview(person)).toMatchObject({ securityChangedAt: null });
    await expectSuccess(change(person, FUND_PASSWORD, '135246'));
    expect(await change(person, FUND_PASSWORD, '246135')).toMatchObject({ code: 'fund.password.wrong' });
    expect(await overview(person)).toMatchObject({ securityChangedAt: now });
    expect(await messages(person)).toContain('fund.password.changed');
  });

  it('requires the second factor of users who have one', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    expect(await set(person, FUND_PASSWORD)).toMatchObject({ code: 'google.code.required' });
    await expectSuccess(set(person, FUND_PASSWORD, { secondFactor: next(secret) }));
    expect(await change(person, FUND_PASSWORD, '135246')).toMatchObject({ code: 'google.code.required' });
    await expectSuccess(change(person, FUND_PASSWORD, '135246', { secondFactor: next(secret) }));
  });

  it('is locked by five wrong tries, sequential or concurrent, until reset by a code', async () => {
    const [person, other] = [await someone(), await someone()];
    await expectSuccess(set(person, FUND_PASSWORD));
    await expectSuccess(set(other, FUND_PASSWORD));
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => change(person, `wrong-${i}`, '135246')));
    expect(guesses.filter(({ code }) => code === 'fund.password.wrong')).toHaveLength(5);
    expect(await change(person, FUND_PASSWORD, '135246')).toMatchObject({ status: 200, code: 'tries.too.many' });
    expect(await overview(person)).toMatchObject({ fundPasswordLockedUntil: now + 15 * MINUTE_MS });
    expect(await overview(other)).toMatchObject({ fundPasswordLockedUntil: null });

    const reset = (by: Person, code: string, rest: object = {}) =>
      send(by, 'fundPassword/reset', { fundPassword: '135246', channel: 'email', code, ...rest });
    expect(await reset(person, '000000')).toMatchObject({ code: 'verification.code.error' });
    expect(await reset(person, '000000', { channel: 'phone' })).toMatchObject({ code: 'address.not.bound' });
    // Without a code the answer does not reveal whether the log-in password is right.
    expect(await reset(person, '000000', { fundPassword: PASSWORD })).toMatchObject({
      code: 'verification.code.error',
    });
    const code = await codeFor(person, { purpose: 'fund_password', channel: 'email' }, person.email);
    expect(await reset(person, code, { fundPassword: PASSWORD })).toMatchObject({ code: 'passwords.must.differ' });
    expect(await reset(other, code)).toMatchObject({ code: 'verification.code.error' });
    expect(codesOf(await Promise.all([reset(person, code), reset(person, code)]))).toEqual([
      'success',
      'verification.code.error',
    ]);
    expect(await overview(person)).toMatchObject({ fundPasswordLockedUntil: null });
    await expectSuccess(change(person, '135246', '246135'));
  });

  it('unlocks after fifteen minutes', async () => {
    const person = await someone();
    await expectSuccess(set(person, FUND_PASSWORD));
    for (let count = 0; count < 5; count++) await change(person, 'wrong', '135246');
    now += 15 * MINUTE_MS - 1;
    expect(await change(person, FUND_PASSWORD, '135246')).toMatchObject({ code: 'tries.too.many' });
    now += 1;
    await expectSuccess(change(person, FUND_PASSWORD, '135246'));
  });
});

describe('log-in password', () => {
  const NEW = 'another-horse-battery';
  const change = (person: Person, oldPassword: string, password: string, rest: object = {}) =>
    send(person, 'password/change', { oldPassword, password, ...rest });

  it.each([
    ['short', 'password.too.weak'],
    ['aaaaaaaaaa', 'password.too.weak'],
    [PASSWORD, 'password.unchanged'],
  ])('must not become %s', async (password, code) => {
    expect(await change(await someone(), PASSWORD, password)).toMatchObject({ code });
  });

  it('ASVS 6.2.2, 7.4.3: ends the other sessions with their sockets, and keeps the requesting one', async () => {
    const person = await someone();
    const others = [await exchange.logIn(person.email), await exchange.logIn(person.email)];
    const [own, stolen] = await Promise.all([person.ticket, others[0]].map(connected));
    const dropped = new Promise((resolve) => stolen.once('disconnect', resolve));
    expect(await expectSuccess(change(person, PASSWORD, NEW))).toEqual({ ended: 2 });
    const info = (ticket: string) => exchange.get('/app/account/getUserInfo', ticket);
    for (const ticket of others) expect(await info(ticket)).toMatchObject({ status: 401, code: '4001' });
    expect(await info(person.ticket)).toMatchObject({ code: 'success' });
    await dropped;
    expect(own.connected).toBe(true);
    own.disconnect();
    expect(await overview(person)).toMatchObject({ securityChangedAt: now });
    expect(await messages(person)).toContain('password.changed');
    await expect(exchange.logIn(person.email)).rejects.toThrow('login.failed');
  });

  it('ASVS 6.2.3: requires the second factor of users who have one', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    expect(await change(person, PASSWORD, NEW)).toMatchObject({ code: 'google.code.required' });
    expect(await expectSuccess(change(person, PASSWORD, NEW, { secondFactor: next(secret) }))).toEqual({ ended: 0 });
  });

  it('is changed once by concurrent requests', async () => {
    const person = await someone();
    const both = await Promise.all([change(person, PASSWORD, NEW), change(person, PASSWORD, `${NEW}-2`)]);
    expect(both.filter(({ code }) => code === 'success')).toHaveLength(1);
    expect(['modification.failed', 'password.wrong']).toContain(both.find(({ code }) => code !== 'success')?.code);
  });

  function connected(ticket: string): Promise<Socket> {
    const socket = io(exchange.url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
      auth: { ticket },
    });
    return new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(socket));
      socket.once('connect_error', reject);
    });
  }
});
