/** Mining: bought on a day, mining from the next midnight, an income at one o'clock of each day or all at the end. */
import type { EventOf } from '../../server/core/event';
import { known } from '../../server/core/folding';
import { houseAccount, userAccount } from '../../server/core/ledger/entry';
import { balanceOf } from '../../server/core/ledger/ledger';
import { MINING_SLICE } from '../../server/core/mining/pay';
import { dayOf, dayStart } from '../../shared/rules/days';
import {
  ALICE,
  BOB,
  CAROL,
  SECOND,
  accountFrozen,
  assetState,
  occurred,
  refused,
  restarted,
  system,
  type Scenario,
} from '../tools/core-fixture';
import { midnight, nudged } from '../tools/financial-fixture';
import { BTC, STAKED, behind, mined, mining, miningState, miningTerms, oneOClock } from '../tools/mining-fixture';
import { erased } from '../tools/referral-fixture';
import { PRICE, tick, usdt } from '../tools/option-fixture';

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
    scenario.given(miningTerms(dearer), miningTerms(dearer, SECOND), miningState('USDT-5', 'closed'), accountFrozen());
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
    const scenario = mining().given(miningTerms({ termDays: 6 }));
    scenario.when(miningTerms({ termDays: 6 })).then(refused('approval.needs.another'));
    scenario.when(miningTerms()).then(refused('terms.unchanged'));
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
