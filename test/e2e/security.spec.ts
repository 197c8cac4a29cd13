import { io, type Socket } from 'socket.io-client';
import { TOTP, Secret } from 'otpauth';
import { maskedPhone } from '../../server/features/shared/masks';
import { VerifiedNames } from '../../server/platform/auth/verified-names';
import { SOCKET_PATH } from '../../shared/wire/market-data';
import { LETTER_TEXTS, type SecurityChange } from '../../server/platform/mail/letter-texts';
import { fill } from '../../server/platform/i18n/fill';
import { SECURITY_ROUTES } from '../../shared/wire/security';
import { HttpExchange, PASSWORD, type Answer, type Json, type Person } from '../tools/http-exchange';

const AT = '/app/security';
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const FUND_PASSWORD = 'horse-battery';
const CARD = '6222 0212 3456 7894';
const OTHER_CARD = '4111 1111 1111 1111';

let exchange: HttpExchange;
let now = 1_800_000_000_000;
let people = 0;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
});
afterAll(() => exchange.stop());

const someone = () => exchange.person(`someone-${++people}`);
const send = (person: Person | undefined, path: string, body: object = {}) =>
  exchange.post(`${AT}/${path}`, body, person?.ticket);
const overview = async (person: Person): Promise<Json> => (await exchange.get(`${AT}/overview`, person.ticket)).data;
const codesOf = (answers: Answer[]) => answers.map(({ code }) => code).sort();

async function done(answer: Promise<Answer>): Promise<Json> {
  const { code, data } = await answer;
  expect(code).toBe('success');
  return data;
}

/** What an app on a phone shows for the secret, at this moment. */
const shown = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });

/** The code of the next thirty seconds: the one before has been used. */
function next(secret: string): string {
  now += STEP_MS;
  return shown(secret);
}

/** A pending authenticator, by password and the code that was sent to the e-mail. */
async function begun(person: Person): Promise<Json> {
  const code = await codeFor(person, { purpose: 'authenticator', channel: 'email' }, person.email);
  return done(send(person, 'authenticator/begin', { password: PASSWORD, channel: 'email', code }));
}

async function bound(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await begun(person);
  const { recoveryCodes } = await done(send(person, 'authenticator/bind', { code: next(secret) }));
  return { secret, recoveryCodes };
}

/** Asks for a code as a logged-in user and reads it where it was sent to. */
async function codeFor(person: Person, request: { purpose: string; channel: string; address?: string }, to: string) {
  now += MINUTE_MS;
  await done(send(person, 'sendCode', request));
  return exchange.codeSentTo(to);
}

async function boundPhone(person: Person): Promise<string> {
  const address = `+8190${String(10_000_000 + ++people)}`;
  const oldCode = await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
  const code = await codeFor(person, { purpose: 'bind', channel: 'phone', address }, address);
  await done(send(person, 'bind', { channel: 'phone', address, code, oldCode, password: PASSWORD }));
  return address;
}

const messages = async (person: Person): Promise<string[]> => {
  const { data } = await exchange.post('/app/message/list', {}, person.ticket);
  return data.records.map(({ key }: Json) => key);
};

describe('every call about safety', () => {
  it.each(Object.values(SECURITY_ROUTES).filter(({ access }) => access !== 'public'))(
    '$path wants a log-in',
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
    ['authenticator/unbind', { code: '000000' }],
  ])('%s changes nothing without the right password', async (path, body) => {
    const person = await someone();
    if (path === 'authenticator/unbind') await bound(person);
    const before = await overview(person);
    const wrong = path === 'password/change' ? { oldPassword: 'wrong-horse' } : { password: 'wrong-horse' };
    expect(await send(person, path, { ...body, ...wrong })).toMatchObject({
      status: 200,
      code: 'password.wrong',
      message: 'The login password is wrong.',
    });
    expect(await overview(person)).toEqual(before);
  });

  it('lets nobody guess the password: five wrong ones lock it for fifteen minutes, but for log-ins', async () => {
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
    // Each is counted by itself: whoever stole a ticket keeps the owner from logging in by no guess.
    await exchange.logIn(person.email);
    now += 15 * MINUTE_MS;
    const code = await codeFor(person, { purpose: 'authenticator', channel: 'email' }, person.email);
    expect(await guess(PASSWORD, code)).toMatchObject({ code: 'success' });
  });

  it('says what is wrong in the language of the request', async () => {
    const person = await someone();
    const answer = await exchange.post(`${AT}/freeze`, { clientId: 'x', password: 'x' }, person.ticket, { lang: 'zh' });
    expect(answer).toMatchObject({ code: 'password.wrong', message: '登录密码错误' });
  });
});

describe('an authenticator', () => {
  it('is bound by a code of its own, in time', async () => {
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
    const { recoveryCodes } = await done(bind(shown(another.secret)));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await overview(person)).toMatchObject({
      authenticator: true,
      recoveryCodesLeft: 10,
      securityChangedAt: now,
    });
    expect(await messages(person)).toContain('second.factor.bound');
    for (const path of ['begin', 'bind'] as const) {
      const code = path === 'begin' ? '000000' : shown(another.secret);
      const body = path === 'begin' ? { password: PASSWORD, channel: 'email', code } : { code };
      expect(await send(person, `authenticator/${path}`, body)).toMatchObject({ code: 'authenticator.already.bound' });
    }
  });

  it('is begun by nobody who does not read what is sent to an address of the account', async () => {
    const [person, other] = [await someone(), await someone()];
    const begin = (body: object) => send(person, 'authenticator/begin', { password: PASSWORD, ...body });
    expect(await begin({})).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await begin({ channel: 'phone', code: '000000' })).toMatchObject({ code: 'address.not.bound' });
    expect(await begin({ channel: 'email', code: '000000' })).toMatchObject({
      status: 200,
      code: 'verification.code.error',
    });
    // Codes for something else, and of somebody else, are none.
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

  it('is begun by a code to the phone as well', async () => {
    const person = await someone();
    const phone = await boundPhone(person);
    const code = await codeFor(person, { purpose: 'authenticator', channel: 'phone' }, phone);
    await done(send(person, 'authenticator/begin', { password: PASSWORD, channel: 'phone', code }));
  });

  it('is bound once, when two ask at once, and the ten codes shown are the ten that are good', async () => {
    const person = await someone();
    const { secret } = await begun(person);
    const code = shown(secret);
    const answers = await Promise.all([1, 2].map(() => send(person, 'authenticator/bind', { code })));
    expect(codesOf(answers)).toEqual(['authenticator.already.bound', 'success']);
    const recoveryCodes: string[] = answers.find(({ code: one }) => one === 'success')?.data.recoveryCodes;
    expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 10 });
    for (const recoveryCode of recoveryCodes.slice(0, 2)) {
      await done(
        send(person, 'setAntiPhishingCode', { antiPhishingCode: 'x', password: PASSWORD, secondFactor: recoveryCode }),
      );
    }
    expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it('is asked for at log-in; a code counts once, also when it comes twice at once', async () => {
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
    // The code that bound it has been used.
    expect(await logIn(shown(secret))).toMatchObject({ code: 'google.code.used' });
    const code = next(secret);
    expect(codesOf(await Promise.all([logIn(code), logIn(code)]))).toEqual(['google.code.used', 'success']);
    expect(await logIn(code)).toMatchObject({ code: 'google.code.used' });
    // One step early and one late are forgiven, two are not; and what is older than the last is spent.
    const later = next(secret);
    now += STEP_MS;
    expect(await logIn(later)).toMatchObject({ code: 'success' });
    const late = next(secret);
    now += 2 * STEP_MS;
    expect(await logIn(late)).toMatchObject({ code: 'google.code.wrong' });
  });

  it('is not guessed: five wrong codes lock it, right ones included', async () => {
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

  it('has recovery codes that are good once, however they are written, and for nobody else', async () => {
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
    const { recoveryCodes } = await done(renew(next(own.secret)));
    expect(await prove(third)).toMatchObject({ code: 'google.code.wrong' });
    expect(await prove(recoveryCodes[0])).toMatchObject({ code: 'success' });
    expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await messages(person)).slice(0, 2)).toEqual(['recovery.code.used', 'recovery.codes.renewed']);
  });

  it('is unbound by password and code alone', async () => {
    const person = await someone();
    const unbind = (code: string) => send(person, 'authenticator/unbind', { password: PASSWORD, code });
    expect(await unbind('000000')).toMatchObject({ code: 'authenticator.not.bound' });
    const { recoveryCodes, secret } = await bound(person);
    expect(await unbind('ABCD-EFGH-JKMN-PQRS')).toMatchObject({ code: 'google.code.wrong' });
    expect(await unbind(shown(secret))).toMatchObject({ code: 'google.code.used' });
    now += 1;
    await done(unbind(recoveryCodes[9]));
    expect(await overview(person)).toMatchObject({
      authenticator: false,
      recoveryCodesLeft: 0,
      securityChangedAt: now,
    });
    expect(await messages(person)).toContain('second.factor.unbound');
    expect(await exchange.logIn(person.email)).toEqual(expect.any(String));
  });

  it('is stored so that the database alone tells no code', async () => {
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

describe('the fund password', () => {
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
  ])('is not %s', async (fundPassword, code) => {
    const person = await someone();
    expect(await set(person, fundPassword)).toMatchObject({ code });
    expect(await overview(person)).toMatchObject({ fundPassword: false });
  });

  it('is set once, also when two ask at once, and then changed', async () => {
    const person = await someone();
    expect(await change(person, FUND_PASSWORD, '135246')).toMatchObject({ code: 'fund.password.not.set' });
    const both = await Promise.all([set(person, FUND_PASSWORD), set(person, FUND_PASSWORD)]);
    expect(codesOf(both)).toEqual(['fund.password.already.set', 'success']);
    expect(await overview(person)).toMatchObject({ fundPassword: true, securityChangedAt: now });
    now += 1;
    expect(await change(person, 'wrong', '135246')).toMatchObject({ code: 'fund.password.wrong' });
    expect(await change(person, FUND_PASSWORD, FUND_PASSWORD)).toMatchObject({ code: 'password.unchanged' });
    expect(await change(person, FUND_PASSWORD, PASSWORD)).toMatchObject({ code: 'passwords.must.differ' });
    expect(await overview(person)).toMatchObject({ securityChangedAt: now - 1 });
    await done(change(person, FUND_PASSWORD, '135246'));
    expect(await change(person, FUND_PASSWORD, '246135')).toMatchObject({ code: 'fund.password.wrong' });
    expect(await overview(person)).toMatchObject({ securityChangedAt: now });
    expect(await messages(person)).toContain('fund.password.changed');
  });

  it('takes the second factor of who has one', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    expect(await set(person, FUND_PASSWORD)).toMatchObject({ code: 'google.code.required' });
    await done(set(person, FUND_PASSWORD, { secondFactor: next(secret) }));
    expect(await change(person, FUND_PASSWORD, '135246')).toMatchObject({ code: 'google.code.required' });
    await done(change(person, FUND_PASSWORD, '135246', { secondFactor: next(secret) }));
  });

  it('is locked by five wrong tries, however many come at once, until a code resets it', async () => {
    const [person, other] = [await someone(), await someone()];
    await done(set(person, FUND_PASSWORD));
    await done(set(other, FUND_PASSWORD));
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => change(person, `wrong-${i}`, '135246')));
    expect(guesses.filter(({ code }) => code === 'fund.password.wrong')).toHaveLength(5);
    expect(await change(person, FUND_PASSWORD, '135246')).toMatchObject({ status: 200, code: 'tries.too.many' });
    expect(await overview(person)).toMatchObject({ fundPasswordLockedUntil: now + 15 * MINUTE_MS });
    expect(await overview(other)).toMatchObject({ fundPasswordLockedUntil: null });

    const reset = (by: Person, code: string, rest: object = {}) =>
      send(by, 'fundPassword/reset', { fundPassword: '135246', channel: 'email', code, ...rest });
    expect(await reset(person, '000000')).toMatchObject({ code: 'verification.code.error' });
    expect(await reset(person, '000000', { channel: 'phone' })).toMatchObject({ code: 'address.not.bound' });
    // Without a code nobody learns whether a guess at the log-in password is right.
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
    await done(change(person, '135246', '246135'));
  });

  it('opens again after fifteen minutes', async () => {
    const person = await someone();
    await done(set(person, FUND_PASSWORD));
    for (let count = 0; count < 5; count++) await change(person, 'wrong', '135246');
    now += 15 * MINUTE_MS - 1;
    expect(await change(person, FUND_PASSWORD, '135246')).toMatchObject({ code: 'tries.too.many' });
    now += 1;
    await done(change(person, FUND_PASSWORD, '135246'));
  });
});

describe('a phone and an e-mail', () => {
  const bind = (person: Person, body: object) => send(person, 'bind', body);

  it.each([
    [{ purpose: 'bind', channel: 'phone', address: '12345' }, 200, 'phone.format.error'],
    [{ purpose: 'bind', channel: 'email', address: 'nobody' }, 200, 'email.format.error'],
    [{ purpose: 'bind', channel: 'email' }, 400, 'request.invalid'],
    [{ purpose: 'change', channel: 'email', address: 'a@b.example' }, 400, 'request.invalid'],
    [{ purpose: 'change', channel: 'phone' }, 200, 'address.not.bound'],
    [{ purpose: 'fund_password', channel: 'phone' }, 200, 'address.not.bound'],
    [{ purpose: 'authenticator', channel: 'phone' }, 200, 'address.not.bound'],
    [{ purpose: 'passkey', channel: 'email', address: 'a@b.example' }, 400, 'request.invalid'],
    [{ purpose: 'register', channel: 'email' }, 400, 'request.invalid'],
  ])('send no code for %j', async (request, status, code) => {
    expect(await send(await someone(), 'sendCode', request)).toMatchObject({ status, code });
  });

  it('are bound by codes to the new address and to the other one, and the password, once', async () => {
    const person = await someone();
    const address = '+819012345678';
    const asked = { purpose: 'bind', channel: 'phone', address: '+81 90-1234-5678' };
    now += MINUTE_MS;
    expect(await done(send(person, 'sendCode', asked))).toEqual({
      address: '+81****5678',
      resendSeconds: 60,
      expiresSeconds: 600,
    });
    expect(await send(person, 'sendCode', asked)).toMatchObject({ code: 'code.too.soon' });
    const code = await exchange.codeSentTo(address);
    const wanted = { channel: 'phone', address, code };
    expect(await bind(person, wanted)).toMatchObject({ code: 'proof.required' });
    expect(await bind(person, { ...wanted, password: 'wrong-horse' })).toMatchObject({ code: 'password.wrong' });
    // A thief of the password would else have an address of the account to send all other codes to.
    expect(await bind(person, { ...wanted, password: PASSWORD })).toMatchObject({ code: 'verification.code.required' });
    const guessed = { ...wanted, password: PASSWORD, oldCode: '000000' };
    expect(await bind(person, guessed)).toMatchObject({ code: 'verification.code.error' });
    const elsewhere = { ...wanted, address: '+819012345679', password: PASSWORD };
    expect(await bind(person, elsewhere)).toMatchObject({ code: 'verification.code.error' });
    const oldCode = await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    const proven = { ...wanted, password: PASSWORD, oldCode };
    const both = await Promise.all([bind(person, proven), bind(person, proven)]);
    expect(both.filter((answer) => answer.code === 'success')).toHaveLength(1);
    expect(await overview(person)).toMatchObject({ phone: '+81****5678', securityChangedAt: now });
    expect(await messages(person)).toContain('phone.bound');
    expect(await bind(person, proven)).toMatchObject({ code: 'address.already.bound' });
  });

  it('that are somebody else’s are not bound, and who asks does not learn whose they are', async () => {
    const [person, holder] = [await someone(), await someone()];
    now += MINUTE_MS;
    const { data, code } = await send(person, 'sendCode', { purpose: 'bind', channel: 'email', address: holder.email });
    expect({ code, data }).toMatchObject({ code: 'success', data: { resendSeconds: 60 } });
    // The holder is told, without a code.
    const [letter] = await exchange.letters(holder.email);
    expect(letter.text).not.toMatch(/\b\d{6}\b/);
    const request = { channel: 'email', address: holder.email, code: '000000', password: PASSWORD };
    expect(await bind(person, request)).toMatchObject({ code: 'verification.code.error' });
  });

  it('that two people want at once go to one of them', async () => {
    const [one, other] = [await someone(), await someone()];
    const address = '+819087654321';
    const asked = { purpose: 'bind', channel: 'phone', address };
    const codes = [await codeFor(one, asked, address), await codeFor(other, asked, address)];
    const change = { purpose: 'change', channel: 'email' };
    const oldCodes = [await codeFor(one, change, one.email), await codeFor(other, change, other.email)];
    const answers = await Promise.all(
      [one, other].map((person, index) =>
        bind(person, { channel: 'phone', address, code: codes[index], oldCode: oldCodes[index], password: PASSWORD }),
      ),
    );
    expect(codesOf(answers)).toEqual(['address.already.bound', 'success']);
  });

  it('are bound by password and authenticator of who has one', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const address = `+8190${String(10_000_000 + ++people)}`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'phone', address }, address);
    const wanted = { channel: 'phone', address, code, password: PASSWORD };
    expect(await bind(person, wanted)).toMatchObject({ code: 'google.code.required' });
    await done(bind(person, { ...wanted, secondFactor: next(secret) }));
  });

  it('are changed by a code to the old one', async () => {
    const person = await someone();
    await boundPhone(person);
    const address = `changed-${people}@test.example`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'email', address }, address);
    const wanted = { channel: 'email', address, code };
    // The password alone would let a thief of ticket and password take the account over.
    expect(await bind(person, { ...wanted, password: PASSWORD })).toMatchObject({ code: 'proof.required' });
    expect(await bind(person, { ...wanted, oldCode: '000000' })).toMatchObject({ code: 'verification.code.error' });
    const oldCode = await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    await done(bind(person, { ...wanted, oldCode }));
    await expect(exchange.logIn(person.email)).rejects.toThrow('login.failed');
    expect(await exchange.logIn(address)).toEqual(expect.any(String));
  });

  it('are changed by password and authenticator when the old one is lost', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const address = `lost-${people}@test.example`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'email', address }, address);
    const wanted = { channel: 'email', address, code, password: PASSWORD };
    expect(await bind(person, wanted)).toMatchObject({ code: 'google.code.required' });
    await done(bind(person, { ...wanted, secondFactor: next(secret) }));
    expect((await overview(person)).email).toBe('lo***@test.example');
  });
});

describe('the log-in password', () => {
  const NEW = 'another-horse-battery';
  const change = (person: Person, oldPassword: string, password: string, rest: object = {}) =>
    send(person, 'password/change', { oldPassword, password, ...rest });

  it.each([
    ['short', 'password.too.weak'],
    ['aaaaaaaaaa', 'password.too.weak'],
    [PASSWORD, 'password.unchanged'],
  ])('does not become %s', async (password, code) => {
    expect(await change(await someone(), PASSWORD, password)).toMatchObject({ code });
  });

  it('ends the other log-ins, drops their sockets, and leaves the one that asks', async () => {
    const person = await someone();
    const others = [await exchange.logIn(person.email), await exchange.logIn(person.email)];
    const [own, stolen] = await Promise.all([person.ticket, others[0]].map(connected));
    const dropped = new Promise((resolve) => stolen.once('disconnect', resolve));
    expect(await done(change(person, PASSWORD, NEW))).toEqual({ ended: 2 });
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

  it('takes the second factor of who has one', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    expect(await change(person, PASSWORD, NEW)).toMatchObject({ code: 'google.code.required' });
    expect(await done(change(person, PASSWORD, NEW, { secondFactor: next(secret) }))).toEqual({ ended: 0 });
  });

  it('is changed once when two ask at once', async () => {
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

describe('the own account', () => {
  it('is frozen by its user, once, and unfrozen by staff alone', async () => {
    const person = await someone();
    const other = await exchange.logIn(person.email);
    const freeze = () => send(person, 'freeze', { clientId: 'freeze-me', password: PASSWORD });
    const first = await done(freeze());
    expect(await done(freeze())).toEqual({ ...first, repeated: true });
    expect(await send(person, 'freeze', { clientId: 'again', password: PASSWORD })).toMatchObject({
      code: 'account.already.frozen',
    });
    expect(await overview(person)).toMatchObject({ frozen: true });
    // Told by who follows the journal, a moment later, and once.
    const told = async () => (await messages(person)).filter((key) => key === 'account.frozen');
    while ((await told()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await told()).toHaveLength(1);
    expect(await exchange.get('/app/account/getUserInfo', other)).toMatchObject({ status: 401, code: '4001' });
    const unfreeze = { clientId: 'unfreeze', userId: person.id, reason: 'mine' };
    expect(await exchange.post('/admin/account/unfreeze', unfreeze, person.ticket)).toMatchObject({ status: 403 });
  });

  it('shows an anti-phishing code in every mail', async () => {
    const person = await someone();
    const set = (antiPhishingCode: string | null) =>
      send(person, 'setAntiPhishingCode', { antiPhishingCode, password: PASSWORD });
    expect(await set('')).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await set('x'.repeat(21))).toMatchObject({ status: 400, code: 'request.invalid' });
    await done(set('hedgehog'));
    expect(await overview(person)).toMatchObject({ antiPhishingCode: 'hedgehog', securityChangedAt: null });
    await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    expect((await exchange.letters(person.email))[0].text).toContain('hedgehog');
    await done(set(null));
    await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    expect((await exchange.letters(person.email))[0].text).not.toContain('hedgehog');
  });

  it('has a language, in which its letters are written, a name and a nationality', async () => {
    const person = await someone();
    expect(await send(person, 'setLanguage', { language: 'xx' })).toMatchObject({ status: 400 });
    expect(await send(person, 'setNationality', { nationality: 'XX' })).toMatchObject({ status: 400 });
    expect(await send(person, 'setNickName', { nickName: ' ' })).toMatchObject({ status: 400 });
    await done(send(person, 'setLanguage', { language: 'jp' }));
    await done(send(person, 'setNickName', { nickName: ' Hedgehog ' }));
    await done(send(person, 'setNationality', { nationality: 'JP' }));
    expect(await overview(person)).toMatchObject({ language: 'jp', nickName: 'Hedgehog', nationality: 'JP' });
    await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    expect((await exchange.letters(person.email))[0].text).toMatch(/\p{Script=Hiragana}/u);
  });

  it('keeps its nationality once it is verified', async () => {
    const [person, admin] = [await someone(), await exchange.staff('admin', 'nationality')];
    await exchange.act(admin, '/account/verify', { userId: person.id });
    expect(await send(person, 'setNationality', { nationality: 'JP' })).toMatchObject({ code: 'nationality.fixed' });
  });
});

describe('the owner', () => {
  const ANTI_PHISHING = 'はりねずみ';
  const NEW = 'another-horse-battery';
  const { changes, security } = LETTER_TEXTS.jp;

  /** Reads Japanese, and knows a genuine letter when there is one. */
  async function watchful(): Promise<Person> {
    const person = await someone();
    await done(send(person, 'setLanguage', { language: 'jp' }));
    await done(send(person, 'setAntiPhishingCode', { antiPhishingCode: ANTI_PHISHING, password: PASSWORD }));
    return person;
  }

  const subjectOf = (change: SecurityChange, address = '') =>
    fill(security.subject, { change: fill(changes[change], { address }) });
  const timeNow = () => new Date(now).toISOString().slice(0, 19).replace('T', ' ');
  /** Those that tell of a change, newest first. */
  const notices = async (address: string) =>
    (await exchange.letters(address)).filter(({ subject }) =>
      subject.startsWith(fill(security.subject, { change: '' })),
    );
  const setFundPassword = (person: Person) =>
    done(send(person, 'fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD }));
  const allowUnlisted = (person: Person) => {
    const body = { whitelistOnly: false, fundPassword: FUND_PASSWORD };
    return done(exchange.post('/app/withdraw/setWhitelistOnly', body, person.ticket));
  };

  /** What is done to an account, and the secrets that were shown or given on the way. */
  const steps: [SecurityChange, (person: Person) => Promise<string[]>][] = [
    [
      'authenticator.bound',
      async (person) => {
        const { secret, recoveryCodes } = await bound(person);
        return [secret, ...recoveryCodes];
      },
    ],
    [
      'authenticator.unbound',
      async (person) => {
        const { secret } = await bound(person);
        const code = next(secret);
        await done(send(person, 'authenticator/unbind', { password: PASSWORD, code }));
        return [code];
      },
    ],
    [
      'recovery.codes.renewed',
      async (person) => {
        const { secret } = await bound(person);
        const proof = { password: PASSWORD, code: next(secret) };
        return (await done(send(person, 'authenticator/renewRecoveryCodes', proof))).recoveryCodes;
      },
    ],
    [
      'password.changed',
      async (person) => {
        await done(send(person, 'password/change', { oldPassword: PASSWORD, password: NEW }));
        return [NEW];
      },
    ],
    [
      'password.reset',
      async (person) => {
        const code = await exchange.sentCode('forgot', person.email);
        const body = { channel: 'email', address: person.email, code, password: NEW };
        await done(exchange.post('/app/account/resetPassword', body));
        return [NEW, code];
      },
    ],
    [
      'fund.password.set',
      async (person) => {
        await setFundPassword(person);
        return [FUND_PASSWORD];
      },
    ],
    [
      'fund.password.changed',
      async (person) => {
        await setFundPassword(person);
        const body = { oldFundPassword: FUND_PASSWORD, fundPassword: '135246' };
        await done(send(person, 'fundPassword/change', body));
        return [FUND_PASSWORD, '135246'];
      },
    ],
    [
      'fund.password.reset',
      async (person) => {
        await setFundPassword(person);
        const code = await codeFor(person, { purpose: 'fund_password', channel: 'email' }, person.email);
        await done(send(person, 'fundPassword/reset', { fundPassword: '135246', channel: 'email', code }));
        return [code, '135246'];
      },
    ],
    [
      'anti.phishing.changed',
      // A letter with the thief's own code would be believed by nobody but the thief.
      async (person) => {
        const body = { antiPhishingCode: 'whale', password: PASSWORD };
        await done(send(person, 'setAntiPhishingCode', body));
        return ['whale'];
      },
    ],
    [
      'whitelist.off',
      async (person) => {
        await setFundPassword(person);
        await done(exchange.post('/app/withdraw/setWhitelistOnly', { whitelistOnly: true }, person.ticket));
        await allowUnlisted(person);
        return [FUND_PASSWORD];
      },
    ],
    [
      'account.frozen',
      async (person) => {
        await done(send(person, 'freeze', { clientId: 'freeze-me', password: PASSWORD }));
        return [];
      },
    ],
  ];

  it.each(steps)(
    'is told of %s by mail: in their language, with their anti-phishing code, and nothing secret',
    async (change, act) => {
      const person = await watchful();
      now += 1_000;
      const secrets = await act(person);
      const told = await notices(person.email);
      expect(told[0]).toMatchObject({ channel: 'email', subject: subjectOf(change) });
      expect(told.filter(({ subject }) => subject === subjectOf(change))).toHaveLength(
        change === 'anti.phishing.changed' ? 2 : 1,
      );
      const [{ text }] = told;
      expect(text).toMatch(new RegExp(`^フィッシング対策コード：${ANTI_PHISHING}\n`));
      for (const fact of [timeNow(), '127.0.0.1', 'node']) expect(text).toContain(fact);
      for (const secret of [PASSWORD, ...secrets]) expect(text).not.toContain(secret);
    },
  );

  it('is told of what is changed, and not of what is so already', async () => {
    const person = await watchful();
    const before = await notices(person.email);
    await done(send(person, 'setAntiPhishingCode', { antiPhishingCode: ANTI_PHISHING, password: PASSWORD }));
    await setFundPassword(person);
    await allowUnlisted(person);
    for (let count = 0; count < 2; count++)
      await done(send(person, 'freeze', { clientId: 'once', password: PASSWORD }));
    const after = await notices(person.email);
    expect(after.slice(0, after.length - before.length).map(({ subject }) => subject)).toEqual([
      subjectOf('account.frozen'),
      subjectOf('fund.password.set'),
    ]);
    expect(await messages(person)).toEqual(expect.arrayContaining(['anti.phishing.changed']));
    expect(await messages(person)).not.toContain('whitelist.off');
  });

  it('is told where the e-mail was when another takes its place, and the new one is told, too', async () => {
    const person = await watchful();
    const address = `thief-${++people}@test.example`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'email', address }, address);
    const oldCode = await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    await done(send(person, 'bind', { channel: 'email', address, code, oldCode }));
    for (const reader of [person.email, address]) {
      const [notice] = await notices(reader);
      expect(notice.subject).toBe(subjectOf('email.changed', 'th***@test.example'));
      expect(notice.text).toContain(ANTI_PHISHING);
      expect(notice.text).not.toContain(address);
    }
    // From then on it is the new one that is bound.
    const before = (await notices(person.email)).length;
    await setFundPassword(person);
    expect(await notices(person.email)).toHaveLength(before);
    expect((await notices(address))[0].subject).toBe(subjectOf('fund.password.set'));
  });

  it('is told by mail of another phone, and so are the old and the new one', async () => {
    const person = await watchful();
    const phone = await boundPhone(person);
    expect((await notices(person.email))[0].subject).toBe(subjectOf('phone.bound', maskedPhone(phone)));
    expect((await exchange.letters(phone))[0].text).toContain(
      fill(changes['phone.bound'], { address: maskedPhone(phone) }),
    );
    const address = `+8180${String(10_000_000 + ++people)}`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'phone', address }, address);
    const oldCode = await codeFor(person, { purpose: 'change', channel: 'phone' }, phone);
    await done(send(person, 'bind', { channel: 'phone', address, code, oldCode }));
    expect((await notices(person.email))[0].subject).toBe(subjectOf('phone.changed', maskedPhone(address)));
    for (const reader of [phone, address]) {
      const [{ text }] = await exchange.letters(reader);
      expect(text).toContain(fill(changes['phone.changed'], { address: maskedPhone(address) }));
      expect(text).toContain(timeNow());
    }
  });

  it('who has no e-mail is told by text message', async () => {
    const phone = `+8170${String(10_000_000 + ++people)}`;
    const code = await exchange.sentCode('register', phone);
    const body = { clientId: exchange.clientId(), channel: 'phone', address: phone, code };
    await done(exchange.post('/app/account/register', { ...body, password: PASSWORD, agreement: true }));
    const person = { id: 0, email: phone, ticket: await exchange.logIn(phone) };
    await done(send(person, 'setLanguage', { language: 'jp' }));
    await setFundPassword(person);
    const [letter] = await exchange.letters(phone);
    expect(letter).toMatchObject({ channel: 'phone', subject: '' });
    expect(letter.text).toMatch(/^【Open Exchange】/);
    for (const fact of [changes['fund.password.set'], timeNow(), '127.0.0.1']) expect(letter.text).toContain(fact);
  });

  it('can still change the account when no mail gets through', async () => {
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Open Exchange <no-reply@exchange.example>' };
    const cut = await HttpExchange.start({ ...smtp, DEMO: 'off' });
    try {
      const person = await cut.registered('user', 'cut-off');
      const change = { oldPassword: PASSWORD, password: NEW };
      expect(await cut.post(`${AT}/password/change`, change, person.ticket)).toMatchObject({ code: 'success' });
      const { data } = await cut.post('/app/message/list', {}, person.ticket);
      expect(data.records.map(({ key }: Json) => key)).toEqual(['password.changed']);
      const set = { fundPassword: FUND_PASSWORD, password: NEW };
      expect(await cut.post(`${AT}/fundPassword/set`, set, person.ticket)).toMatchObject({ code: 'success' });
    } finally {
      await cut.stop();
    }
  });
});

describe('the personal centre', () => {
  it('counts what an account is bound to', async () => {
    const admin = await exchange.staff('admin', 'centre');
    const person = await someone();
    const steps: [() => Promise<unknown>, object][] = [
      [async () => undefined, { safetyLevel: 'low', creditScore: 70, withdrawalLimit: '1000' }],
      [() => boundPhone(person), { safetyLevel: 'middle', creditScore: 80, withdrawalLimit: '10000' }],
      [
        () => send(person, 'fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD }),
        { safetyLevel: 'middle', creditScore: 80, withdrawalLimit: '10000' },
      ],
      [() => bound(person), { safetyLevel: 'high', creditScore: 90, withdrawalLimit: '50000' }],
      [
        () => exchange.act(admin, '/account/verify', { userId: person.id }),
        { safetyLevel: 'high', creditScore: 100, withdrawalLimit: '500000', verified: true },
      ],
    ];
    for (const [step, standing] of steps) {
      await step();
      expect(await overview(person)).toMatchObject(standing);
    }
    expect(await overview(person)).toMatchObject({
      userId: person.id,
      email: 'so***@test.example',
      registeredAt: expect.any(Number),
      nationality: null,
      passkeys: 0,
    });
  });

  it('names limits that staff change, and nobody else', async () => {
    const [person, admin] = [await someone(), await exchange.staff('admin', 'limits')];
    const at = '/admin/security/setWithdrawalLimit';
    const row = { level: 'low', limit: '1234.5', verifiedLimit: '9000' };
    expect(await exchange.post(at, row, person.ticket)).toMatchObject({ status: 403, code: 'permission.denied' });
    const refused = [
      [{ ...row, limit: '0.000000001' }, 200, 'amount.too.precise'],
      [{ ...row, verifiedLimit: '99999999999999' }, 200, 'amount.too.large'],
      [{ ...row, limit: '-1' }, 400, 'request.invalid'],
      [{ ...row, level: 'utmost' }, 400, 'request.invalid'],
    ] as const;
    for (const [body, status, code] of refused) {
      expect(await exchange.post(at, body, admin.ticket)).toMatchObject({ status, code });
    }
    expect(await overview(person)).toMatchObject({ withdrawalLimit: '1000' });
    await done(exchange.post(at, row, admin.ticket));
    expect(await overview(person)).toMatchObject({ withdrawalLimit: '1234.5' });
    const { data } = await exchange.get('/admin/security/withdrawalLimits', admin.ticket);
    expect(data.records.map(({ level }: Json) => level)).toEqual(['low', 'middle', 'high']);
    expect(data.records[0]).toEqual(row);
    await done(exchange.post(at, { level: 'low', limit: '1000', verifiedLimit: '10000' }, admin.ticket));
  });
});

describe('bank cards', () => {
  const names = new Map<number, string>();
  const add = (person: Person, change: object = {}) =>
    send(person, 'bankCard/add', {
      bankName: 'Bank of Somewhere',
      cardNumber: CARD,
      realName: 'Ana López',
      fundPassword: FUND_PASSWORD,
      ...change,
    });
  const list = async (person: Person) => (await exchange.get(`${AT}/bankCard/list`, person.ticket)).data.records;

  beforeAll(() => {
    exchange.application.nest.get(VerifiedNames).readFrom(async (user) => names.get(user) ?? null);
  });

  async function withFundPassword(name?: string): Promise<Person> {
    const person = await someone();
    if (name !== undefined) names.set(person.id, name);
    await done(send(person, 'fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD }));
    return person;
  }

  it.each([
    [{ cardNumber: '6222 0212 3456 7895' }, 'card.number.invalid'],
    [{ cardNumber: '6222' }, 'card.number.invalid'],
    [{ realName: 'Ana Lopes' }, 'card.name.mismatch'],
    [{ fundPassword: 'wrong' }, 'fund.password.wrong'],
  ])('are not stored with %j', async (change, code) => {
    const person = await withFundPassword('Ana López');
    expect(await add(person, change)).toMatchObject({ status: 200, code });
    expect(await list(person)).toEqual([]);
  });

  it('are not stored for who is not verified or has no fund password', async () => {
    expect(await add(await withFundPassword())).toMatchObject({ code: 'card.name.mismatch' });
    const person = await someone();
    names.set(person.id, 'Ana López');
    expect(await add(person)).toMatchObject({ code: 'fund.password.not.set' });
  });

  it('are shown masked, stored sealed, and once', async () => {
    const person = await withFundPassword('ANA  LÓPEZ');
    expect(codesOf(await Promise.all([add(person), add(person)]))).toEqual(['card.already.stored', 'success']);
    await done(add(person, { cardNumber: OTHER_CARD }));
    expect((await messages(person)).filter((key) => key === 'bank.card.added')).toHaveLength(2);
    expect(await list(person)).toMatchObject([
      { bankName: 'Bank of Somewhere', cardNumber: '**** 7894', realName: 'Ana López', createdAt: now },
      { cardNumber: '**** 1111' },
    ]);
    const { sql } = exchange.application.exchange.database;
    const stored = JSON.stringify(await sql.selectFrom('bankCards').selectAll().execute());
    for (const text of ['6222021234567894', '0212', 'López']) expect(stored).not.toContain(text);
  });

  it('take the second factor of who has one', async () => {
    const person = await withFundPassword('Ana López');
    const { secret } = await bound(person);
    expect(await add(person)).toMatchObject({ code: 'google.code.required' });
    await done(add(person, { secondFactor: next(secret) }));
  });

  it('are removed by their own user, once, and may then be stored again', async () => {
    const [person, other] = [await withFundPassword('Ana López'), await someone()];
    const { card } = await done(add(person));
    const remove = (by: Person) => send(by, 'bankCard/remove', { card });
    expect(await remove(other)).toMatchObject({ code: 'card.not.found' });
    expect(await list(other)).toEqual([]);
    expect(codesOf(await Promise.all([remove(person), remove(person)]))).toEqual(['card.not.found', 'success']);
    expect(await list(person)).toEqual([]);
    expect((await done(add(person))).card).not.toBe(card);
  });

  it('are at most ten', async () => {
    const person = await withFundPassword('Ana López');
    for (let count = 0; count < 9; count++) await done(add(person, { cardNumber: cardNumber(count) }));
    const both = [9, 10].map((count) => add(person, { cardNumber: cardNumber(count) }));
    expect(codesOf(await Promise.all(both))).toEqual(['cards.too.many', 'success']);
  });

  /** The `count`th sixteen digits with a right check digit. */
  function cardNumber(count: number): string {
    const digits = `41111111111111${count % 10}`;
    const front = `${count < 10 ? digits : `42222222222222${count % 10}`}`;
    const sum = [...front]
      .reverse()
      .map((digit, index) => (index % 2 === 0 ? Number(digit) * 2 : Number(digit)))
      .reduce((total, worth) => total + (worth > 9 ? worth - 9 : worth), 0);
    return `${front}${(10 - (sum % 10)) % 10}`;
  }
});
