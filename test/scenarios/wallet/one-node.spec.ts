import {
  BOB,
  RICH,
  available,
  given,
  occurred,
  refused,
  staff,
  observe,
  restoredFromSnapshot,
  DAVE,
  finalize,
  later,
  revert,
} from '../../tools/fixtures/core-fixture';
import { AMOUNT } from './wallet-fixture';

describe('a payment reported by one node only', () => {
  const alone = (confirmations: number, aloneUpTo: bigint) => observe(confirmations, { amount: AMOUNT, aloneUpTo });
  /** Its value: amounts have five decimals, values eight. */
  const WORTH = AMOUNT * 1_000n;

  test('is followed and waits above the maximum for one node', () => {
    given()
      .when(alone(1, WORTH - 1n), alone(12, WORTH - 1n))
      .then(
        occurred('RechargeSeen'),
        occurred('RechargeConfirmed', { confirmations: 12 }),
        available(BOB, 'USDT', RICH),
      )
      .when(alone(13, WORTH - 1n))
      .then(refused('recharge.unwitnessed'), available(BOB, 'USDT', RICH))
      // The second node reports the same.
      .when(observe(13, { amount: AMOUNT }))
      .then(occurred('RechargeConfirmed'), occurred('RechargeCredited'), available(BOB, 'USDT', RICH + AMOUNT));
  });

  test('waits if small ones together exceed the maximum for one node', () => {
    const bounds = { provisional: 1, aloneUpTo: WORTH, aloneCoinUpTo: 2n * WORTH, aloneAllUpTo: 3n * WORTH } as const;
    const told = (output: number, fields: Parameters<typeof observe>[1] = {}) =>
      observe(12, { amount: AMOUNT, reference: `ERC20/0xabc/${output}`, ...bounds, ...fields });
    const scenario = given(told(1), told(2))
      .then(available(BOB, 'USDT', RICH + 2n * AMOUNT))
      .when(told(3, { amount: 100n, user: DAVE }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(DAVE, 'USDT', 0n))
      .when(told(3, { amount: 100n, user: DAVE, confirmations: 13 }))
      .then(refused('recharge.unwitnessed'));
    // A restart keeps the count.
    restoredFromSnapshot(scenario)
      .when(told(3, { amount: 100n, user: DAVE, confirmations: 14 }))
      .then(refused('recharge.unwitnessed'))
      // Payments confirmed by two nodes, and final ones, are credited and free no room.
      .when(observe(12, { amount: AMOUNT, reference: 'ERC20/0xabc/4', provisional: 1 }))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited', { alone: undefined }))
      .when(told(5, { provisional: 0 }))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited', { alone: undefined }))
      .when(told(3, { amount: 100n, user: DAVE, confirmations: 15 }))
      .then(refused('recharge.unwitnessed'))
      // One of them is final now.
      .when(finalize('ERC20/0xabc/1'), told(3, { amount: 100n, user: DAVE, confirmations: 16 }))
      .then(
        occurred('RechargeFinalized'),
        occurred('RechargeConfirmed'),
        occurred('RechargeCredited', { user: DAVE, alone: 1 }),
      );
  });

  test('that was reverted frees no room for thirty days, however often', () => {
    const bounds = { provisional: 1, aloneCoinUpTo: 2n * WORTH, aloneAllUpTo: 3n * WORTH } as const;
    const told = (output: number, fields: Parameters<typeof observe>[1] = {}) =>
      observe(12, { amount: AMOUNT, reference: `ERC20/0xabc/${output}`, ...bounds, ...fields });
    const DAY_MS = 86_400_000;
    const waits = refused('recharge.unwitnessed');
    // One node invents as much as allowed and drops its branch.
    const scenario = given(told(1), told(2))
      .when(revert('ERC20/0xabc/1'), revert('ERC20/0xabc/2'))
      .then(
        occurred('RechargeReverted', { alone: 1 }),
        occurred('FundsFrozen'),
        occurred('RechargeReverted', { alone: 1 }),
        occurred('FundsFrozen'),
      )
      .when(told(3, { user: DAVE }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(DAVE, 'USDT', 0n));
    // A restart keeps the count, and other coins count too.
    restoredFromSnapshot(scenario)
      .when(told(3, { user: DAVE, confirmations: 13 }))
      .then(waits)
      .when(observe(12, { asset: 'BTC', chain: 'BTC', reference: 'BTC/a/0', amount: 5_001n, ...bounds }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(BOB, 'BTC', RICH))
      // Payments by two nodes, and their reverts, do not count.
      .when(observe(12, { amount: AMOUNT, reference: 'ERC20/0xabc/4', provisional: 1 }), revert('ERC20/0xabc/4'))
      .then(
        occurred('RechargeSeen'),
        occurred('RechargeCredited'),
        occurred('RechargeReverted', { alone: undefined }),
        occurred('FundsFrozen'),
      )
      .when(later(29 * DAY_MS, told(3, { user: DAVE, confirmations: 14 })))
      .then(waits)
      .when(later(2 * DAY_MS, told(3, { user: DAVE, confirmations: 15 })))
      .then(occurred('RechargeConfirmed'), occurred('RechargeCredited', { user: DAVE, alone: 1 }))
      // Old days are dropped with the first of a new one.
      .when(revert('ERC20/0xabc/3'))
      .then(occurred('RechargeReverted'), occurred('FundsFrozen'));
    expect([...scenario.exchange.state.wallet.aloneGone.values()].map(({ amount }) => amount)).toEqual([AMOUNT]);
  });

  test('of another coin counts together with the first', () => {
    const bounds = { provisional: 1, aloneCoinUpTo: 2n * WORTH, aloneAllUpTo: 2n * WORTH } as const;
    const bitcoin = { asset: 'BTC', chain: 'BTC', amount: 3n } as const;
    given(observe(12, { amount: 2n * AMOUNT, reference: 'ERC20/0xabc/1', ...bounds }))
      .then(available(BOB, 'USDT', RICH + 2n * AMOUNT))
      .when(observe(12, { ...bitcoin, reference: 'BTC/a/0', ...bounds }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(BOB, 'BTC', RICH))
      .when(finalize('ERC20/0xabc/1'), observe(13, { ...bitcoin, reference: 'BTC/a/0', ...bounds }))
      .then(occurred('RechargeFinalized'), occurred('RechargeConfirmed'), occurred('RechargeCredited', { alone: 1 }));
  });

  test('is credited up to that value, and waits without a value', () => {
    given().when(alone(12, WORTH)).then(occurred('RechargeSeen'), occurred('RechargeCredited'));
    given(
      staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({ type: 'SetRechargeTerms', asset: 'XYZ', chain: 'XYZ', minimum: 1n, confirmations: 2 }),
    )
      .when(observe(2, { asset: 'XYZ', chain: 'XYZ', reference: 'XYZ/a/0', amount: 1n, aloneUpTo: 10n ** 18n }))
      .then(occurred('RechargeSeen'))
      .when(observe(3, { asset: 'XYZ', chain: 'XYZ', reference: 'XYZ/a/0', amount: 1n, aloneUpTo: 10n ** 18n }))
      .then(refused('recharge.unwitnessed'));
  });
});
