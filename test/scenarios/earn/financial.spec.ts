/** Financial products: a purchase earns from the next midnight and is settled at the midnight after its term. */
import { FINANCIAL_SLICE } from '../../../server/products/earn/core/financial';
import type { EventOf } from '../../../server/core/event';
import { houseAccount, userAccount } from '../../../server/core/ledger/entry';
import { balanceOf } from '../../../server/core/ledger/ledger';
import { dayOf, dayStart } from '../../../shared/rules/days';
import {
  ALICE,
  BOB,
  accountFrozen,
  assetState,
  occurred,
  refused,
  restoredFromSnapshot,
  staff,
  system,
  type Scenario,
} from '../../tools/fixtures/core-fixture';
import {
  SAVINGS,
  endFinancial,
  financial,
  financialTerms,
  fundedFinancial,
  advanceToMidnight,
  triggerDueWork,
  setRenewal,
  buySavings,
} from '../../tools/fixtures/financial-fixture';
import { usdt } from '../../tools/fixtures/option-fixture';

function ended({ exchange }: Scenario): EventOf<'FinancialEnded'>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === 'FinancialEnded'));
}
function bought({ exchange }: Scenario): EventOf<'FinancialBought'>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === 'FinancialBought'));
}
function money({ exchange }: Scenario, user = BOB) {
  const of = (bucket: 'available' | 'locked') =>
    balanceOf(exchange.state.ledger, userAccount(user, 'financial', 'USDT', bucket));
  return { gained: of('available') - SAVINGS, locked: of('locked') };
}
const sold = ({ exchange }: Scenario) => exchange.state.financial.products.get('USDT-7')?.sold;

describe('a purchase', () => {
  test('earns the amount of the worked example, from the next midnight for its term', () => {
    const scenario = financial().given(buySavings(BOB, 123_456_000_000n));
    const day = dayOf(scenario.exchange.now);
    const [purchase] = bought(scenario);
    expect(purchase).toMatchObject({ startsAt: dayStart(day + 1), expiresAt: dayStart(day + 8), income: 118_382_465n });
    expect(money(scenario)).toEqual({ gained: -123_456_000_000n, locked: 123_456_000_000n });
    triggerDueWork(advanceToMidnight(scenario, 7));
    expect(ended(scenario)).toEqual([]);
    triggerDueWork(advanceToMidnight(scenario, 1));
    expect(ended(scenario)).toMatchObject([{ end: 'settled', dueAt: dayStart(day + 8), income: 118_382_465n }]);
    expect(money(scenario)).toEqual({ gained: 118_382_465n, locked: 0n });
    // Settled purchases do not free quota.
    expect(sold(scenario)).toBe(123_456_000_000n);
  });

  test('is settled once with its own due time, after weeks without commands and a restart', () => {
    const scenario = advanceToMidnight(financial().given(buySavings(BOB)), 40);
    const again = triggerDueWork(restoredFromSnapshot(scenario));
    expect(ended(again)).toHaveLength(1);
    triggerDueWork(advanceToMidnight(again, 40));
    expect(ended(again)).toHaveLength(1);
    expect(money(again)).toEqual({ gained: 9_589_041n, locked: 0n });
  });

  test('keeps the terms of its purchase', () => {
    const scenario = financial().given(buySavings(BOB));
    const dearer = { annualRatePpb: 500_000_000, termDays: 30 };
    scenario.given(financialTerms(dearer));
    triggerDueWork(advanceToMidnight(scenario, 8));
    expect(money(scenario)).toEqual({ gained: 9_589_041n, locked: 0n });
  });

  test('respects the minimum, the maximum per user and the quota to the unit', () => {
    financial()
      .when(buySavings(BOB, usdt(10)))
      .then(occurred('FinancialBought'));
    financial()
      .when(buySavings(BOB, usdt(3_000)))
      .then(occurred('FinancialBought'));
    financial()
      .when(buySavings(BOB, usdt(3_000) + 1n))
      .then(refused('earn.cap.user'));
    const scenario = financial().given(buySavings(BOB, usdt(3_000)), buySavings(ALICE, usdt(1_990)));
    scenario.when(buySavings(ALICE, usdt(10) + 1n)).then(refused('earn.quota.exceeded'));
    scenario.when(buySavings(ALICE, usdt(10))).then(occurred('FinancialBought'));
    scenario.when(buySavings(ALICE, usdt(10))).then(refused('earn.quota.exceeded'));
  });

  test('is refused with a code for each reason', () => {
    financial().given(accountFrozen()).when(buySavings(BOB)).then(refused('account.frozen'));
    financial()
      .given(assetState('USDT', { trading: 'maintenance' }))
      .when(buySavings(BOB))
      .then(refused('coin.under.maintenance'));
    financial()
      .given(system({ type: 'RegisterMember', user: 77 }))
      .when(buySavings(77))
      .then(refused('account.not.authenticated'));
    financial({ userMax: SAVINGS * 2n, quota: SAVINGS * 2n, annualRatePpb: 1 })
      .when(buySavings(BOB, SAVINGS + 1n))
      .then(refused('balance.insufficient'));
    financial().when(buySavings(BOB, 0n)).then(refused('amount.not.positive'));
  });

  test('is covered to the unit, and promised income is not released', () => {
    const income = 9_589_041n;
    const scenario = financial().given(fundedFinancial('release', usdt(1_000) - income));
    scenario.when(buySavings(BOB, usdt(101))).then(refused('earn.not.covered'));
    scenario.given(buySavings(BOB));
    scenario.when(fundedFinancial('release', 1n)).then(refused('balance.insufficient'));
    triggerDueWork(advanceToMidnight(scenario, 8));
    expect(balanceOf(scenario.exchange.state.ledger, houseAccount('financial', 'USDT'))).toBe(0n);
  });
});

describe('ending a purchase', () => {
  test('returns principal and quota before it earns; the fourth cancellation waits for the next day', () => {
    const scenario = financial();
    for (const purchase of [1, 2, 3]) scenario.given(buySavings(BOB), endFinancial('Cancel', BOB, purchase));
    expect(money(scenario)).toEqual({ gained: 0n, locked: 0n });
    expect(sold(scenario)).toBe(0n);
    scenario.given(buySavings(BOB), buySavings(ALICE), endFinancial('Cancel', ALICE, 5));
    scenario.when(endFinancial('Cancel', BOB, 4)).then(refused('earn.cancel.too.many'));
    advanceToMidnight(scenario, 1).given(buySavings(BOB), endFinancial('Cancel', BOB, 6));
  });

  test('limits the cancelled amount per day to the maximum per user', () => {
    const scenario = financial({ quota: usdt(3_000) });
    // Holding and cancelling the whole quota twice would block other users.
    scenario.given(buySavings(BOB, usdt(2_000)), endFinancial('Cancel', BOB, 1), buySavings(BOB, usdt(1_001)));
    restoredFromSnapshot(scenario)
      .when(endFinancial('Cancel', BOB, 2))
      .then(refused('earn.cancel.too.much', { asset: 'USDT', maximum: `${usdt(3_000)}`, left: `${usdt(1_000)}` }))
      .given(buySavings(BOB, usdt(1_000)))
      .when(endFinancial('Cancel', BOB, 3))
      .then(occurred('FinancialEnded', { end: 'cancelled', rule: 2 }))
      .given(buySavings(ALICE, usdt(999)), endFinancial('Cancel', ALICE, 4));
    advanceToMidnight(scenario, 1).given(buySavings(BOB, usdt(500)), endFinancial('Cancel', BOB, 5));
  });

  test('allows one cancellation of a purchase above a maximum lowered later', () => {
    const scenario = financial().given(buySavings(BOB, usdt(2_000)), buySavings(BOB, usdt(100)));
    const lower = { userMax: usdt(1_000) };
    scenario.given(financialTerms(lower));
    scenario
      .given(endFinancial('Cancel', BOB, 1))
      .when(endFinancial('Cancel', BOB, 2))
      .then(refused('earn.cancel.too.much', { asset: 'USDT', maximum: `${usdt(1_000)}`, left: '0' }));
  });

  test('returns only the principal while it earns, and the quota stays used', () => {
    const scenario = financial().given(buySavings(BOB));
    scenario.exchange.now = dayStart(dayOf(scenario.exchange.now) + 8) - 1;
    scenario.given(endFinancial('Leave', BOB, 1));
    expect(money(scenario)).toEqual({ gained: 0n, locked: 0n });
    expect(sold(scenario)).toBe(usdt(100));
    expect(scenario.exchange.state.financial.promised.size).toBe(0);
  });

  test('is impossible from the moment of expiry, even while its settlement is due', () => {
    const scenario = advanceToMidnight(financial().given(buySavings(BOB)), 8);
    scenario.when(endFinancial('Leave', BOB, 1));
    expect(ended(scenario)).toMatchObject([{ end: 'settled', income: 9_589_041n }]);
  });

  test('is refused to other users, and as a cancellation once it earns', () => {
    const scenario = financial().given(buySavings(BOB));
    scenario.when(endFinancial('Cancel', ALICE, 1)).then(refused('earn.not.found'));
    advanceToMidnight(scenario, 1)
      .when(endFinancial('Cancel', BOB, 1))
      .then(refused('earn.cancel.too.late'));
  });
});

describe('renewal', () => {
  test('buys the principal again from the same midnight, on the terms of that day', () => {
    const scenario = financial().given(buySavings(BOB, usdt(100), { renew: 'on' }));
    const better = { annualRatePpb: 100_000_000 };
    scenario.given(financialTerms(better));
    triggerDueWork(advanceToMidnight(scenario, 8));
    const [first, second] = bought(scenario);
    expect(second).toMatchObject({
      renews: 1,
      amount: usdt(100),
      startsAt: first.expiresAt,
      annualRatePpb: 100_000_000,
    });
    expect(money(scenario)).toEqual({ gained: 9_589_041n - usdt(100), locked: usdt(100) });
    expect(sold(scenario)).toBe(usdt(200));
  });

  test('takes at most the remaining quota when several renew in one batch', () => {
    const scenario = financial({ quota: usdt(350) });
    scenario.given(...[1, 2].map(() => buySavings(BOB, usdt(100), { renew: 'on' })));
    triggerDueWork(advanceToMidnight(scenario, 8));
    expect(ended(scenario).map(({ notRenewed }) => notRenewed)).toEqual([undefined, 'earn.quota.exceeded']);
    expect(sold(scenario)).toBe(usdt(300));
  });

  test.each([
    ['off sale', 'earn.closed', staff({ type: 'SetFinancialState', product: 'USDT-7', state: 'closed', reason: 'r' })],
    ['frozen', 'account.frozen', accountFrozen()],
    ['under maintenance', 'coin.under.maintenance', assetState('USDT', { trading: 'maintenance' })],
  ] as const)('%s: settles instead and names the reason', (_, notRenewed, step) => {
    const scenario = triggerDueWork(
      advanceToMidnight(financial().given(buySavings(BOB, usdt(100), { renew: 'on' }), step), 8),
    );
    expect(ended(scenario)).toMatchObject([{ end: 'settled', notRenewed }]);
    expect(money(scenario)).toEqual({ gained: 9_589_041n, locked: 0n });
  });

  test('can be changed by its owner until expiry', () => {
    const scenario = financial().given(buySavings(BOB), setRenewal(BOB, 1, 'on'));
    scenario.when(setRenewal(BOB, 1, 'on')).then(refused('terms.unchanged'));
    scenario.when(setRenewal(ALICE, 1, 'off')).then(refused('earn.not.found'));
  });
});

test('records who requested the terms and refuses unchanged terms', () => {
  const terms = { annualRatePpb: 60_000_000 };
  const scenario = financial();
  scenario.when(financialTerms(terms)).then(occurred('FinancialTermsSet', { ...terms, proposedBy: 10_000_009 }));
  scenario.when(financialTerms(terms)).then(refused('terms.unchanged'));
});

test.each<[Parameters<typeof financialTerms>[0], boolean]>([
  [{ termDays: 1 }, true],
  [{ termDays: 0 }, false],
  [{ termDays: 3_650 }, true],
  [{ termDays: 3_651 }, false],
  [{ annualRatePpb: 1_000_000_000 }, true],
  [{ annualRatePpb: 1_000_000_001 }, false],
  [{ annualRatePpb: 0 }, false],
  [{ amountMin: usdt(3_000) }, true],
  [{ amountMin: usdt(3_000) + 1n }, false],
  [{ amountMin: 0n }, false],
  [{ quota: 0n }, false],
  [{ name: 'x'.repeat(60) }, true],
  [{ name: 'x'.repeat(61) }, false],
  [{ product: 'usdt 7' }, false],
])('accepts terms with %j: %s', (fields, mayBe) => {
  financial()
    .when(financialTerms(fields))
    .then(mayBe ? occurred('FinancialTermsSet') : refused('earn.terms.invalid'));
});

test('settles many purchases of one midnight in slices, each once', () => {
  const count = 2 * FINANCIAL_SLICE + 1;
  const scenario = financial({ quota: usdt(100_000), userMax: usdt(100_000) });
  scenario.given(
    ...Array.from({ length: count }, (_, index) => buySavings(BOB, usdt(10), { renew: index % 2 ? 'on' : 'off' })),
  );
  triggerDueWork(advanceToMidnight(scenario, 8));
  const sizes = scenario.exchange.batches
    .map(({ events }) => events.filter(({ type }) => type === 'FinancialEnded').length)
    .filter((size) => size > 0);
  expect(sizes).toEqual([FINANCIAL_SLICE, FINANCIAL_SLICE, 1]);
  expect(new Set(ended(scenario).map(({ purchase }) => purchase)).size).toBe(count);
});

test('pays each purchase as a plain table says, over a leap year with missed days and restarts', () => {
  const HOUR_MS = 3_600_000;
  const scenario = financial({ quota: usdt(1_000_000), userMax: usdt(100_000) });
  const { exchange } = scenario;
  exchange.now = Date.UTC(2027, 11, 30, 3);
  scenario.given(buySavings(BOB, usdt(1_234), { renew: 'on' }));
  const first = dayOf(exchange.now);
  const last = first + 370;
  let others = 0;
  const alice = money(scenario, ALICE).gained;
  for (let day = first + 1; day <= last; day++) {
    const isMarch = new Date(dayStart(day)).getUTCMonth() === 2;
    if (day < last && (day % 5 === 0 || isMarch)) continue;
    exchange.now = dayStart(day) + 2 * HOUR_MS;
    // Every eleventh day Alice buys 777 USDT for one term.
    if (day % 11 === 0 && day + 8 <= last) {
      scenario.given(buySavings(ALICE, usdt(777)));
      others++;
    } else triggerDueWork(scenario);
    if (day % 13 === 0) restoredFromSnapshot(scenario);
  }
  const aTerm = (amount: bigint) => (amount * 5n * 7n) / 36_500n;
  // The first term begins the day after the purchase; each later term begins at the midnight at which the last one
  // ends.
  const terms = Math.floor((last - (first + 1)) / 7);
  expect(money(scenario, BOB)).toEqual({
    gained: BigInt(terms) * aTerm(usdt(1_234)) - usdt(1_234),
    locked: usdt(1_234),
  });
  expect(money(scenario, ALICE)).toEqual({ gained: alice + BigInt(others) * aTerm(usdt(777)), locked: 0n });
  expect(ended(scenario)).toHaveLength(terms + others);
  const starts = bought(scenario)
    .filter(({ user }) => user === BOB)
    .map(({ startsAt }) => dayOf(startsAt));
  expect(starts).toEqual(Array.from({ length: terms + 1 }, (_, term) => first + 1 + 7 * term));
});
