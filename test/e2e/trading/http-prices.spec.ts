import type { PublishIndex } from '../../../server/core/command';
import { HttpExchange, type Person, expectSuccess } from '../../tools/people/http-exchange';

describe('quoting a market over HTTP', () => {
  let exchange: HttpExchange;
  let maker: Person;
  let taker: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({ LIMIT_ORDERS_PER_SECOND_MAX: '1000' });
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    maker = await exchange.person('maker');
    taker = await exchange.person('taker');
    for (const person of [maker, taker]) await exchange.verifyAndFund(admin, person, { USDT: '1000000', BTC: '10' });
  });
  afterAll(() => exchange.stop());

  const bid = (price: string, quantity = '0.1') => ({ side: 'buy', price, quantity });
  const ask = (price: string, quantity = '0.1') => ({ side: 'sell', price, quantity });
  const quote = (pieces: object, person = maker) =>
    exchange.post('/app/spot/quote', { clientId: exchange.clientId(), market: 'BTC-USDT', ...pieces }, person.ticket);
  const depth = async () => {
    const { data } = await exchange.get('/app/spot/depth?market=BTC-USDT&levels=5');
    return { bids: data.bids, asks: data.asks };
  };
  const openOrders = async (minPosition: number) => {
    const { data } = await exchange.post('/app/spot/currentOrders', { minPosition }, maker.ticket);
    return data.records;
  };

  it('places, amends and cancels at once, and returns the placed orders', async () => {
    const clientId = exchange.clientId();
    const request = { clientId, places: [bid('49900'), ask('50100'), bid('49800')] };
    const placed = await quote(request);
    expect(placed).toMatchObject({ status: 200, code: 'success', data: { repeated: false } });
    const [first, second, third] = placed.data.orders;
    expect([second, third].map(Number)).toEqual([Number(first) + 1, Number(first) + 2]);
    expect(await depth()).toEqual({
      bids: [
        ['49900', '0.1'],
        ['49800', '0.1'],
      ],
      asks: [['50100', '0.1']],
    });
    expect(await quote(request)).toMatchObject({ data: { ...placed.data, repeated: true } });
    expect(await quote({ ...request, cancels: [first] })).toMatchObject({ code: 'client.id.reused' });
    expect(await openOrders(placed.data.position)).toMatchObject([
      { order: third, clientId: null, timeInForce: 'post_only' },
      { order: second, clientId: null, side: 'sell' },
      { order: first, clientId: null },
    ]);

    const moved = await quote({
      cancels: [third],
      amends: [
        { order: first, price: '50100' },
        { order: second, price: '50300', quantity: '0.2' },
      ],
      places: [ask('50200', '0.3')],
    });
    expect(moved.data.orders).toHaveLength(1);
    expect(await depth()).toEqual({
      bids: [['50100', '0.1']],
      asks: [
        ['50200', '0.3'],
        ['50300', '0.2'],
      ],
    });
  });

  it('names the refused part in decimals, and changes nothing', async () => {
    const before = await depth();
    const [own] = await openOrders(exchange.headOfJournal().position);
    const rows: [object, string, object][] = [
      [{ places: [bid('49000'), bid('49000.001')] }, 'price.off.tick', { step: '0.01', piece: 'places/1' }],
      [{ amends: [{ order: own.order, quantity: '0.000001' }] }, 'quantity.off.lot', { piece: 'amends/0' }],
      [{ places: [ask('90000', '500')] }, 'quantity.too.large', { piece: 'places/0' }],
      [{ places: [bid('49000'), bid('49000', '90')] }, 'balance.insufficient', { asset: 'USDT', piece: 'places/1' }],
      [{ cancels: ['999999'] }, 'order.not.found', { piece: 'cancels/0' }],
      [
        { cancels: [own.order], amends: [{ order: own.order, price: '1' }] },
        'quote.order.repeated',
        { piece: 'amends/0' },
      ],
      [{ places: [bid('70000')] }, 'order.would.take', { piece: 'places/0' }],
      [{}, 'quote.size.invalid', { maximum: 100 }],
    ];
    for (const [pieces, code, facts] of rows) {
      expect(await quote(pieces)).toMatchObject({ status: 200, code, data: facts });
    }
    expect(await quote({ cancels: [own.order] }, taker)).toMatchObject({ code: 'order.not.found' });
    expect(await quote({ market: 'NO-SUCH', cancels: [own.order] })).toMatchObject({ code: 'market.unknown' });
    for (const pieces of [
      { places: [{ ...bid('1'), kind: 'market' }] },
      { cancels: [1] },
      { cancels: Array(101).fill('1') },
    ]) {
      expect(await quote(pieces)).toMatchObject({ status: 400, code: 'request.invalid' });
    }
    expect(await depth()).toEqual(before);
  });
});

describe('rate limit of quotes', () => {
  it('is shared with orders and counts every part, whatever its result', async () => {
    const exchange = await HttpExchange.start({ LIMIT_ORDERS_PER_SECOND_MAX: '1' }, { monotonic: () => 1_000 });
    try {
      const { ticket } = await exchange.person('maker');
      const body = { market: 'BTC-USDT', cancels: ['1', '2'] };
      const sent = () => exchange.post('/app/spot/quote', { clientId: exchange.clientId(), ...body }, ticket);
      expect(await sent()).toMatchObject({ code: 'market.unknown' });
      const refused = await sent();
      expect(refused).toMatchObject({ status: 429, code: 'request.too.many' });
      expect(refused.headers.get('retry-after')).toBe('2');
    } finally {
      await exchange.stop();
    }
  });
});

/** Index prices over HTTP: terms set by staff, publications of a feed, and public reads. */
describe('index prices', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let auditor: Person;
  let user: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({ LIMIT_PROJECTION_WAIT_MS_MAX: '2000' });
    [admin, auditor, user] = [
      await exchange.staff('admin'),
      await exchange.staff('auditor'),
      await exchange.person('somebody'),
    ];
  });
  afterAll(() => exchange.stop());

  let clientIds = 0;
  const TERMS = {
    symbol: 'BTC-USDT',
    decimals: 2,
    sourceStaleMs: 60_000,
    staleMs: 60_000,
    sourcesMin: 2,
    reason: 'listed',
  };
  const ask = (fields: object, by: Person = admin) =>
    exchange.post('/admin/product/setIndexTerms', { clientId: `t-${++clientIds}`, ...TERMS, ...fields }, by.ticket);
  const setTerms = (fields: object, by: Person = admin) => exchange.withApproval(ask(fields, by));
  const termsOf = (by: Person, minPosition?: number) =>
    exchange.get(
      `/audit/product/indexTerms${minPosition === undefined ? '' : `?minPosition=${minPosition}`}`,
      by.ticket,
    );
  const index = (symbol = 'BTC-USDT') => exchange.get(`/app/product/index?symbol=${symbol}`);

  async function publish(...prices: number[]): Promise<void> {
    const { engine } = exchange.application.exchange;
    const at = Date.now();
    const sources = prices.map((price, number) => ({ source: `source ${number}`, price, at }));
    const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
    await expect(engine.submit({ actor: 'feed/index', command })).resolves.toMatchObject({ repeated: false });
  }

  it('there is none before staff set its terms, and no price before a feed publishes', async () => {
    expect(await index()).toMatchObject({ status: 200, code: 'index.symbol.unknown', data: null });
    const { position } = await expectSuccess(setTerms({}));
    expect((await expectSuccess(termsOf(auditor, position))).records).toEqual([
      { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2 },
    ]);
    expect(await expectSuccess(index())).toEqual({
      symbol: 'BTC-USDT',
      price: null,
      at: null,
      isStale: true,
      sources: [],
      asOf: expect.any(Number),
    });
  });

  it('everyone reads the price with its sources and its staleness', async () => {
    await publish(10_000, 10_100, 99_999);
    const read = await expectSuccess(index());
    expect(read).toMatchObject({
      price: '100.5',
      isStale: false,
      sources: [
        { name: 'source 0', price: '100' },
        { name: 'source 1', price: '101' },
      ],
    });
    expect(read.sources[0].at).toBeLessThanOrEqual(read.at);
    expect(read.at).toBeLessThanOrEqual(read.asOf);
    const { position } = await expectSuccess(setTerms({ staleMs: 1_000 }));
    await expectSuccess(termsOf(admin, position));
    // By the exchange's own clock, which the test does not wait for.
    const later = await expectSuccess(index());
    expect(later.isStale).toBe(later.asOf - later.at > 1_000);
  });

  it('authorised staff set terms within bounds, and nobody sets a price', async () => {
    expect((await setTerms({ decimals: 3 })).code).toBe('index.decimals.fixed');
    expect((await setTerms({ symbol: 'bitcoin' })).code).toBe('index.terms.invalid');
    expect((await setTerms({ sourcesMin: 17 })).code).toBe('request.invalid');
    expect((await setTerms({ price: '1' })).code).toBe('request.invalid');
    expect((await setTerms({ reason: '' })).code).toBe('request.invalid');
    for (const person of [user, auditor]) expect((await setTerms({}, person)).code).toBe('permission.denied');
    expect((await termsOf(user)).code).toBe('permission.denied');
    expect((await termsOf(admin, Number.MAX_SAFE_INTEGER)).code).toBe('projection.behind');
  });

  it('equal terms under the same client id are proposed once', async () => {
    const again = { clientId: 'again', symbol: 'ETH-USDT' };
    const first = await expectSuccess(ask(again));
    expect(await expectSuccess(ask(again))).toEqual({ ...first, repeated: true });
    expect((await ask({ ...again, staleMs: 2_000 })).code).toBe('client.id.reused');
  });
});
