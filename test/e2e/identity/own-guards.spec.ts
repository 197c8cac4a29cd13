/**
 * Guards set by users themselves: limits, waiting time, a second factor for trading and payouts, a lock on settings.
 */
import type { Route } from '../../../shared/wire/route';
import { AREAS } from '../../../server/routes';
import { STEP_UP_HEADER } from '../../../shared/wire/step-up';
import { entranceOf } from '../../tools/people/entrance';
import {
  expectSuccess,
  HttpExchange,
  PASSWORD,
  WITHOUT_FACTOR,
  type Answer,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { MINUTE_MS, SECURITY, securityOf } from '../../tools/people/security';
import { HOUR_MS, walletOf } from '../../tools/people/wallet';

const DAY_MS = 24 * HOUR_MS;

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start(
    { LIMIT_TICKET_HOURS_MAX: '100000', LIMIT_TICKET_IDLE_MINUTES_MAX: '100000' },
    { clock: () => now },
  );
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
});
afterAll(() => exchange.stop());

const pass = (ms: number) => void (now += ms);
const { ready, apply, staff, withdrawals, messages, turn, someone } = walletOf({
  exchange: () => exchange,
  admin: () => admin,
  pass,
});
const security = securityOf(() => exchange, { now: () => now, pass });
const { keyed } = security;
const { resetPassword, token } = entranceOf(() => exchange);
const post = (person: Person, path: string, body: object, headers: Record<string, string> = WITHOUT_FACTOR) =>
  exchange.post(path, body, person.ticket, headers);
const overview = (person: Person): Promise<Json> => expectSuccess(exchange.get(`${SECURITY}/overview`, person.ticket));
const byCode = (code: string) => ({ [STEP_UP_HEADER]: `authenticator ${code}` });

describe('user-set limit and waiting time', () => {
  const set = (person: Person, limit: string | null, delayHours: number, rest: object = {}): Promise<Answer> =>
    post(person, `${SECURITY}/setOwnLimits`, { limit, delayHours, password: PASSWORD, ...rest });

  it('apply at once when stricter, by the password alone', async () => {
    const person = await ready();
    expect(await set(person, '20', 48, { password: 'wrong-password' })).toMatchObject({ code: 'password.wrong' });
    expect((await expectSuccess(set(person, '20', 48))).next).toBeNull();
    expect(await overview(person)).toMatchObject({
      withdrawalLimit: '20',
      ownLimits: { limit: '20', delayHours: 48, next: null },
    });
    expect(await apply(person, '21')).toMatchObject({ code: 'withdrawal.limit.exceeded' });
    await expectSuccess(apply(person, '15'));
    await turn();
    const [{ withdrawal, notBefore, appliedAt }] = await withdrawals(person);
    expect(notBefore).toBe(appliedAt + 2 * DAY_MS);
    expect(await staff(admin, 'approve', { withdrawal })).toMatchObject({ code: 'withdrawal.delayed' });
    // The waiting time was requested by the owner, so the withdrawal is not overdue.
    now += 2 * DAY_MS - 1;
    const { records } = await expectSuccess(exchange.post('/admin/withdraw/list', { status: 'applied' }, admin.ticket));
    expect(records.find((one: Json) => one.withdrawal === withdrawal)).toMatchObject({ notBefore, overdue: false });
    now += 1;
    await expectSuccess(staff(admin, 'approve', { withdrawal }));
    expect(await messages(person)).toContain('own.limits.tightened');
  });

  it('are loosened after a day by the second factor, and never while settings are locked', async () => {
    const person = await someone();
    const { secret } = await security.bound(person);
    await expectSuccess(set(person, '20', 48));
    expect(await set(person, '30', 48)).toMatchObject({ code: 'google.code.required' });
    expect(await set(person, '30', 48, { secondFactor: '000000' })).toMatchObject({ code: 'google.code.wrong' });
    const { next } = await expectSuccess(set(person, '30', 24, { secondFactor: security.next(secret) }));
    expect(next).toEqual({ limit: '30', delayHours: 24, from: now + DAY_MS });
    expect((await overview(person)).ownLimits).toMatchObject({ limit: '20', delayHours: 48 });
    now += DAY_MS - 1;
    expect((await overview(person)).ownLimits).toMatchObject({ limit: '20', delayHours: 48, next: { limit: '30' } });
    now += 1;
    expect((await overview(person)).ownLimits).toEqual({ limit: '30', delayHours: 24, next: null });
    expect((await exchange.letters(person.email))[0].subject).toContain('loosened');
    const proof = { password: PASSWORD, secondFactor: security.next(secret) };
    await expectSuccess(post(person, `${SECURITY}/lockSettings`, { days: 1, ...proof }));
    const loosened = await set(person, null, 0, { secondFactor: security.next(secret) });
    expect(loosened).toMatchObject({ code: 'settings.locked' });
    expect((await expectSuccess(set(person, '5', 24))).limit).toBe('5');
  });

  it('are loosened with a passkey by users without authenticator, signed for exactly these terms', async () => {
    const person = await someone();
    const sign = await keyed(person);
    // Stricter terms need the password only.
    await expectSuccess(set(person, '20', 48));
    const loosen = (limit: string, headers: Record<string, string> = WITHOUT_FACTOR, rest: object = {}) =>
      post(person, `${SECURITY}/setOwnLimits`, { limit, delayHours: 48, password: PASSWORD, ...rest }, headers);
    const { code, data } = await loosen('30');
    expect([code, data]).toEqual([
      'step.up.required',
      { scope: 'act', factors: ['passkey'], digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(await loosen('30', WITHOUT_FACTOR, { secondFactor: '123456' })).toMatchObject({ code: 'step.up.required' });
    expect(await loosen('40', await sign(data.digest))).toMatchObject({ code: 'passkey.refused' });
    expect((await overview(person)).ownLimits.next).toBeNull();
    const proof = await sign(data.digest);
    expect((await expectSuccess(loosen('30', proof))).next).toMatchObject({ limit: '30' });
    expect(await loosen('30', proof)).toMatchObject({ code: 'passkey.refused' });
  });

  it.each([
    ['-1', 0],
    ['1.123456789', 0],
    ['a', 0],
    ['1', -1],
    ['1', 169],
    ['1', 1.5],
  ])('reject %s USDT and %d hours', async (limit, delayHours) => {
    const person = await someone();
    expect((await set(person, limit, delayHours)).code).toMatch(/^(request\.invalid|amount\.too\.precise)$/);
  });
});

describe('second factor for trading', () => {
  const ORDER = { market: 'BTC-USDT', side: 'buy', kind: 'limit', price: '20000', quantity: '0.001' };
  const place = (person: Person, headers?: Record<string, string>) =>
    post(person, '/app/spot/place', { clientId: exchange.clientId(), ...ORDER }, headers);
  const want = (person: Person, on: boolean, headers?: Record<string, string>) =>
    post(person, `${SECURITY}/setTradingFactor`, { on, password: PASSWORD }, headers);

  async function trader(): Promise<{ person: Person; secret: string }> {
    const person = await ready();
    const { secret } = await security.bound(person);
    await expectSuccess(want(person, true, byCode(security.next(secret))));
    return { person, secret };
  }

  it('is enabled and disabled by a user who has a factor and proves it', async () => {
    const person = await ready();
    expect(await want(person, true)).toMatchObject({ code: 'trading.factor.missing' });
    const { secret } = await security.bound(person);
    expect(await want(person, true)).toMatchObject({ code: 'step.up.required', data: { factors: ['authenticator'] } });
    expect((await overview(person)).tradingFactor).toBe(false);
    await expectSuccess(want(person, true, byCode(security.next(secret))));
    expect((await overview(person)).tradingFactor).toBe(true);
    expect((await messages(person))[0]).toBe('trading.factor.on');
    // The proof for enabling it does not disable it.
    expect(await want(person, false)).toMatchObject({ code: 'step.up.required' });
    await expectSuccess(want(person, false, byCode(security.next(secret))));
    expect(await place(person)).toMatchObject({ code: 'success' });
  });

  it('is required once per log-in and again after half an hour without an order, never for a cancel', async () => {
    const { person, secret } = await trader();
    const asked = await place(person);
    expect(asked).toMatchObject({ code: 'step.up.required', data: { scope: 'trading', factors: ['authenticator'] } });
    expect(await place(person, byCode('000000'))).toMatchObject({ code: 'google.code.wrong' });
    const { order } = await expectSuccess(place(person, byCode(security.next(secret))));
    now += 29 * MINUTE_MS;
    await expectSuccess(place(person));
    now += 29 * MINUTE_MS;
    await expectSuccess(place(person));
    const other = {
      ...person,
      ticket: (await token(person.email, PASSWORD, { code: security.next(secret) })).body.access_token,
    };
    expect(await place(other)).toMatchObject({ code: 'step.up.required' });
    now += 30 * MINUTE_MS;
    expect(await place(person)).toMatchObject({ code: 'step.up.required' });
    await expectSuccess(post(person, '/app/spot/cancel', { clientId: exchange.clientId(), order }));
  });

  it('is required by every call that opens or changes a trade', () => {
    const guarded = Object.values(AREAS)
      .flatMap((area) => Object.values<Route>(area))
      .filter(({ trades }) => trades)
      .map(({ path }) => path.slice('/exchange/app/'.length));
    expect(guarded).toEqual(
      expect.arrayContaining([
        ...['spot/place', 'spot/amend', 'spot/quote', 'robot/start', 'mining/buy', 'option/buy', 'financial/buy'],
        ...['contract/place', 'contract/amend', 'contract/placeStop', 'contract/adjustMargin'],
      ]),
    );
    expect(guarded.filter((path) => /cancel/i.test(path))).toEqual([]);
  });

  it('keeps the last factor in place', async () => {
    const { person, secret } = await trader();
    const [{ authenticator }] = await security.authenticators(person);
    const unbind = () => {
      const proof = { password: PASSWORD, secondFactor: security.next(secret) };
      return post(person, `${SECURITY}/authenticator/unbind`, { authenticator, ...proof });
    };
    expect(await unbind()).toMatchObject({ code: 'trading.factor.last' });
    const sign = await keyed(person);
    await expectSuccess(unbind());
    const { data } = await place(person);
    expect(data).toMatchObject({ factors: ['passkey'] });
    await expectSuccess(place(person, await sign(data.digest)));
    const { records } = await expectSuccess(exchange.get(`${SECURITY}/passkey/list`, person.ticket));
    const remove = { passkey: records[0].passkey, password: PASSWORD };
    const asked = await post(person, `${SECURITY}/passkey/remove`, remove);
    expect(asked).toMatchObject({ code: 'step.up.required' });
    const signed = await sign(asked.data.digest);
    const removed = await exchange.post(`${SECURITY}/passkey/remove`, remove, person.ticket, signed);
    expect(removed).toMatchObject({ code: 'trading.factor.last' });
  });
});

describe('passkey for withdrawals', () => {
  it('signs exactly one withdrawal, once, for users without authenticator', async () => {
    const person = await ready();
    const sign = await keyed(person);
    const request = { clientId: exchange.clientId() };
    const quote = await expectSuccess(exchange.get('/app/withdraw/quote?asset=USDT&chain=ERC20', person.ticket));
    expect(quote).toMatchObject({ needsSecondFactor: false, hasPasskey: true });
    const send = (amount: string, headers: Record<string, string> = WITHOUT_FACTOR, rest: object = {}) =>
      apply(person, amount, { ...request, ...rest }, headers);
    const { code, data } = await send('10');
    expect([code, data]).toEqual([
      'step.up.required',
      { scope: 'act', factors: ['passkey'], digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    // A code is ignored when no authenticator exists.
    expect(await send('10', WITHOUT_FACTOR, { secondFactor: '123456' })).toMatchObject({ code: 'step.up.required' });
    expect(await send('11', await sign(data.digest))).toMatchObject({ code: 'passkey.refused' });
    const proof = await sign(data.digest);
    await expectSuccess(send('10', proof));
    expect(await withdrawals(person)).toHaveLength(1);
    expect(await send('10', proof)).toMatchObject({ code: 'success', data: { repeated: true } });
    request.clientId = exchange.clientId();
    expect(await send('10', proof)).toMatchObject({ code: 'passkey.refused' });
  });

  it('replaces a code; withdrawals are held after its removal', async () => {
    const person = await ready();
    const { secret } = await security.bound(person);
    const sign = await keyed(person);
    now += 25 * HOUR_MS;
    const request = { clientId: exchange.clientId() };
    const { data } = await apply(person, '10', request, WITHOUT_FACTOR);
    expect(data.factors).toEqual(['authenticator', 'passkey']);
    await expectSuccess(apply(person, '10', request, await sign(data.digest)));
    await expectSuccess(apply(person, '10', { secondFactor: security.next(secret) }));
    const { records } = await expectSuccess(exchange.get(`${SECURITY}/passkey/list`, person.ticket));
    const removal = { passkey: records[0].passkey, password: PASSWORD, secondFactor: security.next(secret) };
    await expectSuccess(post(person, `${SECURITY}/passkey/remove`, removal));
    expect(await apply(person, '10')).toMatchObject({ code: 'withdrawal.held' });
  });
});

/** The user's lock on settings: a thief with password, mailbox and an open session changes nothing. */
describe('settings lock', () => {
  const lock = ({ ticket }: Person, days: unknown = 30, password = PASSWORD): Promise<Answer> =>
    exchange.post(`${SECURITY}/lockSettings`, { days, password }, ticket);
  const unlock = ({ ticket }: Person, masterKey: string) =>
    exchange.post(`${SECURITY}/unlockSettings`, { masterKey }, ticket);

  const toldOf = async ({ ticket }: { ticket: string }): Promise<string[]> => {
    const { records } = await expectSuccess(exchange.post('/app/message/list', {}, ticket));
    return records.map(({ key }: { key: string }) => key);
  };

  test("blocks every change of the account's protection, while freezing still works", async () => {
    const ann = await someone();
    const { until } = await expectSuccess(lock(ann));
    expect(until).toBe(now + 30 * DAY_MS);
    const held = Object.values(AREAS)
      .flatMap((area) => Object.values<Route>(area))
      .filter(({ lockable }) => lockable);
    expect(held.length).toBeGreaterThan(15);
    for (const { path } of held) {
      const answer = await exchange.post(path.slice('/exchange'.length), {}, ann.ticket);
      expect([path, answer.code, answer.data]).toEqual([path, 'settings.locked', { until }]);
    }
    const code = await exchange.sentCode('forgot', ann.email);
    expect(await resetPassword(ann.email, code)).toMatchObject({ code: 'settings.locked', data: { until } });
    expect((await token(ann.email)).code).toBe('success');
    const freeze = { clientId: exchange.clientId(), password: PASSWORD };
    expect((await exchange.post(`${SECURITY}/freeze`, freeze, ann.ticket)).code).toBe('success');
    expect((await exchange.get(`${SECURITY}/overview`, ann.ticket)).data.settingsLockedUntil).toBe(until);
  });

  test('ends by its own master key or by time', async () => {
    const [ben, carol] = [await someone(), await someone()];
    const { masterKey } = await expectSuccess(lock(ben));
    const others = (await expectSuccess(lock(carol))).masterKey;
    for (const wrong of ['', others, `${masterKey}0`, '0000-0000-0000-0000']) {
      expect((await unlock(ben, wrong)).code).toBe(wrong === '' ? 'request.invalid' : 'master.key.wrong');
    }
    await expectSuccess(unlock(ben, masterKey.toLowerCase()));
    expect((await toldOf(ben)).slice(0, 2)).toEqual(['settings.unlocked', 'settings.locked']);
    expect((await unlock(ben, masterKey)).code).toBe('master.key.wrong');
    expect((await lock(ben, 1)).code).toBe('success');
    now += DAY_MS;
    expect((await exchange.get(`${SECURITY}/overview`, ben.ticket)).data.settingsLockedUntil).toBeNull();
    expect((await lock(ben, 1)).code).toBe('success');
  });

  test('needs the password, lasts a year at most, is set once, and is announced', async () => {
    const dan = await someone();
    expect((await lock(dan, 30, 'wrong-password')).code).toBe('password.wrong');
    for (const days of [0, 366, 1.5, '7', null]) expect((await lock(dan, days)).code).toBe('request.invalid');
    const both = await Promise.all([lock(dan, 7), lock(dan, 365)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['settings.locked', 'success']);
    expect((await exchange.letters(dan.email))[0].subject).toContain('Settings locked');
  });
});
