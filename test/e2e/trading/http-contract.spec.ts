/** Perpetual contracts over HTTP: opening, closing, margin and leverage, and the codes of refusals. */
import { io } from 'socket.io-client';
import type { PublishIndex } from '../../../server/core/command';
import {
  contractMark,
  contractPositions,
  type ContractMark,
  type ContractUpdate,
  positionPush,
} from '../../../shared/products/perpetual/stream';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import { HttpExchange, expectSuccess, type Json, type Person } from '../../tools/people/http-exchange';
import { INSURED, openPerpetual, PERPETUAL_TERMS } from '../../tools/fixtures/perpetual-listing';
import { next, subscribe } from '../../tools/people/socket-test-server';
import { order, PERP } from './contract-asks';

/** Clock of the exchange: the test lets an index become stale. */
let now = Date.now();

let exchange: HttpExchange;
let admin: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  await openPerpetual(exchange, admin);
  alice = await exchange.person('alice');
  bob = await exchange.person('bob');
  for (const person of [alice, bob]) {
    await exchange.verifyAndFund(admin, person, { USDT: '100000' });
    await expectSuccess(transfer(person, 'spot', 'contract', '50000'));
  }
  // For the first ten minutes prices are bound more closely to the mark.
  now += 600_000;
  await publish();
});
afterAll(() => exchange.stop());

async function publish(price = 5_000_000): Promise<void> {
  const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price, at: now }));
  const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
  await expect(exchange.application.exchange.engine.submit({ actor: 'feed/index', command })).resolves.toMatchObject({
    repeated: false,
  });
}
const ask = (person: Person, at: string, body: object) =>
  exchange.post(
    `/app/contract/${at}`,
    { clientId: exchange.clientId(), ...(at === 'cancel' ? {} : { market: PERP }), ...body },
    person.ticket,
  );
const transfer = (person: Person, from: string, to: string, amount: string) =>
  exchange.post(
    '/app/transfer/apply',
    { clientId: exchange.clientId(), asset: 'USDT', from, to, amount },
    person.ticket,
  );
async function contractUsdt(person: Person, minPosition: number): Promise<Json> {
  const { data } = await exchange.get(`/app/assets/balances?minPosition=${minPosition}`, person.ticket);
  return data.balances.find(({ account, asset }: Json) => account === 'contract' && asset === 'USDT');
}

it('opens, changes leverage and margin, and closes, with the same balances after a restart', async () => {
  await expectSuccess(ask(alice, 'setLeverage', { leverage: 10 }));
  const sold = await expectSuccess(ask(alice, 'place', order('open', 'short', '50000', '0.1')));
  expect(sold).toEqual({ order: expect.stringMatching(/^\d+$/), position: expect.any(Number), repeated: false });
  const bought = await expectSuccess(ask(bob, 'place', order('open', 'long', null, '0.1')));

  // Leverage 10: 500 plus closing costs; bob starts with leverage 20.
  const short = await contractUsdt(alice, bought.position);
  expect(Number(short.locked)).toBeGreaterThan(500);
  expect(Number(short.locked)).toBeLessThan(510);
  const { locked } = await contractUsdt(bob, bought.position);
  expect(Number(locked)).toBeGreaterThan(250);
  expect(Number(locked)).toBeLessThan(255);

  const { data: depth } = await exchange.get(`/app/spot/depth?market=${PERP}&levels=5`);
  expect(depth).toMatchObject({ bids: [], asks: [] });
  const { data: ticker } = await exchange.get(`/app/spot/ticker?market=${PERP}`);
  expect(ticker).toMatchObject({ last: '50000', baseVolume: '0.1', quoteVolume: '5000' });
  const { data: candles } = await exchange.get(`/app/spot/kline?market=${PERP}&interval=1m`);
  // A new minute with its own candle may have begun.
  const traded = (candles as { close: string; baseVolume: string }[]).filter(({ baseVolume }) => baseVolume !== '0');
  expect(traded).toMatchObject([{ close: '50000', baseVolume: '0.1' }]);
  for (const by of ['mark', 'index']) {
    const told = await expectSuccess(exchange.get(`/app/spot/kline?market=${PERP}&interval=1m&by=${by}`));
    expect(told.at(-1)).toMatchObject({ close: '50000', baseVolume: '0' });
    expect(await expectSuccess(exchange.get(`/app/spot/kline?market=BTC-USDT&interval=1m&by=${by}`))).toEqual([]);
  }
  const odd = await exchange.get(`/app/spot/kline?market=${PERP}&interval=1m&by=bid`);
  expect(odd.code).toBe('request.invalid');

  const added = await expectSuccess(ask(bob, 'adjustMargin', { position: 'long', act: 'add', amount: '100' }));
  expect(Number((await contractUsdt(bob, added.position)).locked)).toBeCloseTo(Number(locked) + 100, 8);
  await expectSuccess(ask(bob, 'adjustMargin', { position: 'long', act: 'take', amount: '100' }));

  const before = await contractUsdt(bob, added.position + 1);
  const { dataDir } = exchange;
  await exchange.halt();
  exchange = await HttpExchange.start({ DATA_DIR: dataDir }, { clock: () => now });
  const { position } = exchange.headOfJournal();
  expect(await contractUsdt(bob, position)).toEqual(before);
  const kept = await expectSuccess(exchange.get(`/app/spot/kline?market=${PERP}&interval=1d&by=mark`));
  expect(kept).toMatchObject([{ close: '50000', baseVolume: '0' }]);
  const again = await exchange.get(`/app/spot/ticker?market=${PERP}`);
  expect(again.data).toMatchObject({ last: '50000', baseVolume: '0.1' });

  const resting = await expectSuccess(ask(alice, 'place', order('close', 'short', '50000', '0.1')));
  const book = await exchange.get(`/app/spot/depth?market=${PERP}&levels=5`);
  expect(book.data).toMatchObject({ bids: [['50000', '0.1']], asks: [] });
  const closed = await expectSuccess(ask(bob, 'place', order('close', 'long', null, '0.1')));
  expect(resting.order).not.toBe(closed.order);
  for (const person of [alice, bob]) {
    expect(await contractUsdt(person, closed.position)).toMatchObject({ frozen: '0', locked: '0' });
  }
});

it('cancels one order and all of a market, and releases their holds', async () => {
  const { available } = await contractUsdt(alice, exchange.headOfJournal().position);
  const one = await expectSuccess(ask(alice, 'place', order('open', 'long', '49000', '0.1')));
  await expectSuccess(ask(alice, 'place', order('open', 'long', '48000', '0.1')));
  // An order of another user counts as not found.
  expect(await ask(bob, 'cancel', { order: one.order })).toMatchObject({ code: 'order.not.found' });
  await expectSuccess(ask(alice, 'cancel', { order: one.order }));
  const state = { order: one.order, market: PERP, quantity: '0.1', filledQuantity: '0', reason: 'requested' };
  for (const [act, body] of [
    ['cancel', {}],
    ['amend', { price: '49001' }],
  ] as const) {
    expect(await ask(alice, act, { order: one.order, ...body })).toMatchObject({
      code: 'order.cancelled',
      data: { ...state, status: 'cancelled' },
    });
  }
  const ended = await expectSuccess(ask(alice, 'cancelAll', {}));
  expect(await contractUsdt(alice, ended.position)).toMatchObject({ available, frozen: '0' });
  const { position } = exchange.headOfJournal();
  expect(await expectSuccess(ask(alice, 'cancelAll', {}))).toEqual({ position, repeated: false });
  expect(exchange.headOfJournal().position).toBe(position);
});

it('amends an open order by the steps of its market, shown with the positions', async () => {
  const placed = await expectSuccess(ask(alice, 'place', order('open', 'long', '49000', '0.1')));
  const amend = (person: Person, body: object) => ask(person, 'amend', { order: placed.order, ...body });
  expect(await amend(alice, { price: '49000.05' })).toMatchObject({ code: 'price.off.tick' });
  expect(await amend(alice, {})).toMatchObject({ code: 'amend.nothing' });
  expect(await amend(bob, { price: '49100' })).toMatchObject({ code: 'order.not.found' });
  expect(await amend(alice, { price: '49100', market: 'BTC-USDT' })).toMatchObject({ code: 'market.unknown' });
  const clientId = exchange.clientId();
  const amended = await expectSuccess(amend(alice, { price: '49100', quantity: '0.2', clientId }));
  const told = async (minPosition: number) => {
    const { data } = await exchange.get(`/app/contract/positions?minPosition=${minPosition}`, alice.ticket);
    expect(contractPositions.parse(data)).toEqual(data);
    return data.orders;
  };
  expect(await told(amended.position)).toMatchObject([
    {
      id: placed.order,
      position: 'long',
      act: 'open',
      price: '49100',
      quantity: '0.2',
      filledQuantity: '0',
      phase: 'resting',
    },
  ]);
  const ended = await expectSuccess(ask(alice, 'cancelAll', {}));
  expect(await told(ended.position)).toEqual([]);
  // The order has ended, but the earlier amendment is still a known command.
  expect(await expectSuccess(amend(alice, { price: '49100', quantity: '0.2', clientId }))).toMatchObject({
    repeated: true,
  });
});

it('answers a retry with its first result, and refuses another request with its client id', async () => {
  const clientId = exchange.clientId();
  const wish = order('open', 'long', '49000', '0.1', { clientId });
  const first = await expectSuccess(ask(alice, 'place', wish));
  expect(await expectSuccess(ask(alice, 'place', wish))).toEqual({ ...first, repeated: true });
  expect(await ask(alice, 'place', { ...wish, quantity: '0.2' })).toMatchObject({ code: 'client.id.reused' });
  await expectSuccess(ask(alice, 'cancelAll', {}));
});

it('states the reason of a refusal', async () => {
  const codeOf = async (at: string, body: object) => (await ask(alice, at, body)).code;
  expect(await codeOf('place', { ...order('open', 'long', '49000', '0.1'), market: 'BTC-USDT' })).toBe(
    'market.unknown',
  );
  expect(await codeOf('place', order('open', 'long', '49000.05', '0.1'))).toBe('price.off.tick');
  expect(await codeOf('place', order('open', 'long', '49000', '0.0001'))).toBe('quantity.off.lot');
  expect(await codeOf('place', order('close', 'long', '51000', '0.1'))).toBe('position.none');
  expect(await codeOf('place', order('open', 'long', '49000', '15'))).toBe('margin.insufficient');
  expect(await ask(alice, 'place', order('open', 'short', '53000', '0.1'))).toMatchObject({ code: 'success' });
  expect(await ask(alice, 'place', order('open', 'long', '53000', '0.1', { timeInForce: 'ioc' }))).toMatchObject({
    code: 'price.beyond.limit',
    data: { limit: '52500' },
  });
  await expectSuccess(ask(alice, 'cancelAll', {}));
  expect(await codeOf('setLeverage', { leverage: 10 })).toBe('leverage.unchanged');
  expect(await codeOf('setLeverage', { leverage: 1_000 })).toBe('leverage.too.high');
  expect(await codeOf('setLeverage', { leverage: 10, market: 'BTC-USDT' })).toBe('market.unknown');
  expect(await codeOf('setMarginMode', { mode: 'isolated' })).toBe('margin.mode.unchanged');
  expect(await codeOf('setMarginMode', { mode: 'cross', market: 'BTC-USDT' })).toBe('market.unknown');
  expect(await codeOf('adjustMargin', { position: 'long', act: 'add', amount: '1' })).toBe('position.none');
  expect(await codeOf('adjustMargin', { position: 'long', act: 'add', amount: '0.000000001' })).toBe(
    'amount.too.precise',
  );
  expect((await exchange.post('/app/contract/place', {})).code).toBe('login.user.not.login');
  // A spot order is not found as a perpetual order, and vice versa.
  const spot = { clientId: exchange.clientId(), market: PERP, side: 'buy', kind: 'limit', price: '1', quantity: '1' };
  expect((await exchange.post('/app/spot/place', spot, alice.ticket)).code).toBe('market.unknown');
});

const positionsOf = async (person: Person, minPosition: number): Promise<Json> =>
  (await exchange.get(`/app/contract/positions?minPosition=${minPosition}`, person.ticket)).data;

it("returns positions with their prices, and the market's open interest", async () => {
  await expectSuccess(ask(alice, 'place', order('open', 'short', '50000', '0.1')));
  const bought = await expectSuccess(ask(bob, 'place', order('open', 'long', null, '0.1')));
  const { positions, stops, settings, position } = await positionsOf(bob, bought.position);
  expect(position).toBeGreaterThanOrEqual(bought.position);
  expect(positions).toEqual([
    expect.objectContaining({
      market: PERP,
      side: 'long',
      mode: 'isolated',
      leverage: 20,
      quantity: '0.1',
      cost: '5000',
    }),
  ]);
  expect(Number(positions[0].liquidationPrice)).toBeGreaterThan(47_500);
  expect(Number(positions[0].bankruptcyPrice)).toBeLessThan(Number(positions[0].liquidationPrice));
  expect({ stops, settings }).toEqual({ stops: [], settings: [] });
  expect((await positionsOf(alice, bought.position)).settings).toEqual([
    { market: PERP, leverage: 10, marginMode: 'isolated', positionMode: 'hedge' },
  ]);
  const { data: info } = await exchange.get(`/app/contract/info?market=${PERP}`);
  expect(info).toMatchObject({
    market: PERP,
    index: 'BTC-USDT',
    multiplier: '0.001',
    openInterest: '0.1',
    longShortRatio: '1.0000',
    insurance: INSURED,
    endsAt: null,
    mark: { mark: '50000', isStale: false, lastFundingRate: null, openInterest: '0.1' },
  });
  expect((await exchange.get('/app/contract/info?market=BTC-USDT')).code).toBe('market.unknown');
});

it('sets, changes and cancels a stop of a position, and closes it when its price is reached', async () => {
  const wish = { position: 'long', kind: 'stop_loss', trigger: '49000' };
  expect((await ask(bob, 'placeStop', { ...wish, trigger: '51000' })).code).toBe('stop.loss.wrong.side');
  expect((await ask(bob, 'placeStop', { ...wish, trigger: '49000.05' })).code).toBe('price.off.tick');
  const set = await expectSuccess(ask(bob, 'placeStop', wish));
  expect((await positionsOf(bob, set.position)).stops).toEqual([
    expect.objectContaining({ id: set.stop, trigger: '49000', triggerBy: 'mark', quantity: null, phase: 'waiting' }),
  ]);
  // A stop of another user counts as not found.
  expect((await ask(alice, 'amendStop', { stop: set.stop, trigger: '49500' })).code).toBe('stop.not.found');
  await expectSuccess(ask(bob, 'amendStop', { stop: set.stop, trigger: '49500' }));
  const { clientId } = { clientId: exchange.clientId() };
  const ended = await expectSuccess(
    exchange.post('/app/contract/cancelStop', { clientId, stop: set.stop }, bob.ticket),
  );
  expect((await positionsOf(bob, ended.position)).stops).toEqual([]);
  const gone = { code: 'stop.cancelled', data: { stop: set.stop, market: PERP, reason: 'requested' } };
  expect(await ask(bob, 'amendStop', { stop: set.stop, trigger: '49000' })).toMatchObject(gone);
  const again = { clientId: exchange.clientId(), stop: set.stop };
  expect(await exchange.post('/app/contract/cancelStop', again, bob.ticket)).toMatchObject(gone);

  await expectSuccess(ask(bob, 'placeStop', { ...wish, trigger: '49500' }));
  const met = await expectSuccess(ask(alice, 'place', order('close', 'short', '49400', '0.1')));
  expect((await positionsOf(bob, met.position)).positions).toHaveLength(1);
  // Without a trade for a minute the mark is the index.
  now += 61_000;
  await publish(4_940_000);
  now += 2_000;
  await publish(4_940_000);
  const { position } = exchange.headOfJournal();
  expect(await positionsOf(bob, position)).toMatchObject({ positions: [], stops: [] });
  expect((await positionsOf(alice, position)).positions).toEqual([]);
  now += 90_000;
  await publish();
  now += 40_000;
  await publish();
});

it('sets a trailing stop, reports its best price, and closes after the retracement', async () => {
  await expectSuccess(ask(alice, 'place', order('open', 'short', '50000', '0.1')));
  const { position: opened } = await expectSuccess(ask(bob, 'place', order('open', 'long', '50000', '0.1')));
  expect((await positionsOf(bob, opened)).positions).toHaveLength(1);
  const wish = { position: 'long', kind: 'trailing' };
  for (const callbackRate of ['0.0009', '0.1001', '0.00105'])
    expect((await ask(bob, 'placeStop', { ...wish, callbackRate })).code).toBe('callback.out.of.range');
  expect((await ask(bob, 'placeStop', { ...wish, callbackRate: '0.01', trigger: '49000' })).code).toBe(
    'order.combination.invalid',
  );
  const set = await expectSuccess(ask(bob, 'placeStop', { ...wish, callbackRate: '0.01' }));
  expect((await positionsOf(bob, set.position)).stops).toEqual([
    expect.objectContaining({ kind: 'trailing', trigger: null, callback: null, callbackRate: '0.01' }),
  ]);
  expect((await ask(bob, 'amendStop', { stop: set.stop, trigger: '49000' })).code).toBe('amend.not.allowed');
  now += 61_000;
  await publish(5_050_000);
  const seen = await positionsOf(bob, exchange.headOfJournal().position);
  expect(seen.stops).toEqual([expect.objectContaining({ trigger: null, extreme: '50500' })]);

  const met = await expectSuccess(ask(alice, 'place', order('close', 'short', '49900', '0.1')));
  now += 61_000;
  await publish(4_990_000);
  const after = await positionsOf(bob, Math.max(met.position, exchange.headOfJournal().position));
  expect(after).toMatchObject({ positions: [], stops: [] });
  const late = { clientId: exchange.clientId(), stop: set.stop };
  expect(await exchange.post('/app/contract/cancelStop', late, bob.ticket)).toMatchObject({
    code: 'stop.filled',
    data: { stop: set.stop, reason: 'filled' },
  });
  expect(await ask(alice, 'cancel', { order: met.order })).toMatchObject({
    code: 'order.filled',
    data: { order: met.order, status: 'filled', quantity: '0.1', filledQuantity: '0.1' },
  });
  const paging = { pageIndex: 1, pageSize: 10, minPosition: exchange.headOfJournal().position };
  const { records } = (await exchange.post('/app/contract/stops', paging, bob.ticket)).data;
  expect(records[0]).toMatchObject({
    ...{ id: set.stop, kind: 'trailing', trigger: '49995', callbackRate: '0.01', extreme: '50500', reason: 'filled' },
  });
  now += 90_000;
  await publish();
  now += 40_000;
  await publish();
});

it('pushes positions to their owner and marks to everyone, from a snapshot on', async () => {
  const connect = (person?: Person) =>
    io(exchange.url, { path: SOCKET_PATH, transports: ['websocket'], auth: person ? { ticket: person.ticket } : {} });
  const [own, visitor] = [connect(bob), connect()];
  try {
    await Promise.all([next(own, 'session'), next(visitor, 'session')]);
    const { data } = await subscribe(own, { channel: 'position' });
    expect(contractPositions.parse(data.snapshot).positions).toEqual([]);
    const told = await subscribe(visitor, { channel: 'mark', market: PERP });
    expect(contractMark.parse(told.data.snapshot)).toMatchObject({ market: PERP, mark: '50000', openInterest: '0' });
    expect((await subscribe(visitor, { channel: 'mark', market: 'BTC-USDT' })).code).toBe('market.unknown');
    expect((await subscribe(visitor, { channel: 'position' })).code).toBe('subscription.login.required');

    const pushed = new Promise<ContractUpdate>((resolve) => {
      own.on('position', (push) => {
        const update = positionPush.parse(push).updates.find(({ positions }) => positions.length > 0);
        if (update) resolve(update);
      });
    });
    const marked = new Promise<ContractMark>((resolve) => {
      visitor.on('mark', (push) => {
        const mark = contractMark.parse(push);
        if (mark.openInterest === '0.1') resolve(mark);
      });
    });
    await expectSuccess(ask(alice, 'place', order('open', 'short', '50000', '0.1')));
    const bought = await expectSuccess(ask(bob, 'place', order('open', 'long', null, '0.1')));
    const update = await pushed;
    expect(update).toMatchObject({
      position: bought.position,
      positions: [{ market: PERP, side: 'long', quantity: '0.1' }],
    });
    expect((await positionsOf(bob, bought.position)).positions).toEqual(update.positions);
    expect((await marked).market).toBe(PERP);
    await expectSuccess(ask(alice, 'place', order('close', 'short', '50000', '0.1')));
    await expectSuccess(ask(bob, 'place', order('close', 'long', null, '0.1')));
  } finally {
    own.disconnect();
    visitor.disconnect();
  }
});

it('accepts an order with a trigger price', async () => {
  const wish = order('open', 'long', '50500', '0.1', { kind: 'stop_limit', trigger: '50400', triggerBy: 'last' });
  expect((await ask(bob, 'place', { ...wish, triggerBy: undefined })).code).toBe('order.combination.invalid');
  const waiting = await expectSuccess(ask(bob, 'place', wish));
  expect(Number((await contractUsdt(bob, waiting.position)).frozen)).toBeGreaterThan(250);
  const ended = await expectSuccess(ask(bob, 'cancelAll', {}));
  expect(await contractUsdt(bob, ended.position)).toMatchObject({ frozen: '0' });
});

it('lists the contract beside spot markets, with its specification', async () => {
  const { data } = await exchange.get(`/app/product/detail?market=${PERP}`);
  expect(data).toMatchObject({
    product: 'perpetual',
    label: PERP,
    base: 'BTC',
    quote: 'USDT',
    state: 'open',
    tick: '0.1',
    lot: '0.001',
    contract: { index: 'BTC-USDT', multiplier: '0.001', closeFeePpb: 550_000, openInterestMax: '10000000' },
  });
  expect(data.contract.tiers[1]).toEqual({ cap: '250000', leverageMax: 100, ratePpb: 5_000_000, amount: '50' });
  const spot = await exchange.get('/app/product/detail?market=BTC-USDT');
  expect(spot.data).toMatchObject({ product: 'spot', label: 'BTC/USDT', contract: null });
  const tiers = await exchange.get('/app/product/feeTiers');
  const [{ makerPpb, takerPpb }] = tiers.data.markets.find(({ market }: Json) => market === PERP).tiers;
  expect([makerPpb, takerPpb]).toEqual([PERPETUAL_TERMS.makerFeesPpb[0], PERPETUAL_TERMS.takerFeesPpb[0]]);
});

it('uses the whole account as margin in cross mode, and reports its liquidation', async () => {
  await expectSuccess(ask(bob, 'setMarginMode', { mode: 'cross' }));
  await expectSuccess(ask(alice, 'place', order('open', 'short', '50000', '0.1')));
  const bought = await expectSuccess(ask(bob, 'place', order('open', 'long', null, '0.1')));
  const [position] = (await positionsOf(bob, bought.position)).positions;
  expect(position).toMatchObject({ mode: 'cross', side: 'long', bankruptcyPrice: null });
  const refused = async (call: string, body: object) => (await ask(bob, call, body)).code;
  expect(await refused('setMarginMode', { mode: 'isolated' })).toBe('margin.mode.in.use');
  expect(await refused('adjustMargin', { position: 'long', act: 'add', amount: '1' })).toBe('margin.of.cross');
  await expectSuccess(ask(alice, 'place', order('open', 'long', '50000', '0.1')));
  await expectSuccess(ask(bob, 'place', order('close', 'long', null, '0.1')));
  await expectSuccess(ask(bob, 'setMarginMode', { mode: 'isolated' }));
  await expectSuccess(ask(alice, 'place', order('close', 'long', '50000', '0.1')));
  await expectSuccess(ask(bob, 'place', order('open', 'long', null, '0.1')));
  await expectSuccess(ask(alice, 'place', order('close', 'short', '50000', '0.1')));
  await expectSuccess(ask(bob, 'place', order('close', 'long', null, '0.1')));
});

it('is reduce-only when staff set so, and refuses orders while its index is stale', async () => {
  await expectSuccess(ask(alice, 'place', order('open', 'short', '50000', '0.1')));
  await expectSuccess(ask(bob, 'place', order('open', 'long', '50000', '0.1')));
  await exchange.act(admin, '/product/setPerpetualMarketState', { market: PERP, state: 'close_only' });
  expect((await ask(bob, 'place', order('open', 'long', '49000', '0.1'))).code).toBe('market.close.only');
  await expectSuccess(ask(bob, 'place', order('close', 'long', '51000', '0.05')));
  await exchange.act(admin, '/product/setPerpetualMarketState', { market: PERP, state: 'open' });

  now += 16_000;
  expect((await ask(bob, 'place', order('open', 'long', '49000', '0.1'))).code).toBe('mark.stale');
  expect((await transfer(bob, 'contract', 'spot', '1')).code).toBe('mark.stale');
  await expectSuccess(ask(bob, 'cancelAll', {}));
  await publish();
  await expectSuccess(transfer(bob, 'contract', 'spot', '1'));
});

it('holds one position in one-way mode, and reverses it with one order', async () => {
  const [turner, other] = [await exchange.person('turner'), await exchange.person('other')];
  for (const person of [turner, other]) {
    await exchange.verifyAndFund(admin, person, { USDT: '100000' });
    await expectSuccess(transfer(person, 'spot', 'contract', '50000'));
  }
  now += 1_500;
  await publish();
  expect(await ask(turner, 'setPositionMode', { mode: 'hedge' })).toMatchObject({ code: 'position.mode.unchanged' });
  await expectSuccess(ask(turner, 'setPositionMode', { mode: 'one_way' }));
  const rest = await expectSuccess(ask(turner, 'place', order('open', 'long', '49000', '0.1')));
  expect(await ask(turner, 'setPositionMode', { mode: 'hedge' })).toMatchObject({ code: 'position.mode.in.use' });
  await expectSuccess(ask(turner, 'cancel', { order: rest.order }));
  await expectSuccess(ask(other, 'place', order('open', 'short', '50000', '0.1')));
  await expectSuccess(ask(turner, 'place', order('open', 'long', '50000', '0.1')));
  const resting = await expectSuccess(ask(turner, 'place', order('open', 'short', '50100', '0.3')));
  const told = async (minPosition: number) => {
    const { data } = await exchange.get(`/app/contract/positions?minPosition=${minPosition}`, turner.ticket);
    return contractPositions.parse(data);
  };
  const before = await told(resting.position);
  expect(before.settings).toMatchObject([{ market: PERP, positionMode: 'one_way' }]);
  expect(before.orders).toMatchObject([{ act: 'open', position: 'short', quantity: '0.3', against: '0.1' }]);
  const taken = await expectSuccess(ask(other, 'place', order('open', 'long', '50100', '0.3', { timeInForce: 'ioc' })));
  const after = await told(taken.position);
  expect(after.positions).toMatchObject([{ side: 'short', quantity: '0.2' }]);
  expect(after.orders).toEqual([]);
});
