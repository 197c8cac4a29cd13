/** Scheduled changes of terms, and states of coins, over HTTP for users and staff. */
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { expectSuccess, HttpExchange, type Answer, type Json, type Person } from '../../tools/people/http-exchange';
import { MILLION, TO, walletOf } from '../../tools/people/wallet';

const DAY_MS = 86_400_000;
/** After this time the same person may suspend the same coin again. */
const BRAKED_AGAIN_MS = DAY_MS;

let exchange: HttpExchange;
let admin: Person;
let second: Person;
let auditor: Person;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
  admin = await exchange.staff('admin');
  second = await exchange.staff('admin', 'second-admin');
  auditor = await exchange.staff('auditor');
  await exchange.listMarkets(admin);
  await exchange.listDollars(admin);
});
afterAll(() => exchange.stop());

const { parts, ethereum, head, turn, mine, someone, ready, available, frozen, apply, staff, withdrawals } = walletOf({
  exchange: () => exchange,
  admin: () => admin,
  pass: (ms) => void (now += ms),
});

const send = (person: Person, at: string, body: object): Promise<Answer> =>
  exchange.post(at, { clientId: exchange.clientId(), ...body }, person.ticket);
/** Loosening needs a second confirmation. */
const product = (act: string, body: object, by = admin): Promise<Answer> =>
  exchange.withApproval(send(by, `/admin/product/${act}`, { reason: 'announced', ...body }));
const OPEN = { trading: 'open', deposits: 'open', withdrawals: 'open' };
const setState = (asset: string, states: object = {}): Promise<Answer> =>
  product('setAssetState', { asset, ...OPEN, ...states });
/** Waits until the staff's change is visible to reads. */
const shown = () => parts().live.waitFor(head(), 10_000);

const marketOf = async (market = 'BTC-USDT'): Promise<Json> =>
  expectSuccess(exchange.get(`/app/product/detail?market=${market}`));
const termsOf = async (market = 'BTC-USDT'): Promise<Json> =>
  expectSuccess(exchange.get(`/admin/product/terms?market=${market}`, admin.ticket));
const assetOf = async (asset: string): Promise<Json> => {
  const { records } = await expectSuccess(exchange.post('/app/product/assetList', {}));
  return records.find((one: Json) => one.asset === asset);
};
const coins = async (): Promise<Json[]> => (await expectSuccess(exchange.post('/app/product/coinList', {}))).records;
const coinOf = async (codeName: string): Promise<Json> => (await coins()).find((one) => one.codeName === codeName);
const place = (person: Person, order: object): Promise<Answer> =>
  send(person, '/app/spot/place', { market: 'BTC-USDT', kind: 'limit', ...order });
const cancel = (person: Person, order: string): Promise<Answer> => send(person, '/app/spot/cancel', { order });
const addressOf = (person: Person): Promise<Answer> =>
  exchange.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, person.ticket);

async function trader(funds: Record<string, string> = { USDT: '100000', BTC: '10' }): Promise<Person> {
  const person = await someone();
  await exchange.verifyAndFund(admin, person, funds);
  return person;
}

describe('market terms', () => {
  it('are announced with their time, listed as pending, and applied then without any request', async () => {
    const [maker, taker] = [await trader(), await trader()];
    for (const price of ['40000', '40001']) {
      await expectSuccess(place(maker, { side: 'sell', price, quantity: '1' }));
    }
    const from = now + DAY_MS;
    await expectSuccess(product('changeMarketTerms', { market: 'BTC-USDT', from, takerFeesPpb: [5_000_000] }));
    await shown();
    const told = await marketOf();
    expect(told).toMatchObject({ takerFeesPpb: [2_000_000], pending: [{ from, takerFeesPpb: [5_000_000] }] });
    expect(told.pending[0]).toMatchObject({
      makerFeesPpb: [1_000_000],
      quantityMin: '0.00001',
      referencePrice: '50000',
    });
    expect(await termsOf()).toMatchObject({
      market: 'BTC-USDT',
      present: { takerFeesPpb: [2_000_000], referencePrice: '50000', bandPpb: 100_000_000 },
      pending: [{ from, reason: 'announced', changed: ['takerFeesPpb'], takerFeesPpb: [5_000_000] }],
    });

    now = from - 1;
    await expectSuccess(place(taker, { side: 'buy', price: '40000', quantity: '1' }));
    expect(await available(taker, 'BTC')).toBe('10.998');
    expect((await marketOf()).pending).toHaveLength(1);
    now = from;
    expect(await marketOf()).toMatchObject({ takerFeesPpb: [5_000_000], pending: [] });
    expect(await termsOf()).toMatchObject({ present: { takerFeesPpb: [5_000_000] }, pending: [] });
    const { markets } = await expectSuccess(exchange.get('/app/product/feeTiers'));
    expect(markets[0]).toMatchObject({ market: 'BTC-USDT', tiers: [{ level: 0, takerPpb: 5_000_000 }] });
    await expectSuccess(place(taker, { side: 'buy', price: '40001', quantity: '1' }));
    expect(await available(taker, 'BTC')).toBe('11.993');
    await expectSuccess(product('changeMarketTerms', { market: 'BTC-USDT', takerFeesPpb: [2_000_000] }));
  });

  it('charge a fixed amount per order instead of a rate, and a rate again', async () => {
    const [maker, taker] = [await trader({ USDT: '200000' }), await trader()];
    await expectSuccess(product('changeMarketTerms', { market: 'BTC-USDT', takerFeesFixed: ['2.5'] }));
    await shown();
    expect(await marketOf()).toMatchObject({ makerFeesFixed: [], takerFeesFixed: ['2.5'] });
    for (const price of ['40001', '40002']) {
      await expectSuccess(place(maker, { side: 'buy', price, quantity: '1' }));
    }
    await expectSuccess(place(taker, { side: 'sell', price: '40001', quantity: '2' }));
    expect(await available(taker, 'USDT')).toBe('180000.5');
    expect(await product('changeMarketTerms', { market: 'BTC-USDT', takerFeesFixed: ['1', '2'] })).toMatchObject({
      code: 'market.terms.invalid',
    });
    await expectSuccess(product('changeMarketTerms', { market: 'BTC-USDT', takerFeesFixed: ['0'] }));
    await expectSuccess(place(maker, { side: 'buy', price: '40001', quantity: '1' }));
    await expectSuccess(place(taker, { side: 'sell', price: '40001', quantity: '1' }));
    expect(await available(taker, 'USDT')).toBe('219921.498');
  });

  it('survive a restart, pending ones included', async () => {
    const from = now + 2 * DAY_MS;
    await expectSuccess(product('changeMarketTerms', { market: 'ETH-USDT', bandPpb: 90_000_000 }));
    await expectSuccess(product('changeMarketTerms', { market: 'ETH-USDT', from, quantityMax: '7' }));
    await expectSuccess(product('changeAssetTerms', { asset: 'ETH', from, withdrawalFee: '0.25' }));
    await expectSuccess(setState('ETH', { deposits: 'suspended' }));
    await shown();
    const before = [await termsOf('ETH-USDT'), await assetOf('ETH'), await marketOf('ETH-USDT')];
    const { dataDir } = exchange;
    await exchange.halt();
    const env = { LIMIT_TICKET_HOURS_MAX: '100000', DATA_DIR: dataDir };
    exchange = await HttpExchange.start(env, { clock: () => now });
    expect([await termsOf('ETH-USDT'), await assetOf('ETH'), await marketOf('ETH-USDT')]).toEqual(before);
    expect(before[0].pending).toMatchObject([{ from, quantityMax: '7', bandPpb: 90_000_000 }]);
    expect(before[1]).toMatchObject({
      deposits: 'suspended',
      withdrawalFee: '0.5',
      pending: [{ from, withdrawalFee: '0.25', withdrawalMin: '2' }],
    });
    await expectSuccess(setState('ETH'));
  });

  it('keep a resting order beyond new limits until its owner cancels it', async () => {
    const person = await trader();
    const { order } = await expectSuccess(place(person, { side: 'sell', price: '900000', quantity: '1' }));
    await expectSuccess(product('changeMarketTerms', { market: 'BTC-USDT', priceHighest: '500000' }));
    expect(await place(person, { side: 'sell', price: '900000', quantity: '1' })).toMatchObject({
      code: 'price.out.of.range',
    });
    const open = await exchange.post('/app/spot/currentOrders', { minPosition: head() }, person.ticket);
    expect(open.data.records).toMatchObject([{ price: '900000' }]);
    await expectSuccess(cancel(person, order));
    expect(await available(person, 'BTC')).toBe('10');
    await expectSuccess(product('changeMarketTerms', { market: 'BTC-USDT', priceHighest: '1000000' }));
  });

  it.each<[string, object, string]>([
    ['off the tick', { priceHighest: '1.001' }, 'price.off.tick'],
    ['off the lot', { quantityMin: '0.000001' }, 'quantity.off.lot'],
    ['too fine', { notionalMin: '0.000000001' }, 'amount.too.precise'],
    ['that contradict each other', { quantityMin: '200' }, 'market.terms.invalid'],
    ['that are those of now', { bandPpb: 100_000_000 }, 'terms.unchanged'],
    ['that name nothing', {}, 'terms.unchanged'],
    ['of the past', { bandPpb: 1, from: 1 }, 'terms.from.invalid'],
    ['of an unknown market', { market: 'X-USDT', bandPpb: 1 }, 'market.unknown'],
    ['without a reason', { bandPpb: 1, reason: ' ' }, 'request.invalid'],
    ['of steps', { tick: '0.1' }, 'request.invalid'],
  ])('%s are refused', async (_, fields, code) => {
    const before = head();
    expect(await product('changeMarketTerms', { market: 'BTC-USDT', ...fields })).toMatchObject({ code });
    expect(head()).toBe(before);
  });

  it('of an unknown market do not exist', async () => {
    const asked = exchange.get('/admin/product/terms?market=X-USDT', admin.ticket);
    expect(await asked).toMatchObject({ code: 'market.unknown' });
  });

  it('are changed by staff with the right, and logged with the reason', async () => {
    const user = await someone();
    const asked = { market: 'BTC-USDT', bandPpb: 1 };
    expect(await product('changeMarketTerms', asked, user)).toMatchObject({ status: 403, code: 'permission.denied' });
    expect(await product('changeMarketTerms', asked, auditor)).toMatchObject({ code: 'permission.denied' });
    await expectSuccess(
      product(
        'changeMarketTerms',
        {
          market: 'USDT-USD',
          bandPpb: 1,
          makerFeesPpb: [900_000, 800_000],
          reason: 'quiet days',
        },
        second,
      ),
    );
    await expectSuccess(
      product('setAssetState', { asset: 'USD', ...OPEN, trading: 'maintenance', reason: 'bank holiday' }, second),
    );
    await expectSuccess(product('setAssetState', { asset: 'USD', ...OPEN, reason: 'over' }, second));
    const { data } = await exchange.post('/audit/staff/log', { pageSize: 200, staff: second.id }, auditor.ticket);
    const log = data.records.map(({ action, target, reason, facts }: Json) => [action, target, reason, facts]);
    expect(log).toEqual([
      ['admin/product/setAssetState', 'asset/USD', 'over', OPEN],
      ['admin/product/setAssetState', 'asset/USD', 'bank holiday', { ...OPEN, trading: 'maintenance' }],
      [
        'admin/product/changeMarketTerms',
        'market/USDT-USD',
        'quiet days',
        { bandPpb: 1, makerFeesPpb: '900000 800000' },
      ],
    ]);
  });

  it('are proposed once per client id', async () => {
    const asked = { clientId: exchange.clientId(), market: 'USDT-USD', quantityMax: '99999', reason: 'r' };
    const first = await expectSuccess(exchange.post('/admin/product/changeMarketTerms', asked, admin.ticket));
    const again = await expectSuccess(exchange.post('/admin/product/changeMarketTerms', asked, admin.ticket));
    expect(again).toEqual({ ...first, repeated: true });
  });
});

describe('withdrawal terms', () => {
  it('change at their time; existing withdrawals keep their fee and process', async () => {
    const person = await ready();
    const from = now + DAY_MS;
    await expectSuccess(product('changeAssetTerms', { asset: 'USDT', from, withdrawalFee: '3', withdrawalMin: '20' }));
    await shown();
    expect(await assetOf('USDT')).toMatchObject({
      withdrawalFee: '0.5',
      withdrawalMin: '2',
      pending: [{ from, withdrawalFee: '3', withdrawalMin: '20' }],
    });
    const { withdrawal } = await expectSuccess(apply(person, '10'));
    now = from;
    expect(await assetOf('USDT')).toMatchObject({ withdrawalFee: '3', withdrawalMin: '20', pending: [] });
    const quote = `/app/withdraw/quote?asset=USDT&chain=ERC20&minPosition=${head()}`;
    expect(await exchange.get(quote, person.ticket)).toMatchObject({ data: { fee: '3', minimum: '20' } });
    expect(await apply(person, '10')).toMatchObject({
      code: 'withdrawal.too.small',
      data: { asset: 'USDT', minimum: '20' },
    });
    expect(await frozen(person)).toBe('10.5');
    await expectSuccess(staff(admin, 'approve', { withdrawal }));
    await turn();
    await mine(2);
    await turn();
    expect(await withdrawals(person)).toMatchObject([{ amount: '10', fee: '0.5', status: 'withdrawn' }]);
    await expectSuccess(product('changeAssetTerms', { asset: 'USDT', withdrawalFee: '0.5', withdrawalMin: '2' }));
    expect(await product('changeAssetTerms', { asset: 'DOGE', withdrawalFee: '1' })).toMatchObject({
      code: 'asset.unknown',
    });
    expect(await product('changeAssetTerms', { asset: 'USDT', withdrawalFee: '0.000000001' })).toMatchObject({
      code: 'amount.too.precise',
    });
  });
});

describe('coins', () => {
  it('are listed once each, including the quote coins and coins without a price', async () => {
    await exchange.act(admin, '/product/listAsset', { asset: 'GOLD', withdrawalFee: '0', withdrawalMin: '1' });
    await shown();
    const open = { trading: 'open', deposits: 'open', withdrawals: 'open' };
    const records = await coins();
    expect(records.map(({ codeName }) => codeName)).toEqual(['USDT', 'BTC', 'ETH', 'USD', 'GOLD']);
    expect(await coinOf('USDT')).toEqual({ codeName: 'USDT', price: '1', isOpen: 0, market: null, ...open });
    expect(await coinOf('BTC')).toMatchObject({ price: '40001', isOpen: 0, market: 'BTC-USDT' });
    expect(await coinOf('ETH')).toMatchObject({ price: '50000', market: 'ETH-USDT' });
    expect(await coinOf('USD')).toMatchObject({ price: '1', isOpen: 0, market: 'USDT-USD' });
    expect(await coinOf('GOLD')).toEqual({ codeName: 'GOLD', price: null, isOpen: 1, market: null, ...open });
  });

  it('are closed if all their markets are', async () => {
    await exchange.act(admin, '/product/setMarketState', { market: 'USDT-USD', state: 'closed' });
    await shown();
    expect([(await coinOf('USD')).isOpen, (await coinOf('USDT')).isOpen]).toEqual([1, 0]);
    await exchange.act(admin, '/product/setMarketState', { market: 'USDT-USD', state: 'open' });
  });

  it('under maintenance accept no orders or transfers, permit cancels, and are marked in their markets', async () => {
    const person = await trader();
    const { order } = await expectSuccess(place(person, { side: 'sell', price: '60000', quantity: '1' }));
    await expectSuccess(setState('BTC', { trading: 'maintenance' }));
    await shown();
    expect(await marketOf()).toMatchObject({ state: 'maintenance', ownState: 'open' });
    expect(await marketOf('ETH-USDT')).toMatchObject({ state: 'open', ownState: 'open' });
    expect(await coinOf('BTC')).toMatchObject({ isOpen: 1, trading: 'maintenance', deposits: 'open' });
    const code = 'coin.under.maintenance';
    expect(await place(person, { side: 'sell', price: '60000', quantity: '1' })).toMatchObject({ code });
    const amend = { order, quantity: '0.5' };
    expect(await send(person, '/app/spot/amend', amend)).toMatchObject({ code });
    const transfer = { asset: 'BTC', from: 'spot', to: 'option', amount: '1' };
    expect(await send(person, '/app/transfer/apply', transfer)).toMatchObject({ code });
    await expectSuccess(cancel(person, order));
    expect(await available(person, 'BTC')).toBe('10');
    expect(await setState('BTC', { trading: 'maintenance' })).toMatchObject({ code: 'asset.state.unchanged' });
    await expectSuccess(setState('BTC'));
    await shown();
    expect(await marketOf()).toMatchObject({ state: 'open' });
    await expectSuccess(send(person, '/app/transfer/apply', transfer));
  });

  it('show a closed market as closed, whatever the state of its coins', async () => {
    await exchange.act(admin, '/product/setMarketState', { market: 'ETH-USDT', state: 'closed' });
    await expectSuccess(setState('ETH', { trading: 'maintenance' }));
    await shown();
    expect(await marketOf('ETH-USDT')).toMatchObject({ state: 'closed', ownState: 'closed' });
    await expectSuccess(setState('ETH'));
    await exchange.act(admin, '/product/setMarketState', { market: 'ETH-USDT', state: 'open' });
  });
});

describe('while deposits are suspended', () => {
  const recharges = async (person: Person): Promise<Json[]> =>
    (await expectSuccess(exchange.post('/app/rechargerecord/list', { minPosition: head() }, person.ticket))).records;

  it('a chain deposit is shown up to its last confirmation, and credited with the first block afterwards', async () => {
    await turn();
    const [person, newcomer] = [await someone(), await someone()];
    const { address } = await expectSuccess(addressOf(person));
    now += BRAKED_AGAIN_MS;
    await expectSuccess(setState('USDT', { deposits: 'suspended' }));
    await shown();
    for (const one of [person, newcomer]) {
      expect(await addressOf(one)).toMatchObject({ code: 'asset.deposits.suspended' });
    }
    expect((await addressOf(person)).message).toBe('Deposits of this coin are suspended for now.');
    await ethereum().send([{ asset: 'USDT', address, amount: 5n * MILLION }]);
    await mine(12);
    expect(await recharges(person)).toMatchObject([
      { amount: '5', status: 'recharging', confirmations: 12, needed: 12 },
    ]);
    const told = head();
    await mine(3);
    // Blocks without changes record nothing.
    expect(head()).toBe(told);
    expect(await available(person)).toBe('0');

    await expectSuccess(setState('USDT'));
    await turn();
    expect(await available(person)).toBe('0');
    await mine(1);
    expect(await available(person)).toBe('5');
    expect(await recharges(person)).toMatchObject([{ status: 'success', arrivedAmount: '5' }]);
    await mine(2);
    expect(await available(person)).toBe('5');
    await expectSuccess(addressOf(newcomer));
  });

  it('a deposit that leaves its chain in between is not credited', async () => {
    const person = await someone();
    const { address } = await expectSuccess(addressOf(person));
    now += BRAKED_AGAIN_MS;
    await expectSuccess(setState('USDT', { deposits: 'suspended' }));
    const gone = await ethereum().send([{ asset: 'USDT', address, amount: 6n * MILLION }]);
    await mine(14);
    await ethereum().reorganise(14, [gone]);
    await turn();
    await expectSuccess(setState('USDT'));
    await mine(3);
    expect(await available(person)).toBe('0');
    expect(await recharges(person)).toMatchObject([{ status: 'failure', reason: 'recharge.retracted' }]);
  });

  it('a deposit is credited after a restart in between', async () => {
    const person = await someone();
    const { address } = await expectSuccess(addressOf(person));
    now += BRAKED_AGAIN_MS;
    await expectSuccess(setState('USDT', { deposits: 'suspended' }));
    await ethereum().send([{ asset: 'USDT', address, amount: 8n * MILLION }]);
    await mine(13);
    const { dataDir } = exchange;
    await exchange.halt();
    exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000', DATA_DIR: dataDir }, { clock: () => now });
    await mine(1);
    expect(await available(person)).toBe('0');
    await expectSuccess(setState('USDT'));
    await mine(1);
    expect(await available(person)).toBe('8');
  });

  it('staff cannot credit deposits, and bank details are hidden', async () => {
    const bank = { asset: 'USD', bankName: 'Bank', accountName: 'Us', accountNumber: '1', bankCode: 'B' };
    await expectSuccess(exchange.withApproval(exchange.post('/admin/recharge/setBank', bank, admin.ticket)));
    const person = await someone();
    exchange.application.nest.get(VerifiedNames).setSource(async () => 'Ann Example');
    await exchange.importStatementLines('USD', 'suspended,5,Ann Example');
    await expectSuccess(setState('USD', { deposits: 'suspended' }));
    await shown();
    const credit = { userId: person.id, asset: 'USD', amount: '5', reference: 'bank/suspended' };
    const code = 'asset.deposits.suspended';
    expect(await send(admin, '/admin/recharge/credit', credit)).toMatchObject({ code });
    expect(await exchange.get('/app/recharge/bank?asset=USD', person.ticket)).toMatchObject({ code });
    await expectSuccess(setState('USD'));
    await shown();
    await expectSuccess(exchange.get('/app/recharge/bank?asset=USD', person.ticket));
    await expectSuccess(exchange.withApproval(send(admin, '/admin/recharge/credit', credit)));
  });
});

describe('while withdrawals are suspended', () => {
  const statusOf = async (person: Person): Promise<string> => (await withdrawals(person))[0].status;
  const suspended = async (act: () => Promise<unknown>): Promise<void> => {
    now += BRAKED_AGAIN_MS;
    await expectSuccess(setState('USDT', { withdrawals: 'suspended' }));
    await shown();
    await act();
    await expectSuccess(setState('USDT'));
    await shown();
  };
  const code = 'asset.withdrawals.suspended';

  it('they stop at their current step and continue from there', async () => {
    const person = await ready();
    await suspended(async () => expect(await apply(person, '30')).toMatchObject({ code }));
    const { withdrawal } = await expectSuccess(apply(person, '30'));
    await suspended(async () => expect(await staff(admin, 'approve', { withdrawal })).toMatchObject({ code }));
    await expectSuccess(staff(admin, 'approve', { withdrawal }));
    await suspended(async () => {
      const before = head();
      await turn();
      await mine(1);
      expect([await statusOf(person), head()]).toEqual(['approved', before]);
    });
    await turn();
    await suspended(async () => {
      // Submitted before: the chain pays it and the journal records that.
      await mine(2);
      await turn();
      expect(await statusOf(person)).toBe('withdrawn');
    });
    expect(await available(person)).toBe('969.5');
    const paid = await parts()
      .database.sql.selectFrom('simulatedPayments')
      .selectAll()
      .where('address', '=', TO)
      .execute();
    expect(paid.map(({ amount }) => amount)).toContain(String(30n * MILLION));
  });

  it('manually started ones are not submitted, and staff can reject them', async () => {
    const person = await ready();
    const { withdrawal } = await expectSuccess(apply(person, '40'));
    await expectSuccess(staff(admin, 'approve', { withdrawal }));
    await expectSuccess(staff(admin, 'startPayout', { withdrawal }));
    await suspended(async () => {
      await turn();
      expect(await statusOf(person)).toBe('paying');
      for (const one of [admin, second]) await expectSuccess(staff(one, 'reject', { withdrawal, reason: 'not sent' }));
      expect(await statusOf(person)).toBe('rejected');
    });
    expect(await available(person)).toBe('1000');
  });

  it('their owner can still cancel them', async () => {
    const person = await ready();
    const { withdrawal } = await expectSuccess(apply(person, '50'));
    await suspended(() => expectSuccess(send(person, '/app/withdraw/cancel', { withdrawal })));
    expect(await available(person)).toBe('1000');
  });
});
