import type { CoreEvent, EventOf, Batch } from '../../server/core/event';
import { feeLevelAt } from '../../server/core/fees/level';
import { EVERY_RIGHT } from '../../server/core/staff/decide-people';
import { createStepper } from '../../server/engine/step';
import { dayOf, dayStart } from '../../shared/rules/days';
import {
  ALICE,
  BOB,
  CAROL,
  SECOND,
  occurred,
  refused,
  type Scenario,
  STARTED_AT,
  buy,
  asUser,
  given,
  later,
  marketState,
  sell,
  staff,
  type Step,
  ADMIN,
  DAVE,
  approve,
  system,
  withdraw,
  lastPrice,
} from '../tools/fixtures/core-fixture';
import {
  financial,
  financialTerms,
  fundedFinancial,
  advanceToMidnight,
  triggerDueWork,
  buySavings,
} from '../tools/fixtures/financial-fixture';
import { fundMining, buyMining, mining } from '../tools/fixtures/mining-fixture';
import { usdt, buyOption, limitStakes, optionScenario, publishPrice, PRICE } from '../tools/fixtures/option-fixture';
import { setDocument, nextDay, referral, tradeFor } from '../tools/fixtures/referral-fixture';
import {
  DAY,
  FIRST_ID,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  creditByBank,
  confirmProposal,
  passTime,
  rulesOf,
  sendAs,
  setStaff,
  withStaff,
  importLines,
  reportStaff,
} from '../tools/fixtures/staff-fixture';

const HOUR = 3_600_000;

/** One example for each rule of financial products, mining and rebates that a mutant of the core breaks. */

function all<T extends CoreEvent['type']>({ exchange }: Scenario, type: T): EventOf<T>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
}
const notRenewed = (scenario: Scenario) => all(scenario, 'FinancialEnded').map((event) => event.notRenewed ?? null);

describe('renewals at one midnight', () => {
  test('share the cover of their incomes: of two, the second is not covered', () => {
    const income = 9_589_041n;
    const scenario = financial().given(
      buySavings(BOB, usdt(100), { renew: 'on' }),
      buySavings(ALICE, usdt(100), { renew: 'on' }),
      // Both incomes are promised; the house has one more.
      fundedFinancial('release', usdt(1_000) - 3n * income),
    );
    triggerDueWork(advanceToMidnight(scenario, 8));
    expect(notRenewed(scenario)).toEqual([null, 'earn.not.covered']);
  });

  test("share their owner's maximum: the second may use what the first leaves", () => {
    const scenario = financial().given(
      buySavings(BOB, usdt(100), { renew: 'on' }),
      buySavings(BOB, usdt(100), { renew: 'on' }),
      ...[financialTerms({ userMax: usdt(150) })],
    );
    triggerDueWork(advanceToMidnight(scenario, 8));
    expect(notRenewed(scenario)).toEqual(['earn.cap.user', null]);
  });
});

test('a rebate paid at purchase is covered beside all incomes, to the unit', () => {
  // 1,000 USDT pay 1 USDT on each of five days; the inviter gets a thousandth of the principal at once.
  const atOnce = { rebate: 'purchase', rebatePpb: 1_000_000 } as const;
  const asked = usdt(5) + usdt(1);
  mining(atOnce)
    .given(fundMining('release', 'USDT', usdt(10_000) - asked + 1n))
    .when(buyMining(BOB))
    .then(refused('earn.not.covered'));
  mining(atOnce)
    .given(fundMining('release', 'USDT', usdt(10_000) - asked))
    .when(buyMining(BOB))
    .then(occurred('MiningBought', { inviter: ALICE, rebate: usdt(1) }));
});

test('pays no second-level rebate to an inviter without a document', () => {
  const scenario = nextDay(referral({}, [setDocument(BOB), setDocument(CAROL)]).given(tradeFor(CAROL, 1_000)));
  expect(all(scenario, 'RebatePaid').map(({ user, level }) => [user, level])).toEqual([[BOB, 1]]);
});

/** One example for each rule of fee levels that a mutant of the core breaks. */
describe('fees', () => {
  const DAY = 86_400_000;
  const MIDNIGHT = dayStart(dayOf(STARTED_AT) + 1);
  /** One BTC is 1.00 USDT at 100 ticks: 5 lots are 500,000 units of volume. */
  const TABLE = staff({
    type: 'SetFeeTiers',
    product: 'spot',
    volumes: [0n, 500_000n, 1_000_000n],
    reason: 'schedule',
  });
  const trade = (lots: number): Step[] => [asUser(ALICE, sell(100, lots)), buy(100, lots)];

  test('a level set by staff does not lower the level by volume', () => {
    const scenario = given(TABLE, trade(10), staff({ type: 'AssignFeeTier', user: BOB, tier: 1 }));
    const { exchange } = scenario;
    scenario.when(later(MIDNIGHT + 4 * HOUR - exchange.now, marketState('open')));
    const member = exchange.state.members.get(BOB);
    expect(member && feeLevelAt(member, 'spot', exchange.now)).toBe(2);
  });

  test('a day settled late counts nothing of the next day, which is closed by then', () => {
    const { exchange } = given(TABLE, trade(5));
    let now = MIDNIGHT + HOUR;
    const batches: Batch[] = [];
    const onDraft = ({ batch }: { batch: Batch }): void => void batches.push(batch);
    const stepper = createStepper({ state: exchange.state, clock: () => now, onDraft });
    for (const step of trade(5)) stepper.execute(step);
    now = MIDNIGHT + DAY;
    stepper.execute(marketState('open'));
    stepper.runDueWork('scheduled', Infinity);
    const levels = batches.flatMap(({ events }) => events.filter((event) => event.type === 'FeeLevelSet'));
    expect(levels.filter(({ user }) => user === BOB).map(({ volume }) => volume)).toEqual([500_000n, 1_000_000n]);
  });
});

/** One example for each rule of second contracts that a mutant of the core breaks. */

describe("a user's own limit", () => {
  test('applies from the next day if raised, and at once if lowered', () => {
    const scenario = optionScenario().given(limitStakes(ALICE, usdt(5_000)));
    const today = dayOf(scenario.exchange.now);
    scenario.when(limitStakes(ALICE, usdt(6_000))).then(occurred('OptionLimitSet', { day: today + 1 }));
    scenario.when(buyOption(ALICE, 'up', usdt(5_000) + 1n)).then(refused('option.limit.own'));
    scenario.when(limitStakes(ALICE, usdt(4_000))).then(occurred('OptionLimitSet', { day: today }));
    scenario.when(buyOption(ALICE, 'up', usdt(4_000) + 1n)).then(refused('option.limit.own'));
  });

  test('is per day: stakes of the day before do not count', () => {
    const scenario = optionScenario().given(limitStakes(ALICE, usdt(2_000)), buyOption(ALICE, 'up', usdt(2_000)));
    scenario.when(buyOption(ALICE, 'up')).then(refused('option.limit.own'));
    scenario.exchange.now = dayStart(dayOf(scenario.exchange.now) + 1);
    scenario.given(publishPrice(scenario, PRICE), buyOption(ALICE, 'up'), buyOption(ALICE, 'up'));
    scenario.when(buyOption(ALICE, 'up')).then(refused('option.limit.own'));
  });
});

test.each([
  ['exactly 15 s after its moment still counts', 0, 'OptionEntered'],
  ['a millisecond later gives the stake back', 1, 'OptionSettled'],
] as const)('an entry %s', (_, late, type) => {
  const scenario = optionScenario().given(buyOption(ALICE, 'up'));
  const { exchange } = scenario;
  const boughtAt = exchange.batches.at(-1)?.at ?? 0;
  exchange.now = boughtAt;
  exchange.take(publishPrice(scenario, PRICE + 5, 500 + 15_000 + late));
  exchange.take(limitStakes(ALICE, usdt(9_000)));
  const first = exchange.batches
    .flatMap(({ events }) => events)
    .find((event) => 'contract' in event && event.type !== 'OptionBought');
  expect(first).toMatchObject({ type, contract: 1 });
});

/** One example for each rule of staff that a mutant of the core breaks. */

test('a new admin approves from the stated moment, not a millisecond earlier', () => {
  const scenario = withStaff(withdraw('USDT', 100n), setStaff(DAVE, 'admin', ['withdrawals']), confirmProposal(1));
  scenario.when(passTime(DAY));
  const { exchange } = scenario;
  const from = exchange.state.staff.people.get(DAVE)?.approvesFrom ?? 0;
  exchange.now = from - 1;
  scenario.when(approve(1, `admin/${DAVE}`)).then(refused('staff.too.new'));
  expect(exchange.now).toBe(from);
  scenario.when(approve(1, `admin/${DAVE}`)).then(occurred('WithdrawalApproved', { by: DAVE }));
});

test('the daily maximum of manual credits counts all accounts of one person', () => {
  const people = [FIRST_ID, SECOND_ID, THIRD_ID];
  const hash = 'ab'.repeat(32);
  // One USDT is a dollar: 7 by one account and 4 by the other exceed 10.
  given(
    importLines({ amount: 700n }, { reference: 'bank/2', amount: 400n }),
    people.map((user) => system({ type: 'RegisterMember', user })),
    reportStaff(people.map((user) => ({ user, role: 'admin', rights: EVERY_RIGHT }))),
    system(rulesOf({ byHandDayMax: 1_000_000_000n })),
    sendAs(SECOND, { type: 'VerifyMember', user: FIRST_ID, document: hash }),
    sendAs(ADMIN, { type: 'VerifyMember', user: THIRD_ID, document: hash }),
    creditByBank('bank/1', 700n),
  )
    .when(sendAs(THIRD, creditByBank('bank/2', 400n).command))
    .then(refused('staff.day.exceeded', { left: '300000000' }))
    .when(sendAs(SECOND, creditByBank('bank/2', 400n).command))
    .then(occurred('StaffProposed', { by: SECOND_ID }));
});

/** One example for each rule of deposits and withdrawals that a mutant of the core breaks. */

/** USDT units of scale 8. */
const USDT = 100_000_000n;

test.each([
  ['in the last millisecond of the twenty-fourth hour', 24 * HOUR - 1, (1_015n * USDT) / 1_000n],
  ['a millisecond later no more', 24 * HOUR, USDT],
])('a trade counts towards the value of a coin: %s', (_, after, value) => {
  const scenario = given();
  const { exchange } = scenario;
  const hour = Math.ceil(exchange.now / HOUR) * HOUR;
  exchange.now = hour;
  // Ten lots at 1.04, then ten at 0.99: a mean of 1.015, above the reference price of 1.
  scenario.given(lastPrice(104), lastPrice(99));
  exchange.now = hour + after;
  scenario.when(withdraw('BTC', 1_000n)).then(occurred('WithdrawalApplied', { value }));
});
