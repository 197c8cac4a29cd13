/** Liquidation of isolated positions, step by step, with the worked examples of the rules. */
import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import type { CoreEvent, EventOf, EventType } from '../../server/core/event';
import { balanceOf } from '../../server/core/ledger/ledger';
import type { PositionSide } from '../../shared/rules/perpetual/position';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  SECOND,
  by,
  later,
  refused,
  staff,
  type Exchange,
  type Scenario,
  type Step,
} from '../tools/core-fixture';
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
} from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

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
    scenario.given(leverage(BOB, 100), leverage(ALICE, 1), open(ALICE, 'short', M, 1_000), open(BOB, 'long', M, 1_000));
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
    for (const type of ['LiquidationOrdersEnded', 'LiquidationReduced', 'PositionTakenOver', 'InsurancePaid'] as const)
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
  const lock = (id: number): Step[] =>
    [ADMIN, SECOND].map((actor) => ({ actor, command: { type: 'LockPosition', position: id, reason: 'r' } as const }));
  for (const [user, side] of [
    [BOB, 'long'],
    [ALICE, 'short'],
  ] as const)
    scenario.given(lock(position(scenario.exchange, user, side)?.id ?? 0));
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
