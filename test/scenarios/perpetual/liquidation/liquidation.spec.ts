import { canonicalLines, restoreState } from '../../../../server/products/core';
import type { CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import { balanceOf } from '../../../../server/core/ledger/ledger';
import type { PositionSide } from '../../../../shared/products/perpetual/rules/position';
import {
  ALICE,
  BOB,
  CAROL,
  asUser,
  later,
  refused,
  staff,
  type Exchange,
  type Scenario,
  type Step,
} from '../../../tools/fixtures/core-fixture';
import {
  PERP,
  alarmedMarket,
  close,
  allLiquidations,
  fundInsurance,
  leverage,
  margin,
  moveMark,
  open,
  perpetuals,
  perpetualState,
  steadyMark,
  lockPosition,
} from '../../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../../tools/fixtures/perpetual-terms';

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
  /** Events of the steps, including all due work. */
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

  /** Bob is long half a bitcoin at 60,000 with leverage 20; Alice is short with collateral that nothing exhausts. */
  function worked(insurance = 0n): Scenario {
    const scenario = perpetuals({ referencePrice: M });
    if (insurance > 0n) fundInsurance(scenario, insurance, M);
    steadyMark(scenario, M);
    scenario.given(leverage(BOB, 20), leverage(ALICE, 1), open(ALICE, 'short', M, 500), open(BOB, 'long', M, 500));
    steadyMark(scenario, M);
    return scenario;
  }

  describe('the worked long', () => {
    test('survives at 57,229.1 and is liquidated at 57,229.0, the displayed tick', () => {
      const scenario = worked();
      expect(typesOf(after(scenario, moveMark(scenario, 572_291)))).toEqual(['IndexPublished', 'MarkPublished']);
      expect(collateral(scenario.exchange, BOB, 'long')).toBe(usdt('1515.675'));
      const started = only(after(scenario, moveMark(scenario, 572_290)), 'LiquidationStarted');
      expect(started).toMatchObject({ mark: 572_290, requirement: usdt('130.195975'), collateral: usdt('1515.675') });
    });

    test.each([
      ['57,100', 571_000, '49.9725'],
      ['57,000', 570_000, '0'],
    ])('taken over at %s pays the fund the difference to 57,000', (_, price, surplus) => {
      const scenario = worked();
      scenario.given(open(CAROL, 'long', price, 500));
      const before = free(scenario.exchange, BOB);
      const events = after(scenario, moveMark(scenario, 572_290));
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

    test('taken over at 56,900 costs the fund 49.9725, at most a tenth of its balance at the last funding hour', () => {
      for (const [fundHas, paid, lots] of [
        ['1,000', '49.9725', 500],
        ['400', '40', 400],
      ] as const) {
        const scenario = worked(usdt(fundHas));
        scenario.given(open(CAROL, 'long', 569_000, 500));
        const events = after(scenario, moveMark(scenario, 569_000));
        const insured = only(events, 'InsurancePaid');
        expect(insured.filled).toBeGreaterThan(lots - 3);
        expect(insured.filled).toBeLessThanOrEqual(lots + 1);
        expect(insured.amount).toBeLessThanOrEqual(usdt(paid));
        expect(insured.amount).toBeGreaterThan(usdt(paid) - usdt('0.3'));
        expect(position(scenario.exchange, BOB, 'long')).toBeNull();
        // The part the fund does not cover closes against Alice at 57,000.
        const rest = 500 - insured.filled;
        const others = events.flatMap((event) => (event.type === 'PositionDeleveraged' ? [event] : []));
        expect(others.map(({ lots: left, price }) => [left, price])).toEqual(rest > 0 ? [[rest, 570_000]] : []);
      }
    });

    test('with an empty book closes against the other side at 57,000 without fee', () => {
      const scenario = worked();
      const before = free(scenario.exchange, ALICE) + collateral(scenario.exchange, ALICE, 'short');
      const events = after(scenario, moveMark(scenario, 560_000));
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

  test('the worked short is liquidated at 51,793.0 and survives at 51,792.9', () => {
    const scenario = perpetuals();
    steadyMark(scenario, 500_000);
    scenario.given(
      leverage(BOB, 25),
      leverage(ALICE, 1),
      open(ALICE, 'long', 500_000, 400),
      open(BOB, 'short', 500_000, 400),
    );
    expect(collateral(scenario.exchange, BOB, 'short')).toBe(usdt('811.44'));
    steadyMark(scenario, 500_000);
    expect(typesOf(after(scenario, moveMark(scenario, 517_929)))).toEqual(['IndexPublished', 'MarkPublished']);
    const started = only(after(scenario, moveMark(scenario, 517_930)), 'LiquidationStarted');
    expect(started).toMatchObject({ side: 'short', requirement: usdt('94.26326'), liquidation: 1 });
  });

  describe('the steps', () => {
    test('first cancel all orders of the owner in the market, on both sides, and no others', () => {
      const scenario = worked();
      scenario.given(
        close(BOB, 'long', 610_000, 100),
        open(BOB, 'short', 620_000, 10),
        open(ALICE, 'short', 630_000, 10),
        open(CAROL, 'long', 570_000, 500),
      );
      const events = after(scenario, moveMark(scenario, 572_290));
      const ended = events.flatMap((event) => (event.type === 'PerpetualOrderCancelled' ? [event] : []));
      expect(ended.map(({ user, reason }) => [user, reason])).toEqual([
        [BOB, 'liquidation'],
        [BOB, 'liquidation'],
      ]);
    });

    test('from the second tier up reduce the position to the cap below, charge the fee for that part, and keep the rest', () => {
      const scenario = perpetuals({ referencePrice: M });
      steadyMark(scenario, M);
      // 60,000 USDT: the second tier; more than 10,000 of it is reduced.
      scenario.given(
        leverage(BOB, 100),
        leverage(ALICE, 1),
        open(ALICE, 'short', M, 1_000),
        open(BOB, 'long', M, 1_000),
      );
      steadyMark(scenario, M);
      scenario.given(open(CAROL, 'long', 596_000, 5_000));
      const price = 596_000;
      const events = after(scenario, moveMark(scenario, price));
      const reduced = only(events, 'LiquidationReduced');
      expect(reduced.lots).toBe(162);
      expect(reduced.filled).toBe(reduced.lots);
      expect(position(scenario.exchange, BOB, 'long')?.lots).toBe(838);
      expect(only(events, 'LiquidationFinished')).toMatchObject({ reason: 'recovered' });
      expect(house(scenario.exchange, 'insurance')).toBe(reduced.fee);
      // 632.67 − 400 − 5.31036 for the taker is 0.1108 above the required 227.24884; of the fee of 19.31 one unit
      // less than that is charged.
      expect(reduced.fee).toBe(usdt('0.1108') - 1n);
    });

    test('a counterparty below zero is covered by the treasury if the fund is empty, and the market becomes close-only', () => {
      const scenario = alarmedMarket();
      const events = scenario.exchange.batches.flatMap(({ events: all }) => all);
      const [deleveraged] = events.filter((event) => event.type === 'PositionDeleveraged');
      expect(deleveraged).toMatchObject({ user: BOB, otherUser: ALICE, insurance: 276_000_001n });
      expect(only(events, 'MarketAlarmed')).toMatchObject({ treasury: deleveraged.treasury });
      expect(deleveraged.treasury).toBeGreaterThan(0n);
      expect(house(scenario.exchange, 'treasury')).toBe(-deleveraged.treasury);
      scenario.when(open(CAROL, 'long', 500_000, 5)).then(refused('market.close.only'));
    });

    test('each have an event, after which all sums hold', () => {
      const { batches } = allLiquidations().exchange;
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

  describe('no liquidation', () => {
    test('in a market under maintenance; afterwards the mark at that time decides', () => {
      const scenario = worked().given(perpetualState('maintenance'));
      expect(typesOf(after(scenario, moveMark(scenario, 560_000)))).toEqual(['IndexPublished', 'MarkPublished']);
      expect(typesOf(after(scenario, perpetualState('open')))).toContain('LiquidationStarted');
    });

    test('for half a minute after a silence of the feed, and then by the mark of that time', () => {
      const scenario = worked();
      expect(typesOf(after(scenario, moveMark(scenario, 560_000, 76_000)))).toEqual([
        'IndexPublished',
        'MarkPublished',
      ]);
      expect(typesOf(after(scenario, moveMark(scenario, 560_001, 10_000)))).toEqual([
        'IndexPublished',
        'MarkPublished',
      ]);
      expect(typesOf(after(scenario, moveMark(scenario, 560_002, 10_000)))).toEqual([
        'IndexPublished',
        'MarkPublished',
      ]);
      // The first command afterwards comes after all due liquidations.
      const events = after(scenario, later(11_000, asUser(CAROL, leverage(CAROL, 3))));
      expect(only(events, 'LiquidationStarted')).toMatchObject({ mark: 560_002 });
      expect(events.at(-1)?.type).toBe('LeverageSet');
    });

    test('of a position whose margin is added before it may be judged', () => {
      const scenario = worked();
      scenario.given(moveMark(scenario, 572_290, 76_000), margin('add', BOB, 'long', usdt('500')));
      for (let n = 0; n < 4; n++) {
        expect(typesOf(after(scenario, moveMark(scenario, 572_290)))).toEqual(['IndexPublished', 'MarkPublished']);
      }
      expect(position(scenario.exchange, BOB, 'long')?.lots).toBe(500);
    });
  });

  test('positions locked by staff are liquidated and deleveraged all the same', () => {
    const scenario = worked();
    for (const [user, side] of [
      [BOB, 'long'],
      [ALICE, 'short'],
    ] as const)
      scenario.given(lockPosition(position(scenario.exchange, user, side)?.id ?? 0));
    const events = after(scenario, moveMark(scenario, 560_000));
    expect(only(events, 'PositionUnlocked')).toMatchObject({ user: BOB });
    expect(only(events, 'PositionDeleveraged')).toMatchObject({ user: BOB, otherUser: ALICE });
    expect(scenario.exchange.state.locks.locked.size).toBe(0);
  });

  test('resumes after a restart between any two steps', () => {
    const scenario = worked(usdt('400'));
    scenario.given(open(CAROL, 'long', 569_000, 300), close(BOB, 'long', 610_000, 100));
    const events = after(scenario, moveMark(scenario, 569_000));
    expect(typesOf(events)).toContain('PositionDeleveraged');
    const lines = [...canonicalLines(scenario.exchange.state)];
    expect([...canonicalLines(restoreState(lines))]).toEqual(lines);
  });

  test('the insurance fund is filled from the treasury, up to its balance', () => {
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
