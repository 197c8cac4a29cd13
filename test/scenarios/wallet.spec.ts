import {
  ALICE,
  BOB,
  CAROL,
  RICH,
  available,
  by,
  cancelWithdrawal,
  frozen,
  given,
  house,
  occurred,
  poor,
  refused,
  staff,
  that,
  withdraw,
} from '../tools/core-fixture';
import type { Command } from '../../server/core/command';

const pay = (withdrawal = 1) => staff({ type: 'PayWithdrawal', withdrawal, reference: 'tx-1' });
const turnDown = (withdrawal = 1) => staff({ type: 'RejectWithdrawal', withdrawal, reason: 'address' });
const OWED = 3n * RICH;

describe('a recharge', () => {
  const credit = (fields: Partial<Extract<Command, { type: 'CreditRecharge' }>>) =>
    staff({ type: 'CreditRecharge', user: BOB, asset: 'USDT', amount: 7n, reference: 'eth:0xabc:0', ...fields });

  test('comes from the world outside and is available at once', () => {
    given()
      .when(credit({}))
      .then(
        occurred('RechargeCredited', { user: BOB, amount: 7n, reference: 'eth:0xabc:0' }),
        available(BOB, 'USDT', RICH + 7n),
        house('custody', 'USDT', -OWED - 7n),
      );
  });

  test('is refused for nobody, for nothing and beyond what 64 bits hold', () => {
    given()
      .when(credit({ user: 99 }))
      .then(refused('account.unknown'));
    given()
      .when(credit({ asset: 'DOGE' }))
      .then(refused('asset.unknown'));
    given()
      .when(credit({ amount: 0n }))
      .then(refused('amount.not.positive'));
    given()
      .when(credit({ amount: -1n }))
      .then(refused('amount.not.positive'));
    const room = 2n ** 63n - 1n - OWED;
    given()
      .when(credit({ amount: room + 1n }))
      .then(refused('amount.too.large'));
    given()
      .when(credit({ amount: room }), credit({ amount: 1n }))
      .then(occurred('RechargeCredited'), refused('amount.too.large'), available(BOB, 'USDT', RICH + room));
  });
});

describe('a withdrawal', () => {
  test('freezes the amount and the fee, and is paid out of what is frozen', () => {
    given()
      .when(withdraw('USDT', 500n))
      .then(
        occurred('WithdrawalApplied', { withdrawal: 1, user: BOB, amount: 500n, fee: 10n, hold: 1 }),
        available(BOB, 'USDT', RICH - 510n),
        frozen(BOB, 'USDT', 510n),
      )
      .when(pay())
      .then(
        occurred('WithdrawalPaid', { withdrawal: 1, user: BOB, reference: 'tx-1' }),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 510n),
        house('fees', 'USDT', 10n),
        house('custody', 'USDT', -OWED + 500n),
      );
  });

  test('of an asset without a fee has one entry less', () => {
    given(withdraw('ETH', 500n))
      .when(pay())
      .then(
        occurred('WithdrawalPaid'),
        that((_, { events }) => {
          const [paid] = events;
          expect(paid.type === 'WithdrawalPaid' && paid.entries.map((entry) => entry.kind)).toEqual(['withdrawal']);
        }),
      );
  });

  // P13, P15: paid once, and every state has an exit.
  test.each([
    ['paid', pay()],
    ['rejected', turnDown()],
    ['cancelled', cancelWithdrawal(1)],
  ])('that was %s is over', (_, end) => {
    for (const again of [pay(), turnDown(), cancelWithdrawal(1)])
      given(withdraw('USDT', 500n), end)
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

  test('is cancelled by its owner alone', () => {
    given(withdraw('USDT', 500n))
      .when(by(CAROL, cancelWithdrawal(1)))
      .then(refused('withdrawal.not.found'));
  });

  test('the minimum counts as enough', () => {
    given()
      .when(withdraw('USDT', 99n))
      .then(refused('withdrawal.too.small', { minimum: '100' }));
    given().when(withdraw('USDT', 100n)).then(occurred('WithdrawalApplied'));
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
    for (const step of [pay(7), turnDown(7), cancelWithdrawal(7)])
      given().when(step).then(refused('withdrawal.not.found'));
  });
});

describe('funds frozen by staff', () => {
  const freeze = (fields: Partial<Extract<Command, { type: 'FreezeFunds' }>> = {}) =>
    staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 400n, reason: 'court', ...fields });
  const unfreeze = (hold: number) => staff({ type: 'UnfreezeFunds', hold, reason: 'settled' });

  test('cannot be spent until staff unfreeze them, all at once and once', () => {
    given()
      .when(freeze())
      .then(
        occurred('FundsFrozen', { hold: 1, reason: 'court' }),
        available(BOB, 'USDT', RICH - 400n),
        frozen(BOB, 'USDT', 400n),
      )
      .when(unfreeze(1))
      .then(
        occurred('FundsUnfrozen', { hold: 1, user: BOB, reason: 'settled' }),
        available(BOB, 'USDT', RICH),
        frozen(BOB, 'USDT', 0n),
      )
      .when(unfreeze(1))
      .then(refused('hold.not.found'));
  });

  test('the hold of a withdrawal or an order is none of it', () => {
    given(withdraw('USDT', 500n))
      .when(unfreeze(1))
      .then(refused('hold.not.found'), frozen(BOB, 'USDT', 510n));
  });

  test('guards', () => {
    given()
      .when(freeze({ user: 99 }))
      .then(refused('account.unknown'));
    given()
      .when(freeze({ asset: 'DOGE' }))
      .then(refused('asset.unknown'));
    given()
      .when(freeze({ amount: 0n }))
      .then(refused('amount.not.positive'));
    given()
      .when(freeze({ amount: RICH + 1n }))
      .then(refused('balance.insufficient', { asset: 'USDT', required: `${RICH + 1n}`, available: `${RICH}` }));
    given()
      .when(freeze({ amount: 2n ** 63n }))
      .then(refused('amount.too.large'));
  });
});

test('the owners fund the house from outside', () => {
  given()
    .when(staff({ type: 'FundHouse', asset: 'USDT', amount: 1_000n, reason: 'capital' }))
    .then(
      occurred('HouseFunded', { reason: 'capital' }),
      house('treasury', 'USDT', 1_000n),
      house('custody', 'USDT', -OWED - 1_000n),
    );
  given()
    .when(staff({ type: 'FundHouse', asset: 'DOGE', amount: 1n, reason: 'r' }))
    .then(refused('asset.unknown'));
  given()
    .when(staff({ type: 'FundHouse', asset: 'USDT', amount: 0n, reason: 'r' }))
    .then(refused('amount.not.positive'));
  given()
    .when(staff({ type: 'FundHouse', asset: 'USDT', amount: 2n ** 63n, reason: 'r' }))
    .then(refused('amount.too.large'));
});

test('everything that exists sums to zero: what the house owes is what the users have', () => {
  given(withdraw('USDT', 500n))
    .when(pay())
    .then(
      occurred('WithdrawalPaid'),
      available(ALICE, 'USDT', RICH),
      house('custody', 'USDT', -(OWED - 500n)),
      that(({ auditor }) => auditor.checkSums()),
    );
});
