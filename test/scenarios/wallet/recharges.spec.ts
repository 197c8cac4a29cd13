import type { Command } from '../../../server/core/command';
import {
  ALICE,
  BOB,
  RICH,
  available,
  credit,
  given,
  house,
  occurred,
  refused,
  staff,
  CAROL,
  accountFrozen,
  assignAddress,
  observe,
  restoredFromSnapshot,
  retract,
} from '../../tools/fixtures/core-fixture';
import { OWED } from './wallet-fixture';

/** The next recharge number: the exchange opens with nine credits. */
const FIRST = 10;
const ROOM = 2n ** 63n - 1n - OWED;

const terms = (fields: Partial<Extract<Command, { type: 'SetRechargeTerms' }>>) =>
  staff({ type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', minimum: 100n, confirmations: 3, ...fields });

describe('a deposit on a chain', () => {
  test('is followed from its first confirmation and credited once at the last', () => {
    given()
      .when(observe(1))
      .then(
        occurred('RechargeSeen', {
          recharge: FIRST,
          user: BOB,
          amount: 500n,
          address: '0xb0b',
          confirmations: 1,
          needed: 12,
        }),
        available(BOB, 'USDT', RICH),
      )
      .when(observe(2), observe(11))
      .then(
        occurred('RechargeConfirmed', { recharge: FIRST, user: BOB, confirmations: 2 }),
        occurred('RechargeConfirmed', { confirmations: 11 }),
        available(BOB, 'USDT', RICH),
      )
      .when(observe(12))
      .then(
        occurred('RechargeConfirmed', { confirmations: 12 }),
        occurred('RechargeCredited', { recharge: FIRST, user: BOB, amount: 500n, reference: 'ERC20/0xabc/0' }),
        available(BOB, 'USDT', RICH + 500n),
        house('custody', 'USDT', -OWED - 500n),
      );
  });

  // P14: a restarted or second reader reports everything again.
  test('is credited once however often it is reported, also after a restart', () => {
    const scenario = given(observe(12));
    for (const confirmations of [0, 1, 12, 13, 500]) {
      restoredFromSnapshot(scenario)
        .when(observe(confirmations))
        .then(refused('recharge.unchanged'), available(BOB, 'USDT', RICH + 500n));
    }
    scenario.when(retract()).then(refused('recharge.unchanged'), available(BOB, 'USDT', RICH + 500n));
  });

  test('by another output of the same transaction is another deposit', () => {
    given(observe(12))
      .when(observe(12, { reference: 'ERC20/0xabc/1', amount: 700n }))
      .then(
        occurred('RechargeSeen', { recharge: FIRST + 1 }),
        occurred('RechargeCredited', { recharge: FIRST + 1, amount: 700n }),
        available(BOB, 'USDT', RICH + 1_200n),
      );
  });

  test('without a change is no event', () => {
    given(observe(4)).when(observe(4)).then(refused('recharge.unchanged'));
    given().when(observe(-1)).then(refused('recharge.unchanged'));
    given().when(observe(0.5)).then(refused('recharge.unchanged'));
  });

  test('may lose confirmations and regain them', () => {
    given(observe(7))
      .when(observe(5), observe(12))
      .then(
        occurred('RechargeConfirmed', { confirmations: 5 }),
        occurred('RechargeConfirmed', { confirmations: 12 }),
        occurred('RechargeCredited'),
      );
  });

  test('keeps the facts of its first report', () => {
    given(observe(1))
      .when(observe(12, { user: CAROL, amount: 9_000n }))
      .then(
        occurred('RechargeConfirmed', { user: BOB }),
        occurred('RechargeCredited', { user: BOB, amount: 500n }),
        available(CAROL, 'USDT', RICH),
      );
  });

  // A contract may pay another amount to another user when its transaction is included in another block.
  test('takes the facts of its final block', () => {
    given(observe(1, { amount: 50_000n }), retract())
      .when(observe(12, { user: CAROL, amount: 500n }))
      .then(
        occurred('RechargeSeen', { recharge: FIRST, user: CAROL, amount: 500n }),
        occurred('RechargeCredited', { recharge: FIRST, user: CAROL, amount: 500n }),
        available(BOB, 'USDT', RICH),
        available(CAROL, 'USDT', RICH + 500n),
      );
  });

  test('is accepted for a frozen account', () => {
    given(accountFrozen())
      .when(observe(12))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited'), available(BOB, 'USDT', RICH + 500n));
  });

  test('records the fraction too small to be credited', () => {
    given()
      .when(observe(12, { dust: '0.000000000001' }))
      .then(
        occurred('RechargeSeen', { dust: '0.000000000001' }),
        occurred('RechargeCredited', { amount: 500n }),
        available(BOB, 'USDT', RICH + 500n),
      );
  });
});

describe('the deposit minimum', () => {
  test('is met by an equal amount', () => {
    given()
      .when(observe(12, { amount: 100n }))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited', { amount: 100n }));
  });

  test('is missed by one unit less: recorded as failed, never credited', () => {
    given()
      .when(observe(1, { amount: 99n }))
      .then(
        occurred('RechargeSeen', { recharge: FIRST, amount: 99n }),
        occurred('RechargeFailed', { recharge: FIRST, user: BOB, reason: 'recharge.below.minimum' }),
        available(BOB, 'USDT', RICH),
      )
      .when(observe(12, { amount: 99n }))
      .then(refused('recharge.unchanged'), available(BOB, 'USDT', RICH));
  });

  test('and the required depth are those of the first report', () => {
    given(observe(1), terms({ minimum: 1_000n, confirmations: 3 }))
      .when(observe(3), observe(12))
      .then(
        occurred('RechargeConfirmed', { confirmations: 3 }),
        occurred('RechargeConfirmed', { confirmations: 12 }),
        occurred('RechargeCredited', { amount: 500n }),
      );
  });
});

describe('a reorganisation', () => {
  test('before the last confirmation retracts a deposit; reported again it keeps its number', () => {
    given(observe(11))
      .when(retract())
      .then(occurred('RechargeRetracted', { recharge: FIRST, user: BOB }), available(BOB, 'USDT', RICH))
      .when(observe(1))
      .then(occurred('RechargeSeen', { recharge: FIRST, amount: 500n, confirmations: 1, needed: 12 }))
      .when(observe(12))
      .then(
        occurred('RechargeConfirmed'),
        occurred('RechargeCredited', { recharge: FIRST }),
        available(BOB, 'USDT', RICH + 500n),
      );
  });

  test('may be followed by a report of full depth', () => {
    given(observe(11), retract())
      .when(observe(40))
      .then(
        occurred('RechargeSeen', { recharge: FIRST, user: BOB, amount: 500n, confirmations: 40 }),
        occurred('RechargeCredited', { user: BOB, amount: 500n }),
      );
  });

  test('is recorded once, for followed deposits only', () => {
    given(observe(3), retract()).when(retract()).then(refused('recharge.unchanged'));
    given().when(retract('ERC20/0xdef/0')).then(refused('recharge.unchanged'));
  });
});

describe('a manual credit', () => {
  test('is given by another member of staff', () => {
    given()
      .when(credit('USD', 5n, 'bank/own', 10_000_009))
      .then(refused('command.not.permitted'));
  });

  test('is refused for a coin with a chain', () => {
    const byHand = (asset: string) => staff({ type: 'CreditRecharge', user: BOB, asset, amount: 5n, reference: 'r' });
    for (const asset of ['USDT', 'BTC', 'ETH']) given().when(byHand(asset)).then(refused('recharge.only.by.chain'));
    const gold = { type: 'ListAsset', asset: 'GOLD', scale: 3, withdrawalFee: 0n, withdrawalMin: 1n } as const;
    given(staff(gold)).when(byHand('GOLD')).then(occurred('RechargeCredited'));
    given(staff(gold), terms({ asset: 'GOLD', chain: 'GOLD' }))
      .when(byHand('GOLD'))
      .then(refused('recharge.only.by.chain'));
  });
});

describe('a deposit found on a chain by its transaction', () => {
  const found = (fields: Partial<Extract<Command, { type: 'CreditRecharge' }>> = {}) =>
    staff({
      type: 'CreditRecharge',
      user: BOB,
      asset: 'USDT',
      amount: 500n,
      reference: 'ERC20/0xabc/0',
      index: 4,
      ...fields,
    });

  test('is credited to the owner of the address with the facts of the chain', () => {
    given(assignAddress(4))
      .when(found())
      .then(
        occurred('RechargeSeen', { user: BOB, chain: 'ERC20', address: '0x4', amount: 500n, confirmations: 12 }),
        occurred('RechargeCredited', { recharge: FIRST, user: BOB, amount: 500n, reference: 'ERC20/0xabc/0' }),
        available(BOB, 'USDT', RICH + 500n),
      );
  });

  test('is credited once, whether the chain reports before or after', () => {
    const already = refused('recharge.already.credited');
    given(assignAddress(4), found())
      .when(found())
      .then(already, available(BOB, 'USDT', RICH + 500n));
    given(assignAddress(4), found())
      .when(observe(12))
      .then(refused('recharge.unchanged'), available(BOB, 'USDT', RICH + 500n));
    given(assignAddress(4), observe(3)).when(found()).then(already);
    given(assignAddress(4), observe(12))
      .when(found())
      .then(already, available(BOB, 'USDT', RICH + 500n));
    given(assignAddress(4), found()).when(retract()).then(refused('recharge.unchanged'));
  });

  test('is refused for another user or address', () => {
    const foreign = refused('recharge.address.foreign');
    given(assignAddress(4))
      .when(found({ user: CAROL }))
      .then(foreign, available(CAROL, 'USDT', RICH));
    given(assignAddress(4), assignAddress(5, { user: CAROL, address: '0x5' }))
      .when(found({ user: CAROL }))
      .then(foreign);
    given(assignAddress(4))
      .when(found({ index: 5 }))
      .then(foreign);
    given().when(found()).then(foreign);
  });

  test('by one node only is credited up to a value', () => {
    given(assignAddress(4))
      .when(found({ aloneUpTo: 499_999n, nodes: 1 }))
      .then(refused('recharge.unwitnessed'), available(BOB, 'USDT', RICH));
    given(assignAddress(4))
      .when(found({ aloneUpTo: 500_000n, nodes: 1 }))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited'), available(BOB, 'USDT', RICH + 500n));
    // A coin without a price has no upper bound of value.
    const unpriced = { asset: 'GOLD', reference: 'GOLD/0xabc/0' };
    given(
      staff({ type: 'ListAsset', asset: 'GOLD', scale: 3, withdrawalFee: 0n, withdrawalMin: 1n }),
      terms({ asset: 'GOLD', chain: 'GOLD' }),
      assignAddress(4, { chain: 'GOLD' }),
    )
      .when(found({ ...unpriced, aloneUpTo: 10n ** 18n, nodes: 1 }))
      .then(refused('recharge.unwitnessed'));
  });

  test('follows the terms of its chain', () => {
    given(assignAddress(4))
      .when(found({ amount: 99n }))
      .then(refused('recharge.below.minimum'));
    given(assignAddress(4))
      .when(found({ reference: 'TRC20/1/0' }))
      .then(refused('chain.unknown'));
    given(assignAddress(4))
      .when(found({ asset: 'BTC' }))
      .then(refused('chain.unknown'));
    given(assignAddress(4))
      .when(found({ amount: 0n }))
      .then(refused('amount.not.positive'));
  });
});

describe('a chain report is refused', () => {
  test.each([
    ['account.unknown', { user: 99 }],
    ['asset.unknown', { asset: 'DOGE' }],
    ['chain.unknown', { chain: 'TRC20' }],
    ['chain.unknown', { asset: 'BTC' }],
    ['chain.unknown', { asset: 'USD' }],
    ['amount.not.positive', { amount: 0n }],
    ['amount.too.large', { amount: 2n ** 63n }],
  ] as const)('%s: %j', (code, fields) => {
    given().when(observe(1, fields)).then(refused(code));
  });

  test('fails if the total exceeds 64 bits when credited', () => {
    given(observe(1, { amount: ROOM + 1n }))
      .when(observe(12))
      .then(
        occurred('RechargeConfirmed'),
        occurred('RechargeFailed', { reason: 'amount.too.large' }),
        available(BOB, 'USDT', RICH),
      );
    given()
      .when(observe(12, { amount: ROOM }))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited'), available(BOB, 'USDT', RICH + ROOM));
  });
});

describe('deposit terms', () => {
  test('are set by staff for one coin on one chain', () => {
    given()
      .when(terms({ minimum: 7n, confirmations: 1 }), observe(1, { amount: 7n }))
      .then(
        occurred('RechargeTermsSet', { asset: 'USDT', chain: 'ERC20', minimum: 7n, confirmations: 1 }),
        occurred('RechargeSeen', { needed: 1 }),
        occurred('RechargeCredited'),
      );
  });

  // P8: a depth of 0 would credit payments outside any block.
  test.each([
    { confirmations: 0 },
    { confirmations: 1.5 },
    { confirmations: 10_001 },
    { minimum: -1n },
    { minimum: 2n ** 63n },
    { chain: '' },
    { chain: 'erc20' },
    { chain: 'ERC"20' },
    { asset: 'USD' },
  ])('are refused: %j', (fields) => {
    given().when(terms(fields)).then(refused('recharge.terms.invalid'));
  });

  test('are refused for an unlisted asset', () => {
    given()
      .when(terms({ asset: 'DOGE' }))
      .then(refused('asset.unknown'));
  });
});

describe('a credit without a chain', () => {
  test('comes from outside and is available at once', () => {
    given()
      .when(credit('USDT', 7n, 'bank/1'))
      .then(
        occurred('RechargeCredited', { recharge: FIRST, user: BOB, amount: 7n, reference: 'bank/1' }),
        available(BOB, 'USDT', RICH + 7n),
        house('custody', 'USDT', -OWED - 7n),
      );
  });

  test('of legal currency goes to the legal account', () => {
    given()
      .when(credit('USD', 700n, 'bank/1'))
      .then(
        occurred('RechargeCredited', { asset: 'USD' }),
        available(BOB, 'USD', 700n, 'legal'),
        available(BOB, 'USD', 0n),
        house('custody', 'USD', -700n),
      );
  });

  test('is given once per reference for any user, and never for a reference of a chain', () => {
    const already = refused('recharge.already.credited');
    const scenario = given(credit('USDT', 7n, 'bank/1'), observe(3), observe(1, { reference: 'low', amount: 1n }));
    for (const reference of ['bank/1', 'ERC20/0xabc/0', 'low']) {
      restoredFromSnapshot(scenario)
        .when(credit('ETH', 9n, reference, CAROL))
        .then(already, available(CAROL, 'ETH', RICH));
    }
  });

  test('is refused for an unknown account, a zero amount, and beyond 64 bits', () => {
    given()
      .when(credit('USDT', 7n, 'r', 99))
      .then(refused('account.unknown'));
    given()
      .when(credit('DOGE', 7n, 'r'))
      .then(refused('asset.unknown'));
    given()
      .when(credit('USDT', 0n, 'r'))
      .then(refused('amount.not.positive'));
    given()
      .when(credit('USDT', -1n, 'r'))
      .then(refused('amount.not.positive'));
    given()
      .when(credit('USDT', ROOM + 1n, 'r'))
      .then(refused('amount.too.large'));
    given()
      .when(credit('USDT', ROOM, 'r'), credit('USDT', 1n, 's'))
      .then(occurred('RechargeCredited'), refused('amount.too.large'), available(BOB, 'USDT', RICH + ROOM));
  });
});

describe('a deposit address', () => {
  const assigned = (index: number, user: number, address: string) =>
    refused('deposit.address.assigned', { user, chain: 'ERC20', index, address });

  test('belongs to one member permanently, one for each member and chain', () => {
    const scenario = given()
      .when(assignAddress(0), assignAddress(0, { chain: 'BTC', address: 'bc1' }), assignAddress(1, { user: CAROL }))
      .then(
        occurred('DepositAddressAssigned', { user: BOB, chain: 'ERC20', index: 0, address: '0x0' }),
        occurred('DepositAddressAssigned', { user: BOB, chain: 'BTC', index: 0, address: 'bc1' }),
        occurred('DepositAddressAssigned', { user: CAROL, index: 1 }),
      );
    for (const same of [scenario, restoredFromSnapshot(scenario)]) {
      // Another's number, the own number again, and a second one: each refusal names the existing address.
      same.when(assignAddress(1, { user: ALICE })).then(assigned(1, CAROL, '0x1'));
      same.when(assignAddress(0)).then(assigned(0, BOB, '0x0'));
      same.when(assignAddress(7)).then(assigned(0, BOB, '0x0'));
    }
  });

  test('is refused without a member or a valid chain', () => {
    given()
      .when(assignAddress(0, { user: 99 }))
      .then(refused('account.unknown'));
    for (const nowhere of [{ chain: 'no chain' }, { index: -1 }, { index: 0.5 }, { address: '' }]) {
      given().when(assignAddress(0, nowhere)).then(refused('chain.unknown'));
    }
  });
});

test('only the exchange reports chains', () => {
  const { command } = observe(12);
  for (const actor of [`user/${BOB}`, 'admin/10000009'] as const) {
    given().when({ actor, command }).then(refused('command.not.permitted'));
    given(observe(1))
      .when({ ...retract(), actor })
      .then(refused('command.not.permitted'));
  }
});
