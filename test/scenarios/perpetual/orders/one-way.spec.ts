import { canonicalLines, restoreState } from '../../../../server/products/core';
import { availableIn } from '../../../../server/core/ledger/ledger';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  asUser,
  occurred,
  refused,
  expectThat,
  type Scenario,
  type Step,
  cancelAll,
  accountUnfrozen,
} from '../../../tools/fixtures/core-fixture';
import {
  FUNDS,
  PERP,
  amendOf,
  close,
  leverage,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
  positionMode,
  lockPosition,
  marketEnd,
  moveMark,
  steadyMark,
  reverse,
  stop,
} from '../../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../../tools/fixtures/perpetual-terms';
import { M } from './perpetual-orders-fixture';

describe('one-way positions', () => {
  const placed = (facts: object = {}) => occurred('PerpetualOrderPlaced', facts);
  const traded = (facts: object = {}) => occurred('PerpetualTraded', facts);
  const triggered = (facts: object = {}) => occurred('PerpetualOrderTriggered', facts);
  const rested = (facts: object = {}) => occurred('PerpetualOrderRested', facts);
  const cancelled = (facts: object = {}) => occurred('PerpetualOrderCancelled', facts);
  const cut = (facts: object = {}) => occurred('PerpetualOrderCut', facts);
  const has = (user: number, long: number, short: number) =>
    expectThat(({ state }) => {
      const own = state.perpetual.holdings.get(user)?.get(PERP);
      expect([own?.long?.lots ?? 0, own?.short?.lots ?? 0]).toEqual([long, short]);
    });
  const holds = (user: number, frozen: bigint) =>
    expectThat(({ state }) =>
      expect(state.ledger.wallets.contract.get(user)?.get('USDT')?.frozen.balance ?? 0n).toBe(frozen),
    );
  const transfer = (user: number, amount: bigint): Step => ({
    actor: `user/${user}`,
    command: { type: 'TransferFunds', user, asset: 'USDT', from: 'contract', to: 'spot', amount },
  });

  /** Bob is in one-way mode, long ten lots. Carol trades against him. */
  const oneWay = (): Scenario => perpetuals().given(positionMode(BOB, 'one_way'), openBothSides(M, 10));
  const withOthers = (): Scenario => oneWay().given(open(CAROL, 'long', M - 20, 50), open(CAROL, 'short', M + 20, 50));

  /** The hold for ten lots at that price with leverage 20, opened as taker: initial margin and two fees. */
  const COST_OF_TEN = usdt('25') + usdt('0.275') + usdt('0.26125');

  describe('the position mode of a market', () => {
    test('is hedge by default and changes while there are no positions or orders', () => {
      const scenario = perpetuals();
      scenario.when(positionMode(BOB, 'hedge')).then(refused('position.mode.unchanged'));
      scenario
        .when(positionMode(BOB, 'one_way'))
        .then(occurred('PositionModeSet', { user: BOB, market: PERP, mode: 'one_way' }));
      scenario.when(positionMode(BOB, 'one_way')).then(refused('position.mode.unchanged'));
      scenario.when(positionMode(BOB, 'hedge')).then(occurred('PositionModeSet', { mode: 'hedge' }));
    });

    test('is fixed while there is a position or any order', () => {
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
        .given(open(BOB, 'long', M - 100, 1), asUser(BOB, cancelAll(PERP)))
        .when(positionMode(BOB, 'one_way'))
        .then(occurred('PositionModeSet'));
    });

    test('needs an existing market that has not ended', () => {
      const scenario = perpetuals();
      scenario.when(positionMode(BOB, 'one_way', 'BTC-USDT')).then(refused('market.unknown'));
      scenario.given(marketEnd(scenario.exchange.now + 1_800_000));
      scenario.exchange.now += 1_800_000;
      scenario.exchange.take(leverage(BOB, 4));
      scenario.when(positionMode(BOB, 'one_way')).then(refused('coin.not.open'));
    });

    test('survives a snapshot', () => {
      const { state } = oneWay().given(open(BOB, 'short', M + 100, 15)).exchange;
      expect(canonicalLines(restoreState(canonicalLines(state)))).toEqual(canonicalLines(state));
    });
  });

  describe('an order against the position', () => {
    test('closes a part of it and opens nothing', () => {
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
      // The free margin pays for no lot beyond those that it closes.
      scenario.when(open(BOB, 'short', null, 60)).then(refused('margin.insufficient'), has(BOB, 10, 0));
      scenario
        .when(open(BOB, 'short', null, 10))
        .then(placed({ entries: [] }), traded({ quantity: 10 }), has(BOB, 0, 0));
    });

    test('at rest holds nothing for the closing part, and the full cost of the rest', () => {
      const scenario = oneWay();
      scenario
        .when(open(BOB, 'short', M + 100, 10))
        .then(placed({ disposition: 'rests', against: 10, entries: [] }), holds(BOB, 0n));
      scenario.given(asUser(BOB, cancelAll(PERP)));
      const held = expectThat(({ state }) => {
        const order = [...state.orders.values()].find(({ user }) => user === BOB);
        expect(order?.contract?.against).toBe(10);
        expect((order?.hold?.remaining ?? 0n) * 10n).toBeGreaterThan(COST_OF_TEN * 4n);
        expect((order?.hold?.remaining ?? 0n) * 10n).toBeLessThan(COST_OF_TEN * 5n);
      });
      scenario.when(open(BOB, 'short', M + 100, 14)).then(placed({ against: 10 }), held);
    });

    test('counts what other orders already close', () => {
      oneWay()
        .given(close(BOB, 'long', M + 200, 7))
        .when(open(BOB, 'short', M + 100, 10))
        .then(placed({ against: 3 }));
    });

    test('may have any price of a close order if it only closes', () => {
      // Below the market, which a resting opening short may not be.
      const scenario = perpetuals().given(positionMode(ALICE, 'one_way'), openBothSides(M, 10));
      scenario
        .when(open(ALICE, 'long', M + 100, 10, { timeInForce: 'post_only' }))
        .then(placed({ disposition: 'rests', against: 10 }));
      scenario.when(open(ALICE, 'long', M + 100, 1)).then(refused('long.above.market'));
    });

    test('reverses its owner as a maker too', () => {
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

    test('closes with its full size if the position has grown since', () => {
      const scenario = oneWay();
      scenario.given(open(BOB, 'short', M + 100, 14), [open(ALICE, 'short', M, 10), open(BOB, 'long', M, 10)]);
      scenario
        .when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' }))
        .then(placed(), traded({ quantity: 14, makerReleased: usdt('700') }), has(BOB, 6, 0), holds(BOB, 0n));
    });

    test('cuts other close orders that would exceed the position', () => {
      const scenario = oneWay();
      scenario.given(
        open(BOB, 'short', M + 100, 14),
        [open(ALICE, 'short', M, 10), open(BOB, 'long', M, 10)],
        close(BOB, 'long', M + 200, 10),
      );
      // It closes four lots that it held margin for; the other order may close six, not ten.
      scenario.when(open(CAROL, 'long', M + 100, 14, { timeInForce: 'ioc' })).then(
        placed(),
        traded({ quantity: 14 }),
        cut({ cut: 4, price: M + 200 }),
        has(BOB, 6, 0),
        expectThat(({ batches, state }) => {
          expect(batches.at(-1)?.command.type).toBe('CutOrders');
          expect(state.perpetual.uncut.size).toBe(0);
        }),
      );
    });

    test('is cut when something else has closed its closing part', () => {
      const scenario = withOthers().given(open(BOB, 'short', M + 100, 14));
      scenario
        .when(close(BOB, 'long', null, 7))
        .then(cut({ cut: 7, price: M + 100 }), placed(), traded({ quantity: 7 }), has(BOB, 3, 0));
      // The opening part of four lots stays.
      scenario.when(close(BOB, 'long', null, 3)).then(
        cut({ cut: 3 }),
        placed(),
        traded({ quantity: 3 }),
        expectThat(({ state }) => {
          const [order] = [...state.orders.values()].filter(({ user }) => user === BOB);
          expect([order.quantity, order.contract?.against]).toEqual([4, undefined]);
        }),
      );
    });

    test('ends when its whole closing part is gone', () => {
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
    test('after over-selling the position has the new side', () => {
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

    test('rests with the unfilled part, and still closes first', () => {
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

    test('is cancelled for its rest if the owner cannot pay for the reversal', () => {
      const scenario = perpetuals().given(positionMode(BOB, 'one_way'), leverage(BOB, 100), openBothSides(M, 10));
      scenario.given(open(BOB, 'short', M + 100, 14));
      scenario.given(transfer(BOB, availableIn(scenario.exchange.state.ledger, 'contract', BOB, 'USDT')));
      // Far below the mark the four lots cost more than estimated, and closing yields too little.
      steadyMark(scenario, M + 20_000);
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

    test('attaches stops for the opened part only', () => {
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

    test('waits without a hold for its closing part, and is costed anew when triggered', () => {
      const scenario = withOthers();
      const trigger = { kind: 'stop_market', trigger: M - 500, triggerBy: 'mark' } as const;
      scenario
        .when(open(BOB, 'short', null, 12, { ...trigger, timeInForce: 'ioc' }))
        .then(placed({ disposition: 'waits', against: 10 }));
      scenario
        .when(moveMark(scenario, M - 500))
        .then(
          ...[occurred('IndexPublished'), occurred('MarkPublished'), triggered()],
          ...[traded({ quantity: 10 }), traded({ quantity: 2 }), has(BOB, 0, 2)],
        );
    });

    test('is judged by the current position when amended', () => {
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

    test('is refused where opening is refused; reduce-only closes', () => {
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

    test('does not touch a position locked by staff', () => {
      const scenario = withOthers();
      const id = scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long?.id ?? 0;
      scenario
        .given(lockPosition(id))
        .when(open(BOB, 'short', null, 5))
        .then(refused('position.locked'));
    });

    test('counts only its opening part against the caps', () => {
      const scenario = perpetuals().given(positionMode(BOB, 'one_way'), leverage(BOB, 100), openBothSides(M, 4_000));
      scenario.given(open(CAROL, 'long', M - 20, 9_000));
      // A position of 200,000 may have leverage 100, one of 300,000 may not.
      scenario.when(open(BOB, 'long', M - 30, 1_500)).then(refused('leverage.too.high'));
      scenario.when(open(BOB, 'short', null, 10_000, { timeInForce: 'fok' })).then(refused('leverage.too.high'));
      scenario.when(open(BOB, 'short', null, 8_000)).then(placed(), traded(), traded(), has(BOB, 0, 4_000));
    });
  });

  test('reversing works as in hedge mode', () => {
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

  test('in hedge mode the same order opens beside the position', () => {
    perpetuals()
      .given(openBothSides(M, 10), open(CAROL, 'long', M - 20, 50))
      .when(open(BOB, 'short', null, 4))
      .then(placed(), traded({ takerReleased: undefined }), has(BOB, 10, 4));
  });
});
