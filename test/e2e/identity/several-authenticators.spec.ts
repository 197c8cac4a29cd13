/**
 * Several authenticators per account: each proves, each code proves once, and adding or removing one takes a factor.
 */
import { SecondFactors } from '../../../server/platform/auth/factors/second-factors';
import { newTotpSecret } from '../../../server/platform/auth/factors/totp';
import { codes as codesOf } from '../../tools/people/entrance';
import {
  expectSuccess,
  HttpExchange,
  PASSWORD,
  WITHOUT_FACTOR,
  type Answer,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { SECURITY, securityOf } from '../../tools/people/security';

const STEP_MS = 30_000;

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_IDLE_MINUTES_MAX: '100000' }, { clock: () => now });
  admin = await exchange.staff('admin');
});
afterAll(() => exchange.stop());

const clock = { now: () => now, pass: (ms: number) => void (now += ms) };
const security = securityOf(() => exchange, clock);
const { someone, send, overview, shown, next, bound, authenticators, keyed, messages } = security;

const begin = (person: Person, rest: object = {}, headers: Record<string, string> = WITHOUT_FACTOR): Promise<Answer> =>
  exchange.post(`${SECURITY}/authenticator/begin`, { password: PASSWORD, ...rest }, person.ticket, headers);
const unbind = (
  person: Person,
  authenticator: string,
  rest: object = {},
  headers: Record<string, string> = WITHOUT_FACTOR,
): Promise<Answer> => {
  const body = { authenticator, password: PASSWORD, ...rest };
  return exchange.post(`${SECURITY}/authenticator/unbind`, body, person.ticket, headers);
};
const prove = (person: Person, secondFactor: string) =>
  send(person, 'setAntiPhishingCode', { antiPhishingCode: 'x', password: PASSWORD, secondFactor });
const sql = () => exchange.application.exchange.database.sql;
const equip = (person: Person, secret: string) =>
  exchange.application.nest.get(SecondFactors).bindKnownSecret(person.id, secret);

/** Adds another one, proven by a code of the authenticator `by`. */
async function added(person: Person, by: string, name?: string): Promise<{ secret: string; authenticator: string }> {
  const { secret } = await expectSuccess(begin(person, { secondFactor: next(by) }));
  const named = name === undefined ? {} : { name };
  const { recoveryCodes } = await expectSuccess(send(person, 'authenticator/bind', { code: shown(secret), ...named }));
  expect(recoveryCodes).toEqual([]);
  const authenticator = (await authenticators(person)).at(-1)?.authenticator as string;
  return { secret, authenticator };
}

async function withTwo() {
  const person = await someone();
  const first = await bound(person);
  const second = await added(person, first.secret, 'Tablet');
  return { person, first, second };
}

describe('an additional authenticator', () => {
  it('needs the password and a factor; a mailed code does not replace the factor', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const sent = {
      channel: 'email',
      code: await security.codeFor(person, { purpose: 'authenticator', channel: 'email' }, person.email),
    };
    expect(await begin(person, sent)).toMatchObject({ code: 'google.code.required' });
    expect(await begin(person, { ...sent, secondFactor: '000000' })).toMatchObject({ code: 'google.code.wrong' });
    expect(await begin(person, { secondFactor: next(secret), password: 'wrong-horse' })).toMatchObject({
      code: 'password.wrong',
    });
    expect(await overview(person)).toMatchObject({ authenticator: true, authenticators: 1 });
    const begun = await expectSuccess(begin(person, { secondFactor: next(secret) }));
    // A code of the first is not one of the new.
    const wrong = shown(secret) === shown(begun.secret) ? '000000' : shown(secret);
    expect(await send(person, 'authenticator/bind', { code: wrong })).toMatchObject({ code: 'google.code.wrong' });
    await expectSuccess(send(person, 'authenticator/bind', { code: shown(begun.secret), name: 'Tablet' }));
    expect(await authenticators(person)).toEqual([
      { authenticator: expect.any(String), name: '', createdAt: expect.any(Number), lastUsedAt: expect.any(Number) },
      { authenticator: expect.any(String), name: 'Tablet', createdAt: now, lastUsedAt: now },
    ]);
    expect(await overview(person)).toMatchObject({ authenticators: 2, recoveryCodesLeft: 10, securityChangedAt: now });
    expect((await messages(person)).filter((key) => key === 'second.factor.bound')).toHaveLength(2);
    expect((await exchange.letters(person.email))[0].subject).toContain('uthenticator');
  });

  it('accepts a passkey signature for this act in place of a code', async () => {
    const person = await someone();
    await bound(person);
    const sign = await keyed(person);
    const { code, data } = await begin(person);
    expect([code, data.factors]).toEqual(['step.up.required', ['authenticator', 'passkey']]);
    const { secret } = await expectSuccess(begin(person, {}, await sign(data.digest)));
    await expectSuccess(send(person, 'authenticator/bind', { code: shown(secret) }));
    const [{ authenticator }] = await authenticators(person);
    // A signature for one act is invalid for another.
    expect(await unbind(person, authenticator, {}, await sign(data.digest))).toMatchObject({ code: 'passkey.refused' });
    const asked = await unbind(person, authenticator);
    await expectSuccess(unbind(person, authenticator, {}, await sign(asked.data.digest)));
    expect(await authenticators(person)).toHaveLength(1);
  });

  it('proves like the first; each is named and renamed by its own user', async () => {
    const { person, first, second } = await withTwo();
    for (const secret of [first.secret, second.secret]) {
      const entered = await exchange.form('/api/auth/oauth/token', {
        grant_type: 'password',
        username: person.email,
        password: PASSWORD,
        code: next(secret),
      });
      expect(entered.code).toBe('success');
    }
    expect((await authenticators(person)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([now - STEP_MS, now]);
    const rename = (who: Person, authenticator: string) =>
      send(who, 'authenticator/rename', { authenticator, name: 'Safe' });
    const other = await someone();
    expect(await rename(other, second.authenticator)).toMatchObject({ code: 'authenticator.not.found' });
    expect(await unbind(other, second.authenticator)).toMatchObject({ code: 'authenticator.not.found' });
    await expectSuccess(rename(person, second.authenticator));
    expect((await authenticators(person)).map(({ name }) => name)).toEqual(['', 'Safe']);
  });

  it('is limited to five, also if the fifth is added while another is started', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    for (let count = 0; count < 3; count++) await added(person, secret);
    const sixth = await expectSuccess(begin(person, { secondFactor: next(secret) }));
    await equip(person, newTotpSecret());
    const full = { code: 'authenticators.too.many', data: { maximum: 5 } };
    expect(await send(person, 'authenticator/bind', { code: shown(sixth.secret) })).toMatchObject(full);
    const code = next(secret);
    expect(await begin(person, { secondFactor: code })).toMatchObject(full);
    // A request that cannot succeed uses up no code.
    await expectSuccess(prove(person, code));
    expect(await overview(person)).toMatchObject({ authenticators: 5 });
  });

  it('is bound by one of two concurrent requests', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const begun = await expectSuccess(begin(person, { secondFactor: next(secret) }));
    const code = shown(begun.secret);
    const answers = await Promise.all([1, 2].map(() => send(person, 'authenticator/bind', { code })));
    expect(codesOf(answers)).toEqual(['authenticator.not.begun', 'success']);
    expect(await authenticators(person)).toHaveLength(2);
  });

  it('can be neither added nor removed while settings are locked', async () => {
    const { person, first, second } = await withTwo();
    const begun = await expectSuccess(begin(person, { secondFactor: next(first.secret) }));
    await expectSuccess(
      send(person, 'lockSettings', { days: 1, password: PASSWORD, secondFactor: next(first.secret) }),
    );
    const locked = { code: 'settings.locked' };
    const code = next(first.secret);
    expect(await begin(person, { secondFactor: code })).toMatchObject(locked);
    expect(await send(person, 'authenticator/bind', { code: shown(begun.secret) })).toMatchObject(locked);
    expect(await unbind(person, second.authenticator, { secondFactor: code })).toMatchObject(locked);
    expect(await authenticators(person)).toHaveLength(2);
  });
});

describe('an authenticator code', () => {
  it('leaves the code of another authenticator in the same 30 seconds valid, and works once', async () => {
    const { person, first, second } = await withTwo();
    const [one, other] = [next(first.secret), shown(second.secret)];
    await expectSuccess(prove(person, one));
    await expectSuccess(prove(person, other));
    for (const code of [one, other]) expect(await prove(person, code)).toMatchObject({ code: 'google.code.used' });
  });

  it('shown by two authenticators at once works once, also if used concurrently', async () => {
    const person = await someone();
    const { secret, authenticator } = await bound(person);
    const row = await sql()
      .selectFrom('authenticators')
      .selectAll()
      .where('id', '=', Number(authenticator))
      .executeTakeFirstOrThrow();
    await sql()
      .insertInto('authenticators')
      .values({ ...row, id: 900_000 + row.id })
      .execute();
    const code = next(secret);
    await expectSuccess(prove(person, code));
    expect(await prove(person, code)).toMatchObject({ code: 'google.code.used' });
    const again = next(secret);
    expect(codesOf(await Promise.all([prove(person, again), prove(person, again)]))).toEqual([
      'google.code.used',
      'success',
    ]);
    expect(await prove(person, again)).toMatchObject({ code: 'google.code.used' });
  });

  it('that was used already is not a wrong guess: it never locks the user and resets no count', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const code = next(secret);
    await expectSuccess(prove(person, code));
    for (let count = 0; count < 4; count++)
      expect(await prove(person, '000000')).toMatchObject({ code: 'google.code.wrong' });
    for (let count = 0; count < 10; count++)
      expect(await prove(person, code)).toMatchObject({ code: 'google.code.used' });
    const again = await Promise.all(Array.from({ length: 10 }, () => prove(person, code)));
    expect(new Set(codesOf(again))).toEqual(new Set(['google.code.used']));
    // The fifth wrong guess.
    expect(await prove(person, '000001')).toMatchObject({ code: 'google.code.wrong' });
    for (const tried of [code, next(secret)])
      expect(await prove(person, tried)).toMatchObject({ code: 'tries.too.many' });
    // Fifteen minutes from the first lock: reused codes did not extend it.
    now += 15 * 60_000;
    await expectSuccess(prove(person, next(secret)));
  });

  it('has one count of wrong guesses per user, however many authenticators there are', async () => {
    const { person, first, second } = await withTwo();
    const wrong = ['000000', '000001', '000002', '000003', '000004'];
    for (const code of wrong) expect(await prove(person, code)).toMatchObject({ code: 'google.code.wrong' });
    for (const secret of [first.secret, second.secret]) {
      expect(await prove(person, next(secret))).toMatchObject({ code: 'tries.too.many' });
    }
    const pending = await send(person, 'authenticator/bind', { code: '000000' });
    expect(pending).toMatchObject({ code: 'authenticator.not.begun' });
  });
});

describe('removal of an authenticator', () => {
  it('requires a factor, such as a recovery code; recovery codes end with the last authenticator', async () => {
    const { person, first, second } = await withTwo();
    expect(await unbind(person, first.authenticator)).toMatchObject({ code: 'google.code.required' });
    expect(await unbind(person, first.authenticator, { secondFactor: '000000' })).toMatchObject({
      code: 'google.code.wrong',
    });
    // The remaining one authorises the removal of the lost one.
    await expectSuccess(unbind(person, first.authenticator, { secondFactor: next(second.secret) }));
    expect(await overview(person)).toMatchObject({ authenticators: 1, recoveryCodesLeft: 10, securityChangedAt: now });
    expect(await prove(person, next(first.secret))).toMatchObject({ code: 'google.code.wrong' });
    await expectSuccess(unbind(person, second.authenticator, { secondFactor: first.recoveryCodes[0] }));
    expect(await overview(person)).toMatchObject({ authenticator: false, authenticators: 0, recoveryCodesLeft: 0 });
    expect(await exchange.logIn(person.email)).toEqual(expect.any(String));
  });

  it('cancels pending additions that it had authorised', async () => {
    const { person, first } = await withTwo();
    const begun = await expectSuccess(begin(person, { secondFactor: next(first.secret) }));
    await expectSuccess(unbind(person, first.authenticator, { secondFactor: next(first.secret) }));
    expect(await send(person, 'authenticator/bind', { code: shown(begun.secret) })).toMatchObject({
      code: 'authenticator.not.begun',
    });
  });

  it('happens once for two requests with different codes', async () => {
    const { person, first, second } = await withTwo();
    const proofs = [next(first.secret), shown(second.secret)];
    const answers = await Promise.all(
      proofs.map((secondFactor) => unbind(person, first.authenticator, { secondFactor })),
    );
    expect(codesOf(answers)).toEqual(['authenticator.not.found', 'success']);
    expect((await authenticators(person)).map(({ authenticator }) => authenticator)).toEqual([second.authenticator]);
  });

  it('while another is being bound leaves either recovery codes or nothing', async () => {
    for (let round = 0; round < 4; round++) {
      const person = await someone();
      const { secret, authenticator } = await bound(person);
      const begun = await expectSuccess(begin(person, { secondFactor: next(secret) }));
      const secondFactor = next(secret);
      const going = () => unbind(person, authenticator, { secondFactor });
      const coming = () => send(person, 'authenticator/bind', { code: shown(begun.secret) });
      const answers = await Promise.all(round % 2 === 0 ? [going(), coming()] : [coming(), going()]);
      const { authenticators: left, recoveryCodesLeft } = await overview(person);
      expect([left, recoveryCodesLeft]).toEqual(left === 0 ? [0, 0] : [1, 10]);
      expect(codesOf(answers)).toEqual(left === 0 ? ['authenticator.not.begun', 'success'] : ['success', 'success']);
    }
  });

  it('refuses the last one if trading requires it, also for two removals at once', async () => {
    const { person, first, second } = await withTwo();
    const header = { 'step-up': `authenticator ${next(first.secret)}` };
    await expectSuccess(
      exchange.post(`${SECURITY}/setTradingFactor`, { on: true, password: PASSWORD }, person.ticket, header),
    );
    const going: [string, string][] = [
      [first.authenticator, next(first.secret)],
      [second.authenticator, shown(second.secret)],
    ];
    const answers = await Promise.all(going.map(([one, secondFactor]) => unbind(person, one, { secondFactor })));
    expect(codesOf(answers)).toEqual(['success', 'trading.factor.last']);
    expect(await overview(person)).toMatchObject({ authenticators: 1, tradingFactor: true, recoveryCodesLeft: 10 });
  });
});

describe('member of staff', () => {
  it('logs in with any of several and keeps the last factor, also if both are removed at once', async () => {
    const person = await exchange.staff('admin', 'deputy');
    await sql().deleteFrom('passkeys').where('userId', '=', person.id).execute();
    const [one, other] = [newTotpSecret(), newTotpSecret()];
    for (const secret of [one, other]) await equip(person, secret);
    const enter = (code: string) =>
      exchange.form('/api/auth/oauth/token', {
        grant_type: 'password',
        username: person.email,
        password: PASSWORD,
        code,
      });
    expect((await enter(next(one))).code).toBe('success');
    const entered = await enter(next(other));
    expect(entered.code).toBe('success');
    const inside = { ...person, ticket: entered.body.access_token as string };
    const list = await authenticators(inside);
    const going = [
      [list[0], next(one)],
      [list[1], shown(other)],
    ] as [Json, string][];
    const answers = await Promise.all(
      going.map(([{ authenticator }, secondFactor]) => unbind(inside, authenticator, { secondFactor })),
    );
    expect(codesOf(answers)).toEqual(['staff.factor.last', 'success']);
    expect(await authenticators(inside)).toHaveLength(1);
    expect(admin.id).not.toBe(person.id);
  });
});
