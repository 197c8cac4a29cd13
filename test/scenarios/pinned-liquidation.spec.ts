/** What one wrong line of the core would change for who is liquidated, and for what the fund pays, an example each. */
import type { CoreEvent, EventOf } from '../../server/core/event';
import { fundingDue } from '../../shared/rules/perpetual/funding';
import { ALICE, BOB, CAROL, DAVE, staff, system, type Scenario } from '../tools/core-fixture';
import {
  PERP,
  close,
  drained,
  emptied,
  fund,
  insured,
  leverage,
  margin,
  marginMode,
  mark,
  moved,
  open,
  opened,
  perpetuals,
  quiet,
  repeated,
  told,
} from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

const M = 500_000;
const HOUR = 3_600_000;

function all<T extends CoreEvent['type']>({ exchange }: Scenario, type: T): EventOf<T>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
}
/** Just before a funding hour, with nothing that was silent. */
function beforeHour(scenario: Scenario, ticks: number): number {
  const { exchange } = scenario;
  const hour = fundingDue(exchange.now + 120_000, HOUR);
  exchange.now = hour - 75_000;
  quiet(scenario, ticks);
  exchange.now = hour - 1_000;
  exchange.take(mark(ticks, exchange.now));
  exchange.now = hour;
  return hour;
}

test('what the fund pays for one position of a slice it does not pay for the next', () => {
  const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(
    staff({ type: 'FundHouse', asset: 'USDT', amount: usdt('10'), reason: 'capital' }),
    staff({ type: 'FundInsurance', asset: 'USDT', amount: usdt('0.08'), reason: 'fund' }),
    ...[marginMode(BOB, 'cross'), marginMode(CAROL, 'cross')],
    ...[BOB, CAROL].flatMap((user) => [open(ALICE, 'short', M, 100), open(user, 'long', M, 100)]),
  );
  quiet(scenario, M + 5_000);
  // Each has won 50, has nothing else, and owes 0.00125 % of 5,050.
  for (const user of [BOB, CAROL]) {
    told(scenario, [drained(scenario, user, 'long', 1n)]);
    emptied(scenario, user);
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

test('funding that is owed is settled before a position is judged: what it gets keeps it alive', () => {
  const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(leverage(BOB, 20), leverage(ALICE, 1));
  scenario.given(open(BOB, 'short', M, 1_000), open(ALICE, 'long', M, 1_000));
  const { exchange } = scenario;
  // 2,500 of margin and 28.875 for closing: 52,288.7 is the first tick too far. A tick is 0.1, and funding brings 0.65.
  const hit = 522_888;
  const hour = beforeHour(scenario, hit - 5);
  exchange.take(mark(hit, hour));
  expect(all(scenario, 'FundingSettled').map(({ user }) => user)).toContain(BOB);
  expect(all(scenario, 'LiquidationStarted')).toEqual([]);
  scenario.given(moved(scenario, hit + 20));
  expect(all(scenario, 'LiquidationStarted')).toHaveLength(1);
});

test('whom the price would take below zero is deleveraged last, whatever the rank', () => {
  const scenario = perpetuals().given(leverage(BOB, 10), leverage(ALICE, 1), opened(M + 1_000, 100));
  quiet(scenario, M - 4_000);
  // Carol has won little on next to nothing, which makes hers the first; at 50,100.0 she would have lost more than that.
  scenario.given(leverage(CAROL, 125), open(ALICE, 'long', M - 4_000, 50), open(CAROL, 'short', M - 4_000, 50));
  quiet(scenario, M - 4_300);
  told(scenario, [drained(scenario, BOB, 'long', 1n)]);
  scenario.exchange.take(leverage(CAROL, 100));
  expect(all(scenario, 'PositionDeleveraged')).toMatchObject([{ otherUser: ALICE, lots: 100, rank: 1 }]);
  expect(scenario.exchange.state.perpetual.holdings.get(CAROL)?.get(PERP)?.short?.lots).toBe(50);
});

test('what the fund has paid for one who is deleveraged it does not pay for the next', () => {
  const scenario = perpetuals().given(
    staff({ type: 'FundHouse', asset: 'USDT', amount: usdt('100'), reason: 'capital' }),
    staff({ type: 'FundInsurance', asset: 'USDT', amount: usdt('6'), reason: 'fund' }),
    system({ type: 'RegisterMember', user: DAVE }),
    staff({ type: 'VerifyMember', user: DAVE }),
    system({ type: 'CreditRecharge', user: DAVE, asset: 'USDT', amount: usdt('1,000'), reference: 'dave' }),
    fund(DAVE, usdt('1,000')),
    ...[leverage(BOB, 10), leverage(ALICE, 1), opened(M + 1_000, 100)],
  );
  quiet(scenario, M - 4_000);
  // Two take over what Alice has: 0.4243 of margin a lot, and each would have lost 0.5276 at 50,127.6, where the long is bankrupt.
  for (const user of [CAROL, DAVE])
    scenario.given(leverage(user, 125), close(ALICE, 'short', M - 4_000, 50), open(user, 'short', M - 4_000, 50));
  told(scenario, [drained(scenario, BOB, 'long', 1n)]);
  scenario.exchange.take(leverage(ALICE, 2));
  const [first, second] = all(scenario, 'PositionDeleveraged');
  expect([first.otherUser, second.otherUser]).toEqual([CAROL, DAVE]);
  const lacks = first.insurance + first.treasury;
  expect([first.treasury, second.insurance + second.treasury]).toEqual([0n, lacks]);
  // 6 and what was left of the long's own side.
  expect(second.insurance).toBe(usdt('6') - lacks + first.surplus + second.surplus);
  expect(second.treasury).toBeGreaterThan(0n);
});

test('for one liquidation the fund pays a tenth of what it had, however many steps that takes', () => {
  const [price, mark] = [600_000, 569_000];
  const scenario = quiet(insured(perpetuals({ referencePrice: price }), usdt('200'), price), price);
  scenario.given(leverage(BOB, 20), leverage(ALICE, 1), opened(price, 500), marginMode(CAROL, 'cross'));
  scenario.given(open(ALICE, 'short', price, 100), open(CAROL, 'long', price, 100));
  // A walk meets 190: forty of Carol, who has nothing free any more, and some of Alice's.
  scenario.given(open(CAROL, 'long', mark, 1));
  repeated(scenario, 39);
  scenario.given(open(ALICE, 'long', mark, 1));
  repeated(scenario, 180);
  scenario.given(open(ALICE, 'long', mark, 300));
  emptied(scenario, CAROL);
  scenario.given(moved(scenario, mark));
  const paid = all(scenario, 'InsurancePaid');
  expect(paid.map(({ before }) => before)).toEqual([0n, paid[0].amount]);
  expect(paid[0].amount + paid[1].amount).toBeLessThanOrEqual(usdt('20'));
  expect(paid[1].amount).toBeGreaterThan(0n);
});
