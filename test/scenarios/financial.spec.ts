/** Financial products: bought on a day, earning from the next midnight, settled at the midnight after the term. */
import type { EventOf } from '../../server/core/event';
import { houseAccount, userAccount } from '../../server/core/ledger/entry';
import { balanceOf } from '../../server/core/ledger/ledger';
import { FINANCIAL_SLICE } from '../../server/core/earn/settle';
import { dayOf, dayStart } from '../../shared/rules/days';
import {
  ALICE,
  BOB,
  SECOND,
  accountFrozen,
  assetState,
  occurred,
  refused,
  restarted,
  staff,
  system,
  type Scenario,
} from '../tools/core-fixture';
import {
  SAVINGS,
  endFinancial,
  financial,
  financialTerms,
  fundedFinancial,
  midnight,
  nudged,
  renewed,
  saved,
} from '../tools/financial-fixture';
import { usdt } from '../tools/option-fixture';

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
  test('earns what the worked example says, from the next midnight for its term', () => {
    const scenario = financial().given(saved(BOB, 123_456_000_000n));
    const day = dayOf(scenario.exchange.now);
    const [purchase] = bought(scenario);
    expect(purchase).toMatchObject({ startsAt: dayStart(day + 1), expiresAt: dayStart(day + 8), income: 118_382_465n });
    expect(money(scenario)).toEqual({ gained: -123_456_000_000n, locked: 123_456_000_000n });
    nudged(midnight(scenario, 7));
    expect(ended(scenario)).toEqual([]);
    nudged(midnight(scenario, 1));
    expect(ended(scenario)).toMatchObject([{ end: 'settled', dueAt: dayStart(day + 8), income: 118_382_465n }]);
    expect(money(scenario)).toEqual({ gained: 118_382_465n, locked: 0n });
    // Settled purchases give no quota back.
    expect(sold(scenario)).toBe(123_456_000_000n);
  });

  test('is settled once, by its own time, after weeks of silence and a restart', () => {
    const scenario = midnight(financial().given(saved(BOB)), 40);
    const again = nudged(restarted(scenario));
    expect(ended(again)).toHaveLength(1);
    nudged(midnight(again, 40));
    expect(ended(again)).toHaveLength(1);
    expect(money(again)).toEqual({ gained: 9_589_041n, locked: 0n });
  });

  test('keeps the terms it was bought on', () => {
    const scenario = financial().given(saved(BOB));
    const dearer = { annualRatePpb: 500_000_000, termDays: 30 };
    scenario.given(financialTerms(dearer), financialTerms(dearer, SECOND));
    nudged(midnight(scenario, 8));
    expect(money(scenario)).toEqual({ gained: 9_589_041n, locked: 0n });
  });

  test('of one at the limit and one beyond', () => {
    financial()
      .when(saved(BOB, usdt(10)))
      .then(occurred('FinancialBought'));
    financial()
      .when(saved(BOB, usdt(3_000)))
      .then(occurred('FinancialBought'));
    financial()
      .when(saved(BOB, usdt(3_000) + 1n))
      .then(refused('earn.cap.user'));
    const scenario = financial().given(saved(BOB, usdt(3_000)), saved(ALICE, usdt(1_990)));
    scenario.when(saved(ALICE, usdt(10) + 1n)).then(refused('earn.quota.exceeded'));
    scenario.when(saved(ALICE, usdt(10))).then(occurred('FinancialBought'));
    scenario.when(saved(ALICE, usdt(10))).then(refused('earn.quota.exceeded'));
  });

  test('is refused by name', () => {
    financial().given(accountFrozen()).when(saved(BOB)).then(refused('account.frozen'));
    financial()
      .given(assetState('USDT', { trading: 'maintenance' }))
      .when(saved(BOB))
      .then(refused('coin.under.maintenance'));
    financial()
      .given(system({ type: 'RegisterMember', user: 77 }))
      .when(saved(77))
      .then(refused('account.not.authenticated'));
    financial({ userMax: SAVINGS * 2n, quota: SAVINGS * 2n, annualRatePpb: 1 })
      .when(saved(BOB, SAVINGS + 1n))
      .then(refused('balance.insufficient'));
    financial().when(saved(BOB, 0n)).then(refused('amount.not.positive'));
  });

  test('is covered to the unit, and what is promised is not released', () => {
    const income = 9_589_041n;
    const scenario = financial().given(fundedFinancial('release', usdt(1_000) - income));
    scenario.when(saved(BOB, usdt(101))).then(refused('earn.not.covered'));
    scenario.given(saved(BOB));
    scenario.when(fundedFinancial('release', 1n)).then(refused('balance.insufficient'));
    nudged(midnight(scenario, 8));
    expect(balanceOf(scenario.exchange.state.ledger, houseAccount('financial', 'USDT'))).toBe(0n);
  });
});

describe('taken back', () => {
  test('before it earns: all of it, with the quota; a fourth time on the next day only', () => {
    const scenario = financial();
    for (const purchase of [1, 2, 3]) scenario.given(saved(BOB), endFinancial('Cancel', BOB, purchase));
    expect(money(scenario)).toEqual({ gained: 0n, locked: 0n });
    expect(sold(scenario)).toBe(0n);
    scenario.given(saved(BOB), saved(ALICE), endFinancial('Cancel', ALICE, 5));
    scenario.when(endFinancial('Cancel', BOB, 4)).then(refused('earn.cancel.too.many'));
    midnight(scenario, 1).given(saved(BOB), endFinancial('Cancel', BOB, 6));
  });

  test('by amount as well: in a day no more than a user may hold of it', () => {
    const scenario = financial({ quota: usdt(3_000) });
    // The whole quota, held until it is given back, twice: now it is somebody else's turn.
    scenario.given(saved(BOB, usdt(2_000)), endFinancial('Cancel', BOB, 1), saved(BOB, usdt(1_001)));
    restarted(scenario)
      .when(endFinancial('Cancel', BOB, 2))
      .then(refused('earn.cancel.too.much', { asset: 'USDT', maximum: `${usdt(3_000)}`, left: `${usdt(1_000)}` }))
      .given(saved(BOB, usdt(1_000)))
      .when(endFinancial('Cancel', BOB, 3))
      .then(occurred('FinancialEnded', { end: 'cancelled', rule: 2 }))
      .given(saved(ALICE, usdt(999)), endFinancial('Cancel', ALICE, 4));
    midnight(scenario, 1).given(saved(BOB, usdt(500)), endFinancial('Cancel', BOB, 5));
  });

  test('one alone where it was bought while the limit was higher', () => {
    const scenario = financial().given(saved(BOB, usdt(2_000)), saved(BOB, usdt(100)));
    const lower = { userMax: usdt(1_000) };
    scenario.given(financialTerms(lower), financialTerms(lower, SECOND));
    scenario
      .given(endFinancial('Cancel', BOB, 1))
      .when(endFinancial('Cancel', BOB, 2))
      .then(refused('earn.cancel.too.much', { asset: 'USDT', maximum: `${usdt(1_000)}`, left: '0' }));
  });

  test('while it earns: the principal alone, and the quota stays used', () => {
    const scenario = financial().given(saved(BOB));
    scenario.exchange.now = dayStart(dayOf(scenario.exchange.now) + 8) - 1;
    scenario.given(endFinancial('Leave', BOB, 1));
    expect(money(scenario)).toEqual({ gained: 0n, locked: 0n });
    expect(sold(scenario)).toBe(usdt(100));
    expect(scenario.exchange.state.financial.promised.size).toBe(0);
  });

  test('not at the moment at which it expires, even while its debt waits', () => {
    const scenario = midnight(financial().given(saved(BOB)), 8);
    scenario.when(endFinancial('Leave', BOB, 1));
    expect(ended(scenario)).toMatchObject([{ end: 'settled', income: 9_589_041n }]);
  });

  test('not by another, and not at the first moment at which it earns', () => {
    const scenario = financial().given(saved(BOB));
    scenario.when(endFinancial('Cancel', ALICE, 1)).then(refused('earn.not.found'));
    midnight(scenario, 1)
      .when(endFinancial('Cancel', BOB, 1))
      .then(refused('earn.cancel.too.late'));
  });
});

describe('renewal', () => {
  test('buys the principal again from the very midnight, on the terms of that day', () => {
    const scenario = financial().given(saved(BOB, usdt(100), { renew: 'on' }));
    const better = { annualRatePpb: 100_000_000 };
    scenario.given(financialTerms(better), financialTerms(better, SECOND));
    nudged(midnight(scenario, 8));
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

  test('of several in one batch never takes more than is left of the quota', () => {
    const scenario = financial({ quota: usdt(350) });
    scenario.given(...[1, 2].map(() => saved(BOB, usdt(100), { renew: 'on' })));
    nudged(midnight(scenario, 8));
    expect(ended(scenario).map(({ notRenewed }) => notRenewed)).toEqual([undefined, 'earn.quota.exceeded']);
    expect(sold(scenario)).toBe(usdt(300));
  });

  test.each([
    ['off sale', 'earn.closed', staff({ type: 'SetFinancialState', product: 'USDT-7', state: 'closed', reason: 'r' })],
    ['frozen', 'account.frozen', accountFrozen()],
    ['under maintenance', 'coin.under.maintenance', assetState('USDT', { trading: 'maintenance' })],
  ] as const)('%s: is settled instead, and says why', (_, notRenewed, step) => {
    const scenario = nudged(midnight(financial().given(saved(BOB, usdt(100), { renew: 'on' }), step), 8));
    expect(ended(scenario)).toMatchObject([{ end: 'settled', notRenewed }]);
    expect(money(scenario)).toEqual({ gained: 9_589_041n, locked: 0n });
  });

  test('changed by the owner until it expires', () => {
    const scenario = financial().given(saved(BOB), renewed(BOB, 1, 'on'));
    scenario.when(renewed(BOB, 1, 'on')).then(refused('terms.unchanged'));
    scenario.when(renewed(ALICE, 1, 'off')).then(refused('earn.not.found'));
  });
});

test('terms take two of staff', () => {
  const terms = { annualRatePpb: 60_000_000 };
  const scenario = financial().given(financialTerms(terms));
  scenario.when(financialTerms(terms)).then(refused('approval.needs.another'));
  scenario.when(financialTerms(terms, SECOND)).then(occurred('FinancialTermsSet'));
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
])('terms with %j may be: %s', (fields, mayBe) => {
  financial()
    .when(financialTerms(fields))
    .then(mayBe ? occurred('FinancialTermsProposed') : refused('earn.terms.invalid'));
});

test('many that end at one midnight are settled in slices, each once', () => {
  const count = 2 * FINANCIAL_SLICE + 1;
  const scenario = financial({ quota: usdt(100_000), userMax: usdt(100_000) });
  scenario.given(
    ...Array.from({ length: count }, (_, index) => saved(BOB, usdt(10), { renew: index % 2 ? 'on' : 'off' })),
  );
  nudged(midnight(scenario, 8));
  const sizes = scenario.exchange.batches
    .map(({ events }) => events.filter(({ type }) => type === 'FinancialEnded').length)
    .filter((size) => size > 0);
  expect(sizes).toEqual([FINANCIAL_SLICE, FINANCIAL_SLICE, 1]);
  expect(new Set(ended(scenario).map(({ purchase }) => purchase)).size).toBe(count);
});

test('a year of days, some missed, one of them leaping, restarts in between: what each purchase brings is what a plain table says', () => {
  const HOUR_MS = 3_600_000;
  const scenario = financial({ quota: usdt(1_000_000), userMax: usdt(100_000) });
  const { exchange } = scenario;
  exchange.now = Date.UTC(2027, 11, 30, 3);
  scenario.given(saved(BOB, usdt(1_234), { renew: 'on' }));
  const first = dayOf(exchange.now);
  const last = first + 370;
  let others = 0;
  const alice = money(scenario, ALICE).gained;
  for (let day = first + 1; day <= last; day++) {
    const isMarch = new Date(dayStart(day)).getUTCMonth() === 2;
    if (day < last && (day % 5 === 0 || isMarch)) continue;
    exchange.now = dayStart(day) + 2 * HOUR_MS;
    // Every eleventh day somebody buys 777 USDT for one term.
    if (day % 11 === 0 && day + 8 <= last) {
      scenario.given(saved(ALICE, usdt(777)));
      others++;
    } else nudged(scenario);
    if (day % 13 === 0) restarted(scenario);
  }
  const aTerm = (amount: bigint) => (amount * 5n * 7n) / 36_500n;
  // The first term begins the day after the purchase; each after it at the very midnight of the one before.
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
