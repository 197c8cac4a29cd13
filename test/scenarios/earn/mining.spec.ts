/**
 * Mining: a purchase mines from the next midnight and pays its income at 01:00 each day or at the end of its term.
 */
import type { EventOf } from '../../../server/core/event';
import { getOrThrow } from '../../../server/core/evolve-helpers';
import { houseAccount, userAccount } from '../../../server/core/ledger/entry';
import { balanceOf } from '../../../server/core/ledger/ledger';
import { MINING_SLICE } from '../../../server/products/earn/core/mining';
import { dayOf, dayStart } from '../../../shared/rules/days';
import {
  ALICE,
  BOB,
  accountFrozen,
  assetState,
  occurred,
  refused,
  restoredFromSnapshot,
  system,
  type Scenario,
  CAROL,
} from '../../tools/fixtures/core-fixture';
import { advanceToMidnight, triggerDueWork } from '../../tools/fixtures/financial-fixture';
import {
  BTC,
  STAKED,
  fundMining,
  buyMining,
  mining,
  miningState,
  miningTerms,
  advanceToOneOClock,
} from '../../tools/fixtures/mining-fixture';
import { usdt, PRICE, publishPrice } from '../../tools/fixtures/option-fixture';
import { eraseMember } from '../../tools/fixtures/referral-fixture';

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
  test('pays at 01:00 each day, a tenth to the inviter, and returns the principal at midnight after the term', () => {
    const scenario = mining().given(buyMining(BOB));
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
    triggerDueWork(scenario);
    expect(all(scenario, 'MiningPaid')).toEqual([]);
    triggerDueWork(advanceToOneOClock(scenario, 0));
    expect(all(scenario, 'MiningPaid')).toMatchObject([
      { payment: 1, dueAt: dayStart(day + 1) + HOUR_MS, income: usdt(1), rebate: usdt(1) / 10n, inviter: ALICE },
    ]);
    for (let paid = 2; paid <= 5; paid++) triggerDueWork(advanceToOneOClock(scenario, 1));
    expect(all(scenario, 'MiningPaid').map(({ payment }) => payment)).toEqual([1, 2, 3, 4, 5]);
    expect(balance(scenario, BOB)).toEqual({ available: STAKED - usdt(1_000) + usdt(5), locked: usdt(1_000) });
    triggerDueWork(advanceToMidnight(scenario, 1));
    expect(all(scenario, 'MiningEnded')).toMatchObject([{ dueAt: dayStart(day + 6), income: 0n }]);
    expect(balance(scenario, BOB)).toEqual({ available: STAKED + usdt(5), locked: 0n });
    expect(balance(scenario, ALICE).available).toBe(usdt(5) / 10n);
    expect(scenario.exchange.state.mining.promised.size).toBe(0);
  });

  test('pays each day once with its own due time, after weeks without commands and a restart', () => {
    const scenario = triggerDueWork(advanceToOneOClock(mining().given(buyMining(BOB)), 2));
    const again = triggerDueWork(advanceToMidnight(restoredFromSnapshot(scenario), 40));
    triggerDueWork(restoredFromSnapshot(again));
    const paid = all(again, 'MiningPaid');
    expect(paid.map(({ payment }) => payment)).toEqual([1, 2, 3, 4, 5]);
    expect(paid.map(({ dueAt }) => dueAt - paid[0].dueAt)).toEqual([0, 1, 2, 3, 4].map((days) => days * 24 * HOUR_MS));
    expect(balance(again, BOB)).toEqual({ available: STAKED + usdt(5), locked: 0n });
  });

  test('keeps the terms of its purchase, also off sale and for a frozen account', () => {
    const scenario = mining().given(buyMining(BOB));
    const dearer = { dailyRatePpb: 9_000_000, termDays: 30 };
    scenario.given(miningTerms(dearer), miningState('USDT-5', 'closed'), accountFrozen());
    triggerDueWork(advanceToMidnight(scenario, 6));
    expect(balance(scenario, BOB)).toEqual({ available: STAKED + usdt(5), locked: 0n });
  });
});

describe('a purchase that pays at the end, in another coin', () => {
  test('fixes its income by the index at purchase, whatever the index is later', () => {
    const scenario = mining().given(buyMining(BOB, BTC, 'BTC-3'));
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
    scenario.given(publishPrice(scenario, PRICE * 2));
    triggerDueWork(advanceToOneOClock(scenario, 3));
    expect(all(scenario, 'MiningPaid')).toEqual([]);
    triggerDueWork(advanceToMidnight(scenario, 1));
    expect(all(scenario, 'MiningEnded')).toMatchObject([{ income: usdt(360) }]);
    expect(balance(scenario, BOB).available).toBe(STAKED + usdt(360));
    expect(balance(scenario, BOB, 'BTC')).toEqual({ available: 2n * BTC, locked: 0n });
  });

  test('is not sold while the index is stale', () => {
    const scenario = mining();
    scenario.exchange.now += 10_001;
    scenario.when(buyMining(BOB, BTC, 'BTC-3')).then(refused('index.stale'));
    scenario.when(buyMining(BOB)).then(occurred('MiningBought'));
  });
});

describe('a rebate', () => {
  test('is not paid without an inviter, or if inviter and invited are one verified person', () => {
    const alone = triggerDueWork(advanceToMidnight(mining().given(buyMining(CAROL)), 6));
    expect(all(alone, 'MiningPaid').every(({ inviter, rebate }) => inviter === undefined && rebate === undefined)).toBe(
      true,
    );
    const one = mining({}, {}, 'd'.repeat(64)).given(
      system({ type: 'NameDocument', user: BOB, document: 'd'.repeat(64) }),
      buyMining(BOB),
      buyMining(BOB, BTC, 'BTC-3'),
    );
    for (const { inviter } of all(one, 'MiningBought')) expect(inviter).toBeUndefined();
  });

  test('paid at purchase is at most half of the promised income, even under older terms', () => {
    /**
     * Older terms could give half of the principal to the inviter. The auditor knows terms from their events only,
     * and is switched off here.
     */
    const generous = (scenario: Scenario, product: string): Scenario => {
      scenario.exchange.auditor.follow = () => undefined;
      scenario.exchange.auditor.compare = () => undefined;
      getOrThrow(scenario.exchange.state.mining.products, product).terms.rebatePpb = 500_000_000;
      return scenario;
    };
    // 1,000 USDT × 0.1 % × 5 / 2, and 1 BTC × 0.2 % × 3 / 2.
    const inOneCoin = generous(mining({ rebate: 'purchase', rebatePpb: 2_000_000 }), 'USDT-5').given(buyMining(BOB));
    expect(all(inOneCoin, 'MiningBought')).toMatchObject([{ rebate: usdt(5) / 2n, rule: 2 }]);
    const ofBitcoin = generous(mining({}, { incomeAsset: 'BTC' }), 'BTC-3').given(buyMining(BOB, BTC, 'BTC-3'));
    expect(all(ofBitcoin, 'MiningBought')).toMatchObject([{ rebate: (3n * BTC) / 1_000n, rule: 2 }]);
    // If the income is in USDT, the index that fixed it converts it: half of 360 USDT is 0.003 BTC.
    const inAnother = generous(mining(), 'BTC-3').given(buyMining(BOB, BTC, 'BTC-3'));
    expect(all(inAnother, 'MiningBought')).toMatchObject([{ income: usdt(120), rebate: (3n * BTC) / 1_000n, rule: 2 }]);
    expect(balance(inAnother, ALICE, 'BTC').available).toBe((3n * BTC) / 1_000n);
  });

  test('on each income records no rule', () => {
    expect(all(mining().given(buyMining(BOB)), 'MiningBought')).toMatchObject([{ rebatePpb: 100_000_000 }]);
    expect(all(mining().given(buyMining(BOB)), 'MiningBought')[0].rule).toBeUndefined();
  });

  test('is not paid until the inviter is verified by a document', () => {
    const scenario = mining({}, {}, null).given(buyMining(BOB), buyMining(BOB, BTC, 'BTC-3'));
    for (const { inviter } of all(scenario, 'MiningBought')) expect(inviter).toBeUndefined();
  });

  test('ends once inviter and invited are known to be one person', () => {
    const scenario = triggerDueWork(advanceToOneOClock(mining({}, {}, 'd'.repeat(64)).given(buyMining(BOB)), 1));
    scenario.given(system({ type: 'NameDocument', user: BOB, document: 'd'.repeat(64) }));
    triggerDueWork(advanceToMidnight(scenario, 6));
    expect(all(scenario, 'MiningPaid').map(({ rebate }) => rebate)).toEqual([
      usdt(1) / 10n,
      ...Array(4).fill(undefined),
    ]);
    expect(scenario.exchange.state.mining.promised.size).toBe(0);
  });

  test('ends when the inviter is erased, and later purchases have none', () => {
    const scenario = triggerDueWork(advanceToOneOClock(mining().given(buyMining(BOB)), 1));
    scenario.given(eraseMember(ALICE), buyMining(BOB));
    triggerDueWork(advanceToMidnight(restoredFromSnapshot(scenario), 6));
    const paid = all(scenario, 'MiningPaid').map(({ inviter, rebate }) => [inviter, rebate]);
    expect(paid).toEqual([[ALICE, usdt(1) / 10n], ...Array(9).fill([undefined, undefined])]);
    expect(all(scenario, 'MiningBought').map(({ inviter }) => inviter)).toEqual([ALICE, undefined]);
    expect(scenario.exchange.state.mining.promised.size).toBe(0);
  });
});

describe('limits', () => {
  test('apply to the minimum, the maximum per user and the quota to the unit', () => {
    for (const [amount, code] of [
      [usdt(100), null],
      [usdt(100) - 1n, 'earn.amount.minimum'],
      [usdt(10_000), null],
      [usdt(10_000) + 1n, 'earn.cap.user'],
    ] as const) {
      mining()
        .when(buyMining(BOB, amount))
        .then(code === null ? occurred('MiningBought') : refused(code));
    }
    const scenario = mining().given(buyMining(BOB, usdt(10_000)), buyMining(CAROL, usdt(9_900)));
    scenario.when(buyMining(CAROL, usdt(100) + 1n)).then(refused('earn.cap.user'));
    const scarce = mining({ quota: usdt(10_100) }).given(buyMining(BOB, usdt(10_000)));
    scarce.when(buyMining(CAROL, usdt(100) + 1n)).then(refused('earn.quota.exceeded'));
    scarce.given(buyMining(CAROL, usdt(100)));
    // Ended purchases do not free quota.
    triggerDueWork(advanceToMidnight(scarce, 6))
      .when(buyMining(CAROL, usdt(100)))
      .then(refused('earn.quota.exceeded'));
  });

  test('refuse with a code for each reason', () => {
    mining().given(accountFrozen()).when(buyMining(BOB)).then(refused('account.frozen'));
    for (const asset of ['BTC', 'USDT'])
      mining()
        .given(assetState(asset, { trading: 'maintenance' }))
        .when(buyMining(BOB, BTC, 'BTC-3'))
        .then(refused('coin.under.maintenance'));
    mining()
      .given(system({ type: 'RegisterMember', user: 77 }))
      .when(buyMining(77))
      .then(refused('account.not.authenticated'));
    mining().given(miningState('USDT-5', 'closed')).when(buyMining(BOB)).then(refused('earn.closed'));
    mining()
      .when(buyMining(BOB, usdt(1_000), 'ETH-9'))
      .then(refused('earn.unknown'));
    mining().when(buyMining(BOB, 0n)).then(refused('amount.not.positive'));
    mining({ amountMax: STAKED * 2n, quota: STAKED * 2n })
      .when(buyMining(BOB, STAKED + 1n))
      .then(refused('balance.insufficient'));
  });

  test('require cover to the unit: for incomes with their rebates, and for rebates paid at purchase', () => {
    // 5 × (1 + 0.1) USDT are promised.
    const promised = usdt(5) + usdt(5) / 10n;
    mining()
      .given(fundMining('release', 'USDT', usdt(10_000) - promised + 1n))
      .when(buyMining(BOB))
      .then(refused('earn.not.covered'));
    const exact = mining().given(fundMining('release', 'USDT', usdt(10_000) - promised), buyMining(BOB));
    exact.when(fundMining('release', 'USDT', 1n)).then(refused('balance.insufficient'));
    triggerDueWork(advanceToMidnight(exact, 6));
    expect(house(exact)).toBe(0n);
    const rebate = (3n * BTC) / 1_000n;
    mining()
      .given(fundMining('release', 'BTC', BTC - rebate + 1n))
      .when(buyMining(BOB, BTC, 'BTC-3'))
      .then(refused('earn.not.covered'));
    const paid = mining().given(fundMining('release', 'BTC', BTC - rebate), buyMining(BOB, BTC, 'BTC-3'));
    expect(house(paid, 'BTC')).toBe(0n);
  });

  test('apply to terms', () => {
    for (const fields of [
      { termDays: 0 },
      { termDays: 3_651 },
      { dailyRatePpb: 0 },
      { dailyRatePpb: 1_000_000_001 },
      { rebate: 'none', rebatePpb: 1 },
      { rebate: 'income', rebatePpb: 0 },
      { rebate: 'income', rebatePpb: 500_000_001 },
      // Half of the income of five days: 0.1 % × 5 / 2.
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

test('pays many incomes due at one time in slices, each once', () => {
  const count = MINING_SLICE + 1;
  const scenario = mining({ quota: usdt(100_000), amountMax: usdt(100_000) });
  scenario.given(...Array.from({ length: count }, () => buyMining(BOB, usdt(100))));
  triggerDueWork(advanceToOneOClock(scenario, 1));
  const slices = scenario.exchange.batches.filter(({ command }) => command.type === 'PayMining');
  expect(slices.map(({ events }) => events.length)).toEqual([MINING_SLICE, 1]);
  triggerDueWork(advanceToMidnight(scenario, 6));
  const paid = all(scenario, 'MiningPaid').map(({ purchase, payment }) => `${purchase}/${payment}`);
  expect(new Set(paid).size).toBe(count * 5);
  expect(paid).toHaveLength(count * 5);
  expect(balance(scenario, BOB)).toEqual({ available: STAKED + BigInt(count) * (usdt(5) / 10n), locked: 0n });
});

test('pays each purchase as a plain table says, over a leap year with missed days and restarts', () => {
  const scenario = mining({ termDays: 365, quota: usdt(100_000) }, { termDays: 3 });
  scenario.exchange.now = Date.UTC(2027, 11, 30, 3);
  scenario.given(
    publishPrice(scenario, PRICE),
    buyMining(BOB, usdt(1_234)),
    buyMining(CAROL, usdt(777)),
    buyMining(BOB, BTC / 3n, 'BTC-3'),
  );
  const first = dayOf(scenario.exchange.now);
  // Includes a leap day. Every seventh day and all of March have no commands.
  for (let day = first + 1; day <= first + 366; day++) {
    const isMarch = new Date(dayStart(day)).getUTCMonth() === 2;
    if (day % 7 === 0 || isMarch) continue;
    scenario.exchange.now = dayStart(day) + 2 * HOUR_MS;
    triggerDueWork(scenario);
    if (day % 13 === 0) restoredFromSnapshot(scenario);
  }
  const aDay = { [BOB]: (usdt(1_234) * 1n) / 1_000n, [CAROL]: (usdt(777) * 1n) / 1_000n };
  // A third of a BTC, rounded down; × 60,000 × 0.2 %, rounded down; for three days.
  const atEnd = 3n * (((BTC / 3n) * 2n * 60_000n) / 1_000n);
  expect(balance(scenario, BOB).available).toBe(STAKED + 365n * aDay[BOB] + atEnd);
  expect(balance(scenario, CAROL).available).toBe(STAKED + 365n * aDay[CAROL]);
  expect(balance(scenario, ALICE).available).toBe(365n * (aDay[BOB] / 10n));
  expect(all(scenario, 'MiningEnded')).toHaveLength(3);
  expect(house(scenario)).toBe(usdt(10_000) - 365n * (aDay[BOB] + aDay[BOB] / 10n + aDay[CAROL]) - atEnd);
});
