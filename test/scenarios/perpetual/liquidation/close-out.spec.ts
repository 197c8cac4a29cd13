import { canonicalLines, restoreState, evolve, createState } from '../../../../server/products/core';
import type { CoreEvent } from '../../../../server/core/event';
import type { PerpetualCancelReason } from '../../../../server/products/perpetual/core/events';
import { MAKERS_MAX } from '../../../../server/products/perpetual/core/orders/match-with-book';
import {
  BOB,
  CAROL,
  refused,
  type Scenario,
  accountFrozen,
  occurred,
  expectThat,
} from '../../../tools/fixtures/core-fixture';
import {
  PERP,
  close,
  leverage,
  open,
  perpetuals,
  perpetualState,
  FUNDS,
  closeAll,
  lockPosition,
  openBothSides,
  repeatLastOrder,
  reverse,
  stop,
} from '../../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../../tools/fixtures/perpetual-terms';

describe('close-out', () => {
  const M = 500_000;
  const has = (user: number, long: number, short: number) =>
    expectThat(({ state }) => {
      const own = state.perpetual.holdings.get(user)?.get(PERP);
      expect([own?.long?.lots ?? 0, own?.short?.lots ?? 0]).toEqual([long, short]);
    });
  const placed = (facts: object = {}) => occurred('PerpetualOrderPlaced', facts);
  const traded = (facts: object = {}) => occurred('PerpetualTraded', facts);
  const cancelled = (reason: PerpetualCancelReason) => occurred('PerpetualOrderCancelled', { reason });
  const begun = (facts: object = {}) => occurred('CloseOutBegun', facts);
  const ended = (facts: object) => occurred('CloseOutEnded', facts);
  /** Bob is long ten lots and short four; Carol buys and sells. */
  const both = (): Scenario =>
    perpetuals().given(
      ...[openBothSides(M, 10), open(CAROL, 'long', M, 4), open(BOB, 'short', M, 4)],
      ...[open(CAROL, 'long', M - 20, 50), open(CAROL, 'short', M + 20, 50)],
    );

  describe('closing all', () => {
    test('closes both sides at the market, one after the other, before anything else', () => {
      both()
        .when(closeAll(BOB))
        .then(
          begun({ side: 'long', lots: 10, mode: 'close_all' }),
          begun({ side: 'short', lots: 4 }),
          placed({ position: 'long', closes: 1, kind: 'market', quantity: 10 }),
          traded({ price: M - 20, takerMode: 'close_all' }),
          ended({ side: 'long', left: 0, reason: undefined }),
          placed({ position: 'short', quantity: 4 }),
          traded({ price: M + 20, takerMode: 'close_all' }),
          ended({ side: 'short', left: 0 }),
          has(BOB, 0, 0),
        );
    });

    test('resumes after a restart in the middle', () => {
      const { exchange } = both();
      exchange.take(reverse(BOB, 'long'));
      exchange.take(closeAll(BOB, PERP));
      for (const last of ['CloseAllPositions', 'ReversePosition', 'CloseOut']) {
        const until = exchange.batches.findIndex(({ command }) => command.type === last);
        const state = createState();
        for (const batch of exchange.batches.slice(0, until + 1)) evolve(state, batch);
        const { closing, reversing } = state.closeOut;
        expect(closing.size + reversing.size).toBeGreaterThan(0);
        expect(restoreState(canonicalLines(state)).closeOut).toEqual(state.closeOut);
      }
    });

    test('cancels resting close orders first, and the stops with the position', () => {
      both()
        .given(close(BOB, 'long', M + 10, 6), close(BOB, 'long', M + 15, 4), stop(BOB, 'long', 'stop_loss', M - 900))
        .when(closeAll(BOB))
        .then(
          ...[begun(), begun(), cancelled('position_closed'), cancelled('position_closed')],
          ...[placed(), traded(), ended({ left: 0 }), occurred('StopEnded', { reason: 'position_closed' })],
          ...[placed(), traded(), ended({ left: 0 })],
        );
    });

    test('reports the unfilled rest and the reason', () => {
      perpetuals()
        .given(openBothSides(M, 10), open(CAROL, 'long', M - 20, 3))
        .when(closeAll(BOB))
        .then(
          ...[begun(), placed(), traded({ quantity: 3 }), cancelled('no_liquidity')],
          ended({ left: 7, reason: 'no_liquidity' }),
          has(BOB, 7, 0),
        );
    });

    test('walks no farther than the price limit', () => {
      perpetuals({ priceLimitPpb: 1_000_000 })
        .given(openBothSides(M, 10), open(CAROL, 'long', M - 400, 3), perpetualState('close_only'))
        .when(closeAll(BOB))
        .then(begun(), placed(), traded(), cancelled('no_liquidity'), ended({ left: 7 }));
    });

    test('continues in the next batch when one is full', () => {
      const scenario = perpetuals().given(openBothSides(M, 450), open(CAROL, 'long', M - 20, 1));
      repeatLastOrder(scenario, 449);
      scenario.exchange.take(closeAll(BOB));
      const ours = scenario.exchange.batches.slice(-4);
      expect(ours.map(({ command }) => command.type)).toEqual([
        'CloseAllPositions',
        ...['CloseOut', 'CloseOut', 'CloseOut'],
      ]);
      const fills = ours.map(({ events }) => events.filter(({ type }) => type === 'PerpetualTraded').length);
      expect(fills).toEqual([0, MAKERS_MAX, MAKERS_MAX, 450 - 2 * MAKERS_MAX]);
      expect(scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long).toBeNull();
    });

    test('cancels many resting close orders in separate batches', () => {
      const scenario = perpetuals().given(openBothSides(M, 250), open(CAROL, 'long', M - 20, 250));
      scenario.given(close(BOB, 'long', M + 50, 1));
      repeatLastOrder(scenario, 249);
      scenario.exchange.take(closeAll(BOB));
      const [, first, second] = scenario.exchange.batches.slice(-3);
      const count = (batch: { events: CoreEvent[] }, type: string) =>
        batch.events.filter((event) => event.type === type).length;
      expect([first, second].map((batch) => count(batch, 'PerpetualOrderCancelled'))).toEqual([200, 50]);
      expect([first, second].map((batch) => count(batch, 'PerpetualTraded'))).toEqual([0, 1]);
    });

    test('leaves a locked position, and only that', () => {
      both()
        .given(lockPosition(1))
        .when(closeAll(BOB))
        .then(begun({ side: 'short' }), placed(), traded(), ended({ left: 0 }), has(BOB, 10, 0));
    });

    test('is allowed for a frozen account', () => {
      perpetuals()
        .given(openBothSides(M, 10), open(CAROL, 'long', M - 20, 10), accountFrozen(BOB))
        .when(closeAll(BOB))
        .then(begun(), placed(), traded(), ended({ left: 0 }));
    });

    test.each([
      ['nobody', () => perpetuals(), { ...closeAll(99), actor: 'user/99' as const }, 'account.unknown'],
      ['who has nothing', () => perpetuals(), closeAll(BOB), 'position.none'],
      ['another kind of market', () => perpetuals(), closeAll(BOB, 'BTC-USDT'), 'market.unknown'],
      [
        'a market that rests',
        () => both().given(perpetualState('maintenance')),
        closeAll(BOB),
        'coin.under.maintenance',
      ],
      [
        'what is locked',
        () => perpetuals().given(openBothSides(M, 1), lockPosition(1)),
        closeAll(BOB),
        'position.locked',
      ],
    ] as const)('is refused to %s', (_what, given, step, code) => {
      given().when(step).then(refused(code));
    });
  });

  describe('reversing', () => {
    test('closes, then opens as many lots on the other side', () => {
      perpetuals()
        .given(openBothSides(M, 10), open(CAROL, 'long', M - 20, 50))
        .when(reverse(BOB, 'long'))
        .then(
          ...[begun({ mode: 'reverse' }), placed({ closes: 1 }), traded({ takerMode: 'reverse' }), ended({ left: 0 })],
          placed({ position: 'short', closes: 0, side: 'sell', quantity: 10 }),
          traded({ quantity: 10, takerMode: undefined }),
          occurred('ReverseEnded', { side: 'short', lots: 10, reason: undefined }),
          has(BOB, 0, 10),
        );
    });

    test('opens as far as free margin allows', () => {
      const scenario = perpetuals().given(leverage(BOB, 10), openBothSides(M, 100), open(CAROL, 'long', M - 20, 500));
      // Closing returns 500; half of it was withdrawn before.
      scenario.given({
        actor: `user/${BOB}`,
        command: {
          type: 'TransferFunds',
          user: BOB,
          asset: 'USDT',
          from: 'contract',
          to: 'spot',
          amount: FUNDS - usdt('510'),
        },
      });
      scenario.when(reverse(BOB, 'long')).then(
        ...[begun(), placed(), traded(), ended({ left: 0 }), placed({ closes: 0 }), traded()],
        occurred('ReverseEnded', { reason: 'margin_short' }),
        expectThat(({ state }) => {
          const lots = state.perpetual.holdings.get(BOB)?.get(PERP)?.short?.lots ?? 0;
          expect(lots).toBeLessThan(100);
          const { balance } = state.ledger.accounts.get(`${BOB}/contract/USDT/available`) ?? { balance: 0n };
          // One more lot would cost 5 and fees.
          expect(balance).toBeLessThan(usdt('5.1'));
        }),
      );
    });

    test('opens nothing if the close was incomplete', () => {
      perpetuals()
        .given(openBothSides(M, 10), open(CAROL, 'long', M - 20, 9))
        .when(reverse(BOB, 'long'))
        .then(begun(), placed(), traded(), cancelled('no_liquidity'), ended({ left: 1 }), has(BOB, 1, 0));
    });

    test('reports no liquidity if closing emptied the book', () => {
      perpetuals()
        .given(openBothSides(M, 10), open(CAROL, 'long', M - 20, 10))
        .when(reverse(BOB, 'long'))
        .then(
          ...[begun(), placed(), traded(), ended({ left: 0 }), placed(), cancelled('no_liquidity')],
          occurred('ReverseEnded', { lots: 0, reason: 'no_liquidity' }),
        );
    });

    test.each([
      ['nobody', () => perpetuals(), { ...reverse(99, 'long'), actor: 'user/99' as const }, 'account.unknown'],
      ['who has nothing there', () => both(), reverse(CAROL, 'short'), 'position.none'],
      ['a frozen account', () => both().given(accountFrozen(BOB)), reverse(BOB, 'long'), 'account.frozen'],
      [
        'a market that only closes',
        () => both().given(perpetualState('close_only')),
        reverse(BOB, 'long'),
        'market.close.only',
      ],
      ['what is locked', () => both().given(lockPosition(1)), reverse(BOB, 'long'), 'position.locked'],
      [
        'the other side of what is locked',
        () => both().given(lockPosition(1)),
        reverse(BOB, 'short'),
        'position.locked',
      ],
    ] as const)('is refused to %s', (_what, given, step, code) => {
      given().when(step).then(refused(code));
    });

    test('is refused below the minimum order size', () => {
      perpetuals({ quantityMin: 5 })
        .given(openBothSides(M, 10), open(CAROL, 'long', M - 20, 7), close(BOB, 'long', null, 7))
        .when(reverse(BOB, 'long'))
        .then(refused('quantity.too.small'), has(BOB, 3, 0));
    });
  });
});
