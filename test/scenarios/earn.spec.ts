import { FINANCIAL_SLICE } from '../../server/products/earn/core/financial';
import type { EventOf } from '../../server/core/event';
import { known } from '../../server/core/folding';
import { houseAccount, userAccount } from '../../server/core/ledger/entry';
import { balanceOf } from '../../server/core/ledger/ledger';
import { MINING_SLICE } from '../../server/products/earn/core/mining';
import { dayOf, dayStart } from '../../shared/rules/days';
import {
  ALICE,
  BOB,
  accountFrozen,
  assetState,
  occurred,
  refused,
  restarted,
  staff,
  system,
  type Scenario,
  CAROL,
} from '../tools/fixtures/core-fixture';
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
} from '../tools/fixtures/financial-fixture';
import {
  BTC,
  STAKED,
  behind,
  mined,
  mining,
  miningState,
  miningTerms,
  oneOClock,
} from '../tools/fixtures/mining-fixture';
import { usdt, PRICE, tick } from '../tools/fixtures/option-fixture';
import { erased } from '../tools/fixtures/referral-fixture';

/** Financial products: bought on a day, earning from the next midnight, settled at the midnight after the term. */

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
    scenario.given(financialTerms(dearer));
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
    scenario.given(financialTerms(lower));
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
    scenario.given(financialTerms(better));
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

test('terms are set with who asked for them, and not again', () => {
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
])('terms with %j may be: %s', (fields, mayBe) => {
  financial()
    .when(financialTerms(fields))
    .then(mayBe ? occurred('FinancialTermsSet') : refused('earn.terms.invalid'));
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

/** Mining: bought on a day, mining from the next midnight, an income at one o'clock of each day or all at the end. */

const HOUR_MS = 3_600_000;
function all<T extends 'MiningBought' | 'MiningPaid' | 'MiningEnded'>({ exchange }: Scenario, type: T): EventOf<T>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
}
function balance({ exchange }: Scenario, user: number, asset = 'USDT') {
  const of = (bucket: 'available' | 'locked') =>
    balanceOf(exchange.state.ledger, userAccount(user, 'financial', asset, bucket));
  return { available: of('available'), locked: of('locked') };
}
const house = ({ exchange }: Scenario, asset = 'USDT') =>
  balanceOf(exchange.state.ledger, houseAccount('financial', asset));

describe('a purchase that pays daily', () => {
  test('pays at one o’clock of each day, a tenth of it to the inviter, and the principal at midnight after the term', () => {
    const scenario = mining().given(mined(BOB));
    const day = dayOf(scenario.exchange.now);
    expect(all(scenario, 'MiningBought')).toMatchObject([
      {
        startsAt: dayStart(day + 1),
        expiresAt: dayStart(day + 6),
        income: usdt(1),
        inviter: ALICE,
        rebatePpb: 100_000_000,
      },
    ]);
    scenario.exchange.now = dayStart(day + 1) + HOUR_MS - 60_000;
    nudged(scenario);
    expect(all(scenario, 'MiningPaid')).toEqual([]);
    nudged(oneOClock(scenario, 0));
    expect(all(scenario, 'MiningPaid')).toMatchObject([
      { payment: 1, dueAt: dayStart(day + 1) + HOUR_MS, income: usdt(1), rebate: usdt(1) / 10n, inviter: ALICE },
    ]);
    for (let paid = 2; paid <= 5; paid++) nudged(oneOClock(scenario, 1));
    expect(all(scenario, 'MiningPaid').map(({ payment }) => payment)).toEqual([1, 2, 3, 4, 5]);
    expect(balance(scenario, BOB)).toEqual({ available: STAKED - usdt(1_000) + usdt(5), locked: usdt(1_000) });
    nudged(midnight(scenario, 1));
    expect(all(scenario, 'MiningEnded')).toMatchObject([{ dueAt: dayStart(day + 6), income: 0n }]);
    expect(balance(scenario, BOB)).toEqual({ available: STAKED + usdt(5), locked: 0n });
    expect(balance(scenario, ALICE).available).toBe(usdt(5) / 10n);
    expect(scenario.exchange.state.mining.promised.size).toBe(0);
  });

  test('pays each day once, by its own time, after weeks of silence and a restart in between', () => {
    const scenario = nudged(oneOClock(mining().given(mined(BOB)), 2));
    const again = nudged(midnight(restarted(scenario), 40));
    nudged(restarted(again));
    const paid = all(again, 'MiningPaid');
    expect(paid.map(({ payment }) => payment)).toEqual([1, 2, 3, 4, 5]);
    expect(paid.map(({ dueAt }) => dueAt - paid[0].dueAt)).toEqual([0, 1, 2, 3, 4].map((days) => days * 24 * HOUR_MS));
    expect(balance(again, BOB)).toEqual({ available: STAKED + usdt(5), locked: 0n });
  });

  test('keeps the terms it was bought on, off sale and for a frozen account as well', () => {
    const scenario = mining().given(mined(BOB));
    const dearer = { dailyRatePpb: 9_000_000, termDays: 30 };
    scenario.given(miningTerms(dearer), miningState('USDT-5', 'closed'), accountFrozen());
    nudged(midnight(scenario, 6));
    expect(balance(scenario, BOB)).toEqual({ available: STAKED + usdt(5), locked: 0n });
  });
});

describe('a purchase that pays at the end, in another coin', () => {
  test('is fixed by the index of the purchase, whatever it shows later', () => {
    const scenario = mining().given(mined(BOB, BTC, 'BTC-3'));
    // 1 BTC × 60,000 × 0.2 %
    expect(all(scenario, 'MiningBought')).toMatchObject([
      {
        income: usdt(120),
        priceOf: BigInt(PRICE),
        priceBy: 100n,
        inviter: ALICE,
        rebate: (3n * BTC) / 1_000n,
        rule: 2,
      },
    ]);
    expect(balance(scenario, ALICE, 'BTC').available).toBe((3n * BTC) / 1_000n);
    scenario.given(tick(scenario, PRICE * 2));
    nudged(oneOClock(scenario, 3));
    expect(all(scenario, 'MiningPaid')).toEqual([]);
    nudged(midnight(scenario, 1));
    expect(all(scenario, 'MiningEnded')).toMatchObject([{ income: usdt(360) }]);
    expect(balance(scenario, BOB).available).toBe(STAKED + usdt(360));
    expect(balance(scenario, BOB, 'BTC')).toEqual({ available: 2n * BTC, locked: 0n });
  });

  test('is not sold while the index is stale', () => {
    const scenario = mining();
    scenario.exchange.now += 10_001;
    scenario.when(mined(BOB, BTC, 'BTC-3')).then(refused('index.stale'));
    scenario.when(mined(BOB)).then(occurred('MiningBought'));
  });
});

describe('a rebate', () => {
  test('is for nobody where nobody invited, and where both are one verified person', () => {
    const alone = nudged(midnight(mining().given(mined(CAROL)), 6));
    expect(all(alone, 'MiningPaid').every(({ inviter, rebate }) => inviter === undefined && rebate === undefined)).toBe(
      true,
    );
    const one = mining({}, {}, 'd'.repeat(64)).given(
      system({ type: 'NameDocument', user: BOB, document: 'd'.repeat(64) }),
      mined(BOB),
      mined(BOB, BTC, 'BTC-3'),
    );
    for (const { inviter } of all(one, 'MiningBought')) expect(inviter).toBeUndefined();
  });

  test('of a purchase is at most half of the incomes promised, whatever terms of before say', () => {
    /** As terms could be set: half of the principal goes to who invited. The auditor knows terms by their events alone. */
    const generous = (scenario: Scenario, product: string): Scenario => {
      scenario.exchange.auditor.follow = () => undefined;
      scenario.exchange.auditor.compare = () => undefined;
      known(scenario.exchange.state.mining.products, product).terms.rebatePpb = 500_000_000;
      return scenario;
    };
    // 1,000 USDT × 0.1 % × 5 / 2, and 1 BTC × 0.2 % × 3 / 2.
    const inOneCoin = generous(mining({ rebate: 'purchase', rebatePpb: 2_000_000 }), 'USDT-5').given(mined(BOB));
    expect(all(inOneCoin, 'MiningBought')).toMatchObject([{ rebate: usdt(5) / 2n, rule: 2 }]);
    const ofBitcoin = generous(mining({}, { incomeAsset: 'BTC' }), 'BTC-3').given(mined(BOB, BTC, 'BTC-3'));
    expect(all(ofBitcoin, 'MiningBought')).toMatchObject([{ rebate: (3n * BTC) / 1_000n, rule: 2 }]);
    // Where incomes are USDT, by the index that fixed them: half of 360 USDT is 0.003 BTC.
    const inAnother = generous(mining(), 'BTC-3').given(mined(BOB, BTC, 'BTC-3'));
    expect(all(inAnother, 'MiningBought')).toMatchObject([{ income: usdt(120), rebate: (3n * BTC) / 1_000n, rule: 2 }]);
    expect(balance(inAnother, ALICE, 'BTC').available).toBe((3n * BTC) / 1_000n);
  });

  test('of each income has no rule of its own', () => {
    expect(all(mining().given(mined(BOB)), 'MiningBought')).toMatchObject([{ rebatePpb: 100_000_000 }]);
    expect(all(mining().given(mined(BOB)), 'MiningBought')[0].rule).toBeUndefined();
  });

  test('is for nobody as long as no document says who invited', () => {
    const scenario = mining({}, {}, null).given(mined(BOB), mined(BOB, BTC, 'BTC-3'));
    for (const { inviter } of all(scenario, 'MiningBought')) expect(inviter).toBeUndefined();
  });

  test('ends when both turn out to be one person', () => {
    const scenario = nudged(oneOClock(mining({}, {}, 'd'.repeat(64)).given(mined(BOB)), 1));
    scenario.given(system({ type: 'NameDocument', user: BOB, document: 'd'.repeat(64) }));
    nudged(midnight(scenario, 6));
    expect(all(scenario, 'MiningPaid').map(({ rebate }) => rebate)).toEqual([
      usdt(1) / 10n,
      ...Array(4).fill(undefined),
    ]);
    expect(scenario.exchange.state.mining.promised.size).toBe(0);
  });

  test('ends when who invited is erased, and of what is bought then there is none', () => {
    const scenario = nudged(oneOClock(mining().given(mined(BOB)), 1));
    scenario.given(erased(ALICE), mined(BOB));
    nudged(midnight(restarted(scenario), 6));
    const paid = all(scenario, 'MiningPaid').map(({ inviter, rebate }) => [inviter, rebate]);
    expect(paid).toEqual([[ALICE, usdt(1) / 10n], ...Array(9).fill([undefined, undefined])]);
    expect(all(scenario, 'MiningBought').map(({ inviter }) => inviter)).toEqual([ALICE, undefined]);
    expect(scenario.exchange.state.mining.promised.size).toBe(0);
  });
});

describe('limits', () => {
  test('of one at the limit and one beyond', () => {
    for (const [amount, code] of [
      [usdt(100), null],
      [usdt(100) - 1n, 'earn.amount.minimum'],
      [usdt(10_000), null],
      [usdt(10_000) + 1n, 'earn.cap.user'],
    ] as const) {
      mining()
        .when(mined(BOB, amount))
        .then(code === null ? occurred('MiningBought') : refused(code));
    }
    const scenario = mining().given(mined(BOB, usdt(10_000)), mined(CAROL, usdt(9_900)));
    scenario.when(mined(CAROL, usdt(100) + 1n)).then(refused('earn.cap.user'));
    const scarce = mining({ quota: usdt(10_100) }).given(mined(BOB, usdt(10_000)));
    scarce.when(mined(CAROL, usdt(100) + 1n)).then(refused('earn.quota.exceeded'));
    scarce.given(mined(CAROL, usdt(100)));
    // What has ended gives nothing back.
    nudged(midnight(scarce, 6))
      .when(mined(CAROL, usdt(100)))
      .then(refused('earn.quota.exceeded'));
  });

  test('are refused by name', () => {
    mining().given(accountFrozen()).when(mined(BOB)).then(refused('account.frozen'));
    for (const asset of ['BTC', 'USDT'])
      mining()
        .given(assetState(asset, { trading: 'maintenance' }))
        .when(mined(BOB, BTC, 'BTC-3'))
        .then(refused('coin.under.maintenance'));
    mining()
      .given(system({ type: 'RegisterMember', user: 77 }))
      .when(mined(77))
      .then(refused('account.not.authenticated'));
    mining().given(miningState('USDT-5', 'closed')).when(mined(BOB)).then(refused('earn.closed'));
    mining()
      .when(mined(BOB, usdt(1_000), 'ETH-9'))
      .then(refused('earn.unknown'));
    mining().when(mined(BOB, 0n)).then(refused('amount.not.positive'));
    mining({ amountMax: STAKED * 2n, quota: STAKED * 2n })
      .when(mined(BOB, STAKED + 1n))
      .then(refused('balance.insufficient'));
  });

  test('cover is asked to the unit: incomes and their rebates, and what is paid at once', () => {
    // 5 × (1 + 0.1) USDT are promised.
    const promised = usdt(5) + usdt(5) / 10n;
    mining()
      .given(behind('release', 'USDT', usdt(10_000) - promised + 1n))
      .when(mined(BOB))
      .then(refused('earn.not.covered'));
    const exact = mining().given(behind('release', 'USDT', usdt(10_000) - promised), mined(BOB));
    exact.when(behind('release', 'USDT', 1n)).then(refused('balance.insufficient'));
    nudged(midnight(exact, 6));
    expect(house(exact)).toBe(0n);
    const rebate = (3n * BTC) / 1_000n;
    mining()
      .given(behind('release', 'BTC', BTC - rebate + 1n))
      .when(mined(BOB, BTC, 'BTC-3'))
      .then(refused('earn.not.covered'));
    const paid = mining().given(behind('release', 'BTC', BTC - rebate), mined(BOB, BTC, 'BTC-3'));
    expect(house(paid, 'BTC')).toBe(0n);
  });

  test('of terms', () => {
    for (const fields of [
      { termDays: 0 },
      { termDays: 3_651 },
      { dailyRatePpb: 0 },
      { dailyRatePpb: 1_000_000_001 },
      { rebate: 'none', rebatePpb: 1 },
      { rebate: 'income', rebatePpb: 0 },
      { rebate: 'income', rebatePpb: 500_000_001 },
      // Half of what five days bring: 0.1 % × 5 / 2.
      { rebate: 'purchase', rebatePpb: 2_500_001 },
      { amountMin: usdt(10_001) },
      { name: ' ' },
      { product: 'usdt 5' },
      { asset: 'BTC' },
      { incomeAsset: 'BTC' },
    ] as const) {
      mining().when(miningTerms(fields)).then(refused('earn.terms.invalid'));
    }
    mining()
      .when(miningTerms({ incomeAsset: 'DOGE' }))
      .then(refused('asset.unknown'));
    const scenario = mining();
    scenario.when(miningTerms()).then(refused('terms.unchanged'));
    scenario.when(miningTerms({ termDays: 6 })).then(occurred('MiningTermsSet', { termDays: 6 }));
    scenario.when(miningState('USDT-5', 'open')).then(refused('terms.unchanged'));
    scenario.when(miningState('ETH-9', 'open')).then(refused('earn.unknown'));
  });
});

test('many that are due at one time are paid in slices, each once', () => {
  const count = MINING_SLICE + 1;
  const scenario = mining({ quota: usdt(100_000), amountMax: usdt(100_000) });
  scenario.given(...Array.from({ length: count }, () => mined(BOB, usdt(100))));
  nudged(oneOClock(scenario, 1));
  const slices = scenario.exchange.batches.filter(({ command }) => command.type === 'PayMining');
  expect(slices.map(({ events }) => events.length)).toEqual([MINING_SLICE, 1]);
  nudged(midnight(scenario, 6));
  const paid = all(scenario, 'MiningPaid').map(({ purchase, payment }) => `${purchase}/${payment}`);
  expect(new Set(paid).size).toBe(count * 5);
  expect(paid).toHaveLength(count * 5);
  expect(balance(scenario, BOB)).toEqual({ available: STAKED + BigInt(count) * (usdt(5) / 10n), locked: 0n });
});

test('a year of days, some missed, one of them leaping, restarts in between: what each purchase brings is what a plain table says', () => {
  const scenario = mining({ termDays: 365, quota: usdt(100_000) }, { termDays: 3 });
  scenario.exchange.now = Date.UTC(2027, 11, 30, 3);
  scenario.given(
    tick(scenario, PRICE),
    mined(BOB, usdt(1_234)),
    mined(CAROL, usdt(777)),
    mined(BOB, BTC / 3n, 'BTC-3'),
  );
  const first = dayOf(scenario.exchange.now);
  // A leap day lies in it; every seventh day nobody comes, and for the whole of March.
  for (let day = first + 1; day <= first + 366; day++) {
    const isMarch = new Date(dayStart(day)).getUTCMonth() === 2;
    if (day % 7 === 0 || isMarch) continue;
    scenario.exchange.now = dayStart(day) + 2 * HOUR_MS;
    nudged(scenario);
    if (day % 13 === 0) restarted(scenario);
  }
  const aDay = { [BOB]: (usdt(1_234) * 1n) / 1_000n, [CAROL]: (usdt(777) * 1n) / 1_000n };
  // A third of a BTC, cut; × 60,000 × 0.2 %, cut; for three days.
  const atEnd = 3n * (((BTC / 3n) * 2n * 60_000n) / 1_000n);
  expect(balance(scenario, BOB).available).toBe(STAKED + 365n * aDay[BOB] + atEnd);
  expect(balance(scenario, CAROL).available).toBe(STAKED + 365n * aDay[CAROL]);
  expect(balance(scenario, ALICE).available).toBe(365n * (aDay[BOB] / 10n));
  expect(all(scenario, 'MiningEnded')).toHaveLength(3);
  expect(house(scenario)).toBe(usdt(10_000) - 365n * (aDay[BOB] + aDay[BOB] / 10n + aDay[CAROL]) - atEnd);
});
