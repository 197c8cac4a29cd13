import type { Batch, CoreEvent } from './event';
import { evolve, createdIdOf, createState, canonicalLines, restoreState, decide } from '../products/core';
import { isRejection } from './rejection';
import {
  BOB,
  CAROL,
  accountFrozen,
  buy,
  asUser,
  credit,
  given,
  observe,
  restingOrder,
  stopLimit,
  transfer,
  withdraw,
  type Scenario,
} from '../../test/tools/fixtures/core-fixture';

function batch(events: CoreEvent[], fields: Partial<Batch> = {}): Batch {
  return { v: 2, first: 0, at: 0, command: { type: 'RegisterMember' }, actor: 'system', events, ...fields };
}

/** A batch that continues from the scenario's present state. */
function next(scenario: Scenario, ...events: CoreEvent[]): () => void {
  const { state } = scenario.exchange;
  return () => evolve(state, batch(events, { first: state.position + 1, at: state.at }));
}

describe('events that contradict the state throw', () => {
  test('a gap, a repetition, time that runs backwards, an empty batch', () => {
    const state = createState();
    const registered: CoreEvent = { type: 'MemberRegistered', user: 5 };
    expect(() => evolve(state, batch([registered], { first: 1 }))).toThrow('batch at 1 follows -1');
    expect(() => evolve(state, batch([], {}))).toThrow('a batch has events');
    evolve(state, batch([registered], { at: 10 }));
    expect(() => evolve(state, batch([registered]))).toThrow('batch at 0 follows 0');
    expect(() => evolve(state, batch([registered], { first: 1, at: 9 }))).toThrow('time does not run backwards');
  });

  test('an unknown member, market, order, withdrawal or recharge', () => {
    expect(next(given(), { type: 'MemberVerified', user: 99 })).toThrow('99 is unknown');
    expect(next(given(), { type: 'MarketStateChanged', market: 'X', state: 'open' })).toThrow('X is unknown');
    expect(next(given(), { type: 'WithdrawalCancelled', withdrawal: 9, user: BOB, entries: [] })).toThrow(
      '9 is unknown',
    );
    expect(next(given(), { type: 'PayoutStarted', withdrawal: 9, user: BOB })).toThrow('9 is unknown');
    expect(next(given(), { type: 'PayoutSubmitted', withdrawal: 9, user: BOB, key: 'k' })).toThrow('9 is unknown');
    expect(next(given(), { type: 'RechargeConfirmed', recharge: 99, user: BOB, confirmations: 1 })).toThrow(
      '99 is unknown',
    );
    expect(
      next(given(), { type: 'OrderTriggered', order: 9, user: BOB, market: 'BTC-USDT', disposition: 'rests' }),
    ).toThrow();
  });

  test('an order or a withdrawal that ends with a remaining hold', () => {
    const ending = { user: 10_000_001, market: 'BTC-USDT', price: 100, open: 5, entries: [] };
    expect(
      next(given(restingOrder('buy', 100, 5)), {
        type: 'OrderCancelled',
        order: 1,
        side: 'buy',
        rested: 1,
        reason: 'requested',
        ...ending,
      }),
    ).toThrow('order 1 leaves something held');
    expect(
      next(given(withdraw('USDT', 500n)), { type: 'WithdrawalCancelled', withdrawal: 1, user: BOB, entries: [] }),
    ).toThrow('withdrawal 1 leaves something held');
  });

  test('an order that rests with a quantity other than its open one', () => {
    const scenario = given(restingOrder('sell', 100, 5));
    expect(
      next(scenario, {
        type: 'OrderRested',
        order: 1,
        user: BOB,
        market: 'BTC-USDT',
        side: 'sell',
        price: 100,
        quantity: 4,
      }),
    ).toThrow('order 1 rests with what is open');
  });

  test('a trigger that was not reached', () => {
    const scenario = given(stopLimit('buy', 105, 105, 5));
    expect(
      next(scenario, { type: 'OrderTriggered', order: 1, user: BOB, market: 'BTC-USDT', disposition: 'takes' }),
    ).toThrow('order 1 is not the next whose trigger was reached');
    expect(() =>
      decide(scenario.exchange.state, { type: 'TriggerOrder', order: 7 }, { actor: 'clock', at: 1 }),
    ).toThrow('order 7 does not wait for a trigger');
  });

  test('the end of frozen orders of an account that is not frozen', () => {
    for (const scenario of [given(buy(90, 5)), given(accountFrozen())]) {
      expect(() =>
        decide(scenario.exchange.state, { type: 'EndFrozenOrders', user: BOB }, { actor: 'clock', at: 1 }),
      ).toThrow(`account ${BOB} has no orders that a freeze ends`);
    }
  });
});

test('the first event gives a batch the number of what it created', () => {
  const { batches } = given(buy(100, 1), withdraw('USDT', 500n), asUser(CAROL, buy(100, 1))).exchange;
  expect(batches.slice(-3).map(createdIdOf)).toEqual([1, 1, 2]);
  expect(createdIdOf(batches[0])).toBeNull();
  const money = [transfer('USDT', 'spot', 'option', 5n), observe(1), credit('USDT', 5n, 'bank/1')];
  expect(given(money).exchange.batches.slice(-3).map(createdIdOf)).toEqual([1, 10, 11]);
});

test('decide never throws for external input', () => {
  const { state } = given().exchange;
  expect(
    isRejection(decide(state, { type: 'CancelOrder', user: BOB, order: Number.NaN }, { actor: `user/${BOB}`, at: 1 })),
  ).toBe(true);
});

describe('canonical lines', () => {
  test('do not depend on the insertion order of maps', () => {
    const listed = given().exchange.state;
    const twisted = restoreState(canonicalLines(listed));
    twisted.members = new Map([...twisted.members].reverse());
    twisted.ledger.accounts = new Map([...twisted.ledger.accounts].reverse());
    expect([...canonicalLines(twisted)]).toEqual([...canonicalLines(listed)]);
  });

  test('keep assets and markets in order of listing', () => {
    const { state } = given().exchange;
    state.assets = new Map([...state.assets].reverse());
    state.markets = new Map([...state.markets].reverse());
    const restored = restoreState(canonicalLines(state));
    expect([...restored.assets.keys()]).toEqual(['USD', 'USDT', 'ETH', 'BTC']);
    expect([...restored.markets.keys()]).toEqual(['USDT-USD', 'ETH-USDT', 'BTC-USDT']);
  });

  test('are rejected if they refer to lines that are missing', () => {
    const lines = [...canonicalLines(given(restingOrder('buy', 100, 5)).exchange.state)];
    expect(() => restoreState(lines.filter((line) => !line.startsWith('["hold"')))).toThrow('is unknown');
    expect(() => restoreState(lines.filter((line) => !line.startsWith('["order"')))).toThrow('is unknown');
  });
});
