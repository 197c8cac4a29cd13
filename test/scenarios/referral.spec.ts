/** Rebates: who gets which part of whose fees, when, and of what nobody gets anything. */
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
  by,
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
  erased,
  named,
  nextDay,
  ratesOf,
  referral,
  traded,
  trades,
} from '../tools/fixtures/referral-fixture';

const HOUR = 3_600_000;

function rebatesOf({ exchange }: Scenario): string[] {
  return exchange.batches
    .flatMap(({ events }) => events.filter((event): event is EventOf<'RebatePaid'> => event.type === 'RebatePaid'))
    .map(({ user, source, level, asset, fee, amount }) => `${level}: ${source} ${fee} ${asset} -> ${user} ${amount}`);
}

describe('a day that is over', () => {
  test('pays who invited, and who invited that one, coin by coin, each rounded down once', () => {
    // 1,000 lots of ETH at 10.0: the buyer's fee is ETH, the seller's is USDT; two trades of a day are one base.
    const scenario = referral().given(traded(CAROL, 999), traded(CAROL, 1_000), traded(CAROL, 777, 'sell'));
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

  test('pays the fee of a maker as well, and nothing for who was invited by nobody', () => {
    const scenario = referral().given(by(CAROL, sell(100, 1_000, ETH)), by(DAVE, buy(100, 1_000, ETH)));
    nextDay(scenario);
    expect(rebatesOf(scenario).map((text) => text.split(' ')[1])).toEqual([`${CAROL}`, `${CAROL}`]);
  });

  test('is of GMT+8: a millisecond before midnight and midnight are two days', () => {
    const scenario = referral();
    const { exchange } = scenario;
    const midnight = dayStart(dayOf(exchange.now) + 1);
    exchange.now = midnight - 2;
    scenario.given(traded(CAROL, 1_000));
    expect(exchange.batches.at(-1)?.at).toBe(midnight - 1);
    scenario.given(traded(CAROL, 1_000));
    expect([...exchange.state.referral.days.keys()]).toEqual([dayOf(midnight)]);
    expect(rebatesOf(scenario)).toHaveLength(2);
  });

  test('that nobody looked at is paid later, each once, in the order of the days', () => {
    const scenario = referral().given(traded(CAROL, 1_000));
    scenario.exchange.now += 24 * HOUR;
    // What is due at the first command of the new day is of the day before.
    scenario.given(traded(CAROL, 500));
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

  test('with many payers is paid in slices', () => {
    const scenario = referral().given(named(CAROL));
    const many = PAYERS_AT_ONCE + 5;
    for (let user = 10_200_000; user < 10_200_000 + many; user++) {
      scenario.given(system({ type: 'RegisterMember', user, inviter: CAROL }), trades(user), traded(user, 1_000));
    }
    nextDay(scenario);
    const slices = scenario.exchange.batches.filter(({ command }) => command.type === 'PayRebates');
    expect(slices.length).toBeGreaterThan(1);
    expect(Math.max(...slices.map(({ events }) => events.length))).toBeLessThan(900);
    expect(rebatesOf(scenario)).toHaveLength(2 * many);
  });
});

describe('nobody gets anything', () => {
  test.each([
    ['of trades with who invited them', BOB, ALICE],
    ['of trades with whom they invited over one step', CAROL, ALICE],
  ])('%s', (_, one, other) => {
    const scenario = nextDay(referral().given(by(other, sell(100, 1_000, ETH)), by(one, buy(100, 1_000, ETH))));
    expect(rebatesOf(scenario)).toEqual([]);
  });

  test('of trades of one person with two accounts', () => {
    const scenario = given(
      system({ type: 'NameInviter', user: CAROL, inviter: BOB }),
      trades(DAVE),
      ratesOf(),
      [CAROL, DAVE].map((user) => system({ type: 'NameDocument', user, document: 'ab'.repeat(32) })),
    );
    nextDay(nextDay(scenario).given(traded(CAROL, 1_000)));
    expect(rebatesOf(scenario)).toEqual([]);
  });

  test('of what they paid themselves, by an account that the same document verified', () => {
    const same = 'ab'.repeat(32);
    const documents = [named(ALICE), named(BOB, same), named(CAROL, same)];
    const scenario = referral({}, documents).given(traded(CAROL, 1_000));
    // The second level is somebody else, and has theirs.
    expect(rebatesOf(nextDay(scenario)).map((text) => text[0])).toEqual(['2']);
  });

  test('as long as no document says who they are: they may be whoever paid', () => {
    const scenario = referral({}, [named(ALICE), named(CAROL)]).given(traded(CAROL, 1_000));
    expect(rebatesOf(nextDay(scenario)).map((text) => text[0])).toEqual(['2']);
    // Of what was traded before as well: it goes by the time at which it is paid.
    scenario.given(traded(CAROL, 1_000), named(BOB));
    expect(rebatesOf(nextDay(scenario)).map((text) => text[0])).toEqual(['2', '1', '2']);
  });

  test('once they are erased: of what accrued before neither, and who invited them still has theirs', () => {
    const scenario = referral().given(traded(CAROL, 1_000), traded(BOB, 1_000), erased(BOB));
    // CAROL was invited by BOB, who is erased, and he by ALICE; what BOB paid himself is ALICE's at the first level.
    expect(rebatesOf(nextDay(scenario)).map((text) => text.replace(/ \d+ ETH/, '').replace(/ \d+$/, ''))).toEqual([
      `1: ${BOB} -> ${ALICE}`,
      `2: ${CAROL} -> ${ALICE}`,
    ]);
    const { exchange } = scenario;
    exchange.restart(restoreState(canonicalLines(exchange.state)));
    const before = rebatesOf(scenario).length;
    nextDay(scenario.given(traded(CAROL, 1_000)));
    expect(
      rebatesOf(scenario)
        .slice(before)
        .map((text) => text[0]),
    ).toEqual(['2']);
  });

  test('of what was traded before there were rates, nor of what rounds to nothing', () => {
    const scenario = given(
      trades(DAVE),
      system({ type: 'NameInviter', user: CAROL, inviter: BOB }),
      traded(CAROL, 1_000),
      ratesOf(),
    );
    expect(rebatesOf(nextDay(scenario))).toEqual([]);
    nextDay(scenario.given(ratesOf({ level1Ppb: 1, level2Ppb: 0 })));
    expect(rebatesOf(nextDay(scenario.given(traded(CAROL, 1_000))))).toEqual([]);
    expect(scenario.exchange.state.referral.days.size).toBe(0);
  });
});

describe('rates', () => {
  test('are set with who asked for them', () => {
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
  ] as const)('%s', (_, fields, code) => {
    const after = given().when(ratesOf(fields));
    if (code === null) after.then(occurred('ReferralTermsSet', fields));
    else after.then(refused(code));
  });

  test('of ninety days ahead, and no more', () => {
    const scenario = given();
    const { now } = scenario.exchange;
    scenario
      .when(ratesOf({ from: now + 90 * 24 * HOUR }))
      .then(occurred('ReferralTermsSet', {}))
      .when(ratesOf({ from: now + 90 * 24 * HOUR + 2 }))
      .then(refused('referral.terms.from.invalid'));
  });

  test('that are the very first count for the rest of their day', () => {
    const scenario = given(named(BOB), trades(DAVE), system({ type: 'NameInviter', user: CAROL, inviter: BOB }));
    const from = scenario.exchange.now + HOUR;
    scenario.given(ratesOf({ from }), traded(CAROL, 1_000));
    expect(scenario.exchange.state.referral.days.size).toBe(0);
    scenario.exchange.now = from;
    scenario.given(traded(CAROL, 1_000));
    expect(rebatesOf(nextDay(scenario))).toHaveLength(1);
  });

  test('count for whole days: what begins in the day counts from the next', () => {
    const scenario = referral();
    const none = { level1Ppb: 0, level2Ppb: 0 };
    scenario.given(ratesOf(none), traded(CAROL, 1_000));
    expect(rebatesOf(nextDay(scenario))).toHaveLength(2);
    expect(rebatesOf(nextDay(scenario.given(traded(CAROL, 1_000))))).toHaveLength(2);
  });
});

test('nothing but rebates is ever taken out of fees: they are there when they are due', () => {
  const rows: [string, EntryKindRow][] = Object.entries(ENTRY_KINDS);
  const takes = rows.filter(([, { debit }]) => 'house' in debit && debit.house === 'fees').map(([kind]) => kind);
  expect(takes).toEqual(['referral_reserve']);
});

const ETH = { market: 'ETH-USDT' };

/** What somebody is known to have paid today. */
function feesOf({ exchange }: Scenario, user: number): Record<string, bigint> {
  const [day] = exchange.state.referral.days.values();
  return Object.fromEntries(day.fees.get(user) ?? []);
}
