import type { CoreEvent, EventOf } from '../../../server/core/event';
import { fundingDue } from '../../../shared/products/perpetual/rules/funding';
import {
  ALICE,
  BOB,
  CAROL,
  occurred,
  refused,
  type Scenario,
  type Step,
  DAVE,
  staff,
  system,
} from '../../tools/fixtures/core-fixture';
import {
  PERP,
  close,
  drainPosition,
  leverage,
  margin,
  open,
  openBothSides,
  perpetuals,
  steadyMark,
  stop,
  applyEvents,
  trailing,
  withoutAvailable,
  fund,
  fundInsurance,
  marginMode,
  mark,
  moveMark,
  repeatLastOrder,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

const M = 500_000;

/** One example for each rule of perpetual positions and orders that a mutant of the core breaks. */
describe('positions and orders', () => {
  const lotsOf = ({ exchange }: Scenario, user: number) =>
    exchange.state.perpetual.holdings.get(user)?.get(PERP)?.long?.lots ?? 0;
  function all<T extends CoreEvent['type']>({ exchange }: Scenario, type: T): EventOf<T>[] {
    return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
  }

  describe('position limits', () => {
    test('value a position that has risen at the mark', () => {
      // 990 lots cost 49,500, within the first tier; at 51,000 they are worth 50,490, in the second with leverage up
      // to 100.
      const scenario = perpetuals().given(leverage(BOB, 125), openBothSides(M, 990));
      steadyMark(scenario, M + 10_000);
      scenario.when(open(BOB, 'long', M, 1)).then(refused('leverage.too.high'));
    });

    test("allow exactly a tenth of the market's open interest", () => {
      perpetuals({ openInterestMax: usdt('2,000,000') })
        .when(open(BOB, 'long', M, 4_000))
        .then(occurred('PerpetualOrderPlaced'))
        .when(open(BOB, 'long', M, 1))
        .then(refused('position.too.large'));
    });
  });

  test('the narrower price limit of a new market ends after ten minutes', () => {
    const scenario = perpetuals({}, 595_000);
    const { exchange } = scenario;
    const openedAt = exchange.state.perpetual.contracts.get(PERP)?.openedAt ?? 0;
    // 4 % above the mark: more than 2 %, less than 5 %.
    const above = (): Step => open(BOB, 'long', M + 20_000, 1, { timeInForce: 'ioc' });
    scenario.given(open(ALICE, 'short', M + 20_000, 1));
    exchange.now = openedAt + 599_999;
    scenario.when(above()).then(refused('price.beyond.limit'));
    expect(exchange.now).toBe(openedAt + 600_000);
    scenario.given(above());
    expect(lotsOf(scenario, BOB)).toBe(1);
  });

  test('an isolated position may be closed at its bankruptcy price, and not beyond', () => {
    // 0.5 BTC at 60,000 with leverage 20: 57,000. It is liquidated at 57,229.0.
    const scenario = steadyMark(perpetuals({ referencePrice: 600_000 }), 600_000);
    scenario.given(leverage(BOB, 20), openBothSides(600_000, 500));
    steadyMark(scenario, 572_291).given(open(CAROL, 'long', 569_999, 500));
    scenario
      .when(close(BOB, 'long', 569_999, 500, { timeInForce: 'ioc' }))
      .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualOrderCancelled', { reason: 'beyond_bankruptcy' }));
    scenario.given(open(CAROL, 'long', 570_000, 500), close(BOB, 'long', 570_000, 500, { timeInForce: 'ioc' }));
    expect(lotsOf(scenario, BOB)).toBe(0);
  });

  test('closing a part leaves the rest above its requirement, to the unit', () => {
    // A lot at 50,000.1 requires 22,750,045.5 units: two 45,500,091, one of them 22,750,046.
    const scenario = steadyMark(perpetuals(), M + 1).given(openBothSides(M + 1, 2));
    applyEvents(scenario, [drainPosition(scenario, BOB, 'long', 45_500_092n)]);
    scenario.given(open(CAROL, 'long', M + 1, 1), close(BOB, 'long', M + 1, 1, { timeInForce: 'ioc' }));
    expect(all(scenario, 'LiquidationStarted')).toEqual([]);
    const { hold = 0 } = scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long ?? {};
    expect(scenario.exchange.state.holds.get(hold)?.remaining).toBe(22_750_047n);
  });

  test('margin removable from a winning position is judged at the mark', () => {
    // 500 USDT with leverage 20 need 25 of margin; at 51,000 they need 25.5.
    const scenario = perpetuals().given(
      leverage(BOB, 20),
      openBothSides(M, 10),
      margin('add', BOB, 'long', usdt('10')),
    );
    steadyMark(scenario, M + 10_000);
    scenario.when(margin('take', BOB, 'long', usdt('9.5') + 1n)).then(refused('margin.insufficient'));
    scenario.when(margin('take', BOB, 'long', usdt('9.5'))).then(occurred('MarginAdjusted'));
  });

  test('a partial stop keeps waiting for its unfilled part only', () => {
    const scenario = perpetuals().given(openBothSides(M, 10));
    scenario.given(stop(BOB, 'long', 'stop_loss', M - 100, { quantity: 5 }), open(CAROL, 'long', M - 200, 2));
    scenario.given(open(CAROL, 'long', M - 100, 1), open(ALICE, 'short', M - 100, 1));
    expect(all(scenario, 'StopTriggered')).toMatchObject([{ lots: 5 }]);
    expect(all(scenario, 'StopAmended')).toMatchObject([{ quantity: 3 }]);
    scenario.given(open(CAROL, 'long', M - 300, 50), open(ALICE, 'short', M - 300, 1, { timeInForce: 'ioc' }));
    expect(lotsOf(scenario, BOB)).toBe(5);
  });

  test('a trailing stop is rounded away from its best price', () => {
    const scenario = perpetuals().given(openBothSides(M + 1, 10));
    // 0.1 % below 50,000.1: 49,950.0999, to the tick 49,950.0.
    scenario.given(trailing(BOB, 'long', { callbackBp: 10 }), open(CAROL, 'long', M - 2_000, 50));
    scenario.given(open(CAROL, 'long', M - 499, 1), open(ALICE, 'short', M - 499, 1));
    expect(all(scenario, 'StopTriggered')).toEqual([]);
    scenario.given(open(CAROL, 'long', M - 500, 1), open(ALICE, 'short', M - 500, 1));
    expect(all(scenario, 'StopTriggered')).toMatchObject([{ trigger: M - 500, extreme: M + 1 }]);
  });
});

/** One example for each rule of liquidation and the insurance fund that a mutant of the core breaks. */
describe('liquidation', () => {
  const HOUR = 3_600_000;

  function all<T extends CoreEvent['type']>({ exchange }: Scenario, type: T): EventOf<T>[] {
    return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
  }
  /** Just before a funding hour, without silence of the feed. */
  function beforeHour(scenario: Scenario, ticks: number): number {
    const { exchange } = scenario;
    const hour = fundingDue(exchange.now + 120_000, HOUR);
    exchange.now = hour - 75_000;
    steadyMark(scenario, ticks);
    exchange.now = hour - 1_000;
    exchange.take(mark(ticks, exchange.now));
    exchange.now = hour;
    return hour;
  }

  test("the fund's payment for one position of a slice is not available to the next", () => {
    const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(
      staff({ type: 'FundHouse', asset: 'USDT', amount: usdt('10'), reason: 'capital' }),
      staff({ type: 'FundInsurance', asset: 'USDT', amount: usdt('0.08'), reason: 'fund' }),
      ...[marginMode(BOB, 'cross'), marginMode(CAROL, 'cross')],
      ...[BOB, CAROL].flatMap((user) => [open(ALICE, 'short', M, 100), open(user, 'long', M, 100)]),
    );
    steadyMark(scenario, M + 5_000);
    // Each has won 50, has nothing else, and owes 0.00125 % of 5,050.
    for (const user of [BOB, CAROL]) {
      applyEvents(scenario, [drainPosition(scenario, user, 'long', 1n)]);
      withoutAvailable(scenario, user);
    }
    beforeHour(scenario, M + 5_000);
    scenario.exchange.take(margin('add', ALICE, 'long', 0n));
    const covers = all(scenario, 'FundingSettled').map(({ entries }) =>
      entries.filter(({ kind }) => kind.endsWith('_cover')).map(({ kind, amount }) => [kind, amount]),
    );
    const owed = usdt('0.063125');
    expect(covers.filter((of) => of.length > 0)).toEqual([
      [['insurance_cover', owed]],
      [
        ['insurance_cover', usdt('0.08') - owed],
        ['treasury_cover', 2n * owed - usdt('0.08')],
      ],
    ]);
  });

  test('settles due funding before judging a position: received funding keeps it alive', () => {
    const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(leverage(BOB, 20), leverage(ALICE, 1));
    scenario.given(open(BOB, 'short', M, 1_000), open(ALICE, 'long', M, 1_000));
    const { exchange } = scenario;
    // 2,500 of margin and 28.875 for closing: 52,288.7 is the first tick too far. A tick is 0.1, and funding brings 0.65.
    const hit = 522_888;
    const hour = beforeHour(scenario, hit - 5);
    exchange.take(mark(hit, hour));
    expect(all(scenario, 'FundingSettled').map(({ user }) => user)).toContain(BOB);
    expect(all(scenario, 'LiquidationStarted')).toEqual([]);
    scenario.given(moveMark(scenario, hit + 20));
    expect(all(scenario, 'LiquidationStarted')).toHaveLength(1);
  });

  test('deleverages a counterparty that would fall below zero last, at any rank', () => {
    const scenario = perpetuals().given(leverage(BOB, 10), leverage(ALICE, 1), openBothSides(M + 1_000, 100));
    steadyMark(scenario, M - 4_000);
    // Carol has a small profit on a tiny margin, which ranks her first; at 50,100.0 her loss would exceed it.
    scenario.given(leverage(CAROL, 125), open(ALICE, 'long', M - 4_000, 50), open(CAROL, 'short', M - 4_000, 50));
    steadyMark(scenario, M - 4_300);
    applyEvents(scenario, [drainPosition(scenario, BOB, 'long', 1n)]);
    scenario.exchange.take(leverage(CAROL, 100));
    expect(all(scenario, 'PositionDeleveraged')).toMatchObject([{ otherUser: ALICE, lots: 100, rank: 1 }]);
    expect(scenario.exchange.state.perpetual.holdings.get(CAROL)?.get(PERP)?.short?.lots).toBe(50);
  });

  test("the fund's payment for one deleveraged counterparty is not available to the next", () => {
    const scenario = perpetuals().given(
      staff({ type: 'FundHouse', asset: 'USDT', amount: usdt('100'), reason: 'capital' }),
      staff({ type: 'FundInsurance', asset: 'USDT', amount: usdt('6'), reason: 'fund' }),
      system({ type: 'RegisterMember', user: DAVE }),
      staff({ type: 'VerifyMember', user: DAVE }),
      system({ type: 'CreditRecharge', user: DAVE, asset: 'USDT', amount: usdt('1,000'), reference: 'dave' }),
      fund(DAVE, usdt('1,000')),
      ...[leverage(BOB, 10), leverage(ALICE, 1), openBothSides(M + 1_000, 100)],
    );
    steadyMark(scenario, M - 4_000);
    // Two take over Alice's lots: 0.4243 of margin a lot, and each would lose 0.5276 at 50,127.6, the bankruptcy
    // price of the long.
    for (const user of [CAROL, DAVE])
      scenario.given(leverage(user, 125), close(ALICE, 'short', M - 4_000, 50), open(user, 'short', M - 4_000, 50));
    applyEvents(scenario, [drainPosition(scenario, BOB, 'long', 1n)]);
    scenario.exchange.take(leverage(ALICE, 2));
    const [first, second] = all(scenario, 'PositionDeleveraged');
    expect([first.otherUser, second.otherUser]).toEqual([CAROL, DAVE]);
    const lacks = first.insurance + first.treasury;
    expect([first.treasury, second.insurance + second.treasury]).toEqual([0n, lacks]);
    // 6 and the remaining collateral of the long.
    expect(second.insurance).toBe(usdt('6') - lacks + first.surplus + second.surplus);
    expect(second.treasury).toBeGreaterThan(0n);
  });

  test('the fund pays at most a tenth of its balance for one liquidation, over all its steps', () => {
    const [price, mark] = [600_000, 569_000];
    const scenario = steadyMark(fundInsurance(perpetuals({ referencePrice: price }), usdt('200'), price), price);
    scenario.given(leverage(BOB, 20), leverage(ALICE, 1), openBothSides(price, 500), marginMode(CAROL, 'cross'));
    scenario.given(open(ALICE, 'short', price, 100), open(CAROL, 'long', price, 100));
    // A taker meets at most 190: forty of Carol, who has no free margin, and some of Alice's.
    scenario.given(open(CAROL, 'long', mark, 1));
    repeatLastOrder(scenario, 39);
    scenario.given(open(ALICE, 'long', mark, 1));
    repeatLastOrder(scenario, 180);
    scenario.given(open(ALICE, 'long', mark, 300));
    withoutAvailable(scenario, CAROL);
    scenario.given(moveMark(scenario, mark));
    const paid = all(scenario, 'InsurancePaid');
    expect(paid.map(({ before }) => before)).toEqual([0n, paid[0].amount]);
    expect(paid[0].amount + paid[1].amount).toBeLessThanOrEqual(usdt('20'));
    expect(paid[1].amount).toBeGreaterThan(0n);
  });
});
