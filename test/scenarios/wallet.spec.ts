import {
  ALICE,
  BOB,
  RICH,
  available,
  credit,
  frozen,
  given,
  house,
  occurred,
  payOut,
  refused,
  staff,
  that,
  transfer,
  withdraw,
} from '../tools/core-fixture';
import type { Command } from '../../server/core/command';

const OWED = 3n * RICH;

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

  test('are somebody else’s to release', () => {
    given(freeze({ user: ALICE }))
      .when({ ...unfreeze(1), actor: `admin/${ALICE}` })
      .then(refused('command.not.permitted'), frozen(ALICE, 'USDT', 400n))
      .when(unfreeze(1))
      .then(occurred('FundsUnfrozen', { hold: 1, user: ALICE }));
  });

  test('lie where they lay, in whichever account', () => {
    given(credit('USD', 700n, 'bank/1'), transfer('USDT', 'spot', 'option', 400n))
      .when(freeze({ asset: 'USD', amount: 700n, account: 'legal' }), freeze({ account: 'option' }))
      .then(
        occurred('FundsFrozen', { hold: 1, account: 'legal' }),
        occurred('FundsFrozen', { hold: 2, account: 'option' }),
        frozen(BOB, 'USD', 700n, 'legal'),
        frozen(BOB, 'USDT', 400n, 'option'),
        available(BOB, 'USDT', RICH - 400n),
      )
      .when(withdraw('USD', 100n))
      .then(refused('balance.insufficient', { asset: 'USD', required: '105', available: '0' }))
      .when(unfreeze(1), unfreeze(2))
      .then(
        occurred('FundsUnfrozen', { hold: 1 }),
        occurred('FundsUnfrozen', { hold: 2 }),
        available(BOB, 'USD', 700n, 'legal'),
        available(BOB, 'USDT', 400n, 'option'),
      );
    given()
      .when(freeze({ asset: 'USD', amount: 1n, account: 'legal' }))
      .then(refused('balance.insufficient', { asset: 'USD', required: '1', available: '0' }));
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
    .when(payOut())
    .then(
      occurred('WithdrawalApproved'),
      occurred('PayoutStarted'),
      occurred('WithdrawalPaid'),
      available(ALICE, 'USDT', RICH),
      house('custody', 'USDT', -(OWED - 500n)),
      that(({ auditor }) => auditor.entries.checkSums()),
    );
});
