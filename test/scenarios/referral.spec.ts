/** Rebates: who receives which share of whose fees, when, and when no rebate is paid. */
import { canonicalLines, restoreState } from '../../server/products/core';
import type { EventOf } from '../../server/core/event';
import { PAYERS_AT_ONCE } from '../../server/products/referral/core/decide-referral';
import { dayOf, dayStart } from '../../shared/rules/days';
import { ENTRY_KINDS, type EntryKindRow } from '../../shared/rules/entry-kinds';
import {
  ALICE,
  BOB,
  CAROL,
  DAVE,
  buy,
  asUser,
  given,
  occurred,
  refused,
  sell,
  system,
  type Scenario,
} from '../tools/fixtures/core-fixture';
import {
  LEVEL_1,
  LEVEL_2,
  eraseMember,
  setDocument,
  nextDay,
  ratesOf,
  referral,
  tradeFor,
  enableTrading,
} from '../tools/fixtures/referral-fixture';

const HOUR = 3_600_000;

function rebatesOf({ exchange }: Scenario): string[] {
  return exchange.batches
    .flatMap(({ events }) => events.filter((event): event is EventOf<'RebatePaid'> => event.type === 'RebatePaid'))
    .map(({ user, source, level, asset, fee, amount }) => `${level}: ${source} ${fee} ${asset} -> ${user} ${amount}`);
}

describe('the rebates of a day', () => {
  test("pay the inviter and the inviter's inviter, coin by coin, each rounded down once", () => {
    // 1,000 lots of ETH at 10.0: the buyer pays its fee in ETH, the seller in USDT; two trades of a day form one
    // base.
    const scenario = referral().given(tradeFor(CAROL, 999), tradeFor(CAROL, 1_000), tradeFor(CAROL, 777, 'sell'));
    expect(rebatesOf(scenario)).toEqual([]);
    const before = feesOf(scenario, CAROL);
    nextDay(scenario);
    const expected = [BOB, ALICE].flatMap((user, index) =>
      ['ETH', 'USDT'].map((asset) => {
        const fee = before[asset];
        const amount = (fee * BigInt([LEVEL_1, LEVEL_2][index])) / 1_000_000_000n;
        return `${index + 1}: ${CAROL} ${fee} ${asset} -> ${user} ${amount}`;
      }),
    );
    expect(rebatesOf(scenario)).toEqual(expected);
    nextDay(scenario);
    expect(rebatesOf(scenario)).toHaveLength(4);
  });

  test('include fees of a maker, and pay nothing for uninvited users', () => {
    const scenario = referral().given(asUser(CAROL, sell(100, 1_000, ETH)), asUser(DAVE, buy(100, 1_000, ETH)));
    nextDay(scenario);
    expect(rebatesOf(scenario).map((text) => text.split(' ')[1])).toEqual([`${CAROL}`, `${CAROL}`]);
  });

  test('follow GMT+8: a millisecond before midnight and midnight are two days', () => {
    const scenario = referral();
    const { exchange } = scenario;
    const midnight = dayStart(dayOf(exchange.now) + 1);
    exchange.now = midnight - 2;
    scenario.given(tradeFor(CAROL, 1_000));
    expect(exchange.batches.at(-1)?.at).toBe(midnight - 1);
    scenario.given(tradeFor(CAROL, 1_000));
    expect([...exchange.state.referral.days.keys()]).toEqual([dayOf(midnight)]);
    expect(rebatesOf(scenario)).toHaveLength(2);
  });

  test('that were missed are paid later, each once, in the order of days', () => {
    const scenario = referral().given(tradeFor(CAROL, 1_000));
    scenario.exchange.now += 24 * HOUR;
    // The first command of the new day pays the day before.
    scenario.given(tradeFor(CAROL, 500));
    scenario.exchange.restart(restoreState(canonicalLines(scenario.exchange.state)));
    scenario.exchange.now += 40 * 24 * HOUR;
    nextDay(scenario);
    const days = scenario.exchange.batches.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'RebatesReckoned' ? [event.day] : [])),
    );
    expect(days).toHaveLength(2);
    expect(days[1]).toBe(days[0] + 1);
    expect(scenario.exchange.state.referral.days.size).toBe(0);
  });

  test('are paid in slices for many payers', () => {
    const scenario = referral().given(setDocument(CAROL));
    const many = PAYERS_AT_ONCE + 5;
    for (let user = 10_200_000; user < 10_200_000 + many; user++) {
      scenario.given(
        system({ type: 'RegisterMember', user, inviter: CAROL }),
        enableTrading(user),
        tradeFor(user, 1_000),
      );
    }
    nextDay(scenario);
    const slices = scenario.exchange.batches.filter(({ command }) => command.type === 'PayRebates');
    expect(slices.length).toBeGreaterThan(1);
    expect(Math.max(...slices.map(({ events }) => events.length))).toBeLessThan(900);
    expect(rebatesOf(scenario)).toHaveLength(2 * many);
  });
});

describe('no rebate is paid', () => {
  test.each([
    ['of trades with who invited them', BOB, ALICE],
    ['of trades with whom they invited over one step', CAROL, ALICE],
  ])('%s', (_, one, other) => {
    const scenario = nextDay(referral().given(asUser(other, sell(100, 1_000, ETH)), asUser(one, buy(100, 1_000, ETH))));
    expect(rebatesOf(scenario)).toEqual([]);
  });

  test('for trades between two accounts of one person', () => {
    const scenario = given(
      system({ type: 'NameInviter', user: CAROL, inviter: BOB }),
      enableTrading(DAVE),
      ratesOf(),
      [CAROL, DAVE].map((user) => system({ type: 'NameDocument', user, document: 'ab'.repeat(32) })),
    );
    nextDay(nextDay(scenario).given(tradeFor(CAROL, 1_000)));
    expect(rebatesOf(scenario)).toEqual([]);
  });

  test('for own fees through an account verified by the same document', () => {
    const same = 'ab'.repeat(32);
    const documents = [setDocument(ALICE), setDocument(BOB, same), setDocument(CAROL, same)];
    const scenario = referral({}, documents).given(tradeFor(CAROL, 1_000));
    // The second-level inviter is another person and is paid.
    expect(rebatesOf(nextDay(scenario)).map((text) => text[0])).toEqual(['2']);
  });

  test('to an inviter without a document, who might be the payer', () => {
    const scenario = referral({}, [setDocument(ALICE), setDocument(CAROL)]).given(tradeFor(CAROL, 1_000));
    expect(rebatesOf(nextDay(scenario)).map((text) => text[0])).toEqual(['2']);
    // Includes earlier trades: the time of payment decides.
    scenario.given(tradeFor(CAROL, 1_000), setDocument(BOB));
    expect(rebatesOf(nextDay(scenario)).map((text) => text[0])).toEqual(['2', '1', '2']);
  });

  test("to an erased inviter, also for earlier trades; the inviter's inviter is still paid", () => {
    const scenario = referral().given(tradeFor(CAROL, 1_000), tradeFor(BOB, 1_000), eraseMember(BOB));
    // BOB, who is erased, invited CAROL, and ALICE invited BOB; for fees of BOB himself ALICE is paid at the first
    // level.
    expect(rebatesOf(nextDay(scenario)).map((text) => text.replace(/ \d+ ETH/, '').replace(/ \d+$/, ''))).toEqual([
      `1: ${BOB} -> ${ALICE}`,
      `2: ${CAROL} -> ${ALICE}`,
    ]);
    const { exchange } = scenario;
    exchange.restart(restoreState(canonicalLines(exchange.state)));
    const before = rebatesOf(scenario).length;
    nextDay(scenario.given(tradeFor(CAROL, 1_000)));
    expect(
      rebatesOf(scenario)
        .slice(before)
        .map((text) => text[0]),
    ).toEqual(['2']);
  });

  test('for trades before the first rates, and for amounts that round to zero', () => {
    const scenario = given(
      enableTrading(DAVE),
      system({ type: 'NameInviter', user: CAROL, inviter: BOB }),
      tradeFor(CAROL, 1_000),
      ratesOf(),
    );
    expect(rebatesOf(nextDay(scenario))).toEqual([]);
    nextDay(scenario.given(ratesOf({ level1Ppb: 1, level2Ppb: 0 })));
    expect(rebatesOf(nextDay(scenario.given(tradeFor(CAROL, 1_000))))).toEqual([]);
    expect(scenario.exchange.state.referral.days.size).toBe(0);
  });
});

describe('rebate rates', () => {
  test('record who requested them', () => {
    given()
      .when(ratesOf())
      .then(occurred('ReferralTermsSet', { level1Ppb: LEVEL_1, proposedBy: 10_000_009 }));
  });

  test.each([
    ['a half together', { level1Ppb: 300_000_000, level2Ppb: 200_000_000 }, null],
    ['more than a half', { level1Ppb: 300_000_000, level2Ppb: 200_000_001 }, 'referral.terms.invalid'],
    ['less than nothing', { level1Ppb: -1 }, 'referral.terms.invalid'],
    ['a fraction', { level1Ppb: 0.5 }, 'referral.terms.invalid'],
    ['the past', { from: 1 }, 'referral.terms.from.invalid'],
    ['no time', { from: 0.5 }, 'referral.terms.from.invalid'],
  ] as const)('check their values: %s', (_, fields, code) => {
    const after = given().when(ratesOf(fields));
    if (code === null) after.then(occurred('ReferralTermsSet', fields));
    else after.then(refused(code));
  });

  test('are set at most ninety days ahead', () => {
    const scenario = given();
    const { now } = scenario.exchange;
    scenario
      .when(ratesOf({ from: now + 90 * 24 * HOUR }))
      .then(occurred('ReferralTermsSet', {}))
      .when(ratesOf({ from: now + 90 * 24 * HOUR + 2 }))
      .then(refused('referral.terms.from.invalid'));
  });

  test('apply for the rest of the day if they are the first', () => {
    const scenario = given(
      setDocument(BOB),
      enableTrading(DAVE),
      system({ type: 'NameInviter', user: CAROL, inviter: BOB }),
    );
    const from = scenario.exchange.now + HOUR;
    scenario.given(ratesOf({ from }), tradeFor(CAROL, 1_000));
    expect(scenario.exchange.state.referral.days.size).toBe(0);
    scenario.exchange.now = from;
    scenario.given(tradeFor(CAROL, 1_000));
    expect(rebatesOf(nextDay(scenario))).toHaveLength(1);
  });

  test('apply to whole days: a change during a day counts from the next', () => {
    const scenario = referral();
    const none = { level1Ppb: 0, level2Ppb: 0 };
    scenario.given(ratesOf(none), tradeFor(CAROL, 1_000));
    expect(rebatesOf(nextDay(scenario))).toHaveLength(2);
    expect(rebatesOf(nextDay(scenario.given(tradeFor(CAROL, 1_000))))).toHaveLength(2);
  });
});

test('only rebates are taken out of fees, so fees cover them', () => {
  const rows: [string, EntryKindRow][] = Object.entries(ENTRY_KINDS);
  const takes = rows.filter(([, { debit }]) => 'house' in debit && debit.house === 'fees').map(([kind]) => kind);
  expect(takes).toEqual(['referral_reserve']);
});

const ETH = { market: 'ETH-USDT' };

/** Fees that a user paid today. */
function feesOf({ exchange }: Scenario, user: number): Record<string, bigint> {
  const [day] = exchange.state.referral.days.values();
  return Object.fromEntries(day.fees.get(user) ?? []);
}
