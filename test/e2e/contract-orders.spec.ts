/** What else may be asked of orders and positions of perpetuals over HTTP: stops that an order brings along, closing all, reversing. */
import type { PublishIndex } from '../../server/core/command';
import { HttpExchange, done, type Json, type Person } from '../tools/http-exchange';
import { PERPETUAL_TERMS } from '../tools/perpetual-listing';

const PERP = 'BTC-USDT-PERP';
let now = Date.now();
let exchange: HttpExchange;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
  const admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  const index = { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2 };
  await exchange.act(admin, '/product/setIndexTerms', { ...index, reason: 'listed' });
  await exchange.act(admin, '/product/listPerpetualMarket', PERPETUAL_TERMS);
  await exchange.act(admin, '/product/setPerpetualMarketState', { market: PERP, state: 'open' });
  alice = await exchange.person('alice');
  bob = await exchange.person('bob');
  for (const person of [alice, bob]) {
    await exchange.equip(admin, person, { USDT: '100000' });
    const moved = { asset: 'USDT', from: 'spot', to: 'contract', amount: '50000' };
    await done(exchange.post('/app/transfer/apply', { clientId: exchange.clientId(), ...moved }, person.ticket));
  }
  // In the first ten minutes prices keep nearer to the mark.
  now += 600_000;
  const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price: 5_000_000, at: now }));
  const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
  await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
});
afterAll(() => exchange.stop());

const ask = (person: Person, at: string, body: object) =>
  exchange.post(`/app/contract/${at}`, { clientId: exchange.clientId(), market: PERP, ...body }, person.ticket);
const order = (act: string, position: string, price: string | null, quantity: string, more: object = {}) => ({
  ...{ act, position, quantity, ...more },
  ...(price === null ? { kind: 'market' } : { kind: 'limit', price }),
});
async function standing(person: Person, minPosition: number): Promise<Json> {
  return (await exchange.get(`/app/contract/positions?minPosition=${minPosition}`, person.ticket)).data;
}
/** What the core did of its own because of a call stands behind it. */
const head = () => exchange.headOfJournal().position;

describe('stops that an order brings along', () => {
  const brought = { takeProfit: { trigger: '52000' }, stopLoss: { trigger: '48000', triggerBy: 'last' } };

  it('are told of the order, become stops of what it opens, and are told of it afterwards', async () => {
    const placed = await done(ask(bob, 'place', order('open', 'long', '49900', '0.1', brought)));
    const before = await standing(bob, placed.position);
    expect(before.orders).toMatchObject([{ id: placed.order, takeProfit: '52000', stopLoss: '48000' }]);
    expect(before.stops).toEqual([]);

    const amended = { order: placed.order, takeProfit: { trigger: '53000', triggerBy: 'mark' }, stopLoss: null };
    const { position } = await done(ask(bob, 'amend', amended));
    expect((await standing(bob, position)).orders).toMatchObject([{ takeProfit: '53000', stopLoss: null }]);

    await done(ask(alice, 'place', order('open', 'short', '49900', '0.04')));
    const after = await standing(bob, head());
    expect(after.orders).toMatchObject([{ id: placed.order, filledQuantity: '0.04', takeProfit: '53000' }]);
    const waiting = { kind: 'take_profit', trigger: '53000', triggerBy: 'mark', phase: 'waiting', reason: null };
    expect(after.stops).toMatchObject([{ ...waiting, contract: after.positions[0].id, quantity: '0.04' }]);

    await done(ask(alice, 'place', order('open', 'short', '49900', '0.06')));
    const full = await standing(bob, head());
    expect(full.orders).toEqual([]);
    expect(full.stops).toMatchObject([{ ...waiting, quantity: '0.1' }]);
    const { data } = await exchange.post(
      '/app/contract/historyOrders',
      { market: PERP, pageIndex: 1, pageSize: 10, minPosition: head() },
      bob.ticket,
    );
    expect(data.records).toMatchObject([{ order: placed.order, takeProfit: '53000', stopLoss: null }]);
  });

  it.each([
    ['of nothing', { takeProfit: { trigger: '0' } }, 'stop.zero'],
    ['between two ticks', { stopLoss: { trigger: '48000.001' } }, 'price.off.tick'],
    ['on the other side', { stopLoss: { trigger: '49950' } }, 'stop.loss.wrong.side'],
    ['of no price', { takeProfit: {} }, 'request.invalid'],
  ])('are refused %s', async (_what, wish, code) => {
    expect((await ask(bob, 'place', order('open', 'long', '49900', '0.1', wish))).code).toBe(code);
  });

  it('come along with nothing that closes', async () => {
    const wish = order('close', 'long', '50100', '0.1', { stopLoss: { trigger: '48000' } });
    expect((await ask(bob, 'place', wish)).code).toBe('order.combination.invalid');
  });
});

describe('whole positions', () => {
  const history = async (person: Person): Promise<Json[]> => {
    const wish = { market: PERP, pageIndex: 1, pageSize: 10, minPosition: head() };
    return (await exchange.post('/app/contract/closedPositions', wish, person.ticket)).data.records;
  };
  const sides = async (person: Person): Promise<string[]> =>
    (await standing(person, head())).positions.map(({ side, quantity }: Json) => `${side} ${quantity}`);

  it('are turned around: closed, and opened on the other side', async () => {
    expect(await sides(bob)).toEqual(['long 0.1']);
    await done(ask(alice, 'place', order('open', 'long', '49900', '0.3')));
    await done(ask(bob, 'reverse', { position: 'long' }));
    expect(await sides(bob)).toEqual(['short 0.1']);
    expect(await history(bob)).toMatchObject([{ side: 'long', closeMode: 'reverse', quantity: '0.1' }]);
    await done(ask(alice, 'cancelAll', {}));
  });

  it('are closed together in one call, with nobody to take them not at all, and say so', async () => {
    await done(ask(bob, 'closeAll', {}));
    expect(await sides(bob)).toEqual(['short 0.1']);
    await done(ask(alice, 'place', order('open', 'short', '50000', '0.1')));
    const wish = { clientId: exchange.clientId() };
    const first = await done(exchange.post('/app/contract/closeAll', wish, bob.ticket));
    expect(await sides(bob)).toEqual([]);
    expect((await history(bob))[0]).toMatchObject({ side: 'short', closeMode: 'close_all' });
    // Asked again under the same id nothing more happens.
    const again = await done(exchange.post('/app/contract/closeAll', wish, bob.ticket));
    expect(again).toEqual({ ...first, repeated: true });
    expect((await ask(bob, 'closeAll', {})).code).toBe('position.none');
  });

  it.each([
    ['closeAll', { market: 'ETH-USDT-PERP' }, 'market.unknown'],
    ['reverse', { position: 'long' }, 'position.none'],
    ['reverse', { position: 'up' }, 'request.invalid'],
    ['reverse', { position: 'long', market: 'BTC-USDT' }, 'market.unknown'],
  ])('%s is refused for %j', async (at, wish, code) => {
    expect((await ask(bob, at, wish)).code).toBe(code);
  });
});
