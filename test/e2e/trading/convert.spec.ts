import { dustDesk } from '../../../shared/products/convert/staff';
import { conversionRecord, convertQuote, dustPreview } from '../../../shared/products/convert/wire';
import { unitsOf } from '../../../shared/rules/units';
import type { PublishIndex } from '../../../server/core/command';
import { HttpExchange, expectSuccess, type Person } from '../../tools/people/http-exchange';

/** Conversions over HTTP: a quote, its execution, the list with its file, and small balances on staff terms. */
describe('convert', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let alice: Person;
  let bob: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start();
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second');
    await exchange.listMarkets(admin);
    await exchange.fundHouse(admin, 'USDT', '1000');
    alice = await exchange.person('alice');
    bob = await exchange.person('bob');
    for (const person of [alice, bob]) await exchange.verifyAndFund(admin, person, { USDT: '100000', BTC: '10' });
    const bid = { market: 'BTC-USDT', side: 'buy', kind: 'limit', price: '49000', quantity: '2' };
    await expectSuccess(exchange.post('/app/spot/place', { clientId: exchange.clientId(), ...bid }, alice.ticket));
  });
  afterAll(() => exchange.stop());

  const head = () => exchange.headOfJournal().position;
  /** ETH price from two sources. */
  async function index(price: string): Promise<void> {
    const terms = { symbol: 'ETH-USDT', decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2 };
    await exchange.act(admin, '/product/setIndexTerms', { ...terms, reason: 'listed' });
    const ticks = Number(unitsOf(price, terms.decimals));
    const sources = ['one', 'two'].map((source) => ({ source, price: ticks, at: Date.now() }));
    const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: terms.symbol, sources }] };
    const outcome = await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
    expect(outcome).not.toHaveProperty('rejected');
  }
  const ask = (at: string, body: object) => exchange.post(`/app/convert/${at}`, body, bob.ticket);
  const wish = { from: 'BTC', to: 'USDT', amount: '1.00000001' };

  it('is quoted without any effect', async () => {
    const before = head();
    const quote = convertQuote.parse(await expectSuccess(ask('quote', wish)));
    expect(head()).toBe(before);
    expect(quote).toMatchObject({ ...wish, spent: '1', rest: '0.00000001', restUsdt: '0' });
    expect(quote.legs).toMatchObject([{ market: 'BTC-USDT', side: 'sell', price: '49000' }]);
    expect(Number(quote.received) + Number(quote.legs[0].fee.amount)).toBe(49_000);
  });

  it('pays the quoted amount, once, and appears in the list and its file', async () => {
    const { least, validUntil, received } = convertQuote.parse(await expectSuccess(ask('quote', wish)));
    const body = { clientId: exchange.clientId(), ...wish, least, validUntil };
    const first = await expectSuccess(ask('accept', body));
    expect(first).toMatchObject({ repeated: false, conversionId: '1', spent: '1', received });
    expect(await expectSuccess(ask('accept', body))).toEqual({ ...first, repeated: true });
    const { records } = await expectSuccess(ask('records', { kind: 'convert', fromAsset: 'BTC', minPosition: head() }));
    expect(conversionRecord.array().parse(records)).toMatchObject([
      { id: '1', kind: 'convert', from: 'BTC', received },
    ]);
    expect(records[0].orders).toHaveLength(1);
    const { bytes } = await exchange.file(`/app/convert/export?minPosition=${head()}`, bob.ticket);
    expect(String(bytes)).toContain('1,convert,BTC,USDT,1,');
  });

  it('states amounts in decimals when refused', async () => {
    const { validUntil } = await expectSuccess(ask('quote', wish));
    const body = { clientId: exchange.clientId(), ...wish, least: '49001', validUntil };
    expect(await ask('accept', body)).toMatchObject({ code: 'convert.least.not.reached' });
    expect(await ask('quote', { ...wish, amount: '0.00000001' })).toMatchObject({ code: 'convert.amount.minimum' });
    expect(await ask('quote', { ...wish, to: 'XYZ' })).toMatchObject({ code: 'asset.unknown' });
  });

  it('accepts small balances on terms set by two of staff', async () => {
    expect(dustPreview.parse(await expectSuccess(ask('dust/preview', {})))).toMatchObject({
      state: 'closed',
      usedToday: false,
    });
    const desk = await expectSuccess(exchange.get(`/admin/convert/desk?minPosition=${head()}`, second.ticket));
    expect(dustDesk.parse(desk)).toMatchObject({ terms: null, paidToday: '0', usersToday: 0, held: [] });
    const swept = await ask('dust/accept', { clientId: exchange.clientId(), assets: ['ETH'] });
    expect(swept).toMatchObject({ code: 'convert.dust.closed' });
    await exchange.act(admin, '/convert/setDustTerms', { state: 'open', dailyMax: '100', reason: 'offered' });
    await exchange.act(admin, '/convert/fund', { asset: 'USDT', act: 'fund', amount: '200', reason: 'capital' });
    expect(
      dustDesk.parse(await expectSuccess(exchange.get(`/admin/convert/desk?minPosition=${head()}`, second.ticket))),
    ).toEqual({
      ...{ position: expect.any(Number), terms: { state: 'open', dailyMax: '100' }, paidToday: '0', usersToday: 0 },
      held: [{ asset: 'USDT', amount: '200' }],
    });
  });

  it('pays 99 % of the index for a small balance, once a day', async () => {
    await index('3000.00');
    await exchange.fund(bob, 'ETH', '0.00023456');
    const stale = { worth: null, receives: null, least: null, refusal: 'convert.dust.index.stale' };
    const btc = { asset: 'BTC', amount: '9', ...stale };
    const paid = { worth: '0.70368', receives: '0.6966432', least: '0.69594655', refusal: null };
    const coin = { asset: 'ETH', amount: '0.00023456', ...paid };
    expect(dustPreview.parse(await expectSuccess(ask('dust/preview', {})))).toMatchObject({
      usedToday: false,
      coins: [btc, coin],
    });
    const tooMuch = await ask('dust/accept', { clientId: exchange.clientId(), assets: ['ETH'], least: '0.6966433' });
    expect(tooMuch).toMatchObject({
      code: 'convert.least.not.reached',
      data: { asset: 'USDT', received: '0.6966432', least: '0.6966433' },
    });
    const body = { clientId: exchange.clientId(), assets: ['ETH'], least: coin.least };
    const first = await expectSuccess(ask('dust/accept', body));
    expect(first).toMatchObject({ repeated: false, conversionId: '2', received: '0.6966432' });
    expect(await expectSuccess(ask('dust/accept', body))).toEqual({ ...first, repeated: true });
    const { records } = await expectSuccess(ask('records', { kind: 'dust', minPosition: head() }));
    const [record] = conversionRecord.array().length(1).parse(records);
    expect(record).toMatchObject({ from: 'ETH', to: 'USDT', spent: '0.00023456', received: '0.6966432', orders: [] });
    expect(dustPreview.parse(await expectSuccess(ask('dust/preview', {})))).toMatchObject({
      usedToday: true,
      coins: [btc],
    });
    expect(await ask('dust/accept', { ...body, clientId: exchange.clientId() })).toMatchObject({
      code: 'convert.dust.used',
    });
    const desk = dustDesk.parse(
      await expectSuccess(exchange.get(`/admin/convert/desk?minPosition=${head()}`, second.ticket)),
    );
    expect(desk).toMatchObject({ paidToday: '0.6966432', usersToday: 1 });
    expect(desk.held).toEqual(
      expect.arrayContaining([
        { asset: 'ETH', amount: '0.00023456' },
        { asset: 'USDT', amount: '199.3033568' },
      ]),
    );
  });

  it('is one trade in the tax file', async () => {
    const { bytes } = await exchange.file(`/app/assets/taxes?minPosition=${head()}`, bob.ticket);
    expect(String(bytes)).toMatch(/,0\.00023456,ETH,0\.6966432,USDT,/);
  });
});
