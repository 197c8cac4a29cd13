import { io } from 'socket.io-client';
import { dayName, dayOf, dayStart } from '../../../shared/rules/days';
import {
  type EarnUpdate,
  earnDay,
  earnHoldings,
  earnPromised,
  earnPush,
  miningHolding,
  miningProduct,
} from '../../../shared/products/earn/wire';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import { HttpExchange, expectSuccess, type Json, type Person } from '../../tools/people/http-exchange';
import { subscribe } from '../../tools/people/socket-test-server';
import { DAY, earnAsks, HOUR } from './earn-asks';

/**
 * Mining over HTTP: terms set by two of staff, a purchase without early exit, daily income with the rest at the end,
 * and rebates.
 */
describe('mining products', () => {
  const TERMS = {
    ...{ product: 'USDT-3', name: 'USDT 3D', asset: 'USDT', incomeAsset: 'USDT', termDays: 3, dailyRatePpb: 1_000_000 },
    ...{ payout: 'daily', rebate: { type: 'income', ratioPpb: 100_000_000 } },
    ...{ quota: '5000', amountMin: '100', amountMax: '2000' },
  };
  const AT_END = {
    ...TERMS,
    ...{
      product: 'USDT-2',
      name: 'USDT 2D',
      termDays: 2,
      payout: 'end',
      rebate: { type: 'purchase', ratioPpb: 1_000_000 },
    },
  };

  /** The exchange's clock, starting at 12:15, far from the day's ends. */
  let now = dayStart(dayOf(Date.now()) + 1) + 12 * HOUR + HOUR / 4;
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let alice: Person;
  let bob: Person;

  const { head, staff, desk, fund, balance, comeBack } = earnAsks(
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
    const { invitationCode } = await expectSuccess(exchange.get('/app/referral/overview', alice.ticket));
    bob = await exchange.person('bob', { invitationCode });
    await fund(bob);
  });
  afterAll(() => exchange.stop());

  const buy = (person: Person, body: object = {}) => {
    const wish = { clientId: exchange.clientId(), product: 'USDT-3', amount: '1000', ...body };
    return exchange.post('/app/mining/buy', wish, person.ticket);
  };
  const records = async (person: Person, body: object = {}) => {
    const page = await expectSuccess(
      exchange.post('/app/mining/records', { minPosition: head(), ...body }, person.ticket),
    );
    return miningHolding.array().parse(page.records);
  };
  const money = async (person: Person): Promise<string> => (await balance(person)).available;
  async function passTo(time: number): Promise<void> {
    now = time;
    await comeBack(admin, second, alice, bob);
  }

  test('terms need two of staff, and products with their reserve are public', async () => {
    expect(await staff(bob, 'setMiningTerms', TERMS)).toMatchObject({ code: 'permission.denied' });
    expect(await staff(admin, 'setMiningTerms', { ...TERMS, amountMax: '99' })).toMatchObject({
      code: 'earn.terms.invalid',
    });
    expect(await staff(admin, 'setMiningTerms', { ...TERMS, incomeAsset: 'XRP' })).toMatchObject({
      code: 'asset.unknown',
    });
    const tooMuch = { type: 'income', ratioPpb: 500_000_001 };
    expect(await staff(admin, 'setMiningTerms', { ...TERMS, rebate: tooMuch })).toMatchObject({
      code: 'request.invalid',
    });
    const proposed = await staff(admin, 'setMiningTerms', TERMS);
    expect(await desk()).toMatchObject({ mining: [] });
    await exchange.withApproval(Promise.resolve(proposed));
    await expectSuccess(exchange.withApproval(staff(admin, 'setMiningTerms', AT_END)));
    expect(await buy(bob)).toMatchObject({ code: 'earn.closed' });
    const sale = { kind: 'mining', state: 'open' };
    expect(await staff(admin, 'setState', { ...sale, product: 'USDT-9' })).toMatchObject({ code: 'earn.unknown' });
    for (const { product } of [TERMS, AT_END])
      await expectSuccess(exchange.withApproval(staff(admin, 'setState', { ...sale, product })));
    expect(await buy(bob)).toMatchObject({ code: 'earn.not.covered' });
    await expectSuccess(exchange.withApproval(staff(admin, 'fund', { asset: 'USDT', act: 'fund', amount: '500' })));
    const products = miningProduct.array().parse(await expectSuccess(exchange.get('/app/mining/products')));
    const shown = { scale: 8, incomeScale: 8, remaining: '5000', state: 'open' };
    expect(products).toEqual([
      { ...AT_END, ...shown },
      { ...TERMS, ...shown },
    ]);
    expect(await desk()).toMatchObject({
      mining: [{ product: 'USDT-2' }, { product: 'USDT-3' }],
    });
  });

  test('invalid purchases are refused by name', async () => {
    for (const [body, code] of [
      [{ product: 'BTC-30' }, 'earn.unknown'],
      [{ amount: '99.99999999' }, 'earn.amount.minimum'],
      [{ amount: '2000.00000001' }, 'earn.cap.user'],
      [{ amount: '100.000000001' }, 'amount.too.precise'],
      [{ amount: '0' }, 'amount.not.positive'],
      [{ amount: '-1' }, 'request.invalid'],
      [{ renew: true }, 'request.invalid'],
    ] as const) {
      expect(await buy(bob, body)).toMatchObject({ code });
    }
    expect(await buy(alice)).toMatchObject({ code: 'account.not.authenticated' });
    expect(await exchange.post('/app/mining/buy', { clientId: 'x' })).toMatchObject({ code: 'login.user.not.login' });
  });

  test('a purchase is made once, announced at once, and pays daily with a rebate to the inviter', async () => {
    await exchange.prove(admin, alice);
    const socket = io(exchange.url, { path: SOCKET_PATH, transports: ['websocket'], auth: { ticket: bob.ticket } });
    const updates: EarnUpdate[] = [];
    try {
      const { data: begun } = await subscribe(socket, { channel: 'earn' });
      expect(earnHoldings.parse(begun.snapshot)).toMatchObject({ mining: [] });
      const told = new Promise<void>((resolve) => {
        socket.on('earn', (push: Json) => {
          updates.push(...earnPush.parse(push).updates);
          if (updates.length >= 2) resolve();
        });
      });
      const clientId = exchange.clientId();
      const bought = await expectSuccess(buy(bob, { clientId }));
      expect(await expectSuccess(buy(bob, { clientId }))).toEqual({ ...bought, repeated: true });
      await expectSuccess(buy(bob, { product: 'USDT-2' }));
      await told;
      expect(updates.map(({ mining }) => mining.map(({ product, status }) => [product, status]))).toEqual([
        [['USDT-3', 'participated']],
        [['USDT-2', 'participated']],
      ]);
    } finally {
      socket.disconnect();
    }
    const start = dayStart(dayOf(now) + 1);
    const daily = { product: 'USDT-3', amount: '1000', incomeADay: '1', expected: '3', generated: '0' };
    expect(await records(bob)).toMatchObject([
      { product: 'USDT-2', payout: 'end', expected: '2', nextPayoutAt: start + 2 * DAY },
      {
        ...daily,
        startsAt: start,
        expiresAt: start + 3 * DAY,
        nextPayoutAt: start + HOUR,
        allocatingFrom: now + 0.75 * HOUR,
      },
    ]);
    // The rebate on the principal, paid at once.
    expect(await money(alice)).toBe('1');
    const promised = earnPromised.parse(await expectSuccess(exchange.get('/app/earn/promised')));
    // 3 × (1 + 0.1) and 2.
    expect(promised.cover).toEqual([{ asset: 'USDT', held: '499', promised: '5.3' }]);
    expect(promised.products).toMatchObject([
      { kind: 'mining', product: 'USDT-2', principal: '1000', promised: '2' },
      { kind: 'mining', product: 'USDT-3', principal: '1000', promised: '3.3' },
    ]);
    now += HOUR;
    expect(await records(bob, { status: 'participated' })).toEqual([]);
    expect(await records(bob, { status: 'allocating', sort: 'amount.asc' })).toHaveLength(2);

    await passTo(start + HOUR);
    expect(await records(bob, { status: 'mining', product: 'USDT-3' })).toMatchObject([
      { ...daily, generated: '1', nextPayoutAt: start + DAY + HOUR },
    ]);
    expect([await money(bob), await money(alice)]).toEqual(['48001', '1.1']);
  });

  test('the full term pays everything promised, in lists, daily results, messages and a file', async () => {
    const start = dayStart(dayOf(now));
    // Two days without any request.
    await passTo(start + 3 * DAY + 5 * HOUR);
    expect([await money(bob), await money(alice)]).toEqual(['50005', '1.3']);
    expect(await records(bob, { status: 'ended' })).toMatchObject([
      { product: 'USDT-2', generated: '2', nextPayoutAt: null },
      { product: 'USDT-3', generated: '3', nextPayoutAt: null },
    ]);
    const { cover } = earnPromised.parse(await expectSuccess(exchange.get('/app/earn/promised')));
    expect(cover).toEqual([{ asset: 'USDT', held: '493.7', promised: '0' }]);
    const asked = { from: start, to: start + 4 * DAY, minPosition: head() };
    const days = earnDay.array().parse(await expectSuccess(exchange.post('/app/mining/calendar', asked, bob.ticket)));
    const day = (ahead: number) => dayName(dayOf(start) + ahead);
    expect(days).toEqual([
      { day: day(0), asset: 'USDT', principal: '0', income: '1' },
      { day: day(1), asset: 'USDT', principal: '0', income: '1' },
      { day: day(2), asset: 'USDT', principal: '1000', income: '3' },
      { day: day(3), asset: 'USDT', principal: '1000', income: '0' },
    ]);
    const tooLong = { ...asked, to: start + 401 * DAY };
    expect(await exchange.post('/app/mining/calendar', tooLong, bob.ticket)).toMatchObject({ code: 'request.invalid' });
    const { bytes } = await exchange.file(`/app/mining/export?minPosition=${head()}`, bob.ticket);
    const file = bytes.toString('utf8');
    expect(file.trim().split(/\r?\n/)).toHaveLength(3);
    expect(file).toContain('USDT-3');
    expect(file).toContain('allocatingFrom (GMT+8)');
    // Neither epoch milliseconds nor parts per billion.
    expect(file).not.toMatch(/(^|,)1[5-9]\d{11}(,|$)/m);
    expect(file).not.toMatch(/Ppb/);

    const keys = async (person: Person) => {
      const { records: messages } = await expectSuccess(
        exchange.post('/app/message/list', { pageSize: 50 }, person.ticket),
      );
      return messages.map(({ key }: Json) => key as string).filter((key: string) => key.startsWith('mining.'));
    };
    for (let tries = 0; (await keys(bob)).length < 4 && tries < 100; tries++)
      await exchange.application.exchange.progress.waitFor(head() + 1, 50);
    expect((await keys(bob)).sort()).toEqual(['mining.bought', 'mining.bought', 'mining.ended', 'mining.ended_paid']);
    expect(await keys(alice)).toEqual(['mining.rebate']);
  });
});
