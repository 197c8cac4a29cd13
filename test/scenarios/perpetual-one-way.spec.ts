import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import { availableIn } from '../../server/core/ledger/ledger';
import { usdt } from '../tools/perpetual-terms';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  accountUnfrozen,
  by,
  cancelAll,
  occurred,
  refused,
  that,
  type Scenario,
  type Step,
} from '../tools/core-fixture';
import {
  FUNDS,
  PERP,
  amendOf,
  close,
  leverage,
  locked,
  marketEnd,
  moved,
  open,
  opened,
  perpetualState,
  perpetuals,
  positionMode,
  quiet,
  reverse,
  stop,
} from '../tools/perpetual-fixture';

const M = 500_000;
const placed = (facts: object = {}) => occurred('PerpetualOrderPlaced', facts);
const traded = (facts: object = {}) => occurred('PerpetualTraded', facts);
const triggered = (facts: object = {}) => occurred('PerpetualOrderTriggered', facts);
const rested = (facts: object = {}) => occurred('PerpetualOrderRested', facts);
const cancelled = (facts: object = {}) => occurred('PerpetualOrderCancelled', facts);
const cut = (facts: object = {}) => occurred('PerpetualOrderCut', facts);
const has = (user: number, long: number, short: number) =>
  that(({ state }) => {
    const own = state.perpetual.holdings.get(user)?.get(PERP);
    expect([own?.long?.lots ?? 0, own?.short?.lots ?? 0]).toEqual([long, short]);
  });
const holds = (user: number, frozen: bigint) =>
  that(({ state }) => expect(state.ledger.wallets.contract.get(user)?.get('USDT')?.frozen.balance ?? 0n).toBe(frozen));
const transfer = (user: number, amount: bigint): Step => ({
  actor: `user/${user}`,
  command: { type: 'TransferFunds', user, asset: 'USDT', from: 'contract', to: 'spot', amount },
});

/** Bob has one position at a time: long with ten lots. Carol sells to him and buys of him. */
const oneWay = (): Scenario => perpetuals().given(positionMode(BOB, 'one_way'), opened(M, 10));
const withOthers = (): Scenario => oneWay().given(open(CAROL, 'long', M - 20, 50), open(CAROL, 'short', M + 20, 50));

/** What ten lots cost at that price with a leverage of 20, opened by a taker: initial margin, two fees. */
const COST_OF_TEN = usdt('25') + usdt('0.275') + usdt('0.26125');

describe('the mode of a market', () => {
  test('is hedge at first and changes while there is nothing', () => {
    const scenario = perpetuals();
    scenario.when(positionMode(BOB, 'hedge')).then(refused('position.mode.unchanged'));
    scenario
      .when(positionMode(BOB, 'one_way'))
      .then(occurred('PositionModeSet', { user: BOB, market: PERP, mode: 'one_way' }));
    scenario.when(positionMode(BOB, 'one_way')).then(refused('position.mode.unchanged'));
    scenario.when(positionMode(BOB, 'hedge')).then(occurred('PositionModeSet', { mode: 'hedge' }));
  });

  test('stays while there is a position or an order, whatever kind of order', () => {
    oneWay().when(positionMode(BOB, 'hedge')).then(refused('position.mode.in.use'));
    perpetuals()
      .given(open(BOB, 'long', M - 100, 1))
      .when(positionMode(BOB, 'one_way'))
      .then(refused('position.mode.in.use'));
    perpetuals()
      .given(open(BOB, 'long', null, 1, { kind: 'stop_market', trigger: M + 100, triggerBy: 'mark' }))
      .when(positionMode(BOB, 'one_way'))
      .then(refused('position.mode.in.use'));
    perpetuals()
      .given(open(BOB, 'long', M - 100, 1), by(BOB, cancelAll(PERP)))
      .when(positionMode(BOB, 'one_way'))
      .then(occurred('PositionModeSet'));
  });

  test('is of a market that there is and goes on', () => {
    const scenario = perpetuals();
    scenario.when(positionMode(BOB, 'one_way', 'BTC-USDT')).then(refused('market.unknown'));
    scenario.given(marketEnd(scenario.exchange.now + 1_800_000));
    scenario.exchange.now += 1_800_000;
    scenario.exchange.take(leverage(BOB, 4));
    scenario.when(positionMode(BOB, 'one_way')).then(refused('coin.not.open'));
  });

  test('is kept by a snapshot', () => {
    const { state } = oneWay().given(open(BOB, 'short', M + 100, 15)).exchange;
    expect(canonicalLines(restoreState(canonicalLines(state)))).toEqual(canonicalLines(state));
  });
});

describe('an order against the position', () => {
  test('closes a part of it, and opens nothing', () => {
    withOthers()
      .when(open(BOB, 'short', null, 4))
      .then(
        placed({ position: 'short', closes: 0, entries: [] }),
        traded({ quantity: 4, price: M - 20, takerPosition: 1 }),
        has(BOB, 6, 0),
      );
  });

  test('closes all of it and opens the other side with the rest: two fills of one order', () => {
    withOthers()
      .when(open(BOB, 'short', null, 14))
      .then(
        placed({ position: 'short', closes: 0, quantity: 14 }),
        traded({ trade: 2, quantity: 10, takerReleased: usdt('500') }),
        traded({ trade: 3, quantity: 4, takerReleased: undefined }),
        has(BOB, 0, 4),
      );
  });

  test('costs only what it opens', () => {
    const scenario = withOthers();
    scenario.given(leverage(BOB, 1), transfer(BOB, FUNDS - usdt('520')));
    // What is free pays for no lot beyond those that it closes.
    scenario.when(open(BOB, 'short', null, 60)).then(refused('margin.insufficient'), has(BOB, 10, 0));
    scenario.when(open(BOB, 'short', null, 10)).then(placed({ entries: [] }), traded({ quantity: 10 }), has(BOB, 0, 0));
  });

  test('holds nothing for what it can close while it rests, and all of the cost of what is beyond', () => {
    const scenario = oneWay();
    scenario
      .when(open(BOB, 'short', M + 100, 10))
      .then(placed({ disposition: 'rests', against: 10, entries: [] }), holds(BOB, 0n));
    scenario.given(by(BOB, cancelAll(PERP)));
    const held = that(({ state }) => {
      const order = [...state.orders.values()].find(({ user }) => user === BOB);
      expect(order?.contract?.against).toBe(10);
      expect((order?.hold?.remaining ?? 0n) * 10n).toBeGreaterThan(COST_OF_TEN * 4n);
      expect((order?.hold?.remaining ?? 0n) * 10n).toBeLessThan(COST_OF_TEN * 5n);
    });
    scenario.when(open(BOB, 'short', M + 100, 14)).then(placed({ against: 10 }), held);
  });

  test('counts what other orders close already', () => {
    oneWay()
      .given(close(BOB, 'long', M + 200, 7))
      .when(open(BOB, 'short', M + 100, 10))
      .then(placed({ against: 3 }));
  });

  test('may have any price that a closing one may have, when it only closes', () => {
    // Below the market, which no opening short that rests may be.
    const scenario = perpetuals().given(positionMode(ALICE, 'one_way'), opened(M, 10));
    scenario
      .when(open(ALICE, 'long', M + 100, 10, { timeInForce: 'post_only' }))
      .then(placed({ disposition: 'rests', against: 10 }));
    scenario.when(open(ALICE, 'long', M + 100, 1)).then(refused('long.above.market'));
  });

  test('turns its owner around as a maker too', () => {
    oneWay()
      .given(open(BOB, 'short', M + 100, 14))
      .when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' }))
      .then(
        placed({ user: CAROL }),
        traded({ quantity: 10, maker: BOB, makerReleased: usdt('500'), takerReleased: undefined }),
        traded({ quantity: 4, maker: BOB, makerReleased: undefined }),
        has(BOB, 0, 4),
        holds(BOB, 0n),
      );
  });

  test('closes with what it held, when the position has grown since', () => {
    const scenario = oneWay();
    scenario.given(open(BOB, 'short', M + 100, 14), [open(ALICE, 'short', M, 10), open(BOB, 'long', M, 10)]);
    scenario
      .when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' }))
      .then(placed(), traded({ quantity: 14, makerReleased: usdt('700') }), has(BOB, 6, 0), holds(BOB, 0n));
  });

  test('cuts what then would close more than there is', () => {
    const scenario = oneWay();
    scenario.given(
      open(BOB, 'short', M + 100, 14),
      [open(ALICE, 'short', M, 10), open(BOB, 'long', M, 10)],
      close(BOB, 'long', M + 200, 10),
    );
    // It closes four lots that it had held for: the other may close six, and not ten.
    scenario.when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' })).then(
      placed(),
      traded({ quantity: 14 }),
      cut({ cut: 4, price: M + 200 }),
      has(BOB, 6, 0),
      that(({ batches, state }) => {
        expect(batches.at(-1)?.command.type).toBe('CutOrders');
        expect(state.perpetual.uncut.size).toBe(0);
      }),
    );
  });

  test('is cut where something else has closed what it would close', () => {
    const scenario = withOthers().given(open(BOB, 'short', M + 100, 14));
    scenario
      .when(close(BOB, 'long', null, 7))
      .then(cut({ cut: 7, price: M + 100 }), placed(), traded({ quantity: 7 }), has(BOB, 3, 0));
    // What opens stays: four lots are left of it.
    scenario.when(close(BOB, 'long', null, 3)).then(
      cut({ cut: 3 }),
      placed(),
      traded({ quantity: 3 }),
      that(({ state }) => {
        const [order] = [...state.orders.values()].filter(({ user }) => user === BOB);
        expect([order.quantity, order.contract?.against]).toEqual([4, undefined]);
      }),
    );
  });

  test('ends when all of it would close what is gone', () => {
    withOthers()
      .given(open(BOB, 'short', M + 100, 10))
      .when(open(BOB, 'short', null, 10))
      .then(
        placed(),
        traded({ quantity: 10 }),
        cancelled({ reason: 'position_closed', open: 10, entries: [] }),
        has(BOB, 0, 0),
      );
  });

  // get10101/10101#2419
  test('after over-selling the side is the new one', () => {
    withOthers()
      .given(close(BOB, 'long', M + 300, 10), stop(BOB, 'long', 'stop_loss', M - 3_000))
      .when(open(BOB, 'short', null, 25))
      .then(
        placed(),
        traded({ quantity: 10 }),
        traded({ quantity: 15 }),
        occurred('StopEnded', { reason: 'position_closed' }),
        cancelled({ reason: 'position_closed' }),
        has(BOB, 0, 15),
      );
  });

  test('rests with what it could not take, and closes first all the same', () => {
    const scenario = oneWay().given(open(CAROL, 'long', M - 20, 6));
    scenario
      .when(open(BOB, 'short', M - 20, 10))
      .then(
        placed({ disposition: 'takes' }),
        traded({ quantity: 6 }),
        rested({ quantity: 4, against: 4 }),
        has(BOB, 4, 0),
        holds(BOB, 0n),
      );
  });

  test('is dropped with its rest where the owner cannot pay for turning around', () => {
    const scenario = perpetuals().given(positionMode(BOB, 'one_way'), leverage(BOB, 100), opened(M, 10));
    scenario.given(open(BOB, 'short', M + 100, 14));
    scenario.given(transfer(BOB, availableIn(scenario.exchange.state.ledger, 'contract', BOB, 'USDT')));
    // Far below the mark the four lots cost more than they were costed at, and closing brings too little.
    quiet(scenario, M + 20_000);
    scenario
      .when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' }))
      .then(
        placed(),
        traded({ quantity: 10, makerReleased: usdt('500') }),
        cancelled({ user: BOB, open: 4, reason: 'margin_short' }),
        cancelled({ user: CAROL }),
        has(BOB, 0, 0),
        holds(BOB, 0n),
      );
  });

  test('brings stops along for what it opens alone', () => {
    withOthers()
      .when(open(BOB, 'short', null, 14, { stopLoss: M + 1_000, stopLossBy: 'last' }))
      .then(
        placed(),
        traded({ quantity: 10 }),
        traded({ quantity: 4 }),
        occurred('StopPlaced', { position: 'short', contract: 4, quantity: 4 }),
      );
    const scenario = withOthers();
    scenario
      .when(open(BOB, 'short', null, 10, { stopLoss: M + 1_000, stopLossBy: 'last' }))
      .then(placed(), traded({ quantity: 10 }), has(BOB, 0, 0));
    expect(scenario.exchange.state.stops.attached.size).toBe(0);
  });

  test('waits with nothing held for what stands there, and is costed anew when its trigger is reached', () => {
    const scenario = withOthers();
    const trigger = { kind: 'stop_market', trigger: M - 500, triggerBy: 'mark' } as const;
    scenario
      .when(open(BOB, 'short', null, 12, { ...trigger, timeInForce: 'ioc' }))
      .then(placed({ disposition: 'waits', against: 10 }));
    scenario
      .when(moved(scenario, M - 500))
      .then(
        ...[occurred('IndexPublished'), occurred('MarkPublished'), triggered()],
        ...[traded({ quantity: 10 }), traded({ quantity: 2 }), has(BOB, 0, 2)],
      );
  });

  test('amended it is judged by what stands there then', () => {
    const scenario = oneWay().given(open(BOB, 'short', M + 100, 14));
    const id = [...scenario.exchange.state.orders.keys()].at(-1) ?? 0;
    scenario
      .when(amendOf(BOB, id, { quantity: 8 }))
      .then(occurred('PerpetualOrderAmended', { quantity: 8, against: 8, disposition: 'keeps' }), holds(BOB, 0n));
    scenario
      .when(amendOf(BOB, id, { quantity: 12, price: M + 200 }))
      .then(occurred('PerpetualOrderAmended', { against: 10, disposition: 'rests' }));
    scenario.when(leverage(BOB, 10)).then(occurred('LeverageSet'));
  });

  test('is refused where nothing may be opened; reduce-only closes', () => {
    const scenario = withOthers().given(perpetualState('close_only'));
    scenario.when(open(BOB, 'short', null, 5)).then(refused('market.close.only'));
    scenario.when(close(BOB, 'long', null, 5)).then(placed(), traded({ quantity: 5 }), has(BOB, 5, 0));
    const frozen = withOthers().given(accountFrozen(BOB));
    frozen.when(open(BOB, 'short', null, 5)).then(refused('account.frozen'));
    frozen
      .given(accountUnfrozen(BOB))
      .when(open(BOB, 'short', null, 5))
      .then(placed(), traded());
  });

  test('does not touch a position that staff have locked', () => {
    const scenario = withOthers();
    const id = scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long?.id ?? 0;
    scenario
      .given(...locked(id))
      .when(open(BOB, 'short', null, 5))
      .then(refused('position.locked'));
  });

  test('does not count what it closes to the caps', () => {
    const scenario = perpetuals().given(positionMode(BOB, 'one_way'), leverage(BOB, 100), opened(M, 4_000));
    scenario.given(open(CAROL, 'long', M - 20, 9_000));
    // A position of 200,000 may have a leverage of 100, one of 300,000 may not.
    scenario.when(open(BOB, 'long', M - 30, 1_500)).then(refused('leverage.too.high'));
    scenario.when(open(BOB, 'short', null, 10_000, { timeInForce: 'fok' })).then(refused('leverage.too.high'));
    scenario.when(open(BOB, 'short', null, 8_000)).then(placed(), traded(), traded(), has(BOB, 0, 4_000));
  });
});

test('reversing turns it around as in hedge mode', () => {
  withOthers()
    .when(reverse(BOB, 'long'))
    .then(
      occurred('CloseOutBegun'),
      placed(),
      traded(),
      occurred('CloseOutEnded', { left: 0 }),
      placed(),
      traded(),
      occurred('ReverseEnded', { lots: 10 }),
      has(BOB, 0, 10),
    );
});

test('in hedge mode the same order stands beside it', () => {
  perpetuals()
    .given(opened(M, 10), open(CAROL, 'long', M - 20, 50))
    .when(open(BOB, 'short', null, 4))
    .then(placed(), traded({ takerReleased: undefined }), has(BOB, 10, 4));
});
