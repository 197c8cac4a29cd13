import { canonicalLines, restoreState, evolve, createState } from '../../../server/products/core';
import type { CoreEvent, EventOf, EventType } from '../../../server/core/event';
import type { PerpetualCancelReason } from '../../../server/products/perpetual/core/events';
import { balanceOf } from '../../../server/core/ledger/ledger';
import { MAKERS_MAX } from '../../../server/products/perpetual/core/orders/meet';
import type { PositionSide } from '../../../shared/products/perpetual/rules/position';
import {
  ALICE,
  BOB,
  CAROL,
  by,
  later,
  refused,
  staff,
  type Exchange,
  type Scenario,
  type Step,
  accountFrozen,
  occurred,
  that,
} from '../../tools/fixtures/core-fixture';
import {
  PERP,
  alarmed,
  close,
  everythingOfLiquidations,
  insured,
  leverage,
  margin,
  moved,
  open,
  perpetuals,
  perpetualState,
  quiet,
  FUNDS,
  closeAll,
  locked,
  opened,
  repeated,
  reverse,
  stop,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

/** Liquidation of isolated positions, step by step, with the worked examples of the rules. */
describe('liquidation', () => {
  const M = 600_000;

  function position({ state }: Exchange, user: number, side: PositionSide) {
    return state.perpetual.holdings.get(user)?.get(PERP)?.[side] ?? null;
  }
  function collateral(exchange: Exchange, user: number, side: PositionSide): bigint {
    return exchange.state.holds.get(position(exchange, user, side)?.hold ?? 0)?.remaining ?? 0n;
  }
  function house({ state }: Exchange, name: 'insurance' | 'treasury'): bigint {
    return balanceOf(state.ledger, `house/${name}/USDT`);
  }
  function free({ state }: Exchange, user: number): bigint {
    return balanceOf(state.ledger, `${user}/contract/USDT/available`);
  }
  /** What came of a step, with all that it made due. */
  function after(scenario: Scenario, ...steps: Step[]): CoreEvent[] {
    const from = scenario.exchange.batches.length;
    scenario.given(steps);
    return scenario.exchange.batches.slice(from).flatMap(({ events }) => events);
  }
  function typesOf(events: CoreEvent[]): EventType[] {
    return events.map(({ type }) => type);
  }
  function only<T extends EventType>(events: CoreEvent[], type: T): EventOf<T> {
    const found = events.filter((event): event is EventOf<T> => event.type === type);
    expect(found).toHaveLength(1);
    return found[0];
  }
  function funded(amount: bigint): Step[] {
    return [
      staff({ type: 'FundHouse', asset: 'USDT', amount, reason: 'capital' }),
      staff({ type: 'FundInsurance', asset: 'USDT', amount, reason: 'fund' }),
    ];
  }

  /** Bob is long by half a bitcoin at 60,000 with 20 times, Alice is short with so much that nothing reaches her. */
  function worked(insurance = 0n): Scenario {
    const scenario = perpetuals({ referencePrice: M });
    if (insurance > 0n) insured(scenario, insurance, M);
    quiet(scenario, M);
    scenario.given(leverage(BOB, 20), leverage(ALICE, 1), open(ALICE, 'short', M, 500), open(BOB, 'long', M, 500));
    quiet(scenario, M);
    return scenario;
  }

  describe('the worked long', () => {
    test('lives at 57,229.1 and is liquidated at 57,229.0, the tick that is shown', () => {
      const scenario = worked();
      expect(typesOf(after(scenario, moved(scenario, 572_291)))).toEqual(['IndexPublished', 'MarkPublished']);
      expect(collateral(scenario.exchange, BOB, 'long')).toBe(usdt('1515.675'));
      const started = only(after(scenario, moved(scenario, 572_290)), 'LiquidationStarted');
      expect(started).toMatchObject({ mark: 572_290, requirement: usdt('130.195975'), collateral: usdt('1515.675') });
    });

    test.each([
      ['57,100', 571_000, '49.9725'],
      ['57,000', 570_000, '0'],
    ])('taken over at %s leaves the fund what the price was better than 57,000', (_, price, surplus) => {
      const scenario = worked();
      scenario.given(open(CAROL, 'long', price, 500));
      const before = free(scenario.exchange, BOB);
      const events = after(scenario, moved(scenario, 572_290));
      expect(only(events, 'PositionTakenOver')).toMatchObject({
        limit: 570_000,
        lots: 500,
        filled: 500,
        surplus: usdt(surplus),
      });
      expect(only(events, 'PerpetualTraded')).toMatchObject({ price, quantity: 500, takerMode: 'liquidation' });
      expect(only(events, 'LiquidationFinished')).toMatchObject({ reason: 'closed' });
      expect(house(scenario.exchange, 'insurance')).toBe(usdt(surplus));
      expect(free(scenario.exchange, BOB)).toBe(before);
      expect(position(scenario.exchange, BOB, 'long')).toBeNull();
    });

    test('taken over at 56,900 costs the fund 49.9725, a tenth of what it had at the last funding hour at most', () => {
      for (const [fundHas, paid, lots] of [
        ['1,000', '49.9725', 500],
        ['400', '40', 400],
      ] as const) {
        const scenario = worked(usdt(fundHas));
        scenario.given(open(CAROL, 'long', 569_000, 500));
        const events = after(scenario, moved(scenario, 569_000));
        const insured = only(events, 'InsurancePaid');
        expect(insured.filled).toBeGreaterThan(lots - 3);
        expect(insured.filled).toBeLessThanOrEqual(lots + 1);
        expect(insured.amount).toBeLessThanOrEqual(usdt(paid));
        expect(insured.amount).toBeGreaterThan(usdt(paid) - usdt('0.3'));
        expect(position(scenario.exchange, BOB, 'long')).toBeNull();
        // What the fund did not pay for closes against Alice at 57,000.
        const rest = 500 - insured.filled;
        const others = events.flatMap((event) => (event.type === 'PositionDeleveraged' ? [event] : []));
        expect(others.map(({ lots: left, price }) => [left, price])).toEqual(rest > 0 ? [[rest, 570_000]] : []);
      }
    });

    test('with nobody in the book closes against the other side at 57,000, without fee', () => {
      const scenario = worked();
      const before = free(scenario.exchange, ALICE) + collateral(scenario.exchange, ALICE, 'short');
      const events = after(scenario, moved(scenario, 560_000));
      expect(typesOf(events)).toEqual([
        'IndexPublished',
        'MarkPublished',
        'LiquidationStarted',
        'PositionTakenOver',
        'PositionDeleveraged',
        'LiquidationFinished',
      ]);
      expect(only(events, 'PositionDeleveraged')).toMatchObject({
        price: 570_000,
        lots: 500,
        otherUser: ALICE,
        rank: 1,
        insurance: 0n,
        treasury: 0n,
        surplus: usdt('15.675'),
      });
      // She has won 3,000 a coin, and pays nothing.
      expect(free(scenario.exchange, ALICE) - before).toBe(usdt('1500'));
      expect(scenario.exchange.state.perpetual.contracts.get(PERP)?.openLots).toBe(0);
    });
  });

  test('the worked short is liquidated at 51,793.0, and lives at 51,792.9', () => {
    const scenario = perpetuals();
    quiet(scenario, 500_000);
    scenario.given(
      leverage(BOB, 25),
      leverage(ALICE, 1),
      open(ALICE, 'long', 500_000, 400),
      open(BOB, 'short', 500_000, 400),
    );
    expect(collateral(scenario.exchange, BOB, 'short')).toBe(usdt('811.44'));
    quiet(scenario, 500_000);
    expect(typesOf(after(scenario, moved(scenario, 517_929)))).toEqual(['IndexPublished', 'MarkPublished']);
    const started = only(after(scenario, moved(scenario, 517_930)), 'LiquidationStarted');
    expect(started).toMatchObject({ side: 'short', requirement: usdt('94.26326'), liquidation: 1 });
  });

  describe('the steps', () => {
    test('first all of its owner’s orders in the market end, on both sides, and nobody else’s', () => {
      const scenario = worked();
      scenario.given(
        close(BOB, 'long', 610_000, 100),
        open(BOB, 'short', 620_000, 10),
        open(ALICE, 'short', 630_000, 10),
        open(CAROL, 'long', 570_000, 500),
      );
      const events = after(scenario, moved(scenario, 572_290));
      const ended = events.flatMap((event) => (event.type === 'PerpetualOrderCancelled' ? [event] : []));
      expect(ended.map(({ user, reason }) => [user, reason])).toEqual([
        [BOB, 'liquidation'],
        [BOB, 'liquidation'],
      ]);
    });

    test('from the second tier up it is cut to the cap below, pays the fee of that, and lives on', () => {
      const scenario = perpetuals({ referencePrice: M });
      quiet(scenario, M);
      // 60,000 USDT: the second tier; what goes is more than 10,000 of it.
      scenario.given(
        leverage(BOB, 100),
        leverage(ALICE, 1),
        open(ALICE, 'short', M, 1_000),
        open(BOB, 'long', M, 1_000),
      );
      quiet(scenario, M);
      scenario.given(open(CAROL, 'long', 596_000, 5_000));
      const price = 596_000;
      const events = after(scenario, moved(scenario, price));
      const reduced = only(events, 'LiquidationReduced');
      expect(reduced.lots).toBe(162);
      expect(reduced.filled).toBe(reduced.lots);
      expect(position(scenario.exchange, BOB, 'long')?.lots).toBe(838);
      expect(only(events, 'LiquidationFinished')).toMatchObject({ reason: 'recovered' });
      expect(house(scenario.exchange, 'insurance')).toBe(reduced.fee);
      // 632.67 − 400 − 5.31036 for the taker is 0.1108 above the 227.24884 that it must keep: of the 19.31 a unit less than that.
      expect(reduced.fee).toBe(usdt('0.1108') - 1n);
    });

    test('whom the price would take below zero is paid for by the owners where the fund has nothing: the market only closes', () => {
      const scenario = alarmed();
      const events = scenario.exchange.batches.flatMap(({ events: all }) => all);
      const [deleveraged] = events.filter((event) => event.type === 'PositionDeleveraged');
      expect(deleveraged).toMatchObject({ user: BOB, otherUser: ALICE, insurance: 276_000_001n });
      expect(only(events, 'MarketAlarmed')).toMatchObject({ treasury: deleveraged.treasury });
      expect(deleveraged.treasury).toBeGreaterThan(0n);
      expect(house(scenario.exchange, 'treasury')).toBe(-deleveraged.treasury);
      scenario.when(open(CAROL, 'long', 500_000, 5)).then(refused('market.close.only'));
    });

    test('each has its event, and the sums hold after every one', () => {
      const { batches } = everythingOfLiquidations().exchange;
      const steps = batches.flatMap(({ events }) => events.map(({ type }) => type));
      for (const type of [
        'LiquidationOrdersEnded',
        'LiquidationReduced',
        'PositionTakenOver',
        'InsurancePaid',
      ] as const)
        expect(steps).toContain(type);
    });
  });

  describe('nobody is liquidated', () => {
    test('in a market under maintenance; once it is over the mark of then decides', () => {
      const scenario = worked().given(perpetualState('maintenance'));
      expect(typesOf(after(scenario, moved(scenario, 560_000)))).toEqual(['IndexPublished', 'MarkPublished']);
      expect(typesOf(after(scenario, perpetualState('open')))).toContain('LiquidationStarted');
    });

    test('by a mark after a silence until half a minute has gone by, and then by the mark of that time', () => {
      const scenario = worked();
      expect(typesOf(after(scenario, moved(scenario, 560_000, 76_000)))).toEqual(['IndexPublished', 'MarkPublished']);
      expect(typesOf(after(scenario, moved(scenario, 560_001, 10_000)))).toEqual(['IndexPublished', 'MarkPublished']);
      expect(typesOf(after(scenario, moved(scenario, 560_002, 10_000)))).toEqual(['IndexPublished', 'MarkPublished']);
      // The first command behind the end of it meets everybody judged.
      const events = after(scenario, later(11_000, by(CAROL, leverage(CAROL, 3))));
      expect(only(events, 'LiquidationStarted')).toMatchObject({ mark: 560_002 });
      expect(events.at(-1)?.type).toBe('LeverageSet');
    });

    test('who puts margin in while nobody may be judged is not hit', () => {
      const scenario = worked();
      scenario.given(moved(scenario, 572_290, 76_000), margin('add', BOB, 'long', usdt('500')));
      for (let n = 0; n < 4; n++) {
        expect(typesOf(after(scenario, moved(scenario, 572_290)))).toEqual(['IndexPublished', 'MarkPublished']);
      }
      expect(position(scenario.exchange, BOB, 'long')?.lots).toBe(500);
    });
  });

  test('what staff have locked is liquidated all the same, and so is who is locked on the other side', () => {
    const scenario = worked();
    for (const [user, side] of [
      [BOB, 'long'],
      [ALICE, 'short'],
    ] as const)
      scenario.given(locked(position(scenario.exchange, user, side)?.id ?? 0));
    const events = after(scenario, moved(scenario, 560_000));
    expect(only(events, 'PositionUnlocked')).toMatchObject({ user: BOB });
    expect(only(events, 'PositionDeleveraged')).toMatchObject({ user: BOB, otherUser: ALICE });
    expect(scenario.exchange.state.locks.locked.size).toBe(0);
  });

  test('a restart between any two steps goes on where it was', () => {
    const scenario = worked(usdt('400'));
    scenario.given(open(CAROL, 'long', 569_000, 300), close(BOB, 'long', 610_000, 100));
    const events = after(scenario, moved(scenario, 569_000));
    expect(typesOf(events)).toContain('PositionDeleveraged');
    const lines = [...canonicalLines(scenario.exchange.state)];
    expect([...canonicalLines(restoreState(lines))]).toEqual(lines);
  });

  test('the fund is filled out of the owners’ money, no more than there is', () => {
    const scenario = perpetuals().given(funded(usdt('5')));
    expect([house(scenario.exchange, 'insurance'), house(scenario.exchange, 'treasury')]).toEqual([usdt('5'), 0n]);
    scenario
      .when(staff({ type: 'FundInsurance', asset: 'USDT', amount: 1n, reason: 'r' }))
      .then(refused('balance.insufficient'));
    scenario
      .when(staff({ type: 'FundInsurance', asset: 'USDT', amount: 0n, reason: 'r' }))
      .then(refused('amount.not.positive'));
    scenario.when(staff({ type: 'FundInsurance', asset: 'X', amount: 1n, reason: 'r' })).then(refused('asset.unknown'));
  });
});

describe('close-out', () => {
  const M = 500_000;
  const has = (user: number, long: number, short: number) =>
    that(({ state }) => {
      const own = state.perpetual.holdings.get(user)?.get(PERP);
      expect([own?.long?.lots ?? 0, own?.short?.lots ?? 0]).toEqual([long, short]);
    });
  const placed = (facts: object = {}) => occurred('PerpetualOrderPlaced', facts);
  const traded = (facts: object = {}) => occurred('PerpetualTraded', facts);
  const cancelled = (reason: PerpetualCancelReason) => occurred('PerpetualOrderCancelled', { reason });
  const begun = (facts: object = {}) => occurred('CloseOutBegun', facts);
  const ended = (facts: object) => occurred('CloseOutEnded', facts);
  /** Bob is long with ten lots and short with four; Carol buys and sells. */
  const both = (): Scenario =>
    perpetuals().given(
      ...[opened(M, 10), open(CAROL, 'long', M, 4), open(BOB, 'short', M, 4)],
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

    test('is still owed after a restart in the middle', () => {
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

    test('ends what rests to close first, and the stops with the position', () => {
      both()
        .given(close(BOB, 'long', M + 10, 6), close(BOB, 'long', M + 15, 4), stop(BOB, 'long', 'stop_loss', M - 900))
        .when(closeAll(BOB))
        .then(
          ...[begun(), begun(), cancelled('position_closed'), cancelled('position_closed')],
          ...[placed(), traded(), ended({ left: 0 }), occurred('StopEnded', { reason: 'position_closed' })],
          ...[placed(), traded(), ended({ left: 0 })],
        );
    });

    test('says what nobody took, and why', () => {
      perpetuals()
        .given(opened(M, 10), open(CAROL, 'long', M - 20, 3))
        .when(closeAll(BOB))
        .then(
          ...[begun(), placed(), traded({ quantity: 3 }), cancelled('no_liquidity')],
          ended({ left: 7, reason: 'no_liquidity' }),
          has(BOB, 7, 0),
        );
    });

    test('walks no farther than the price limit', () => {
      perpetuals({ priceLimitPpb: 1_000_000 })
        .given(opened(M, 10), open(CAROL, 'long', M - 400, 3), perpetualState('close_only'))
        .when(closeAll(BOB))
        .then(begun(), placed(), traded(), cancelled('no_liquidity'), ended({ left: 7 }));
    });

    test('where a batch is full it goes on in the next', () => {
      const scenario = perpetuals().given(opened(M, 450), open(CAROL, 'long', M - 20, 1));
      repeated(scenario, 449);
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

    test('many orders that rest to close end in batches of their own', () => {
      const scenario = perpetuals().given(opened(M, 250), open(CAROL, 'long', M - 20, 250));
      scenario.given(close(BOB, 'long', M + 50, 1));
      repeated(scenario, 249);
      scenario.exchange.take(closeAll(BOB));
      const [, first, second] = scenario.exchange.batches.slice(-3);
      const count = (batch: { events: CoreEvent[] }, type: string) =>
        batch.events.filter((event) => event.type === type).length;
      expect([first, second].map((batch) => count(batch, 'PerpetualOrderCancelled'))).toEqual([200, 50]);
      expect([first, second].map((batch) => count(batch, 'PerpetualTraded'))).toEqual([0, 1]);
    });

    test('a position that is locked stays, and only that', () => {
      both()
        .given(locked(1))
        .when(closeAll(BOB))
        .then(begun({ side: 'short' }), placed(), traded(), ended({ left: 0 }), has(BOB, 10, 0));
    });

    test('a frozen account may close', () => {
      perpetuals()
        .given(opened(M, 10), open(CAROL, 'long', M - 20, 10), accountFrozen(BOB))
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
      ['what is locked', () => perpetuals().given(opened(M, 1), locked(1)), closeAll(BOB), 'position.locked'],
    ] as const)('is refused to %s', (_what, given, step, code) => {
      given().when(step).then(refused(code));
    });
  });

  describe('reversing', () => {
    test('closes, then opens as many lots on the other side', () => {
      perpetuals()
        .given(opened(M, 10), open(CAROL, 'long', M - 20, 50))
        .when(reverse(BOB, 'long'))
        .then(
          ...[begun({ mode: 'reverse' }), placed({ closes: 1 }), traded({ takerMode: 'reverse' }), ended({ left: 0 })],
          placed({ position: 'short', closes: 0, side: 'sell', quantity: 10 }),
          traded({ quantity: 10, takerMode: undefined }),
          occurred('ReverseEnded', { side: 'short', lots: 10, reason: undefined }),
          has(BOB, 0, 10),
        );
    });

    test('opens as far as what is free pays for', () => {
      const scenario = perpetuals().given(leverage(BOB, 10), opened(M, 100), open(CAROL, 'long', M - 20, 500));
      // 500 for what was closed comes back; half of it is taken out before.
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
        that(({ state }) => {
          const lots = state.perpetual.holdings.get(BOB)?.get(PERP)?.short?.lots ?? 0;
          expect(lots).toBeLessThan(100);
          const { balance } = state.ledger.accounts.get(`${BOB}/contract/USDT/available`) ?? { balance: 0n };
          // One lot more would cost 5 with its fees.
          expect(balance).toBeLessThan(usdt('5.1'));
        }),
      );
    });

    test('opens nothing where something could not be closed', () => {
      perpetuals()
        .given(opened(M, 10), open(CAROL, 'long', M - 20, 9))
        .when(reverse(BOB, 'long'))
        .then(begun(), placed(), traded(), cancelled('no_liquidity'), ended({ left: 1 }), has(BOB, 1, 0));
    });

    test('and what closed it may have been all there was', () => {
      perpetuals()
        .given(opened(M, 10), open(CAROL, 'long', M - 20, 10))
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
      ['what is locked', () => both().given(locked(1)), reverse(BOB, 'long'), 'position.locked'],
      ['the other side of what is locked', () => both().given(locked(1)), reverse(BOB, 'short'), 'position.locked'],
    ] as const)('is refused to %s', (_what, given, step, code) => {
      given().when(step).then(refused(code));
    });

    test('of less than an order may be is refused', () => {
      perpetuals({ quantityMin: 5 })
        .given(opened(M, 10), open(CAROL, 'long', M - 20, 7), close(BOB, 'long', null, 7))
        .when(reverse(BOB, 'long'))
        .then(refused('quantity.too.small'), has(BOB, 3, 0));
    });
  });
});
