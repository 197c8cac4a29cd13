import fc from 'fast-check';
import { applyDifference, bookChecksum, bookOf, type Level, type OrderState } from '../../../shared/wire/market-data';
import { BOB, CAROL } from '../../../test/tools/fixtures/core-fixture';
import { actAtRandom, chanceOf, LiveExchange, MARKET } from '../../../test/tools/people/live-exchange';
import { runningRobot } from '../../../test/tools/fixtures/robot-fixture';
import type { QuoteMarket } from '../../products/spot/core/commands';
import { availableOf, balanceOf } from '../../core/ledger/ledger';
import { userAccount } from '../../core/ledger/entry';
import { termsAt } from '../../core/market/scheduled-terms';
import type { CoreState } from '../../core/state';
import { createState, evolve } from '../../products/core';
import { LiveViews } from './live-views';
import { Ring } from './ring';
import { UpdateLog } from './update-log';
import { ANN, BEN, CAT, USERS, viewsOf } from '../../../test/tools/fixtures/live-views-fixture';

/** The book recounted from the core's open orders. */
function recount(state: CoreState, side: 'buy' | 'sell'): Level[] {
  const lots = new Map<number, number>();
  for (const order of state.orders.values()) {
    if (order.side !== side || order.phase !== 'resting') continue;
    lots.set(order.price, (lots.get(order.price) ?? 0) + order.quantity - order.filledQuantity);
  }
  const direction = side === 'buy' ? -1 : 1;
  return [...lots]
    .sort(([a], [b]) => direction * (a - b))
    .map(([ticks, quantity]) => [String(ticks / 100), String(quantity / 10_000)]);
}

describe('live views', () => {
  it('agree with the core after every act, and from any position on', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 119 }), (seed, seededAfter) => {
        const exchange = LiveExchange.open(USERS);
        const chance = chanceOf(seed);
        const views = viewsOf(exchange.batches);
        const client = bookOf(views.depth.snapshot(MARKET));
        let late: LiveViews | null = null;
        for (let act = 0; act < 120; act += 1) {
          const batches = actAtRandom(exchange, USERS, chance);
          views.fold(batches);
          late?.fold(batches);
          if (act === seededAfter) {
            late = new LiveViews();
            late.seed(exchange.state);
          }
          const { bids, asks, checksum } = views.depth.snapshot(MARKET);
          expect(bids).toEqual(recount(exchange.state, 'buy'));
          expect(asks).toEqual(recount(exchange.state, 'sell'));
          expect(views.depth.checksum(MARKET)).toBe(checksum);
          if (act % 7 !== 0) continue;
          const outcome = applyDifference(client, views.depth.takeDifference(MARKET));
          expect(['applied', 'dropped']).toContain(outcome);
          expect(bookChecksum(client)).toBe(checksum);
          expect(client).toEqual(bookOf(views.depth.snapshot(MARKET)));
        }
        for (const user of USERS) {
          expect(views.orders.snapshot(user)).toEqual(ordersOf(exchange.state, user, views));
          expect(views.balances.snapshot(user)).toEqual(balancesOf(exchange.state, user));
        }
        expect(sameNow(late as LiveViews)).toEqual(sameNow(views));
        expect((late as LiveViews).position).toBe(exchange.state.position);
      }),
      { numRuns: 25 },
    );
  });

  function sameNow(views: LiveViews): unknown {
    const { market: _, ...depth } = views.depth.snapshot(MARKET);
    return [depth, ...USERS.map((user) => [views.orders.snapshot(user), views.balances.snapshot(user)])];
  }

  it('take each batch once, and refuse to go on over a gap', () => {
    const exchange = LiveExchange.open(USERS);
    exchange.place({ user: ANN, side: 'buy', price: 100, quantity: 5 });
    const views = viewsOf(exchange.batches);
    views.fold(exchange.batches);
    expect(views.depth.snapshot(MARKET).bids).toEqual([['1', '0.0005']]);
    exchange.place({ user: ANN, side: 'buy', price: 100, quantity: 1 });
    const [after] = exchange.place({ user: ANN, side: 'buy', price: 100, quantity: 2 });
    expect(() => views.fold([after])).toThrow('follows');
  });

  it('tell their listeners once a group, after all of it', () => {
    const exchange = LiveExchange.open(USERS);
    const views = new LiveViews();
    const told: number[] = [];
    const stop = views.onGroup((position) => told.push(position));
    views.fold(exchange.batches);
    expect(told).toEqual([exchange.state.position]);
    stop();
    views.fold(exchange.place({ user: ANN, side: 'buy', price: 100, quantity: 1 }));
    expect(told).toHaveLength(1);
  });

  it('say when they have come as far as somebody needs them, or that they have not', async () => {
    const exchange = LiveExchange.open(USERS);
    const views = viewsOf(exchange.batches);
    const { position } = views;
    expect(await views.waitFor(position, 0)).toBe(true);
    expect(await views.waitFor(position + 1, 1)).toBe(false);
    const reached = views.waitFor(position + 1, 60_000);
    views.fold(exchange.place({ user: ANN, side: 'buy', price: 100, quantity: 1 }));
    expect(await reached).toBe(true);
  });

  it('know who is verified and who is frozen, from events and from a snapshot', () => {
    const exchange = LiveExchange.open([]);
    exchange.run({ type: 'RegisterMember', user: ANN });
    exchange.run({ type: 'RegisterMember', user: BEN });
    exchange.run({ type: 'VerifyMember', user: BEN });
    exchange.run({ type: 'FreezeAccount', user: BEN, reason: 'asked for' });
    exchange.run({ type: 'FreezeAccount', user: ANN, reason: 'asked for' });
    exchange.run({ type: 'UnfreezeAccount', user: ANN, reason: 'answered' });
    const seeded = new LiveViews();
    seeded.seed(exchange.state);
    for (const { members } of [viewsOf(exchange.batches), seeded]) {
      expect(members.stateOf(ANN)).toEqual({ verified: false, frozen: false });
      expect(members.stateOf(BEN)).toEqual({ verified: true, frozen: true });
      expect(members.stateOf(CAT)).toEqual({ verified: false, frozen: false });
    }
  });

  it('name the robot of an order, followed or begun anew, and of none that somebody placed', () => {
    const { exchange } = runningRobot();
    const followed = viewsOf(exchange.batches);
    const begun = new LiveViews();
    begun.seed(exchange.state);
    for (const { orders } of [followed, begun]) {
      const robots = orders.snapshot(BOB).orders.map(({ robot }) => robot);
      expect(robots.length).toBeGreaterThan(1);
      expect(new Set(robots)).toEqual(new Set(['1']));
      expect(orders.snapshot(CAROL).orders.map((order) => 'robot' in order)).toEqual([false]);
    }
  });

  it('know the state of each market', () => {
    const exchange = LiveExchange.open([]);
    exchange.run({ type: 'SetMarketState', market: MARKET, state: 'cancel_only' });
    expect(viewsOf(exchange.batches).markets.get(MARKET).state).toBe('cancel_only');
    expect(viewsOf(exchange.batches).markets.find('DOGE-USDT')).toBeUndefined();
  });

  it('know terms by their time and coins by their state, followed or begun anew, and what the core would say', () => {
    const exchange = LiveExchange.open([]);
    const { at } = exchange.state;
    const states = { trading: 'maintenance', deposits: 'suspended', withdrawals: 'open' } as const;
    const change = { type: 'ChangeMarketTerms', market: MARKET, reason: 'announced' } as const;
    exchange.run({ ...change, from: at + 60_000, bandPpb: 7 });
    exchange.run({ ...change, from: at + 30_000, quantityMin: 2, bandPpb: 5 });
    exchange.run({
      type: 'ChangeAssetTerms',
      asset: 'USDT',
      from: at + 30_000,
      withdrawalFee: 3n,
      reason: 'announced',
    });
    exchange.run({ type: 'SetAssetState', asset: 'USDT', ...states, reason: 'upgrade' });
    const begun = new LiveViews();
    begun.seed(exchange.state);
    for (const { markets } of [viewsOf(exchange.batches), begun]) {
      const market = markets.get(MARKET);
      for (const time of [at + 1_000, at + 29_999, at + 30_000, at + 60_000]) {
        expect(market.termsAt(time)).toEqual(termsAt(exchange.state.markets.get(MARKET)!, time));
      }
      expect(market.pendingAt(at + 30_000).map(({ from, terms }) => [from, terms.bandPpb])).toEqual([[at + 60_000, 7]]);
      expect(markets.asset('USDT')).toMatchObject(states);
      expect(markets.asset('USDT')?.termsAt(at + 30_000).withdrawalFee).toBe(3n);
      expect([market.state, markets.stateOf(market)]).toEqual(['open', 'maintenance']);
    }
  });
});

function ordersOf(state: CoreState, user: number, views: LiveViews): unknown {
  const market = views.markets.get(MARKET);
  const mine = [...state.orders.values()].filter((order) => order.user === user);
  return {
    position: state.position,
    orders: mine.map((order): OrderState => ({
      order: String(order.id),
      market: MARKET,
      side: order.side,
      kind: order.kind,
      timeInForce: order.timeInForce,
      phase: order.phase === 'waiting' ? 'waiting' : 'resting',
      status: order.filledQuantity > 0 ? 'partially_filled' : 'pending',
      reason: null,
      price: order.price ? market.price(order.price) : null,
      quantity: order.quantity ? market.quantity(order.quantity) : null,
      quoteAmount: order.quoteAmount ? market.quoteAmount(order.quoteAmount) : null,
      trigger: order.trigger ? market.price(order.trigger) : null,
      filledQuantity: market.quantity(order.filledQuantity),
      filledQuote: market.quoteAmount(order.filledQuote),
    })),
  };
}

function balancesOf(state: CoreState, user: number): unknown {
  const amount = (units: bigint, scale: number): string => String(Number(units) / 10 ** scale);
  const of = (asset: string, scale: number): unknown => ({
    account: 'spot',
    asset,
    available: amount(availableOf(state.ledger, user, asset), scale),
    frozen: amount(balanceOf(state.ledger, userAccount(user, 'spot', asset, 'frozen')), scale),
    locked: '0',
  });
  return { position: state.position, balances: [of('BTC', 8), of('USDT', 6)] };
}

describe('a user’s updates', () => {
  it('say what each batch did to orders and balances, once the user watches', () => {
    const exchange = LiveExchange.open(USERS);
    exchange.place({ user: ANN, side: 'sell', price: 10_000, quantity: 5 });
    const views = viewsOf(exchange.batches);
    const since = views.position;
    views.orders.watch(ANN);
    views.balances.watch(ANN);
    views.fold(exchange.place({ user: BEN, side: 'buy', price: 10_000, quantity: 2 }));
    views.fold(exchange.place({ user: BEN, side: 'buy', price: 10_000, quantity: 3 }));
    expect(views.orders.updates.takeUpdatedUsers()).toEqual([ANN]);
    expect(views.orders.updates.after(ANN, since)).toMatchObject([
      {
        orders: [
          { order: '1', phase: 'resting', status: 'partially_filled', filledQuantity: '0.0002', filledQuote: '0.02' },
        ],
        fills: [{ trade: '1', role: 'maker', price: '100', quantity: '0.0002', feeAsset: 'USDT', fee: '0.00002' }],
      },
      { position: views.position, orders: [{ phase: 'closed', status: 'filled' }], fills: [{ trade: '2' }] },
    ]);
    expect(views.balances.updates.after(ANN, since)).toHaveLength(2);
    expect(views.orders.updates.after(BEN, since)).toBeNull();
    expect(views.orders.updates.after(ANN, since - 1)).toBeNull();
    expect(views.orders.updates.after(ANN, views.position)).toEqual([]);
  });

  it('say all that a command of quotes did as one', () => {
    const exchange = LiveExchange.open(USERS);
    const quote = (pieces: Partial<QuoteMarket>) => {
      const none = { cancels: [], amends: [], places: [] };
      return exchange.run({ type: 'QuoteMarket', user: ANN, market: MARKET, ...none, ...pieces }, `user/${ANN}`);
    };
    const bid = { side: 'buy', price: 9_900, quantity: 5 } as const;
    quote({ places: [bid, { ...bid, side: 'sell', price: 10_100 }] });
    const views = viewsOf(exchange.batches);
    const since = views.position;
    views.orders.watch(ANN);
    views.fold(quote({ cancels: [1], amends: [{ order: 2, price: 10_050 }], places: [{ ...bid, price: 9_950 }] }));
    const [update, ...others] = views.orders.updates.after(ANN, since) ?? [];
    expect(others).toEqual([]);
    expect(update.orders).toMatchObject([
      { order: '1', phase: 'closed' },
      { order: '2', phase: 'resting', price: '100.5' },
      { order: '3', phase: 'resting', price: '99.5' },
    ]);
  });

  it('say a transfer as the two accounts it moved', () => {
    const exchange = LiveExchange.open(USERS);
    const views = viewsOf(exchange.batches);
    views.balances.watch(ANN);
    const transfer = { user: ANN, asset: 'USDT', from: 'spot', to: 'financial', amount: 1_500_000n } as const;
    views.fold(exchange.run({ type: 'TransferFunds', ...transfer }, `user/${ANN}`));
    const rest = { frozen: '0', locked: '0', asset: 'USDT' };
    expect(views.balances.updates.after(ANN, views.position - 1)).toMatchObject([
      {
        balances: [
          { account: 'spot', available: '999999998.5', ...rest },
          { account: 'financial', available: '1.5', ...rest },
        ],
      },
    ]);
    const told = views.balances.snapshot(ANN).balances.map(({ account, asset }) => `${account} ${asset}`);
    expect(told).toEqual(['spot BTC', 'spot USDT', 'financial USDT']);
    const seeded = new LiveViews();
    seeded.seed(exchange.state);
    expect(seeded.balances.snapshot(ANN)).toEqual(views.balances.snapshot(ANN));
  });

  it.each([
    ['what was asked to end', 'partially_cancelled', 'requested'],
    ['what a freeze ends', 'partially_cancelled', 'account_frozen'],
    ['what nothing could fill', 'expired_in_part', 'no_liquidity'],
  ])('name %s', (_, status, reason) => {
    const exchange = LiveExchange.open(USERS);
    const views = viewsOf(exchange.batches);
    const since = views.position;
    views.orders.watch(ANN);
    exchange.place({ user: BEN, side: 'sell', price: 10_000, quantity: 1 });
    const order = exchange.nextOrder;
    if (reason === 'no_liquidity') {
      exchange.place({ user: ANN, side: 'buy', kind: 'market', timeInForce: 'ioc', quantity: 5 });
    } else exchange.place({ user: ANN, side: 'buy', price: 10_000, quantity: 5 });
    if (reason === 'requested') exchange.cancel(ANN, order);
    if (reason === 'account_frozen') exchange.run({ type: 'FreezeAccount', user: ANN, reason: 'asked for' });
    views.fold(exchange.batches);
    const last = views.orders.updates.after(ANN, since);
    expect(last?.at(-1)?.orders).toMatchObject([{ order: String(order), phase: 'closed', status, reason }]);
  });
});

describe('the update log', () => {
  const update = (position: number) => ({ position });

  it('is complete back to its oldest update, and says so', () => {
    const log = new UpdateLog<{ position: number }>({ perUser: 3, users: 2, updates: 100 });
    log.watch(1, 10);
    for (const position of [11, 12, 13]) log.append(1, update(position));
    expect(log.after(1, 10)).toEqual([11, 12, 13].map(update));
    log.append(1, update(14));
    expect(log.after(1, 10)).toBeNull();
    expect(log.after(1, 11)).toEqual([12, 13, 14].map(update));
  });

  it('keeps those who watched last', () => {
    const log = new UpdateLog<{ position: number }>({ perUser: 3, users: 2, updates: 100 });
    log.watch(1, 0);
    log.watch(2, 0);
    log.watch(1, 5);
    log.watch(3, 0);
    expect([1, 2, 3].filter((user) => log.isWatched(user))).toEqual([1, 3]);
    expect(log.after(1, 0)).toEqual([]);
  });

  it('holds a bounded number of updates of all users', () => {
    const log = new UpdateLog<{ position: number }>({ perUser: 3, users: 9, updates: 4 });
    for (const user of [1, 2]) log.watch(user, 0);
    for (const position of [1, 2, 3]) for (const user of [1, 2]) log.append(user, update(position));
    expect(log.isWatched(1)).toBe(false);
    expect(log.after(2, 0)).toHaveLength(3);
  });
});

describe('a ring', () => {
  it('keeps the newest in order', () => {
    const ring = new Ring<number>(3);
    expect([1, 2, 3, 4, 5].map((value) => ring.push(value))).toEqual([undefined, undefined, undefined, 1, 2]);
    expect(ring.newestValues(9)).toEqual([3, 4, 5]);
    expect(ring.newestValues(2)).toEqual([4, 5]);
    expect(ring.newestValues(0)).toEqual([]);
    ring.clear();
    expect(ring.size).toBe(0);
  });
});

it('a state folded from the batches equals the one they came from', () => {
  // Guards the tool that all of the above rests on.
  const exchange = LiveExchange.open(USERS);
  const state = createState();
  for (const batch of exchange.batches) evolve(state, batch);
  expect(state.position).toBe(exchange.state.position);
});
