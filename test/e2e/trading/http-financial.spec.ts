import { io } from 'socket.io-client';
import { dayName, dayOf, dayStart } from '../../../shared/rules/days';
import {
  type EarnUpdate,
  earnDay,
  earnHoldings,
  earnPromised,
  earnPush,
  financialHolding,
  financialProduct,
} from '../../../shared/products/earn/wire';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import { HttpExchange, expectSuccess, type Json, type Person } from '../../tools/people/http-exchange';
import { subscribe } from '../../tools/people/socket-test-server';
import { expectTaxesToFoot } from '../../tools/samples/tax-file';
import { DAY, earnAsks, HOUR } from './earn-asks';

/**
 * Financial products over HTTP: terms set by two of staff, purchase, cancellation, early exit, renewal, and payout at
 * the end.
 */
describe('financial products', () => {
  const TERMS = {
    product: 'USDT-7',
    name: '7 days of USDT',
    asset: 'USDT',
    termDays: 7,
    annualRatePpb: 50_000_000,
    quota: '5000',
    amountMin: '10',
    userMax: '3000',
  };

  /** Clock of the exchange, starting at noon, far from the day's ends. */
  let now = dayStart(dayOf(Date.now()) + 1) + 12 * HOUR;
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let alice: Person;
  let bob: Person;

  const {
    head,
    staff,
    desk,
    fund,
    balance: money,
    comeBack,
  } = earnAsks(
    () => exchange,
    () => admin,
  );

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second');
    await exchange.listMarkets(admin);
    await exchange.fundHouse(admin, 'USDT', '1000');
    alice = await exchange.person('alice');
    bob = await exchange.person('bob');
    for (const person of [alice, bob]) await fund(person);
  });
  afterAll(() => exchange.stop());

  const ask = (person: Person, at: string, body: object) =>
    exchange.post(`/app/financial/${at}`, { clientId: exchange.clientId(), ...body }, person.ticket);
  const buy = (person: Person, body: object = {}) => ask(person, 'buy', { product: 'USDT-7', amount: '100', ...body });
  const list = (person: Person, body: object = {}) =>
    expectSuccess(exchange.post('/app/financial/records', { minPosition: head(), ...body }, person.ticket));
  const records = async (person: Person, body: object = {}) =>
    financialHolding.array().parse((await list(person, body)).records);
  async function passTo(time: number): Promise<void> {
    now = time;
    await comeBack(admin, second, alice, bob);
  }

  test('terms need two of staff, a reserve is funded, and products are public', async () => {
    expect(await staff(alice, 'setFinancialTerms', TERMS)).toMatchObject({ code: 'permission.denied' });
    expect(await staff(admin, 'setFinancialTerms', { ...TERMS, userMax: '9' })).toMatchObject({
      code: 'earn.terms.invalid',
    });
    expect(await staff(admin, 'setFinancialTerms', { ...TERMS, asset: 'XRP' })).toMatchObject({
      code: 'asset.unknown',
    });
    expect(await staff(admin, 'setFinancialTerms', { ...TERMS, termDays: 0 })).toMatchObject({
      code: 'request.invalid',
    });
    const proposed = await staff(admin, 'setFinancialTerms', TERMS);
    expect(proposed.data.proposal).toEqual(expect.any(String));
    expect(await desk()).toMatchObject({ financial: [] });
    await exchange.withApproval(Promise.resolve(proposed));
    expect(await buy(alice)).toMatchObject({ code: 'earn.closed' });
    const state = { kind: 'financial', product: 'USDT-7', state: 'open' };
    expect(await staff(admin, 'setState', { ...state, kind: 'mining' })).toMatchObject({ code: 'earn.unknown' });
    await expectSuccess(exchange.withApproval(staff(admin, 'setState', state)));
    expect(await buy(alice)).toMatchObject({ code: 'earn.not.covered' });
    await expectSuccess(exchange.withApproval(staff(admin, 'fund', { asset: 'USDT', act: 'fund', amount: '500' })));
    expect(await staff(admin, 'fund', { asset: 'USDT', act: 'release', amount: '500.1' })).toMatchObject({
      code: 'balance.insufficient',
    });
    expect(await desk()).toMatchObject({
      cover: [{ asset: 'USDT', held: '500', promised: '0', free: '500' }],
    });
    const products = financialProduct.array().parse(await expectSuccess(exchange.get('/app/financial/products')));
    expect(products).toEqual([{ ...TERMS, scale: 8, remaining: '5000', state: 'open' }]);
  });

  test('invalid purchases are refused by name', async () => {
    expect(await buy(alice, { product: 'BTC-30' })).toMatchObject({ code: 'earn.unknown' });
    expect(await buy(alice, { amount: '9.99999999' })).toMatchObject({
      code: 'earn.amount.minimum',
      data: { asset: 'USDT', minimum: '10' },
    });
    expect(await buy(alice, { amount: '3000.00000001' })).toMatchObject({
      code: 'earn.cap.user',
      data: { maximum: '3000' },
    });
    expect(await buy(alice, { amount: '100.000000001' })).toMatchObject({ code: 'amount.too.precise' });
    expect(await buy(alice, { amount: '0' })).toMatchObject({ code: 'amount.not.positive' });
    expect(await buy(alice, { amount: '-1' })).toMatchObject({ code: 'request.invalid' });
    expect(await buy(alice, { renew: 'on' })).toMatchObject({ code: 'request.invalid' });
    expect(await exchange.post('/app/financial/buy', { clientId: 'x' })).toMatchObject({
      code: 'login.user.not.login',
    });

    const carol = await exchange.person('carol');
    expect(await buy(carol)).toMatchObject({ code: 'account.not.authenticated' });
    await exchange.act(admin, '/account/verify', { userId: carol.id });
    expect(await buy(carol)).toMatchObject({ code: 'balance.insufficient' });
    await exchange.act(admin, '/account/freeze', { userId: carol.id, reason: 'check' });
    expect(await buy(carol)).toMatchObject({ code: 'account.frozen' });
    const state = { asset: 'USDT', deposits: 'open', withdrawals: 'open', reason: 'check' };
    await exchange.act(admin, '/product/setAssetState', { ...state, trading: 'maintenance' });
    expect(await buy(alice)).toMatchObject({ code: 'coin.under.maintenance' });
    expect(await expectSuccess(exchange.get('/app/financial/products'))).toMatchObject([{ state: 'maintenance' }]);
    await exchange.act(admin, '/product/setAssetState', { ...state, trading: 'open' });
  });

  test('a purchase is made once, announced at once, and cancelled in full before it earns', async () => {
    const socket = io(exchange.url, { path: SOCKET_PATH, transports: ['websocket'], auth: { ticket: alice.ticket } });
    try {
      const { data: begun } = await subscribe(socket, { channel: 'earn' });
      expect(earnHoldings.parse(begun.snapshot)).toMatchObject({ financial: [], mining: [] });
      const updates: EarnUpdate[] = [];
      const told = new Promise<void>((resolve) => {
        socket.on('earn', (push: Json) => {
          updates.push(...earnPush.parse(push).updates);
          if (updates.length >= 2) resolve();
        });
      });
      const clientId = exchange.clientId();
      const first = await expectSuccess(buy(alice, { clientId }));
      expect(first).toEqual({ purchase: expect.any(String), position: expect.any(Number), repeated: false });
      expect(await expectSuccess(buy(alice, { clientId }))).toEqual({ ...first, repeated: true });
      expect(await buy(alice, { clientId, amount: '101' })).toMatchObject({ code: 'client.id.reused' });
      const startsAt = dayStart(dayOf(now) + 1);
      expect(await records(alice)).toEqual([
        {
          ...{ purchase: first.purchase, product: 'USDT-7', name: '7 days of USDT', asset: 'USDT', amount: '100' },
          ...{ termDays: 7, annualRatePpb: 50_000_000, renew: false, boughtAt: now, startsAt },
          ...{ expiresAt: startsAt + 7 * DAY, expected: '0.09589041', generated: '0', status: 'buying', endedAt: null },
        },
      ]);
      expect(await money(alice)).toMatchObject({ available: '49900', locked: '100' });
      const { purchase } = first;
      expect(await ask(bob, 'cancel', { purchase })).toMatchObject({ code: 'earn.not.found' });
      expect(await ask(alice, 'leave', { purchase })).toMatchObject({ code: 'earn.leave.too.early' });
      await expectSuccess(ask(alice, 'cancel', { purchase }));
      for (const [act, body] of [
        ['cancel', {}],
        ['leave', {}],
        ['renew', { renew: true }],
      ] as const) {
        expect(await ask(alice, act, { purchase, ...body })).toMatchObject({
          code: 'earn.ended',
          data: { purchase, product: 'USDT-7', end: 'cancelled' },
        });
      }
      expect(await ask(bob, 'cancel', { purchase })).toMatchObject({ code: 'earn.not.found' });
      expect(await records(alice)).toMatchObject([{ status: 'cancelled', generated: '0', endedAt: now }]);
      expect(await money(alice)).toMatchObject({ available: '50000', locked: '0' });
      await told;
      expect(updates.flatMap(({ financial }) => financial)).toMatchObject([
        { purchase, status: 'buying' },
        { purchase, status: 'cancelled' },
      ]);
      for (const _ of [1, 2])
        await expectSuccess(ask(alice, 'cancel', { purchase: (await expectSuccess(buy(alice))).purchase }));
      const { purchase: fourth } = await expectSuccess(buy(alice));
      expect(await ask(alice, 'cancel', { purchase: fourth })).toMatchObject({
        code: 'earn.cancel.too.many',
        data: { maximum: 3 },
      });
    } finally {
      socket.disconnect();
    }
  });

  test('concurrent purchases never exceed the quota', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => buy(turn % 2 ? alice : bob, { amount: '600' })),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 'success')).toHaveLength(8);
    expect(new Set(codes)).toEqual(new Set(['success', 'earn.cap.user', 'earn.quota.exceeded']));
    const [{ remaining }] = await expectSuccess(exchange.get('/app/financial/products'));
    expect(remaining).toBe('100');
    const { cover, products } = earnPromised.parse(await expectSuccess(exchange.get('/app/earn/promised')));
    // 4,900 at 5 % for 7 days, each of the nine rounded down.
    expect(cover).toEqual([{ asset: 'USDT', held: '500', promised: '4.69863009' }]);
    expect(products).toMatchObject([{ product: 'USDT-7', principal: '4900', promised: '4.69863009' }]);
  });

  test('an early exit pays nothing; the end pays the promised amount and renews where requested', async () => {
    const [own] = await records(bob);
    await passTo(dayStart(dayOf(now) + 1));
    expect(await ask(bob, 'cancel', { purchase: own.purchase })).toMatchObject({ code: 'earn.cancel.too.late' });
    await expectSuccess(ask(bob, 'leave', { purchase: own.purchase }));
    const renewing = await records(bob, { status: 'earning' });
    for (const { purchase } of renewing.slice(0, 2)) await expectSuccess(ask(bob, 'renew', { purchase, renew: true }));
    const [late, early] = renewing;
    expect(await ask(bob, 'renew', { purchase: early.purchase, renew: true })).toMatchObject({
      code: 'terms.unchanged',
    });
    // The quota has room for one of the two.
    await expectSuccess(exchange.withApproval(staff(admin, 'setFinancialTerms', { ...TERMS, quota: '5500' })));
    await passTo(now + 3 * DAY + HOUR);
    expect(await records(bob, { status: 'earning' })).toContainEqual(
      expect.objectContaining({ purchase: late.purchase, renew: true, generated: '0.24657534' }),
    );
    const due = early.expiresAt;
    // Two days late: the renewal earns from the due date of the first.
    await passTo(due + 2 * DAY + HOUR);
    expect(await records(bob, { status: 'earning' })).toMatchObject([
      { renew: true, startsAt: due, boughtAt: due, amount: '600', generated: '0.16438356' },
    ]);
    const settled = await records(bob, { status: 'settled', sort: 'time.asc' });
    expect(settled.map(({ generated }) => generated).sort()).toEqual(['0', ...renewing.map(() => '0.57534246')]);
    const { available, locked } = await money(bob);
    expect(locked).toBe('600');
    expect(Number(available)).toBeCloseTo(50_000 - 600 + 0.57534246 * renewing.length, 7);
    expect(await buy(bob, { amount: '10' })).toMatchObject({ code: 'earn.quota.exceeded', data: { maximum: '0' } });
  });

  test('ASVS 5.4.2: lists, daily results and the file agree', async () => {
    const all = await list(bob, { pageSize: 200 });
    expect(all.total).toBe(all.records.length);
    expect((await list(bob, { pageIndex: 2, pageSize: 1 })).records).toEqual([all.records[1]]);
    expect((await list(bob, { before: all.records[0].purchase })).records[0]).toEqual(all.records[1]);
    expect((await list(bob, { product: 'BTC-30' })).total).toBe(0);
    const wrong = { before: '1', sort: 'time.asc' };
    expect(await exchange.post('/app/financial/records', wrong, bob.ticket)).toMatchObject({ code: 'request.invalid' });

    const calendar = (span: object) =>
      exchange.post('/app/financial/calendar', { minPosition: head(), ...span }, bob.ticket);
    const days = earnDay.array().parse(await expectSuccess(calendar({ from: now - 30 * DAY, to: now + 30 * DAY })));
    const sums = new Map<string, number>();
    for (const { status, expected, generated, endedAt, expiresAt } of all.records) {
      if (status === 'cancelled') continue;
      const day = dayName(dayOf(endedAt ?? expiresAt));
      sums.set(day, (sums.get(day) ?? 0) + Number(endedAt === null ? expected : generated));
    }
    expect(days.map(({ day, income }) => [day, income])).toEqual(
      [...sums].sort().map(([day, income]) => [day, String(Number(income.toFixed(8)))]),
    );
    expect(await calendar({ from: 0, to: now })).toMatchObject({ code: 'request.invalid' });

    const { headers, bytes } = await exchange.file(
      `/app/financial/export?status=settled&minPosition=${head()}`,
      bob.ticket,
    );
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.csv"$/);
    const taxed = await expectTaxesToFoot(exchange, bob);
    expect(taxed.filter(({ Label }) => Label === 'lending interest').length).toBeGreaterThan(0);
    const lines = bytes.toString('utf8').trim().split('\r\n');
    const columns = lines[0].replace('\uFEFF', '').split(',');
    const settled = all.records.filter(({ status }: Json) => status === 'settled');
    expect(lines).toHaveLength(settled.length + 1);
    expect(lines.slice(1).map((line) => line.split(',')[columns.indexOf('generated')])).toEqual(
      settled.map(({ generated }: Json) => generated).reverse(),
    );
  });

  test('every step is announced in the user’s language, and operators see promised amounts', async () => {
    const told = async (lang: string): Promise<Json[]> =>
      (await expectSuccess(exchange.post('/app/message/list', { pageSize: 200 }, bob.ticket, { lang }))).records;
    let english = await told('en');
    for (let tries = 0; !english.some(({ key }) => key === 'financial.unrenewed') && tries < 100; tries++) {
      await exchange.application.exchange.progress.waitFor(head() + 1, 50);
      english = await told('en');
    }
    const keys = new Set(english.map(({ key }) => key).filter((key: string) => key.startsWith('financial.')));
    expect([...keys].sort()).toEqual([
      ...['financial.bought', 'financial.left', 'financial.renewed', 'financial.settled', 'financial.unrenewed'],
    ]);
    const text = (records_: Json[]) => records_.find(({ key }) => key === 'financial.settled')?.text;
    expect(text(english)).toContain('600.57534246 USDT are in your financial account');
    expect(text(await told('zh'))).toContain('600.57534246 USDT');
    const metrics = await (await fetch(`${exchange.url}/metrics`)).text();
    expect(metrics).toMatch(/exchange_earn_held\{asset="USDT"\} \d+/);
    expect(metrics).toMatch(/exchange_earn_promised\{asset="USDT"\} 0\.57534246/);
  });
});
