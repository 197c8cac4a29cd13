import { dayOf, dayStart } from '../../shared/rules/days';
import type { Command } from '../../server/core/command';
import type { EventType } from '../../server/core/event';
import {
  ADMIN,
  BOB,
  CAROL,
  RICH,
  SECOND,
  approve,
  as,
  available,
  by,
  cancelWithdrawal,
  credit,
  failPayout,
  frozen,
  given,
  house,
  indexTerms,
  lastPrice,
  later,
  occurred,
  pay,
  payOut,
  poor,
  publish,
  refused,
  repeated,
  restarted,
  staff,
  startPayout,
  submitPayout,
  system,
  that,
  transfer,
  turnDown,
  withdraw,
  Scenario,
  type Step,
  ALICE,
  BTC_USDT,
  buy,
  sell,
} from '../tools/fixtures/core-fixture';

const OWED = 3n * RICH;
const review = (secondApprovalAbove: bigint) => staff({ type: 'SetWithdrawalReview', secondApprovalAbove });
/** One USDT: 100,000 units of the asset, 10^8 in what limits are counted in. */
const USDT = 100_000n;
const VALUE = 10n ** 8n;

describe('a withdrawal', () => {
  test('freezes the amount and the fee, and is paid out of what is frozen', () => {
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
        that((_, { events }) => {
          const [paid] = events;
          expect(paid.type === 'WithdrawalPaid' && paid.entries.map((entry) => entry.kind)).toEqual(['withdrawal']);
        }),
      );
  });

  test('of legal currency goes to a card, out of the legal account', () => {
    given(credit('USD', 1_000n, 'bank/1'))
      .when(withdraw('USD', 500n, { card: 7 }))
      .then(
        occurred('WithdrawalApplied', { asset: 'USD', card: 7, fee: 5n }),
        that(({ state }) => expect(state.highest.card).toBe(7)),
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
      .when(turnDown())
      .then(occurred('WithdrawalRejected'), available(BOB, 'USD', 1_000n, 'legal'), frozen(BOB, 'USD', 0n, 'legal'));
    // What is there to be traded does not go out.
    given(credit('USD', 1_000n, 'bank/1'), transfer('USD', 'legal', 'spot', 600n))
      .when(withdraw('USD', 500n))
      .then(refused('balance.insufficient', { asset: 'USD', required: '505', available: '400' }));
  });

  test('the minimum counts as enough', () => {
    given()
      .when(withdraw('USDT', 99n))
      .then(refused('withdrawal.too.small', { minimum: '100' }));
    given().when(withdraw('USDT', 100n)).then(occurred('WithdrawalApplied'));
  });

  test('at a fee that is another than was shown is refused, and says it', () => {
    given()
      .when(withdraw('USDT', 500n, { fee: 9n }))
      .then(refused('withdrawal.fee.changed', { asset: 'USDT', fee: '10' }));
    given()
      .when(withdraw('USDT', 500n, { fee: 10n }))
      .then(occurred('WithdrawalApplied', { fee: 10n }));
  });

  test('needs amount and fee to be there, to the unit', () => {
    given(poor('USDT', 510n))
      .when(withdraw('USDT', 500n))
      .then(occurred('WithdrawalApplied'), available(BOB, 'USDT', 0n));
    given(poor('USDT', 509n))
      .when(withdraw('USDT', 500n))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '510', available: '509' }));
    given(withdraw('USDT', RICH - 10n))
      .when(withdraw('USDT', 100n))
      .then(refused('balance.insufficient'));
  });

  // P13: whoever asks a hundred times at once is given what there is, and no more.
  test('a hundred of them never take more than there is', () => {
    const asked = Array.from({ length: 100 }, () => withdraw('USDT', 500n));
    given(poor('USDT', 5_100n))
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
  ])('ASVS 2.2.3: needs to know where to: %s', (_, asset, fields) => {
    given(credit('USD', 1_000n, 'bank/1'))
      .when(withdraw(asset, 500n, fields))
      .then(refused('withdrawal.destination.invalid'));
  });

  test('goes to no chain that does not serve the coin', () => {
    given()
      .when(withdraw('USDT', 500n, { chain: 'TRC20' }))
      .then(refused('chain.unknown'))
      .when(withdraw('BTC', 500n, { chain: 'ERC20' }))
      .then(refused('chain.unknown'));
  });

  test('guards', () => {
    given()
      .when(by(99, withdraw('USDT', 500n)))
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
      turnDown(7),
      cancelWithdrawal(7),
    ])
      given().when(step).then(refused('withdrawal.not.found'));
  });
});

describe('the way of a withdrawal', () => {
  const STEPS: readonly [Step, EventType][] = [
    [approve(1, SECOND), 'WithdrawalApproved'],
    [startPayout(), 'PayoutStarted'],
    [submitPayout(), 'PayoutSubmitted'],
    [failPayout(), 'PayoutFailed'],
    [pay(), 'WithdrawalPaid'],
    [cancelWithdrawal(1), 'WithdrawalCancelled'],
  ];

  /** Which step may come where; every state has a way out (P15). */
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
    ['rejected', [turnDown()]],
    ['paid on its chain', [approve(), startPayout(), submitPayout(), pay()]],
    ['rejected while it was being paid', [approve(), startPayout(), turnDown(), turnDown(1, SECOND)]],
    ['cancelled', [cancelWithdrawal(1)]],
  ])('that was %s is over', (_, way) => {
    for (const again of [...STEPS.map(([step]) => step), turnDown()])
      given(withdraw('USDT', 500n), way)
        .when(again)
        .then(refused('withdrawal.not.found'), frozen(BOB, 'USDT', 0n));
  });

  test('rejected or cancelled, everything returns, fee included', () => {
    given(withdraw('USDT', 500n))
      .when(turnDown())
      .then(
        occurred('WithdrawalRejected', { withdrawal: 1, reason: 'address' }),
        available(BOB, 'USDT', RICH),
        house('fees', 'USDT', 0n),
      );
    given(withdraw('USDT', 500n))
      .when(cancelWithdrawal(1))
      .then(occurred('WithdrawalCancelled', { withdrawal: 1 }), available(BOB, 'USDT', RICH), frozen(BOB, 'USDT', 0n));
  });

  test('is cancelled by its owner alone, and not once it is approved', () => {
    given(withdraw('USDT', 500n))
      .when(by(CAROL, cancelWithdrawal(1)))
      .then(refused('withdrawal.not.found'));
    given(review(0n), withdraw('USDT', 500n), approve())
      .when(cancelWithdrawal(1))
      .then(occurred('WithdrawalCancelled'), available(BOB, 'USDT', RICH));
    given(withdraw('USDT', 500n), approve()).when(cancelWithdrawal(1)).then(refused('withdrawal.state.invalid'));
  });

  // P16: a payment stands for one withdrawal, for ever.
  test('is paid with what has paid for nothing else, also after a restart', () => {
    const scenario = given(withdraw('USDT', 500n), payOut(), withdraw('USDT', 600n), approve(2), startPayout(2));
    restarted(scenario)
      .when(pay(2, 'tx-1'))
      .then(refused('reference.already.used'), frozen(BOB, 'USDT', 610n))
      .when(pay(2, 'tx-2'))
      .then(occurred('WithdrawalPaid', { reference: 'tx-2' }));
  });
});

describe('what was submitted to a chain', () => {
  const submitted = [withdraw('USDT', 500n), approve(), startPayout(), submitPayout()];

  test('is in the journal under its key, and nobody rejects it, whatever anybody states', () => {
    const scenario = given(withdraw('USDT', 500n), approve(), startPayout())
      .when(submitPayout())
      .then(occurred('PayoutSubmitted', { withdrawal: 1, user: BOB, key: 'withdrawal/1' }));
    for (const memory of [scenario, restarted(scenario)])
      memory
        .when(turnDown(), turnDown(1, SECOND))
        .then(refused('payout.submitted'), refused('payout.submitted'), frozen(BOB, 'USDT', 510n));
  });

  test('is not submitted while somebody states that nothing was sent', () => {
    given(withdraw('USDT', 500n), approve(), startPayout(), turnDown())
      .when(submitPayout())
      .then(refused('withdrawal.state.invalid'))
      .when(turnDown(1, SECOND))
      .then(occurred('WithdrawalRejected'), frozen(BOB, 'USDT', 0n));
  });

  test('is no legal currency: no chain carries it', () => {
    given(credit('USD', 1_000n, 'bank/1'), withdraw('USD', 500n), approve(), startPayout())
      .when(submitPayout())
      .then(refused('withdrawal.destination.invalid'));
  });

  test('returns when its failure is proven and two state it', () => {
    given(submitted)
      .when(failPayout())
      .then(occurred('PayoutFailed', { withdrawal: 1, key: 'withdrawal/1', reason: 'its block left the chain' }))
      .when(turnDown(), turnDown())
      .then(occurred('RejectionProposed'), refused('approval.needs.another'), frozen(BOB, 'USDT', 510n))
      .when(submitPayout())
      .then(refused('withdrawal.state.invalid'))
      .when(turnDown(1, SECOND))
      .then(occurred('WithdrawalRejected'), available(BOB, 'USDT', RICH), frozen(BOB, 'USDT', 0n));
  });

  test.each<[string, Step[]]>([
    ['at once', []],
    ['when staff start it again, which ends the statement of the first', [turnDown(), startPayout()]],
  ])('is sent again under the same key, and under no other: %s', (_, way) => {
    const scenario = given(submitted, failPayout(), way);
    for (const memory of [scenario, restarted(scenario)])
      memory.when(submitPayout(1, 'another')).then(refused('payout.key.mismatch'));
    scenario
      .when(submitPayout())
      .then(occurred('PayoutSubmitted', { key: 'withdrawal/1' }))
      .when(turnDown())
      .then(refused('payout.submitted'))
      .when(pay())
      .then(occurred('WithdrawalPaid'), frozen(BOB, 'USDT', 0n));
  });

  test('fails under its own key alone', () => {
    given(submitted).when(failPayout(1, 'another')).then(refused('payout.key.mismatch'));
  });

  test('that failed may be rejected again after it was started again', () => {
    given(submitted, failPayout(), startPayout())
      .when(turnDown(), turnDown(1, SECOND))
      .then(occurred('RejectionProposed'), occurred('WithdrawalRejected'), frozen(BOB, 'USDT', 0n));
  });
});

describe('the waiting time that its owner wished', () => {
  const HOUR = 3_600_000;
  const waiting = () => given().when(withdraw('USDT', 500n, { delay: HOUR }));
  /** The clock stands a millisecond behind the last step. */
  const untilOf = ({ exchange }: Scenario) => exchange.now - 1 + HOUR;

  test('lets nobody approve it before, and everybody may after', () => {
    const scenario = waiting();
    const until = untilOf(scenario);
    scenario
      .then(occurred('WithdrawalApplied', { notBefore: until }))
      .when(later(HOUR - 2, approve()))
      .then(refused('withdrawal.delayed', { until }))
      .when(approve())
      .then(occurred('WithdrawalApproved', { withdrawal: 1 }));
  });

  test('outlives a restart, and is none without a wish', () => {
    const scenario = waiting();
    const until = untilOf(scenario);
    restarted(scenario).when(approve()).then(refused('withdrawal.delayed', { until }));
    given()
      .when(withdraw('USDT', 500n, { delay: 0 }))
      .then(occurred('WithdrawalApplied', { notBefore: undefined }))
      .when(approve())
      .then(occurred('WithdrawalApproved'));
  });

  test('leaves its owner and staff free to end it', () => {
    waiting()
      .when(cancelWithdrawal(1))
      .then(occurred('WithdrawalCancelled'), frozen(BOB, 'USDT', 0n));
    waiting()
      .when(turnDown())
      .then(occurred('WithdrawalRejected'), frozen(BOB, 'USDT', 0n));
  });
});

describe('two of staff', () => {
  const large = withdraw('USDT', 6_000n);
  const worth = 6_000n * 1_000n;

  test('approve what is worth more than the limit; one approves what is worth exactly that', () => {
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

  test('approve by what held when it was applied for, or by what holds now, whichever asks for more', () => {
    const second = occurred('WithdrawalApproved', { by: 10_000_009, complete: 0 });
    given(review(worth - 1n), large, review(worth))
      .when(approve())
      .then(second);
    given(review(worth), large, review(worth - 1n))
      .when(approve())
      .then(second);
    restarted(given(review(worth - 1n), large, review(worth)))
      .when(approve())
      .then(second);
  });

  test('approve above 10,000 USDT until staff say otherwise', () => {
    given(credit('USDT', RICH, 'more'), withdraw('USDT', 10_000n * USDT))
      .when(approve())
      .then(occurred('WithdrawalApproved', { complete: 1 }));
    given(credit('USDT', RICH, 'more'), withdraw('USDT', 10_000n * USDT + 1n))
      .when(approve())
      .then(occurred('WithdrawalApproved', { complete: 0 }));
  });

  test('approve what nothing can price', () => {
    const unpriced: Step[] = [
      staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({ type: 'SetRechargeTerms', asset: 'XYZ', chain: 'XYZ', minimum: 1n, confirmations: 1 }),
      credit('XYZ', 500n, 'xyz'),
    ];
    given(unpriced)
      .when(withdraw('XYZ', 5n), approve())
      .then(occurred('WithdrawalApplied', { value: undefined }), occurred('WithdrawalApproved', { complete: 0 }));
  });

  test('are other people than the one whose money it is', () => {
    const own = `admin/${BOB}` as const;
    given(withdraw('USDT', 500n)).when(approve(1, own)).then(refused('approval.needs.another'));
    given(withdraw('USDT', 500n), approve()).when(turnDown(1, own)).then(refused('approval.needs.another'));
  });

  test.each([
    ['approved', [approve()]],
    ['being paid', [approve(), startPayout()]],
  ])('state that nothing was sent before what is %s returns', (_, way) => {
    given(withdraw('USDT', 500n), way)
      .when(turnDown())
      .then(
        occurred('RejectionProposed', { withdrawal: 1, user: BOB, by: 10_000_009, reason: 'address' }),
        frozen(BOB, 'USDT', 510n),
      )
      .when(turnDown())
      .then(refused('approval.needs.another'), frozen(BOB, 'USDT', 510n))
      .when(turnDown(1, SECOND, 'never sent'))
      .then(
        occurred('WithdrawalRejected', { reason: 'never sent' }),
        available(BOB, 'USDT', RICH),
        frozen(BOB, 'USDT', 0n),
      );
  });

  test('state it anew once the payout has begun', () => {
    given(withdraw('USDT', 500n), approve(), turnDown())
      .when(startPayout(), turnDown(1, SECOND))
      .then(occurred('PayoutStarted'), occurred('RejectionProposed', { by: 10_000_008 }), frozen(BOB, 'USDT', 510n))
      .when(turnDown())
      .then(occurred('WithdrawalRejected'), frozen(BOB, 'USDT', 0n));
  });

  test('are people: the system approves and rejects nothing', () => {
    given(withdraw('USDT', 500n))
      .when({ actor: 'payouts', command: { type: 'ApproveWithdrawal', withdrawal: 1 } })
      .then(refused('command.not.permitted'))
      .when({ actor: 'payouts', command: { type: 'RejectWithdrawal', withdrawal: 1, reason: 'r' } })
      .then(refused('command.not.permitted'));
  });

  test('a limit below nothing or beyond 64 bits is none', () => {
    given().when(review(-1n)).then(refused('amount.not.positive'));
    given()
      .when(review(2n ** 63n))
      .then(refused('amount.too.large'));
    given()
      .when(review(0n))
      .then(occurred('WithdrawalReviewSet', { secondApprovalAbove: 0n }));
  });
});

describe('the value of a withdrawal', () => {
  const valued = (asset: string, amount: bigint, value: bigint | undefined, ...before: Step[]) =>
    given(credit('USD', 10_000n, 'bank/1'), ...before)
      .when(withdraw(asset, amount))
      .then(occurred('WithdrawalApplied', { asset, amount, value }));

  test('is USDT as it is, whatever its scale', () => {
    valued('USDT', 3n * USDT + 1n, 3n * VALUE + 1_000n);
  });

  test('is what the market last paid, rounded up, where that is the most', () => {
    // Reference price 1 USDT the BTC, of which a unit is a thousandth.
    valued('BTC', 5n, VALUE / 200n);
    valued('BTC', 5n, (103n * VALUE) / 100n / 200n, ...lastPrice(103));
    // 10.1 USDT the ETH, of which a unit is a hundred-thousandth: 7 units are 0.000707.
    valued('ETH', 7n, 70_700n, ...lastPrice(101, 'ETH-USDT'));
  });

  test('of legal currency is what a USDT costs in it, rounded up', () => {
    valued('USD', 150n, (3n * VALUE) / 2n);
    // At 0.97 a USDT, 150 cents are 1.5463917525… USDT, which is more than at the reference price of 1.
    const last = [
      credit('USD', 5_000n, 'a', 10_000_001),
      { ...transfer('USD', 'legal', 'spot', 5_000n), actor: 'user/10000001' } as Step,
    ];
    last[1].command = { ...last[1].command, user: 10_000_001 } as Command;
    valued('USD', 150n, 154_639_176n, ...last, ...lastPrice(97, 'USDT-USD'));
  });

  test('is the largest of the last price, the average of a day and the reference price', () => {
    const HOUR = 3_600_000;
    // A unit is a thousandth of a BTC; the reference price is 1 USDT.
    const worth = (at: number, steps: readonly Step[]): bigint | undefined => {
      const scenario = given(...lastPrice(104), ...steps);
      scenario.exchange.now += at;
      scenario.when(withdraw('BTC', 1_000n));
      const [applied] = scenario.exchange.batches.at(-1)?.events ?? [];
      return applied.type === 'WithdrawalApplied' ? applied.value : undefined;
    };
    // Ten lots at 1.04, then ten at 0.99: 1.015 on average.
    expect(worth(0, [])).toBe((104n * VALUE) / 100n);
    expect(worth(0, lastPrice(99))).toBe((1_015n * VALUE) / 1_000n);
    expect(worth(22 * HOUR, lastPrice(99))).toBe((1_015n * VALUE) / 1_000n);
    // A day later nothing has been traded: the reference price is more than the last.
    expect(worth(25 * HOUR, lastPrice(99))).toBe(VALUE);
    expect(worth(25 * HOUR, [])).toBe((104n * VALUE) / 100n);
  });

  test('is not made less by a few lots at the lowest price there is, nor is the number of approvals', () => {
    // 300,000 USDT of a coin whose book is empty: five lots between two friends at the lowest tick.
    const large = withdraw('BTC', 1_000n);
    const cheap = [by(CAROL, sell(BTC_USDT.priceLowest, 5)), by(ALICE, buy(BTC_USDT.priceLowest, 5))];
    given(review(VALUE / 2n), ...cheap)
      .when(large, approve())
      .then(occurred('WithdrawalApplied', { value: VALUE }), occurred('WithdrawalApproved', { complete: 0 }));
    // Nor after it was applied for: what it was worth then counts as well.
    given(review(VALUE / 2n), large, ...cheap)
      .when(approve())
      .then(occurred('WithdrawalApproved', { complete: 0 }));
  });

  describe('and the index', () => {
    const DAY_MS = 86_400_000;
    /** Published, and so much later this is applied for. */
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
      restarted(scenario).when(step);
      const [applied] = exchange.batches.at(-1)?.events ?? [];
      return applied.type === 'WithdrawalApplied' ? applied.value : null;
    };
    const coin = withdraw('BTC', 1_000n);

    test('counts where it is the most, however few decimals it has', () => {
      // The reference price is 1 USDT.
      expect(worth(0, 103, { decimals: 2 }, coin)).toBe((103n * VALUE) / 100n);
      expect(worth(0, 2, { decimals: 0 }, coin)).toBe(2n * VALUE);
      expect(worth(0, 1_000_000_000_001, { decimals: 12 }, withdraw('BTC', 5n))).toBe(VALUE / 200n + 1n);
      expect(worth(0, 99, { decimals: 2 }, coin)).toBe(VALUE);
      expect(worth(0, 103, { decimals: 2 }, coin, ...lastPrice(109))).toBe((109n * VALUE) / 100n);
    });

    test('counts for a day after it was published, though it is stale for all else', () => {
      expect(worth(DAY_MS, 103, { staleMs: 1_000 }, coin)).toBe((103n * VALUE) / 100n);
      expect(worth(DAY_MS + 1, 103, { staleMs: 86_400_000 }, coin)).toBe(VALUE);
    });

    test('of what a USDT costs is taken the other way round, rounded up', () => {
      // 97 cents the USDT: 150 cents are 1.5463917525… USDT.
      expect(worth(0, 97, { symbol: 'USDT-USD' }, withdraw('USD', 150n))).toBe(154_639_176n);
      expect(worth(0, 104, { symbol: 'USDT-USD' }, withdraw('USD', 150n))).toBe((3n * VALUE) / 2n);
    });

    test('prices a coin that has no market, as long as it counts', () => {
      const unlisted = [
        staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }),
        staff({ type: 'SetRechargeTerms', asset: 'XYZ', chain: 'XYZ', minimum: 1n, confirmations: 1 }),
        credit('XYZ', 500n, 'xyz'),
      ];
      const few = withdraw('XYZ', 5n);
      expect(worth(0, 300, { symbol: 'XYZ-USDT' }, few, ...unlisted)).toBe((3n * VALUE) / 20n);
      expect(worth(DAY_MS + 1, 300, { symbol: 'XYZ-USDT' }, few, ...unlisted)).toBeUndefined();
    });

    test('is not USDT’s own value', () => {
      expect(worth(0, 300, { symbol: 'USDT-USD' }, withdraw('USDT', 3n * USDT))).toBe(3n * VALUE);
    });

    test('makes a second one approve what has become worth more since', () => {
      const { exchange } = given(review(VALUE + VALUE / 100n), coin, indexTerms());
      new Scenario(exchange)
        .given(publish([102, 102], exchange.now))
        .when(approve())
        .then(occurred('WithdrawalApproved', { complete: 0 }));
    });
  });

  test('is reckoned again when it is approved: what has become worth more needs a second one', () => {
    given(review(VALUE + VALUE / 100n), withdraw('BTC', 1_000n), ...lastPrice(109))
      .when(approve())
      .then(occurred('WithdrawalApproved', { complete: 0 }));
  });
});

describe('the limit of a day', () => {
  const DAY_MS = 86_400_000;
  const DAY = dayOf(given().exchange.now);
  const limited = (amount: bigint, limit: bigint) => withdraw('USDT', amount, { limit });
  /** The exchange some days later, or earlier by its clock. */
  const after = (days: number, ...steps: (Step | Step[])[]): Scenario => {
    const scenario = given(...steps);
    scenario.exchange.now += days * DAY_MS;
    return scenario;
  };
  const left = (value: bigint) => refused('withdrawal.limit.exceeded', { left: `${value}` });

  test('counts all that was applied for, to the unit', () => {
    given(limited(3n * USDT, 10n * VALUE))
      .when(limited(7n * USDT + 1n, 10n * VALUE))
      .then(left(7n * VALUE))
      .when(limited(7n * USDT, 10n * VALUE))
      .then(occurred('WithdrawalApplied', { value: 7n * VALUE, day: DAY }))
      .when(limited(100n, 10n * VALUE))
      .then(left(0n));
  });

  test('is that of the batch, from the first millisecond of midnight in GMT+8 on', () => {
    const midnight = dayStart(DAY + 1);
    const scenario = given(limited(10n * USDT, 10n * VALUE));
    scenario.exchange.now = midnight - 1;
    scenario.when(limited(USDT, 10n * VALUE)).then(left(0n));
    expect(scenario.exchange.now).toBe(midnight);
    scenario.when(limited(USDT, 10n * VALUE)).then(occurred('WithdrawalApplied', { day: DAY + 1 }));
  });

  test('begins anew with the day', () => {
    after(1, limited(10n * USDT, 10n * VALUE))
      .when(limited(10n * USDT, 10n * VALUE))
      .then(occurred('WithdrawalApplied', { day: DAY + 1 }));
  });

  test('is not escaped by a clock that goes back', () => {
    after(-1, limited(10n * USDT, 10n * VALUE))
      .when(limited(USDT, 10n * VALUE))
      .then(left(0n))
      .when(limited(USDT, 11n * VALUE))
      .then(occurred('WithdrawalApplied', { day: DAY }));
  });

  test.each<[string, Step[]]>([
    ['rejected', [turnDown()]],
    ['rejected after its approval', [approve(), turnDown(), turnDown(1, SECOND)]],
    ['cancelled', [cancelWithdrawal(1)]],
  ])('is given back what was %s', (_, way) => {
    given(limited(10n * USDT, 10n * VALUE), way)
      .when(limited(10n * USDT, 10n * VALUE))
      .then(occurred('WithdrawalApplied'));
  });

  test('is not given back what was paid, nor what belongs to another day', () => {
    given(limited(10n * USDT, 10n * VALUE), payOut())
      .when(limited(USDT, 10n * VALUE))
      .then(left(0n));
    after(1, limited(10n * USDT, 10n * VALUE))
      .given(limited(10n * USDT, 10n * VALUE), cancelWithdrawal(1))
      .when(limited(USDT, 10n * VALUE))
      .then(left(0n));
  });

  test('may be lowered below what has been applied for', () => {
    given(limited(10n * USDT, 10n * VALUE))
      .when(limited(USDT, 5n * VALUE))
      .then(left(0n));
  });

  test('is counted in one sum over all assets', () => {
    given(limited(9n * USDT, 10n * VALUE), credit('USD', 1_000n, 'bank/1'))
      .when(withdraw('USD', 101n, { limit: 10n * VALUE }))
      .then(left(VALUE))
      .when(withdraw('USD', 100n, { limit: 10n * VALUE }))
      .then(occurred('WithdrawalApplied', { value: VALUE }));
  });

  test('refuses what it cannot count', () => {
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

  test('and the day are no part of the request: a retry is a retry after midnight and after a change', () => {
    const scenario = after(1, as('a', limited(500n, 10n * VALUE)));
    scenario.when(as('a', limited(500n, 1n * VALUE))).then(repeated(), frozen(BOB, 'USDT', 510n));
  });

  test('is no limit where none is given', () => {
    given(limited(10n * USDT, 10n * VALUE))
      .when(withdraw('USDT', 100n * USDT), limited(USDT, 10n * VALUE))
      .then(occurred('WithdrawalApplied'), left(0n));
  });
});

describe('what a withdrawal is worth', () => {
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

test('staff are remembered as who they are', () => {
  given(review(0n), withdraw('USDT', 500n), approve(1, ADMIN), approve(1, SECOND))
    .when()
    .then(that(({ state }) => expect(state.wallet.withdrawals.get(1)?.approvals).toEqual([10_000_009, 10_000_008])));
});

describe('what one day comes to', () => {
  const review = staff({ type: 'SetWithdrawalReview', secondApprovalAbove: 1_000_000n });
  const DAY = 86_400_000;

  test('many small withdrawals of one user are approved like the large one that they are', () => {
    given(review, withdraw('USDT', 600n), withdraw('USDT', 600n), withdraw('USDT', 600n))
      .when(approve(1), approve(2))
      .then(
        occurred('WithdrawalApproved', { withdrawal: 1, complete: 1, worth: 600_000n }),
        occurred('WithdrawalApproved', { withdrawal: 2, complete: 0 }),
      )
      .when(approve(2, SECOND))
      .then(occurred('WithdrawalApproved', { withdrawal: 2, complete: 1 }))
      // Whoever looks at the third has approved nothing yet; its owner has had the others.
      .when(approve(3, 'admin/10000007'))
      .then(occurred('WithdrawalApproved', { withdrawal: 3, complete: 0 }));
  });

  test('one member of staff approves alone no more than that in a day, whoever it belongs to', () => {
    given(review, withdraw('USDT', 600n), by(ALICE, withdraw('USDT', 600n)), by(CAROL, withdraw('USDT', 300n)))
      .when(approve(1), approve(2), approve(3, SECOND))
      .then(
        occurred('WithdrawalApproved', { withdrawal: 1, complete: 1 }),
        occurred('WithdrawalApproved', { withdrawal: 2, complete: 0 }),
        occurred('WithdrawalApproved', { withdrawal: 3, complete: 1 }),
      );
  });

  test('a day later it counts no more, and through a snapshot it does', () => {
    const scenario = given(review, withdraw('USDT', 600n), by(ALICE, withdraw('USDT', 600n)), approve(1));
    restarted(scenario)
      .when(later(DAY - 60_000, approve(2)))
      .then(occurred('WithdrawalApproved', { withdrawal: 2, complete: 0 }));
    given(review, withdraw('USDT', 600n), by(ALICE, withdraw('USDT', 600n)), approve(1))
      .when(later(DAY, approve(2)))
      .then(occurred('WithdrawalApproved', { withdrawal: 2, complete: 1 }));
  });

  test('two accounts of one document are one, of users and of staff', () => {
    const document = (user: number): Step => system({ type: 'NameDocument', user, document: 'ab'.repeat(32) });
    given(review, document(BOB), document(ALICE), withdraw('USDT', 600n), by(ALICE, withdraw('USDT', 600n)))
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
