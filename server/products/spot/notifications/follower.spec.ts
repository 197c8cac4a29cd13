import { canonicalLines, restoreState } from '../../core';
import type { Batch } from '../../../core/event';
import { positionOf } from '../../../core/event';
import type { CoreState } from '../../../core/state';
import type { OrderRow } from '../../../views/stored/tables';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  Exchange,
  LISTINGS,
  amend,
  withClientId,
  buy,
  asUser,
  cancel,
  marketBuyFor,
  quote,
  restingOrder,
  sell,
  stopLimit,
  stopSell,
  type Step,
} from '../../../../test/tools/fixtures/core-fixture';
import { SpotFollower, type OrderNotice } from './follower';

/** An exchange, and its users' notifications from the start. */
function opened() {
  const exchange = new Exchange();
  for (const listing of LISTINGS) exchange.take(listing);
  const named = (step: Step, index: number): Step => withClientId(`call-${exchange.batches.length}-${index}`, step);
  return {
    exchange,
    take: (...steps: Step[]) => steps.forEach((step, index) => exchange.take(named(step, index))),
    unnamed: (...steps: Step[]) => steps.forEach((step) => exchange.take(step)),
  };
}

const nobody = async () => undefined;

async function toldBy(orders: SpotFollower, batches: readonly Batch[]): Promise<OrderNotice[]> {
  const told: OrderNotice[] = [];
  for (const batch of batches) if (orders.follow(batch)) told.push(...(await orders.notices(batch)));
  return told;
}

const heard = ({ exchange }: { exchange: Exchange }, from?: CoreState) =>
  toldBy(new SpotFollower(from ?? new Exchange().state, nobody), exchange.batches);
const shortly = (told: readonly OrderNotice[]) => told.map(({ user, key, order }) => `${user} ${key} ${order}`);

describe('notifications about orders', () => {
  it('come once after the last fill, not per fill', async () => {
    const floor = opened();
    floor.take(restingOrder('sell', 100, 10), asUser(CAROL, buy(100, 4)), asUser(CAROL, buy(100, 6)));
    const told = await heard(floor);
    expect(shortly(told)).toEqual([`${ALICE} order.filled 1`]);
    expect(told[0]?.facts).toEqual({
      ...{ order: '1', market: 'BTC-USDT', side: 'sell', base: 'BTC', quote: 'USDT' },
      ...{ amount: '0.01', total: '0.01' },
    });
  });

  it('exclude immediate effects of the user’s own command', async () => {
    const floor = opened();
    floor.take(
      restingOrder('sell', 100, 10),
      ...[marketBuyFor(405n), buy(100, 100, { timeInForce: 'ioc' }), buy(98, 1), cancel(4)],
      ...[buy(98, 1), amend(5, { price: 99 })],
      asUser(CAROL, sell(99, 1)),
    );
    expect(shortly(await heard(floor))).toEqual([`${ALICE} order.filled 1`, `${BOB} order.filled 5`]);
  });

  it('report a reached trigger, or only the end if the order ends with it', async () => {
    const floor = opened();
    const tradeAt = (price: number) => [restingOrder('sell', price, 1), asUser(CAROL, buy(price, 1))];
    floor.take(...tradeAt(100), stopLimit('buy', 105, 95, 3), stopSell(104, 2), ...tradeAt(103), ...tradeAt(105));
    const told = (await heard(floor)).filter(({ user }) => user === BOB);
    // There are no bids when the stop fires, so the whole order expires.
    expect(told.map(({ key, facts }) => ({ key, ...facts }))).toMatchObject([
      { key: 'order.expired', side: 'sell', why: 'no_liquidity', amount: '0', total: '0' },
      { key: 'order.triggered', side: 'buy', trigger: '1.05', quote: 'USDT' },
    ]);
  });

  it('report a cancellation by staff or by an own order in its way', async () => {
    const floor = opened();
    const byStaff = (order: number): Step => ({ actor: ADMIN, command: { type: 'CancelOrder', user: ALICE, order } });
    floor.take(restingOrder('sell', 100, 10), byStaff(1), restingOrder('sell', 100, 10));
    floor.take(asUser(ALICE, buy(100, 1, { selfTrade: 'cancel_maker' })));
    const told = await heard(floor);
    expect(shortly(told)).toEqual([`${ALICE} order.cancelled 1`, `${ALICE} order.cancelled 2`]);
    expect(told.map(({ facts }) => facts)).toMatchObject([{ why: 'staff' }, { why: 'self_trade' }]);
  });

  it('exclude quotes and other orders without a client id', async () => {
    const floor = opened();
    floor.take(
      quote({
        places: [
          { side: 'sell', price: 100, quantity: 5 },
          { side: 'sell', price: 101, quantity: 5 },
        ],
      }),
    );
    floor.unnamed(restingOrder('sell', 100, 5));
    floor.take(asUser(CAROL, buy(101, 15)));
    expect(floor.exchange.state.orders.size).toBe(0);
    expect(await heard(floor)).toEqual([]);
  });
});

describe('after a restart', () => {
  const copyOf = (state: CoreState) => restoreState(canonicalLines(state));

  it('continue for open orders without counting a fill twice', async () => {
    const floor = opened();
    floor.take(restingOrder('sell', 100, 10), asUser(CAROL, buy(100, 4)));
    const state = copyOf(floor.exchange.state);
    const place = floor.exchange.batches.length;
    floor.take(asUser(CAROL, buy(100, 6)));
    const { batches } = floor.exchange;
    const onTime = await toldBy(new SpotFollower(state, nobody), batches.slice(place));
    // If the position was stored before the first fill, the follower reads that fill again.
    const again = await toldBy(new SpotFollower(state, nobody), batches.slice(place - 1));
    expect(onTime).toMatchObject([{ key: 'order.filled', facts: { amount: '0.01' } }]);
    expect(again).toEqual(onTime);
  });

  it('cover orders placed and ended before the start, from every position in between', async () => {
    const floor = opened();
    const quoted = { places: [{ side: 'sell' as const, price: 102, quantity: 1 }] };
    floor.take(restingOrder('sell', 100, 10), stopLimit('buy', 101, 99, 2), quote(quoted), asUser(CAROL, buy(100, 10)));
    floor.take(
      restingOrder('sell', 101, 1),
      asUser(CAROL, buy(101, 1)),
      asUser(CAROL, sell(99, 2)),
      asUser(CAROL, buy(102, 1)),
    );
    const { batches } = floor.exchange;
    const state = copyOf(floor.exchange.state);
    const all = await heard(floor);
    expect(shortly(all)).toEqual([
      ...[`${ALICE} order.filled 1`, `${ALICE} order.filled 5`],
      ...[`${BOB} order.triggered 2`, `${BOB} order.filled 2`],
    ]);
    const rows = rowsOf(batches);
    for (let place = 0; place <= batches.length; place++) {
      const before = await toldBy(new SpotFollower(new Exchange().state, nobody), batches.slice(0, place));
      const after = await toldBy(new SpotFollower(state, async (id) => rows.get(id)), batches.slice(place));
      expect([...before, ...after]).toEqual(all);
    }
  });

  it('repeat a batch without counting it again, and wait for lagging read models', async () => {
    const floor = opened();
    floor.take(restingOrder('sell', 100, 10), asUser(CAROL, buy(100, 10)));
    const { batches, state } = floor.exchange;
    const rows = rowsOf(batches);
    let isThere = false;
    const orders = new SpotFollower(copyOf(state), async (id) => (isThere ? rows.get(id) : undefined));
    const [last] = batches.slice(-1) as [Batch];
    expect(orders.follow(last)).toBe(true);
    await expect(orders.notices(last)).rejects.toThrow('order 1 is not in the read models yet');
    isThere = true;
    expect(orders.follow(last)).toBe(true);
    expect(shortly(await orders.notices(last))).toEqual([`${ALICE} order.filled 1`]);
    expect(shortly(await orders.notices(last))).toEqual([`${ALICE} order.filled 1`]);
  });
});

/** Final read-model row of each order, with the fields that notifications use. */
function rowsOf(batches: readonly Batch[]): Map<number, OrderRow> {
  const rows = new Map<number, OrderRow>();
  for (const batch of batches) {
    const position = positionOf(batch);
    for (const event of batch.events) {
      if (event.type === 'OrderPlaced') {
        const { order: id, user: userId, market, side, trigger = null, quantity = null, quoteAmount = null } = event;
        const clientId = event.quoted === 1 ? null : (batch.command.clientId ?? null);
        const filled = { filledQuantity: 0, filledQuote: 0n, status: 'pending', open: 1, reason: null };
        const row = { id, userId, market, side, triggerPrice: trigger, quantity, quoteAmount, clientId, ...filled };
        rows.set(id, { ...row, position } as OrderRow);
      } else if (event.type === 'TradeExecuted') {
        for (const order of [event.makerOrder, event.takerOrder]) {
          const row = rows.get(order) as OrderRow;
          row.filledQuantity += event.quantity;
          row.filledQuote += event.notional;
          row.position = position;
          if (row.filledQuantity === row.quantity) Object.assign(row, { status: 'filled', open: 0 });
        }
      } else if (event.type === 'OrderTriggered') {
        (rows.get(event.order) as OrderRow).position = position;
      }
    }
  }
  return rows;
}
