import { io } from 'socket.io-client';
import { dayName, dayOf, dayStart } from '../../../shared/rules/days';
import { earnDesk } from '../../../shared/products/earn/staff';
import {
  type EarnUpdate,
  earnDay,
  earnHoldings,
  earnPromised,
  earnPush,
  financialHolding,
  financialProduct,
  miningHolding,
  miningProduct,
} from '../../../shared/products/earn/wire';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import { HttpExchange, done, type Json, type Person } from '../../tools/people/http-exchange';
import { subscribe } from '../../tools/people/socket-desk';
import { expectTaxesToFoot } from '../../tools/samples/tax-file';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Financial products over HTTP: terms by two of staff, buying, taking back, leaving, renewing, and what a term brought. */
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

  /** Of the exchange: noon of a day that is far away from its ends. */
  let now = dayStart(dayOf(Date.now()) + 1) + 12 * HOUR;
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let alice: Person;
  let bob: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second');
    await exchange.listMarkets(admin);
    await exchange.capital(admin, 'USDT', '1000');
    alice = await exchange.person('alice');
    bob = await exchange.person('bob');
    for (const person of [alice, bob]) {
      await exchange.equip(admin, person, { USDT: '100000' });
      const transfer = { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'financial', amount: '50000' };
      await done(exchange.post('/app/transfer/apply', transfer, person.ticket));
    }
  });
  afterAll(() => exchange.stop());

  const head = () => exchange.headOfJournal().position;
  const staff = (person: Person, at: string, body: object) =>
    exchange.post(`/admin/earn/${at}`, { clientId: exchange.clientId(), reason: 'offered', ...body }, person.ticket);
  const ask = (person: Person, at: string, body: object) =>
    exchange.post(`/app/financial/${at}`, { clientId: exchange.clientId(), ...body }, person.ticket);
  const buy = (person: Person, body: object = {}) => ask(person, 'buy', { product: 'USDT-7', amount: '100', ...body });
  const list = (person: Person, body: object = {}) =>
    done(exchange.post('/app/financial/records', { minPosition: head(), ...body }, person.ticket));
  const records = async (person: Person, body: object = {}) =>
    financialHolding.array().parse((await list(person, body)).records);
  const desk = async () =>
    earnDesk.parse(await done(exchange.get(`/admin/earn/desk?minPosition=${head()}`, admin.ticket)));
  async function money(person: Person): Promise<Json> {
    const { balances } = await done(exchange.get(`/app/assets/balances?minPosition=${head()}`, person.ticket));
    return balances.find(({ account, asset }: Json) => account === 'financial' && asset === 'USDT');
  }
  /** All look again after a day: by then nobody is logged in any more. What is owed is paid before a command comes. */
  async function passTo(time: number): Promise<void> {
    now = time;
    for (const person of [admin, second, alice, bob]) person.ticket = await exchange.logIn(person.email);
    await exchange.capital(admin, 'USDT', '1');
    await exchange.capital(admin, 'USDT', '1');
  }

  test('terms need two of staff, money is put behind them, and everybody sees what is sold', async () => {
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
    await exchange.decided(Promise.resolve(proposed));
    expect(await buy(alice)).toMatchObject({ code: 'earn.closed' });
    const state = { kind: 'financial', product: 'USDT-7', state: 'open' };
    expect(await staff(admin, 'setState', { ...state, kind: 'mining' })).toMatchObject({ code: 'earn.unknown' });
    await done(exchange.decided(staff(admin, 'setState', state)));
    expect(await buy(alice)).toMatchObject({ code: 'earn.not.covered' });
    await done(exchange.decided(staff(admin, 'fund', { asset: 'USDT', act: 'fund', amount: '500' })));
    expect(await staff(admin, 'fund', { asset: 'USDT', act: 'release', amount: '500.1' })).toMatchObject({
      code: 'balance.insufficient',
    });
    expect(await desk()).toMatchObject({
      cover: [{ asset: 'USDT', held: '500', promised: '0', free: '500' }],
    });
    const products = financialProduct.array().parse(await done(exchange.get('/app/financial/products')));
    expect(products).toEqual([{ ...TERMS, scale: 8, remaining: '5000', state: 'open' }]);
  });

  test('what cannot be bought is refused by name', async () => {
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
    expect(await done(exchange.get('/app/financial/products'))).toMatchObject([{ state: 'maintenance' }]);
    await exchange.act(admin, '/product/setAssetState', { ...state, trading: 'open' });
  });

  test('a purchase is made once, told at once, and taken back in full before it earns', async () => {
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
      const first = await done(buy(alice, { clientId }));
      expect(first).toEqual({ purchase: expect.any(String), position: expect.any(Number), repeated: false });
      expect(await done(buy(alice, { clientId }))).toEqual({ ...first, repeated: true });
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
      await done(ask(alice, 'cancel', { purchase }));
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
      for (const _ of [1, 2]) await done(ask(alice, 'cancel', { purchase: (await done(buy(alice))).purchase }));
      const { purchase: fourth } = await done(buy(alice));
      expect(await ask(alice, 'cancel', { purchase: fourth })).toMatchObject({
        code: 'earn.cancel.too.many',
        data: { maximum: 3 },
      });
    } finally {
      socket.disconnect();
    }
  });

  test('many who buy at once never get more than there is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => buy(turn % 2 ? alice : bob, { amount: '600' })),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 'success')).toHaveLength(8);
    expect(new Set(codes)).toEqual(new Set(['success', 'earn.cap.user', 'earn.quota.exceeded']));
    const [{ remaining }] = await done(exchange.get('/app/financial/products'));
    expect(remaining).toBe('100');
    const { cover, products } = earnPromised.parse(await done(exchange.get('/app/earn/promised')));
    // 4,900 at 5 % for 7 days, each of the nine rounded down.
    expect(cover).toEqual([{ asset: 'USDT', held: '500', promised: '4.69863009' }]);
    expect(products).toMatchObject([{ product: 'USDT-7', principal: '4900', promised: '4.69863009' }]);
  });

  test('left early it brings nothing; at its end it brings what was promised, and is bought again where that is wished', async () => {
    const [own] = await records(bob);
    await passTo(dayStart(dayOf(now) + 1));
    expect(await ask(bob, 'cancel', { purchase: own.purchase })).toMatchObject({ code: 'earn.cancel.too.late' });
    await done(ask(bob, 'leave', { purchase: own.purchase }));
    const renewing = await records(bob, { status: 'earning' });
    for (const { purchase } of renewing.slice(0, 2)) await done(ask(bob, 'renew', { purchase, renew: true }));
    const [late, early] = renewing;
    expect(await ask(bob, 'renew', { purchase: early.purchase, renew: true })).toMatchObject({
      code: 'terms.unchanged',
    });
    // Room for one of the two.
    await done(exchange.decided(staff(admin, 'setFinancialTerms', { ...TERMS, quota: '5500' })));
    await passTo(now + 3 * DAY + HOUR);
    expect(await records(bob, { status: 'earning' })).toContainEqual(
      expect.objectContaining({ purchase: late.purchase, renew: true, generated: '0.24657534' }),
    );
    const due = early.expiresAt;
    // Two days late: what is bought again earns from when the other was due.
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

  test('ASVS 5.4.2: lists, days and the file say the same', async () => {
    const all = await list(bob, { pageSize: 200 });
    expect(all.total).toBe(all.records.length);
    expect((await list(bob, { pageIndex: 2, pageSize: 1 })).records).toEqual([all.records[1]]);
    expect((await list(bob, { before: all.records[0].purchase })).records[0]).toEqual(all.records[1]);
    expect((await list(bob, { product: 'BTC-30' })).total).toBe(0);
    const wrong = { before: '1', sort: 'time.asc' };
    expect(await exchange.post('/app/financial/records', wrong, bob.ticket)).toMatchObject({ code: 'request.invalid' });

    const calendar = (span: object) =>
      exchange.post('/app/financial/calendar', { minPosition: head(), ...span }, bob.ticket);
    const days = earnDay.array().parse(await done(calendar({ from: now - 30 * DAY, to: now + 30 * DAY })));
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

  test('every step is told in the user’s language, and operators see what is promised', async () => {
    const told = async (lang: string): Promise<Json[]> =>
      (await done(exchange.post('/app/message/list', { pageSize: 200 }, bob.ticket, { lang }))).records;
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

/** Mining over HTTP: terms by two of staff, a purchase that cannot be left, incomes by the day and all at the end, rebates. */
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

  /** Of the exchange: a quarter past noon of a day that is far away from its ends. */
  let now = dayStart(dayOf(Date.now()) + 1) + 12 * HOUR + HOUR / 4;
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let alice: Person;
  let bob: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second');
    await exchange.listMarkets(admin);
    await exchange.capital(admin, 'USDT', '1000');
    alice = await exchange.person('alice');
    const { invitationCode } = await done(exchange.get('/app/referral/overview', alice.ticket));
    bob = await exchange.person('bob', { invitationCode });
    await exchange.equip(admin, bob, { USDT: '100000' });
    const transfer = { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'financial', amount: '50000' };
    await done(exchange.post('/app/transfer/apply', transfer, bob.ticket));
  });
  afterAll(() => exchange.stop());

  const head = () => exchange.headOfJournal().position;
  const staff = (person: Person, at: string, body: object) =>
    exchange.post(`/admin/earn/${at}`, { clientId: exchange.clientId(), reason: 'offered', ...body }, person.ticket);
  const buy = (person: Person, body: object = {}) => {
    const wish = { clientId: exchange.clientId(), product: 'USDT-3', amount: '1000', ...body };
    return exchange.post('/app/mining/buy', wish, person.ticket);
  };
  const records = async (person: Person, body: object = {}) => {
    const page = await done(exchange.post('/app/mining/records', { minPosition: head(), ...body }, person.ticket));
    return miningHolding.array().parse(page.records);
  };
  async function money(person: Person): Promise<string> {
    const { balances } = await done(exchange.get(`/app/assets/balances?minPosition=${head()}`, person.ticket));
    return balances.find(({ account, asset }: Json) => account === 'financial' && asset === 'USDT').available;
  }
  /** All look again after a day: by then nobody is logged in any more. What is owed is paid before a command comes. */
  async function passTo(time: number): Promise<void> {
    now = time;
    for (const person of [admin, second, alice, bob]) person.ticket = await exchange.logIn(person.email);
    for (const _ of [1, 2]) await exchange.capital(admin, 'USDT', '1');
  }

  test('terms need two of staff, and everybody sees what is sold and what stands behind it', async () => {
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
    const desk = async () =>
      earnDesk.parse(await done(exchange.get(`/admin/earn/desk?minPosition=${head()}`, admin.ticket)));
    expect(await desk()).toMatchObject({ mining: [] });
    await exchange.decided(Promise.resolve(proposed));
    await done(exchange.decided(staff(admin, 'setMiningTerms', AT_END)));
    expect(await buy(bob)).toMatchObject({ code: 'earn.closed' });
    const sale = { kind: 'mining', state: 'open' };
    expect(await staff(admin, 'setState', { ...sale, product: 'USDT-9' })).toMatchObject({ code: 'earn.unknown' });
    for (const { product } of [TERMS, AT_END])
      await done(exchange.decided(staff(admin, 'setState', { ...sale, product })));
    expect(await buy(bob)).toMatchObject({ code: 'earn.not.covered' });
    await done(exchange.decided(staff(admin, 'fund', { asset: 'USDT', act: 'fund', amount: '500' })));
    const products = miningProduct.array().parse(await done(exchange.get('/app/mining/products')));
    const shown = { scale: 8, incomeScale: 8, remaining: '5000', state: 'open' };
    expect(products).toEqual([
      { ...AT_END, ...shown },
      { ...TERMS, ...shown },
    ]);
    expect(await desk()).toMatchObject({
      mining: [{ product: 'USDT-2' }, { product: 'USDT-3' }],
    });
  });

  test('what cannot be bought is refused by name', async () => {
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

  test('a purchase is made once, told at once, and pays by the day with a rebate to the inviter', async () => {
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
      const bought = await done(buy(bob, { clientId }));
      expect(await done(buy(bob, { clientId }))).toEqual({ ...bought, repeated: true });
      await done(buy(bob, { product: 'USDT-2' }));
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
    // Of the principal, at once.
    expect(await money(alice)).toBe('1');
    const promised = earnPromised.parse(await done(exchange.get('/app/earn/promised')));
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

  test('the term brings all that was promised, in lists, days, messages and a file', async () => {
    const start = dayStart(dayOf(now));
    // Two days on which nobody came.
    await passTo(start + 3 * DAY + 5 * HOUR);
    expect([await money(bob), await money(alice)]).toEqual(['50005', '1.3']);
    expect(await records(bob, { status: 'ended' })).toMatchObject([
      { product: 'USDT-2', generated: '2', nextPayoutAt: null },
      { product: 'USDT-3', generated: '3', nextPayoutAt: null },
    ]);
    const { cover } = earnPromised.parse(await done(exchange.get('/app/earn/promised')));
    expect(cover).toEqual([{ asset: 'USDT', held: '493.7', promised: '0' }]);
    const asked = { from: start, to: start + 4 * DAY, minPosition: head() };
    const days = earnDay.array().parse(await done(exchange.post('/app/mining/calendar', asked, bob.ticket)));
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
    // No milliseconds since 1970, no parts of a billion.
    expect(file).not.toMatch(/(^|,)1[5-9]\d{11}(,|$)/m);
    expect(file).not.toMatch(/Ppb/);

    const keys = async (person: Person) => {
      const { records: messages } = await done(exchange.post('/app/message/list', { pageSize: 50 }, person.ticket));
      return messages.map(({ key }: Json) => key as string).filter((key: string) => key.startsWith('mining.'));
    };
    for (let tries = 0; (await keys(bob)).length < 4 && tries < 100; tries++)
      await exchange.application.exchange.progress.waitFor(head() + 1, 50);
    expect((await keys(bob)).sort()).toEqual(['mining.bought', 'mining.bought', 'mining.ended', 'mining.ended_paid']);
    expect(await keys(alice)).toEqual(['mining.rebate']);
  });
});
