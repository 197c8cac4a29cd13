/** Personal centre: the state of the account, its limits and its bank cards. */
import { BankCards } from '../../../server/features/shared/withdrawals/bank-cards';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { codes as codesOf } from '../../tools/people/entrance';
import {
  expectSuccess,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { SECURITY, securityOf } from '../../tools/people/security';
import { destinationCode } from '../../tools/people/wallet';

const CARD = '6222 0212 3456 7894';
const OTHER_CARD = '4111 1111 1111 1111';

let exchange: HttpExchange;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
});
afterAll(() => exchange.stop());

const clock = { now: () => now, pass: (ms: number) => void (now += ms) };
const { pass } = clock;
const { someone, send, overview, next, codeFor, bound, boundPhone, messages } = securityOf(() => exchange, clock);

describe('own account', () => {
  it('is frozen once by its user, and unfrozen by staff only', async () => {
    const person = await someone();
    const other = await exchange.logIn(person.email);
    const freeze = () => send(person, 'freeze', { clientId: 'freeze-me', password: PASSWORD });
    const first = await expectSuccess(freeze());
    expect(await expectSuccess(freeze())).toEqual({ ...first, repeated: true });
    expect(await send(person, 'freeze', { clientId: 'again', password: PASSWORD })).toMatchObject({
      code: 'account.already.frozen',
    });
    expect(await overview(person)).toMatchObject({ frozen: true });
    // The notifier follows the journal and is a moment behind; it tells once.
    const told = async () => (await messages(person)).filter((key) => key === 'account.frozen');
    while ((await told()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await told()).toHaveLength(1);
    expect(await exchange.get('/app/account/getUserInfo', other)).toMatchObject({ status: 401, code: '4001' });
    const unfreeze = { clientId: 'unfreeze', userId: person.id, reason: 'mine' };
    expect(await exchange.post('/admin/account/unfreeze', unfreeze, person.ticket)).toMatchObject({ status: 403 });
  });

  it('shows the anti-phishing code in every mail', async () => {
    const person = await someone();
    const set = (antiPhishingCode: string | null) =>
      send(person, 'setAntiPhishingCode', { antiPhishingCode, password: PASSWORD });
    expect(await set('')).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await set('x'.repeat(21))).toMatchObject({ status: 400, code: 'request.invalid' });
    await expectSuccess(set('hedgehog'));
    expect(await overview(person)).toMatchObject({ antiPhishingCode: 'hedgehog', securityChangedAt: null });
    await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    expect((await exchange.letters(person.email))[0].text).toContain('hedgehog');
    await expectSuccess(set(null));
    await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    expect((await exchange.letters(person.email))[0].text).not.toContain('hedgehog');
  });

  it('stores a language for letters, a name and a nationality', async () => {
    const person = await someone();
    expect(await send(person, 'setLanguage', { language: 'xx' })).toMatchObject({ status: 400 });
    expect(await send(person, 'setNationality', { nationality: 'XX' })).toMatchObject({ status: 400 });
    expect(await send(person, 'setNickName', { nickName: ' ' })).toMatchObject({ status: 400 });
    await expectSuccess(send(person, 'setLanguage', { language: 'jp' }));
    await expectSuccess(send(person, 'setNickName', { nickName: ' Hedgehog ' }));
    await expectSuccess(send(person, 'setNationality', { nationality: 'JP' }));
    expect(await overview(person)).toMatchObject({ language: 'jp', nickName: 'Hedgehog', nationality: 'JP' });
    await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    expect((await exchange.letters(person.email))[0].text).toMatch(/\p{Script=Hiragana}/u);
  });

  it('keeps the nationality once verified', async () => {
    const [person, admin] = [await someone(), await exchange.staff('admin', 'nationality')];
    await exchange.act(admin, '/account/verify', { userId: person.id });
    expect(await send(person, 'setNationality', { nationality: 'JP' })).toMatchObject({ code: 'nationality.fixed' });
  });
});

describe('personal centre', () => {
  it('lists what the account is bound to', async () => {
    const admin = await exchange.staff('admin', 'centre');
    const person = await someone();
    const steps: [() => Promise<unknown>, object][] = [
      [async () => undefined, { safetyLevel: 'low', creditScore: 70, withdrawalLimit: '1000' }],
      [() => boundPhone(person), { safetyLevel: 'middle', creditScore: 80, withdrawalLimit: '5000' }],
      [
        () => send(person, 'fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD }),
        { safetyLevel: 'middle', creditScore: 80, withdrawalLimit: '20000', limitBindings: 3 },
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

  it('shows limits that only staff can change', async () => {
    const [person, admin] = [await someone(), await exchange.staff('admin', 'limits')];
    const at = '/admin/security/setWithdrawalLimit';
    const row = { bindings: 1, limit: '1234.5', verifiedLimit: '9000' };
    expect(await exchange.post(at, row, person.ticket)).toMatchObject({ status: 403, code: 'permission.denied' });
    const refused = [
      [{ ...row, limit: '0.000000001' }, 200, 'amount.too.precise'],
      [{ ...row, verifiedLimit: '99999999999999' }, 200, 'amount.above.maximum'],
      [{ ...row, limit: '-1' }, 400, 'request.invalid'],
      [{ ...row, bindings: 5 }, 400, 'request.invalid'],
    ] as const;
    for (const [body, status, code] of refused) {
      expect(await exchange.post(at, body, admin.ticket)).toMatchObject({ status, code });
    }
    expect(await overview(person)).toMatchObject({ withdrawalLimit: '1000' });
    await expectSuccess(exchange.withApproval(exchange.post(at, row, admin.ticket)));
    expect(await overview(person)).toMatchObject({ withdrawalLimit: '1234.5' });
    const { data } = await exchange.get('/admin/security/withdrawalLimits', admin.ticket);
    expect(data.records.map(({ bindings }: Json) => bindings)).toEqual([1, 2, 3, 4]);
    expect(data.records[0]).toEqual(row);
    await expectSuccess(
      exchange.withApproval(exchange.post(at, { bindings: 1, limit: '1000', verifiedLimit: '10000' }, admin.ticket)),
    );
  });
});

describe('bank cards', () => {
  const names = new Map<number, string>();
  const add = async (person: Person, change: object = {}, code?: string) =>
    send(person, 'bankCard/add', {
      bankName: 'Bank of Somewhere',
      cardNumber: CARD,
      realName: 'Ana López',
      fundPassword: FUND_PASSWORD,
      channel: 'email',
      code: code ?? (await destinationCode(exchange, person, pass)),
      ...change,
    });
  const list = async (person: Person) => (await exchange.get(`${SECURITY}/bankCard/list`, person.ticket)).data.records;

  beforeAll(() => {
    exchange.application.nest.get(VerifiedNames).setSource(async (user) => names.get(user) ?? null);
  });

  async function withFundPassword(name?: string): Promise<Person> {
    const person = await someone();
    if (name !== undefined) names.set(person.id, name);
    await expectSuccess(send(person, 'fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD }));
    return person;
  }

  it.each([
    [{ cardNumber: '6222 0212 3456 7895' }, 'card.number.invalid'],
    [{ cardNumber: '6222' }, 'card.number.invalid'],
    [{ realName: 'Ana Lopes' }, 'card.name.mismatch'],
    [{ fundPassword: 'wrong' }, 'fund.password.wrong'],
  ])('rejects %j', async (change, code) => {
    const person = await withFundPassword('Ana López');
    expect(await add(person, change)).toMatchObject({ status: 200, code });
    expect(await list(person)).toEqual([]);
  });

  it('require verification and a fund password', async () => {
    expect(await add(await withFundPassword())).toMatchObject({ code: 'card.name.mismatch' });
    const person = await someone();
    names.set(person.id, 'Ana López');
    expect(await add(person)).toMatchObject({ code: 'fund.password.not.set' });
  });

  it('are stored once, encrypted, and shown masked', async () => {
    const person = await withFundPassword('ANA  LÓPEZ');
    const code = await destinationCode(exchange, person, pass);
    const both = await Promise.all([add(person, {}, code), add(person, {}, code)]);
    expect(codesOf(both)).toEqual(['success', 'verification.code.error']);
    expect(await add(person)).toMatchObject({ code: 'card.already.stored' });
    await expectSuccess(add(person, { cardNumber: OTHER_CARD }));
    expect((await messages(person)).filter((key) => key === 'bank.card.added')).toHaveLength(2);
    expect(await list(person)).toMatchObject([
      { bankName: 'Bank of Somewhere', cardNumber: '**** 7894', realName: 'Ana López', usableAt: expect.any(Number) },
      { cardNumber: '**** 1111' },
    ]);
    const { sql } = exchange.application.exchange.database;
    const stored = JSON.stringify(await sql.selectFrom('bankCards').selectAll().execute());
    for (const text of ['6222021234567894', '0212', 'López']) expect(stored).not.toContain(text);
  });

  it('require the second factor of users who have one', async () => {
    const person = await withFundPassword('Ana López');
    const { secret } = await bound(person);
    const code = await destinationCode(exchange, person, pass);
    expect(await add(person, {}, code)).toMatchObject({ code: 'google.code.required' });
    await expectSuccess(add(person, { secondFactor: next(secret) }, code));
  });

  it('are removed once by their own user and can then be added again', async () => {
    const [person, other] = [await withFundPassword('Ana López'), await someone()];
    const { card } = await expectSuccess(add(person));
    const remove = (by: Person) => send(by, 'bankCard/remove', { card });
    expect(await remove(other)).toMatchObject({ code: 'card.not.found' });
    expect(await list(other)).toEqual([]);
    expect(codesOf(await Promise.all([remove(person), remove(person)]))).toEqual(['card.not.found', 'success']);
    expect(await list(person)).toEqual([]);
    expect((await expectSuccess(add(person))).card).not.toBe(card);
  });

  it('are limited to ten', async () => {
    const person = await withFundPassword('Ana López');
    const cards = exchange.application.nest.get(BankCards);
    const store = (count: number) => {
      const card = { bankName: 'Bank of Somewhere', cardNumber: cardNumber(count), realName: 'Ana López' };
      return cards.add(person.id, card, async () => undefined);
    };
    for (let count = 0; count < 9; count++) await store(count);
    const both = await Promise.allSettled([store(9), store(10)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await add(person)).toMatchObject({ code: 'cards.too.many' });
  });

  /** The `count`-th number of sixteen digits with a valid check digit. */
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
