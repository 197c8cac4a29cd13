import { dayOf, dayStart } from '../../../shared/rules/days';
import type { Command } from '../../../server/core/command';
import {
  BOB,
  CAROL,
  SECOND,
  approve,
  withClientId,
  asUser,
  cancelWithdrawal,
  credit,
  frozen,
  given,
  indexTerms,
  lastPrice,
  later,
  occurred,
  payOut,
  publish,
  refused,
  repeated,
  restoredFromSnapshot,
  staff,
  system,
  transfer,
  rejectWithdrawal,
  withdraw,
  Scenario,
  type Step,
  ALICE,
  BTC_USDT,
  buy,
  sell,
} from '../../tools/fixtures/core-fixture';
import { USDT, review } from './withdrawal-fixture';

const VALUE = 10n ** 8n;

describe('the value of a withdrawal', () => {
  const valued = (asset: string, amount: bigint, value: bigint | undefined, ...before: Step[]) =>
    given(credit('USD', 10_000n, 'bank/1'), ...before)
      .when(withdraw(asset, amount))
      .then(occurred('WithdrawalApplied', { asset, amount, value }));

  test('of USDT is its amount at any scale', () => {
    valued('USDT', 3n * USDT + 1n, 3n * VALUE + 1_000n);
  });

  test('uses the last market price, rounded up, if that is the highest', () => {
    // The reference price is 1 USDT for a BTC of a thousand units.
    valued('BTC', 5n, VALUE / 200n);
    valued('BTC', 5n, (103n * VALUE) / 100n / 200n, ...lastPrice(103));
    // 10.1 USDT for an ETH of a hundred thousand units: 7 units are 0.000707.
    valued('ETH', 7n, 70_700n, ...lastPrice(101, 'ETH-USDT'));
  });

  test('of legal currency uses its price of a USDT, rounded up', () => {
    valued('USD', 150n, (3n * VALUE) / 2n);
    // At 0.97 a USDT, 150 cents are 1.5463917525… USDT, more than at the reference price of 1.
    const last = [
      credit('USD', 5_000n, 'a', 10_000_001),
      { ...transfer('USD', 'legal', 'spot', 5_000n), actor: 'user/10000001' } as Step,
    ];
    last[1].command = { ...last[1].command, user: 10_000_001 } as Command;
    valued('USD', 150n, 154_639_176n, ...last, ...lastPrice(97, 'USDT-USD'));
  });

  test('uses the highest of last price, mean of a day and reference price', () => {
    const HOUR = 3_600_000;
    // A unit is a thousandth of a BTC; the reference price is 1 USDT.
    const worth = (at: number, steps: readonly Step[]): bigint | undefined => {
      const scenario = given(...lastPrice(104), ...steps);
      scenario.exchange.now += at;
      scenario.when(withdraw('BTC', 1_000n));
      const [applied] = scenario.exchange.batches.at(-1)?.events ?? [];
      return applied.type === 'WithdrawalApplied' ? applied.value : undefined;
    };
    // Ten lots at 1.04, then ten at 0.99: a mean of 1.015.
    expect(worth(0, [])).toBe((104n * VALUE) / 100n);
    expect(worth(0, lastPrice(99))).toBe((1_015n * VALUE) / 1_000n);
    expect(worth(22 * HOUR, lastPrice(99))).toBe((1_015n * VALUE) / 1_000n);
    // A day without trades: the reference price exceeds the last price.
    expect(worth(25 * HOUR, lastPrice(99))).toBe(VALUE);
    expect(worth(25 * HOUR, [])).toBe((104n * VALUE) / 100n);
  });

  test('is not lowered by a few lots at the lowest price, nor is the number of approvals', () => {
    // 300,000 USDT of a coin with an empty book: two friends trade five lots at the lowest tick.
    const large = withdraw('BTC', 1_000n);
    const cheap = [asUser(CAROL, sell(BTC_USDT.priceLowest, 5)), asUser(ALICE, buy(BTC_USDT.priceLowest, 5))];
    given(review(VALUE / 2n), ...cheap)
      .when(large, approve())
      .then(occurred('WithdrawalApplied', { value: VALUE }), occurred('WithdrawalApproved', { complete: 0 }));
    // Nor after the application: the value at that time counts too.
    given(review(VALUE / 2n), large, ...cheap)
      .when(approve())
      .then(occurred('WithdrawalApproved', { complete: 0 }));
  });

  describe('by the index', () => {
    const DAY_MS = 86_400_000;
    /** The value `after` milliseconds after a publication. */
    const worth = (
      after: number,
      price: number,
      terms: Parameters<typeof indexTerms>[0],
      step: Step,
      ...before: Step[]
    ) => {
      const { exchange } = given(credit('USD', 10_000n, 'bank/1'), ...before, indexTerms(terms));
      const scenario = new Scenario(exchange).given(publish([price, price], exchange.now, terms?.symbol));
      const at = exchange.batches.at(-1)?.at ?? 0;
      exchange.now = at + after;
      restoredFromSnapshot(scenario).when(step);
      const [applied] = exchange.batches.at(-1)?.events ?? [];
      return applied.type === 'WithdrawalApplied' ? applied.value : null;
    };
    const coin = withdraw('BTC', 1_000n);

    test('counts if it is the highest, for any number of decimals', () => {
      // The reference price is 1 USDT.
      expect(worth(0, 103, { decimals: 2 }, coin)).toBe((103n * VALUE) / 100n);
      expect(worth(0, 2, { decimals: 0 }, coin)).toBe(2n * VALUE);
      expect(worth(0, 1_000_000_000_001, { decimals: 12 }, withdraw('BTC', 5n))).toBe(VALUE / 200n + 1n);
      expect(worth(0, 99, { decimals: 2 }, coin)).toBe(VALUE);
      expect(worth(0, 103, { decimals: 2 }, coin, ...lastPrice(109))).toBe((109n * VALUE) / 100n);
    });

    test('counts for a day after publication, even while stale for other uses', () => {
      expect(worth(DAY_MS, 103, { staleMs: 1_000 }, coin)).toBe((103n * VALUE) / 100n);
      expect(worth(DAY_MS + 1, 103, { staleMs: 86_400_000 }, coin)).toBe(VALUE);
    });

    test('of USDT in legal currency is inverted, rounded up', () => {
      // 97 cents for a USDT: 150 cents are 1.5463917525… USDT.
      expect(worth(0, 97, { symbol: 'USDT-USD' }, withdraw('USD', 150n))).toBe(154_639_176n);
      expect(worth(0, 104, { symbol: 'USDT-USD' }, withdraw('USD', 150n))).toBe((3n * VALUE) / 2n);
    });

    test('prices a coin without a market for the same time', () => {
      const unlisted = [
        staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }),
        staff({ type: 'SetRechargeTerms', asset: 'XYZ', chain: 'XYZ', minimum: 1n, confirmations: 1 }),
        credit('XYZ', 500n, 'xyz'),
      ];
      const few = withdraw('XYZ', 5n);
      expect(worth(0, 300, { symbol: 'XYZ-USDT' }, few, ...unlisted)).toBe((3n * VALUE) / 20n);
      expect(worth(DAY_MS + 1, 300, { symbol: 'XYZ-USDT' }, few, ...unlisted)).toBeUndefined();
    });

    test('does not apply to USDT itself', () => {
      expect(worth(0, 300, { symbol: 'USDT-USD' }, withdraw('USDT', 3n * USDT))).toBe(3n * VALUE);
    });

    test('requires a second approval if the value has risen since', () => {
      const { exchange } = given(review(VALUE + VALUE / 100n), coin, indexTerms());
      new Scenario(exchange)
        .given(publish([102, 102], exchange.now))
        .when(approve())
        .then(occurred('WithdrawalApproved', { complete: 0 }));
    });
  });

  test('is computed again at approval: a higher value needs a second one', () => {
    given(review(VALUE + VALUE / 100n), withdraw('BTC', 1_000n), ...lastPrice(109))
      .when(approve())
      .then(occurred('WithdrawalApproved', { complete: 0 }));
  });
});

describe('the daily limit', () => {
  const DAY_MS = 86_400_000;
  const DAY = dayOf(given().exchange.now);
  const limited = (amount: bigint, limit: bigint) => withdraw('USDT', amount, { limit });
  /** The exchange some days later, or earlier for a negative number. */
  const after = (days: number, ...steps: (Step | Step[])[]): Scenario => {
    const scenario = given(...steps);
    scenario.exchange.now += days * DAY_MS;
    return scenario;
  };
  const left = (value: bigint) => refused('withdrawal.limit.exceeded', { left: `${value}` });

  test('counts all applications, to the unit', () => {
    given(limited(3n * USDT, 10n * VALUE))
      .when(limited(7n * USDT + 1n, 10n * VALUE))
      .then(left(7n * VALUE))
      .when(limited(7n * USDT, 10n * VALUE))
      .then(occurred('WithdrawalApplied', { value: 7n * VALUE, day: DAY }))
      .when(limited(100n, 10n * VALUE))
      .then(left(0n));
  });

  test('uses the time of the batch, with midnight in GMT+8', () => {
    const midnight = dayStart(DAY + 1);
    const scenario = given(limited(10n * USDT, 10n * VALUE));
    scenario.exchange.now = midnight - 1;
    scenario.when(limited(USDT, 10n * VALUE)).then(left(0n));
    expect(scenario.exchange.now).toBe(midnight);
    scenario.when(limited(USDT, 10n * VALUE)).then(occurred('WithdrawalApplied', { day: DAY + 1 }));
  });

  test('starts again with the day', () => {
    after(1, limited(10n * USDT, 10n * VALUE))
      .when(limited(10n * USDT, 10n * VALUE))
      .then(occurred('WithdrawalApplied', { day: DAY + 1 }));
  });

  test('is not escaped by a clock set back', () => {
    after(-1, limited(10n * USDT, 10n * VALUE))
      .when(limited(USDT, 10n * VALUE))
      .then(left(0n))
      .when(limited(USDT, 11n * VALUE))
      .then(occurred('WithdrawalApplied', { day: DAY }));
  });

  test.each<[string, Step[]]>([
    ['rejected', [rejectWithdrawal()]],
    ['rejected after its approval', [approve(), rejectWithdrawal(), rejectWithdrawal(1, SECOND)]],
    ['cancelled', [cancelWithdrawal(1)]],
  ])('is restored by a withdrawal that was %s', (_, way) => {
    given(limited(10n * USDT, 10n * VALUE), way)
      .when(limited(10n * USDT, 10n * VALUE))
      .then(occurred('WithdrawalApplied'));
  });

  test('is not restored by paid withdrawals or those of another day', () => {
    given(limited(10n * USDT, 10n * VALUE), payOut())
      .when(limited(USDT, 10n * VALUE))
      .then(left(0n));
    after(1, limited(10n * USDT, 10n * VALUE))
      .given(limited(10n * USDT, 10n * VALUE), cancelWithdrawal(1))
      .when(limited(USDT, 10n * VALUE))
      .then(left(0n));
  });

  test('may be lowered below the amount already applied for', () => {
    given(limited(10n * USDT, 10n * VALUE))
      .when(limited(USDT, 5n * VALUE))
      .then(left(0n));
  });

  test('is one sum over all assets', () => {
    given(limited(9n * USDT, 10n * VALUE), credit('USD', 1_000n, 'bank/1'))
      .when(withdraw('USD', 101n, { limit: 10n * VALUE }))
      .then(left(VALUE))
      .when(withdraw('USD', 100n, { limit: 10n * VALUE }))
      .then(occurred('WithdrawalApplied', { value: VALUE }));
  });

  test('refuses a coin without a value', () => {
    given(
      staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({ type: 'SetRechargeTerms', asset: 'XYZ', chain: 'XYZ', minimum: 1n, confirmations: 1 }),
      credit('XYZ', 500n, 'xyz'),
    )
      .when(withdraw('XYZ', 5n, { limit: 10n * VALUE }))
      .then(refused('withdrawal.not.valued'))
      .when(withdraw('XYZ', 5n))
      .then(occurred('WithdrawalApplied', { value: undefined }));
  });

  test('and its day are no part of the request: a retry after midnight or a change returns the first result', () => {
    const scenario = after(1, withClientId('a', limited(500n, 10n * VALUE)));
    scenario.when(withClientId('a', limited(500n, 1n * VALUE))).then(repeated(), frozen(BOB, 'USDT', 510n));
  });

  test('does not apply without a given limit', () => {
    given(limited(10n * USDT, 10n * VALUE))
      .when(withdraw('USDT', 100n * USDT), limited(USDT, 10n * VALUE))
      .then(occurred('WithdrawalApplied'), left(0n));
  });
});

describe('the value of a withdrawal', () => {
  test('stays within 64 bits', () => {
    const rich = credit('USDT', 2n ** 62n, 'much');
    given(rich)
      .when(withdraw('USDT', 2n ** 62n))
      .then(refused('amount.too.large'));
    given(rich)
      .when(withdraw('USDT', (2n ** 63n - 1n) / 1_000n))
      .then(occurred('WithdrawalApplied'));
  });
});

describe('totals per day', () => {
  const review = staff({ type: 'SetWithdrawalReview', secondApprovalAbove: 1_000_000n });
  const DAY = 86_400_000;

  test('many small withdrawals of one user need approvals like one large withdrawal', () => {
    given(review, withdraw('USDT', 600n), withdraw('USDT', 600n), withdraw('USDT', 600n))
      .when(approve(1), approve(2))
      .then(
        occurred('WithdrawalApproved', { withdrawal: 1, complete: 1, worth: 600_000n }),
        occurred('WithdrawalApproved', { withdrawal: 2, complete: 0 }),
      )
      .when(approve(2, SECOND))
      .then(occurred('WithdrawalApproved', { withdrawal: 2, complete: 1 }))
      // This admin has approved nothing yet, but the owner's total includes the others.
      .when(approve(3, 'admin/10000007'))
      .then(occurred('WithdrawalApproved', { withdrawal: 3, complete: 0 }));
  });

  test('one admin alone approves at most the limit in a day, over all users', () => {
    given(review, withdraw('USDT', 600n), asUser(ALICE, withdraw('USDT', 600n)), asUser(CAROL, withdraw('USDT', 300n)))
      .when(approve(1), approve(2), approve(3, SECOND))
      .then(
        occurred('WithdrawalApproved', { withdrawal: 1, complete: 1 }),
        occurred('WithdrawalApproved', { withdrawal: 2, complete: 0 }),
        occurred('WithdrawalApproved', { withdrawal: 3, complete: 1 }),
      );
  });

  test('expires after a day, and survives a snapshot', () => {
    const scenario = given(review, withdraw('USDT', 600n), asUser(ALICE, withdraw('USDT', 600n)), approve(1));
    restoredFromSnapshot(scenario)
      .when(later(DAY - 60_000, approve(2)))
      .then(occurred('WithdrawalApproved', { withdrawal: 2, complete: 0 }));
    given(review, withdraw('USDT', 600n), asUser(ALICE, withdraw('USDT', 600n)), approve(1))
      .when(later(DAY, approve(2)))
      .then(occurred('WithdrawalApproved', { withdrawal: 2, complete: 1 }));
  });

  test('two accounts with one document count as one, for users and staff', () => {
    const document = (user: number): Step => system({ type: 'NameDocument', user, document: 'ab'.repeat(32) });
    given(review, document(BOB), document(ALICE), withdraw('USDT', 600n), asUser(ALICE, withdraw('USDT', 600n)))
      .when(approve(1), approve(2, SECOND))
      .then(
        occurred('WithdrawalApproved', { withdrawal: 1, complete: 1 }),
        occurred('WithdrawalApproved', { withdrawal: 2, complete: 0 }),
      );
    const two = [10_000_009, 10_000_008].flatMap((user) => [
      system({ type: 'RegisterMember', user }),
      { actor: 'admin/10000007', command: { type: 'VerifyMember', user, document: 'cd'.repeat(32) } } as const,
    ]);
    given(two, review, withdraw('USDT', 2_000n))
      .when(approve(1))
      .then(occurred('WithdrawalApproved', { complete: 0 }))
      .when(approve(1, SECOND))
      .then(refused('approval.needs.another'));
  });
});
