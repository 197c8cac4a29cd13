import type { EventType } from '../../../server/core/event';
import {
  ADMIN,
  BOB,
  CAROL,
  RICH,
  SECOND,
  approve,
  available,
  asUser,
  cancelWithdrawal,
  credit,
  failPayout,
  frozen,
  given,
  house,
  later,
  occurred,
  pay,
  payOut,
  leaveFunds,
  refused,
  restoredFromSnapshot,
  staff,
  startPayout,
  submitPayout,
  expectThat,
  transfer,
  rejectWithdrawal,
  withdraw,
  Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { review, USDT } from './withdrawal-fixture';

const OWED = 3n * RICH;

describe('a withdrawal', () => {
  test('freezes amount and fee, and pays out of the hold', () => {
    given()
      .when(withdraw('USDT', 500n))
      .then(
        occurred('WithdrawalApplied', { withdrawal: 1, user: BOB, amount: 500n, fee: 10n, hold: 1, chain: 'ERC20' }),
        available(BOB, 'USDT', RICH - 510n),
        frozen(BOB, 'USDT', 510n),
      )
      .when(payOut())
      .then(
        occurred('WithdrawalApproved', { withdrawal: 1, user: BOB, by: 10_000_009, complete: 1 }),
        occurred('PayoutStarted', { withdrawal: 1, user: BOB }),
        occurred('WithdrawalPaid', { withdrawal: 1, user: BOB, reference: 'tx-1' }),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 510n),
        house('fees', 'USDT', 10n),
        house('custody', 'USDT', -OWED + 500n),
      );
  });

  test('of an asset without a fee has one entry less', () => {
    given(withdraw('ETH', 500n), approve(), startPayout())
      .when(pay())
      .then(
        occurred('WithdrawalPaid'),
        expectThat((_, { events }) => {
          const [paid] = events;
          expect(paid.type === 'WithdrawalPaid' && paid.entries.map((entry) => entry.kind)).toEqual(['withdrawal']);
        }),
      );
  });

  test('of legal currency goes from the legal account to a card', () => {
    given(credit('USD', 1_000n, 'bank/1'))
      .when(withdraw('USD', 500n, { card: 7 }))
      .then(
        occurred('WithdrawalApplied', { asset: 'USD', card: 7, fee: 5n }),
        expectThat(({ state }) => expect(state.highest.card).toBe(7)),
        available(BOB, 'USD', 495n, 'legal'),
        frozen(BOB, 'USD', 505n, 'legal'),
      )
      .when(payOut())
      .then(
        occurred('WithdrawalApproved'),
        occurred('PayoutStarted'),
        occurred('WithdrawalPaid'),
        frozen(BOB, 'USD', 0n, 'legal'),
        house('fees', 'USD', 5n),
      );
    given(credit('USD', 1_000n, 'bank/1'), withdraw('USD', 500n))
      .when(rejectWithdrawal())
      .then(occurred('WithdrawalRejected'), available(BOB, 'USD', 1_000n, 'legal'), frozen(BOB, 'USD', 0n, 'legal'));
    // Funds in the spot account cannot be withdrawn.
    given(credit('USD', 1_000n, 'bank/1'), transfer('USD', 'legal', 'spot', 600n))
      .when(withdraw('USD', 500n))
      .then(refused('balance.insufficient', { asset: 'USD', required: '505', available: '400' }));
  });

  test('accepts the minimum', () => {
    given()
      .when(withdraw('USDT', 99n))
      .then(refused('withdrawal.too.small', { minimum: '100' }));
    given().when(withdraw('USDT', 100n)).then(occurred('WithdrawalApplied'));
  });

  test('with another fee than shown is refused and names the fee', () => {
    given()
      .when(withdraw('USDT', 500n, { fee: 9n }))
      .then(refused('withdrawal.fee.changed', { asset: 'USDT', fee: '10' }));
    given()
      .when(withdraw('USDT', 500n, { fee: 10n }))
      .then(occurred('WithdrawalApplied', { fee: 10n }));
  });

  test('needs amount and fee, to the unit', () => {
    given(leaveFunds('USDT', 510n))
      .when(withdraw('USDT', 500n))
      .then(occurred('WithdrawalApplied'), available(BOB, 'USDT', 0n));
    given(leaveFunds('USDT', 509n))
      .when(withdraw('USDT', 500n))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '510', available: '509' }));
    given(withdraw('USDT', RICH - 10n))
      .when(withdraw('USDT', 100n))
      .then(refused('balance.insufficient'));
  });

  // P13: a hundred concurrent requests get the available amount and no more.
  test('a hundred never take more than the balance', () => {
    const asked = Array.from({ length: 100 }, () => withdraw('USDT', 500n));
    given(leaveFunds('USDT', 5_100n))
      .when(asked)
      .then(
        ...Array.from({ length: 10 }, () => occurred('WithdrawalApplied')),
        refused('balance.insufficient'),
        available(BOB, 'USDT', 0n),
      );
  });

  test.each([
    ['a coin without a chain', 'USDT', { chain: undefined }],
    ['a coin without an address', 'USDT', { address: undefined }],
    ['a coin to an empty address', 'USDT', { address: '' }],
    ['a coin to a card', 'USDT', { card: 1 }],
    ['dollars without a card', 'USD', { card: undefined }],
    ['dollars to a card that is none', 'USD', { card: 0.5 }],
    ['dollars to a chain', 'USD', { chain: 'ERC20' }],
    ['dollars to an address', 'USD', { address: 'address' }],
  ])('ASVS 2.2.3: needs a destination: %s', (_, asset, fields) => {
    given(credit('USD', 1_000n, 'bank/1'))
      .when(withdraw(asset, 500n, fields))
      .then(refused('withdrawal.destination.invalid'));
  });

  test('is refused to a chain without the coin', () => {
    given()
      .when(withdraw('USDT', 500n, { chain: 'TRC20' }))
      .then(refused('chain.unknown'))
      .when(withdraw('BTC', 500n, { chain: 'ERC20' }))
      .then(refused('chain.unknown'));
  });

  test('checks user, asset, amount and number', () => {
    given()
      .when(asUser(99, withdraw('USDT', 500n)))
      .then(refused('account.unknown'));
    given().when(withdraw('DOGE', 500n)).then(refused('asset.unknown'));
    given().when(withdraw('USDT', 0n)).then(refused('amount.not.positive'));
    given()
      .when(withdraw('USDT', 2n ** 63n - 1n))
      .then(refused('amount.too.large'));
    given()
      .when(withdraw('ETH', 2n ** 63n - 1n))
      .then(refused('balance.insufficient'));
    for (const step of [
      approve(7),
      startPayout(7),
      submitPayout(7),
      failPayout(7),
      pay(7),
      rejectWithdrawal(7),
      cancelWithdrawal(7),
    ])
      given().when(step).then(refused('withdrawal.not.found'));
  });
});

describe('the states of a withdrawal', () => {
  const STEPS: readonly [Step, EventType][] = [
    [approve(1, SECOND), 'WithdrawalApproved'],
    [startPayout(), 'PayoutStarted'],
    [submitPayout(), 'PayoutSubmitted'],
    [failPayout(), 'PayoutFailed'],
    [pay(), 'WithdrawalPaid'],
    [cancelWithdrawal(1), 'WithdrawalCancelled'],
  ];

  /** The possible steps in each state; every state has an exit (P15). */
  test.each<[string, Step[], EventType[]]>([
    ['applied', [], ['WithdrawalApproved', 'WithdrawalCancelled']],
    ['approved', [approve()], ['PayoutStarted']],
    ['paying', [approve(), startPayout()], ['PayoutSubmitted', 'WithdrawalPaid']],
    ['submitted', [approve(), startPayout(), submitPayout()], ['PayoutFailed', 'WithdrawalPaid']],
    [
      'failed',
      [approve(), startPayout(), submitPayout(), failPayout()],
      ['PayoutStarted', 'PayoutSubmitted', 'WithdrawalPaid'],
    ],
  ])('when it is %s', (_, way, possible) => {
    for (const [step, event] of STEPS) {
      const scenario = given(withdraw('USDT', 500n), way).when(step);
      if (possible.includes(event)) scenario.then(occurred(event));
      else scenario.then(refused('withdrawal.state.invalid'), frozen(BOB, 'USDT', 510n));
    }
  });

  test.each([
    ['paid', payOut()],
    ['rejected', [rejectWithdrawal()]],
    ['paid on its chain', [approve(), startPayout(), submitPayout(), pay()]],
    ['rejected while it was being paid', [approve(), startPayout(), rejectWithdrawal(), rejectWithdrawal(1, SECOND)]],
    ['cancelled', [cancelWithdrawal(1)]],
  ])('is over once %s', (_, way) => {
    for (const again of [...STEPS.map(([step]) => step), rejectWithdrawal()])
      given(withdraw('USDT', 500n), way)
        .when(again)
        .then(refused('withdrawal.not.found'), frozen(BOB, 'USDT', 0n));
  });

  test('rejected or cancelled returns everything including the fee', () => {
    given(withdraw('USDT', 500n))
      .when(rejectWithdrawal())
      .then(
        occurred('WithdrawalRejected', { withdrawal: 1, reason: 'address' }),
        available(BOB, 'USDT', RICH),
        house('fees', 'USDT', 0n),
      );
    given(withdraw('USDT', 500n))
      .when(cancelWithdrawal(1))
      .then(occurred('WithdrawalCancelled', { withdrawal: 1 }), available(BOB, 'USDT', RICH), frozen(BOB, 'USDT', 0n));
  });

  test('is cancelled by its owner only, and not after approval', () => {
    given(withdraw('USDT', 500n))
      .when(asUser(CAROL, cancelWithdrawal(1)))
      .then(refused('withdrawal.not.found'));
    given(review(0n), withdraw('USDT', 500n), approve())
      .when(cancelWithdrawal(1))
      .then(occurred('WithdrawalCancelled'), available(BOB, 'USDT', RICH));
    given(withdraw('USDT', 500n), approve()).when(cancelWithdrawal(1)).then(refused('withdrawal.state.invalid'));
  });

  // P16: a payment pays for one withdrawal only, permanently.
  test('is paid with an unused reference, also after a restart', () => {
    const scenario = given(withdraw('USDT', 500n), payOut(), withdraw('USDT', 600n), approve(2), startPayout(2));
    restoredFromSnapshot(scenario)
      .when(pay(2, 'tx-1'))
      .then(refused('reference.already.used'), frozen(BOB, 'USDT', 610n))
      .when(pay(2, 'tx-2'))
      .then(occurred('WithdrawalPaid', { reference: 'tx-2' }));
  });
});

describe('a payout submitted to a chain', () => {
  const submitted = [withdraw('USDT', 500n), approve(), startPayout(), submitPayout()];

  test('is recorded with its key and cannot be rejected', () => {
    const scenario = given(withdraw('USDT', 500n), approve(), startPayout())
      .when(submitPayout())
      .then(occurred('PayoutSubmitted', { withdrawal: 1, user: BOB, key: 'withdrawal/1' }));
    for (const memory of [scenario, restoredFromSnapshot(scenario)])
      memory
        .when(rejectWithdrawal(), rejectWithdrawal(1, SECOND))
        .then(refused('payout.submitted'), refused('payout.submitted'), frozen(BOB, 'USDT', 510n));
  });

  test('is refused while a rejection is proposed', () => {
    given(withdraw('USDT', 500n), approve(), startPayout(), rejectWithdrawal())
      .when(submitPayout())
      .then(refused('withdrawal.state.invalid'))
      .when(rejectWithdrawal(1, SECOND))
      .then(occurred('WithdrawalRejected'), frozen(BOB, 'USDT', 0n));
  });

  test('is refused for legal currency', () => {
    given(credit('USD', 1_000n, 'bank/1'), withdraw('USD', 500n), approve(), startPayout())
      .when(submitPayout())
      .then(refused('withdrawal.destination.invalid'));
  });

  test('returns after a proven failure and two rejections', () => {
    given(submitted)
      .when(failPayout())
      .then(occurred('PayoutFailed', { withdrawal: 1, key: 'withdrawal/1', reason: 'its block left the chain' }))
      .when(rejectWithdrawal(), rejectWithdrawal())
      .then(occurred('RejectionProposed'), refused('approval.needs.another'), frozen(BOB, 'USDT', 510n))
      .when(submitPayout())
      .then(refused('withdrawal.state.invalid'))
      .when(rejectWithdrawal(1, SECOND))
      .then(occurred('WithdrawalRejected'), available(BOB, 'USDT', RICH), frozen(BOB, 'USDT', 0n));
  });

  test.each<[string, Step[]]>([
    ['at once', []],
    ['when staff start it again, which ends the statement of the first', [rejectWithdrawal(), startPayout()]],
  ])('is resubmitted with the same key only: %s', (_, way) => {
    const scenario = given(submitted, failPayout(), way);
    for (const memory of [scenario, restoredFromSnapshot(scenario)])
      memory.when(submitPayout(1, 'another')).then(refused('payout.key.mismatch'));
    scenario
      .when(submitPayout())
      .then(occurred('PayoutSubmitted', { key: 'withdrawal/1' }))
      .when(rejectWithdrawal())
      .then(refused('payout.submitted'))
      .when(pay())
      .then(occurred('WithdrawalPaid'), frozen(BOB, 'USDT', 0n));
  });

  test('fails by its own key only', () => {
    given(submitted).when(failPayout(1, 'another')).then(refused('payout.key.mismatch'));
  });

  test('that failed may be rejected after a new start', () => {
    given(submitted, failPayout(), startPayout())
      .when(rejectWithdrawal(), rejectWithdrawal(1, SECOND))
      .then(occurred('RejectionProposed'), occurred('WithdrawalRejected'), frozen(BOB, 'USDT', 0n));
  });
});

describe('the waiting period set by the owner', () => {
  const HOUR = 3_600_000;
  const waiting = () => given().when(withdraw('USDT', 500n, { delay: HOUR }));
  /** The clock is a millisecond after the last step. */
  const untilOf = ({ exchange }: Scenario) => exchange.now - 1 + HOUR;

  test('blocks approval until its end', () => {
    const scenario = waiting();
    const until = untilOf(scenario);
    scenario
      .then(occurred('WithdrawalApplied', { notBefore: until }))
      .when(later(HOUR - 2, approve()))
      .then(refused('withdrawal.delayed', { until }))
      .when(approve())
      .then(occurred('WithdrawalApproved', { withdrawal: 1 }));
  });

  test('survives a restart, and is optional', () => {
    const scenario = waiting();
    const until = untilOf(scenario);
    restoredFromSnapshot(scenario).when(approve()).then(refused('withdrawal.delayed', { until }));
    given()
      .when(withdraw('USDT', 500n, { delay: 0 }))
      .then(occurred('WithdrawalApplied', { notBefore: undefined }))
      .when(approve())
      .then(occurred('WithdrawalApproved'));
  });

  test('leaves cancellation and rejection possible', () => {
    waiting()
      .when(cancelWithdrawal(1))
      .then(occurred('WithdrawalCancelled'), frozen(BOB, 'USDT', 0n));
    waiting()
      .when(rejectWithdrawal())
      .then(occurred('WithdrawalRejected'), frozen(BOB, 'USDT', 0n));
  });
});

describe('two of staff', () => {
  const large = withdraw('USDT', 6_000n);
  const worth = 6_000n * 1_000n;

  test('approve above the review value; one approves exactly at it', () => {
    given(review(worth), large)
      .when(approve())
      .then(occurred('WithdrawalApproved', { by: 10_000_009, complete: 1 }));
    given(review(worth - 1n), large)
      .when(approve())
      .then(occurred('WithdrawalApproved', { by: 10_000_009, complete: 0 }))
      .when(startPayout())
      .then(refused('withdrawal.state.invalid'))
      .when(approve())
      .then(refused('approval.needs.another'))
      .when(approve(1, SECOND))
      .then(occurred('WithdrawalApproved', { by: 10_000_008, complete: 1 }))
      .when(startPayout())
      .then(occurred('PayoutStarted'));
  });

  test('approve by the review value at application or now, whichever is lower', () => {
    const second = occurred('WithdrawalApproved', { by: 10_000_009, complete: 0 });
    given(review(worth - 1n), large, review(worth))
      .when(approve())
      .then(second);
    given(review(worth), large, review(worth - 1n))
      .when(approve())
      .then(second);
    restoredFromSnapshot(given(review(worth - 1n), large, review(worth)))
      .when(approve())
      .then(second);
  });

  test('approve above 10,000 USDT by default', () => {
    given(credit('USDT', RICH, 'more'), withdraw('USDT', 10_000n * USDT))
      .when(approve())
      .then(occurred('WithdrawalApproved', { complete: 1 }));
    given(credit('USDT', RICH, 'more'), withdraw('USDT', 10_000n * USDT + 1n))
      .when(approve())
      .then(occurred('WithdrawalApproved', { complete: 0 }));
  });

  test('approve a coin without a price', () => {
    const unpriced: Step[] = [
      staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({ type: 'SetRechargeTerms', asset: 'XYZ', chain: 'XYZ', minimum: 1n, confirmations: 1 }),
      credit('XYZ', 500n, 'xyz'),
    ];
    given(unpriced)
      .when(withdraw('XYZ', 5n), approve())
      .then(occurred('WithdrawalApplied', { value: undefined }), occurred('WithdrawalApproved', { complete: 0 }));
  });

  test('are not the owner of the withdrawal', () => {
    const own = `admin/${BOB}` as const;
    given(withdraw('USDT', 500n)).when(approve(1, own)).then(refused('approval.needs.another'));
    given(withdraw('USDT', 500n), approve()).when(rejectWithdrawal(1, own)).then(refused('approval.needs.another'));
  });

  test.each([
    ['approved', [approve()]],
    ['being paid', [approve(), startPayout()]],
  ])('reject a withdrawal that is %s, before it returns', (_, way) => {
    given(withdraw('USDT', 500n), way)
      .when(rejectWithdrawal())
      .then(
        occurred('RejectionProposed', { withdrawal: 1, user: BOB, by: 10_000_009, reason: 'address' }),
        frozen(BOB, 'USDT', 510n),
      )
      .when(rejectWithdrawal())
      .then(refused('approval.needs.another'), frozen(BOB, 'USDT', 510n))
      .when(rejectWithdrawal(1, SECOND, 'never sent'))
      .then(
        occurred('WithdrawalRejected', { reason: 'never sent' }),
        available(BOB, 'USDT', RICH),
        frozen(BOB, 'USDT', 0n),
      );
  });

  test('must propose the rejection again once the payout has begun', () => {
    given(withdraw('USDT', 500n), approve(), rejectWithdrawal())
      .when(startPayout(), rejectWithdrawal(1, SECOND))
      .then(occurred('PayoutStarted'), occurred('RejectionProposed', { by: 10_000_008 }), frozen(BOB, 'USDT', 510n))
      .when(rejectWithdrawal())
      .then(occurred('WithdrawalRejected'), frozen(BOB, 'USDT', 0n));
  });

  test('are persons: the system approves and rejects nothing', () => {
    given(withdraw('USDT', 500n))
      .when({ actor: 'payouts', command: { type: 'ApproveWithdrawal', withdrawal: 1 } })
      .then(refused('command.not.permitted'))
      .when({ actor: 'payouts', command: { type: 'RejectWithdrawal', withdrawal: 1, reason: 'r' } })
      .then(refused('command.not.permitted'));
  });

  test('refuse a review value below 0 or beyond 64 bits', () => {
    given().when(review(-1n)).then(refused('amount.not.positive'));
    given()
      .when(review(2n ** 63n))
      .then(refused('amount.too.large'));
    given()
      .when(review(0n))
      .then(occurred('WithdrawalReviewSet', { secondApprovalAbove: 0n }));
  });
});

test('approvals record the members of staff', () => {
  given(review(0n), withdraw('USDT', 500n), approve(1, ADMIN), approve(1, SECOND))
    .when()
    .then(
      expectThat(({ state }) => expect(state.wallet.withdrawals.get(1)?.approvals).toEqual([10_000_009, 10_000_008])),
    );
});
