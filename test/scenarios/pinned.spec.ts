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
  by,
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
  midnight,
  nudged,
  saved,
} from '../tools/fixtures/financial-fixture';
import { behind, mined, mining } from '../tools/fixtures/mining-fixture';
import { usdt, bought, limited, options, tick, PRICE } from '../tools/fixtures/option-fixture';
import { named, nextDay, referral, traded } from '../tools/fixtures/referral-fixture';
import {
  DAY,
  FIRST_ID,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  byBank,
  confirmed,
  passed,
  rulesOf,
  sent,
  setStaff,
  staffed,
  stated,
  told,
} from '../tools/fixtures/staff-fixture';

const HOUR = 3_600_000;

/** What one wrong line of the core would change for products that earn and for rebates, an example each. */

function all<T extends CoreEvent['type']>({ exchange }: Scenario, type: T): EventOf<T>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
}
const notRenewed = (scenario: Scenario) => all(scenario, 'FinancialEnded').map((event) => event.notRenewed ?? null);

describe('renewals at one midnight', () => {
  test('share what covers their incomes: of two, the second is not covered', () => {
    const income = 9_589_041n;
    const scenario = financial().given(
      saved(BOB, usdt(100), { renew: 'on' }),
      saved(ALICE, usdt(100), { renew: 'on' }),
      // Both incomes are promised; beside them there is one more.
      fundedFinancial('release', usdt(1_000) - 3n * income),
    );
    nudged(midnight(scenario, 8));
    expect(notRenewed(scenario)).toEqual([null, 'earn.not.covered']);
  });

  test("share their owner's maximum: what the first leaves free the second may take", () => {
    const scenario = financial().given(
      saved(BOB, usdt(100), { renew: 'on' }),
      saved(BOB, usdt(100), { renew: 'on' }),
      ...[financialTerms({ userMax: usdt(150) })],
    );
    nudged(midnight(scenario, 8));
    expect(notRenewed(scenario)).toEqual(['earn.cap.user', null]);
  });
});

test('a rebate that is paid at the purchase is covered beside all incomes, to the unit', () => {
  // 1,000 USDT bring 1 USDT on each of five days; who invited gets a thousandth of them at once.
  const atOnce = { rebate: 'purchase', rebatePpb: 1_000_000 } as const;
  const asked = usdt(5) + usdt(1);
  mining(atOnce)
    .given(behind('release', 'USDT', usdt(10_000) - asked + 1n))
    .when(mined(BOB))
    .then(refused('earn.not.covered'));
  mining(atOnce)
    .given(behind('release', 'USDT', usdt(10_000) - asked))
    .when(mined(BOB))
    .then(occurred('MiningBought', { inviter: ALICE, rebate: usdt(1) }));
});

test('nobody gets a rebate of the second level as long as no document says who they are', () => {
  const scenario = nextDay(referral({}, [named(BOB), named(CAROL)]).given(traded(CAROL, 1_000)));
  expect(all(scenario, 'RebatePaid').map(({ user, level }) => [user, level])).toEqual([[BOB, 1]]);
});

/** What one wrong line of the core would change for levels of fees, an example each. */
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
  const trade = (lots: number): Step[] => [by(ALICE, sell(100, lots)), buy(100, lots)];

  test('a level that staff gave takes none away that volume gives', () => {
    const scenario = given(TABLE, trade(10), staff({ type: 'AssignFeeTier', user: BOB, tier: 1 }));
    const { exchange } = scenario;
    scenario.when(later(MIDNIGHT + 4 * HOUR - exchange.now, marketState('open')));
    const member = exchange.state.members.get(BOB);
    expect(member && feeLevelAt(member, 'spot', exchange.now)).toBe(2);
  });

  test('a day that is reckoned late counts nothing of the day behind it, which is closed by then', () => {
    const { exchange } = given(TABLE, trade(5));
    let now = MIDNIGHT + HOUR;
    const batches: Batch[] = [];
    const onDraft = ({ batch }: { batch: Batch }): void => void batches.push(batch);
    const stepper = createStepper({ state: exchange.state, clock: () => now, onDraft });
    for (const step of trade(5)) stepper.take(step);
    now = MIDNIGHT + DAY;
    stepper.take(marketState('open'));
    stepper.settle('scheduled', Infinity);
    const levels = batches.flatMap(({ events }) => events.filter((event) => event.type === 'FeeLevelSet'));
    expect(levels.filter(({ user }) => user === BOB).map(({ volume }) => volume)).toEqual([500_000n, 1_000_000n]);
  });
});

/** What one wrong line of the core would change for second contracts, an example each. */

describe("a user's own limit", () => {
  test('that is raised counts from the next day on, one that is lowered at once', () => {
    const scenario = options().given(limited(ALICE, usdt(5_000)));
    const today = dayOf(scenario.exchange.now);
    scenario.when(limited(ALICE, usdt(6_000))).then(occurred('OptionLimitSet', { day: today + 1 }));
    scenario.when(bought(ALICE, 'up', usdt(5_000) + 1n)).then(refused('option.limit.own'));
    scenario.when(limited(ALICE, usdt(4_000))).then(occurred('OptionLimitSet', { day: today }));
    scenario.when(bought(ALICE, 'up', usdt(4_000) + 1n)).then(refused('option.limit.own'));
  });

  test('is of a day: what was staked the day before counts no more', () => {
    const scenario = options().given(limited(ALICE, usdt(2_000)), bought(ALICE, 'up', usdt(2_000)));
    scenario.when(bought(ALICE, 'up')).then(refused('option.limit.own'));
    scenario.exchange.now = dayStart(dayOf(scenario.exchange.now) + 1);
    scenario.given(tick(scenario, PRICE), bought(ALICE, 'up'), bought(ALICE, 'up'));
    scenario.when(bought(ALICE, 'up')).then(refused('option.limit.own'));
  });
});

test.each([
  ['exactly 15 s after its moment still counts', 0, 'OptionEntered'],
  ['a millisecond later gives the stake back', 1, 'OptionSettled'],
] as const)('an entry that comes %s', (_, late, type) => {
  const scenario = options().given(bought(ALICE, 'up'));
  const { exchange } = scenario;
  const boughtAt = exchange.batches.at(-1)?.at ?? 0;
  exchange.now = boughtAt;
  exchange.take(tick(scenario, PRICE + 5, 500 + 15_000 + late));
  exchange.take(limited(ALICE, usdt(9_000)));
  const first = exchange.batches
    .flatMap(({ events }) => events)
    .find((event) => 'contract' in event && event.type !== 'OptionBought');
  expect(first).toMatchObject({ type, contract: 1 });
});

/** What one wrong line of the core would change for what staff may do, an example each. */

test('who has just become staff approves from the stated moment on, and not a millisecond earlier', () => {
  const scenario = staffed(withdraw('USDT', 100n), setStaff(DAVE, 'admin', ['withdrawals']), confirmed(1));
  scenario.when(passed(DAY));
  const { exchange } = scenario;
  const from = exchange.state.staff.people.get(DAVE)?.approvesFrom ?? 0;
  exchange.now = from - 1;
  scenario.when(approve(1, `admin/${DAVE}`)).then(refused('staff.too.new'));
  expect(exchange.now).toBe(from);
  scenario.when(approve(1, `admin/${DAVE}`)).then(occurred('WithdrawalApproved', { by: DAVE }));
});

test('what one person moves by hand in a day counts over all accounts of theirs', () => {
  const people = [FIRST_ID, SECOND_ID, THIRD_ID];
  const hash = 'ab'.repeat(32);
  // A dollar is a USDT: 7 of them by one account and 4 by the other are more than 10.
  given(
    stated({ amount: 700n }, { reference: 'bank/2', amount: 400n }),
    people.map((user) => system({ type: 'RegisterMember', user })),
    told(people.map((user) => ({ user, role: 'admin', rights: EVERY_RIGHT }))),
    system(rulesOf({ byHandDayMax: 1_000_000_000n })),
    sent(SECOND, { type: 'VerifyMember', user: FIRST_ID, document: hash }),
    sent(ADMIN, { type: 'VerifyMember', user: THIRD_ID, document: hash }),
    byBank('bank/1', 700n),
  )
    .when(sent(THIRD, byBank('bank/2', 400n).command))
    .then(refused('staff.day.exceeded', { left: '300000000' }))
    .when(sent(SECOND, byBank('bank/2', 400n).command))
    .then(occurred('StaffProposed', { by: SECOND_ID }));
});

/** What one wrong line of the core would change for money that comes in or leaves, an example each. */

/** USDT units of scale 8. */
const USDT = 100_000_000n;

test.each([
  ['in the last millisecond of the twenty-fourth hour', 24 * HOUR - 1, (1_015n * USDT) / 1_000n],
  ['a millisecond later no more', 24 * HOUR, USDT],
])('what was traded counts for what a coin is worth: %s', (_, after, value) => {
  const scenario = given();
  const { exchange } = scenario;
  const hour = Math.ceil(exchange.now / HOUR) * HOUR;
  exchange.now = hour;
  // Ten lots at 1.04, then ten at 0.99: 1.015 on average, which is more than the reference price of 1.
  scenario.given(lastPrice(104), lastPrice(99));
  exchange.now = hour + after;
  scenario.when(withdraw('BTC', 1_000n)).then(occurred('WithdrawalApplied', { value }));
});
