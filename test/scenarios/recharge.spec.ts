import type { Command } from '../../server/core/command';
import {
  ALICE,
  BOB,
  CAROL,
  RICH,
  accountFrozen,
  assignAddress,
  available,
  credit,
  given,
  house,
  observe,
  occurred,
  refused,
  restarted,
  retract,
  staff,
} from '../tools/core-fixture';

/** The next number: the exchange was opened with nine credits. */
const FIRST = 10;
const OWED = 3n * RICH;
const ROOM = 2n ** 63n - 1n - OWED;

const terms = (fields: Partial<Extract<Command, { type: 'SetRechargeTerms' }>>) =>
  staff({ type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', minimum: 100n, confirmations: 3, ...fields });

describe('a recharge that a chain shows', () => {
  test('is followed from its first confirmation and credited at the last, once', () => {
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

  // P14: a reader that starts over, or a second one beside it, shows everything once more.
  test('is credited once however often it is seen, also by the next process', () => {
    const scenario = given(observe(12));
    for (const confirmations of [0, 1, 12, 13, 500]) {
      restarted(scenario)
        .when(observe(confirmations))
        .then(refused('recharge.unchanged'), available(BOB, 'USDT', RICH + 500n));
    }
    scenario.when(retract()).then(refused('recharge.unchanged'), available(BOB, 'USDT', RICH + 500n));
  });

  test('of another output of the same transaction is another recharge', () => {
    given(observe(12))
      .when(observe(12, { reference: 'ERC20/0xabc/1', amount: 700n }))
      .then(
        occurred('RechargeSeen', { recharge: FIRST + 1 }),
        occurred('RechargeCredited', { recharge: FIRST + 1, amount: 700n }),
        available(BOB, 'USDT', RICH + 1_200n),
      );
  });

  test('that has not changed says nothing', () => {
    given(observe(4)).when(observe(4)).then(refused('recharge.unchanged'));
    given().when(observe(-1)).then(refused('recharge.unchanged'));
    given().when(observe(0.5)).then(refused('recharge.unchanged'));
  });

  test('may lose confirmations and gain them again', () => {
    given(observe(7))
      .when(observe(5), observe(12))
      .then(
        occurred('RechargeConfirmed', { confirmations: 5 }),
        occurred('RechargeConfirmed', { confirmations: 12 }),
        occurred('RechargeCredited'),
      );
  });

  test('is what was seen first, whatever is said of it later', () => {
    given(observe(1))
      .when(observe(12, { user: CAROL, amount: 9_000n }))
      .then(
        occurred('RechargeConfirmed', { user: BOB }),
        occurred('RechargeCredited', { user: BOB, amount: 500n }),
        available(CAROL, 'USDT', RICH),
      );
  });

  // A contract may pay another amount, and to another, when its transaction runs again in another block.
  test('is what the block shows in which it stands at last', () => {
    given(observe(1, { amount: 50_000n }), retract())
      .when(observe(12, { user: CAROL, amount: 500n }))
      .then(
        occurred('RechargeSeen', { recharge: FIRST, user: CAROL, amount: 500n }),
        occurred('RechargeCredited', { recharge: FIRST, user: CAROL, amount: 500n }),
        available(BOB, 'USDT', RICH),
        available(CAROL, 'USDT', RICH + 500n),
      );
  });

  test('comes in while the account is frozen', () => {
    given(accountFrozen())
      .when(observe(12))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited'), available(BOB, 'USDT', RICH + 500n));
  });

  test('carries what is too fine to be credited, for the record', () => {
    given()
      .when(observe(12, { dust: '0.000000000001' }))
      .then(
        occurred('RechargeSeen', { dust: '0.000000000001' }),
        occurred('RechargeCredited', { amount: 500n }),
        available(BOB, 'USDT', RICH + 500n),
      );
  });
});

describe('the minimum', () => {
  test('is enough when it is met exactly', () => {
    given()
      .when(observe(12, { amount: 100n }))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited', { amount: 100n }));
  });

  test('is not met by one unit less: recorded, ended, never credited', () => {
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

  test('and the depth that count are those of the time when it was first seen', () => {
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
  test('before the last confirmation undoes it; seen again it goes on under its number', () => {
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

  test('may be seen again deep enough at once', () => {
    given(observe(11), retract())
      .when(observe(40))
      .then(
        occurred('RechargeSeen', { recharge: FIRST, user: BOB, amount: 500n, confirmations: 40 }),
        occurred('RechargeCredited', { user: BOB, amount: 500n }),
      );
  });

  test('is told once, and only of what is still followed', () => {
    given(observe(3), retract()).when(retract()).then(refused('recharge.unchanged'));
    given().when(retract('ERC20/0xdef/0')).then(refused('recharge.unchanged'));
  });
});

describe('a credit by hand', () => {
  test('is somebody else’s to give', () => {
    given()
      .when(credit('USD', 5n, 'bank/own', 10_000_009))
      .then(refused('command.not.permitted'));
  });

  test('is none of a coin that a chain brings', () => {
    const byHand = (asset: string) => staff({ type: 'CreditRecharge', user: BOB, asset, amount: 5n, reference: 'r' });
    for (const asset of ['USDT', 'BTC', 'ETH']) given().when(byHand(asset)).then(refused('recharge.only.by.chain'));
    const gold = { type: 'ListAsset', asset: 'GOLD', scale: 3, withdrawalFee: 0n, withdrawalMin: 1n } as const;
    given(staff(gold)).when(byHand('GOLD')).then(occurred('RechargeCredited'));
    given(staff(gold), terms({ asset: 'GOLD', chain: 'GOLD' }))
      .when(byHand('GOLD'))
      .then(refused('recharge.only.by.chain'));
  });
});

describe('what a chain may not bring', () => {
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

  test('more than 64 bits hold in all: it ends when it would be credited', () => {
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

describe('terms', () => {
  test('are set by staff, for one coin on one chain', () => {
    given()
      .when(terms({ minimum: 7n, confirmations: 1 }), observe(1, { amount: 7n }))
      .then(
        occurred('RechargeTermsSet', { asset: 'USDT', chain: 'ERC20', minimum: 7n, confirmations: 1 }),
        occurred('RechargeSeen', { needed: 1 }),
        occurred('RechargeCredited'),
      );
  });

  // P8: a depth of nothing would credit what no block holds.
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
  ])('%j are none', (fields) => {
    given().when(terms(fields)).then(refused('recharge.terms.invalid'));
  });

  test('of what is not listed are none', () => {
    given()
      .when(terms({ asset: 'DOGE' }))
      .then(refused('asset.unknown'));
  });
});

describe('a credit without a chain', () => {
  test('comes from the world outside and is available at once', () => {
    given()
      .when(credit('USDT', 7n, 'bank/1'))
      .then(
        occurred('RechargeCredited', { recharge: FIRST, user: BOB, amount: 7n, reference: 'bank/1' }),
        available(BOB, 'USDT', RICH + 7n),
        house('custody', 'USDT', -OWED - 7n),
      );
  });

  test('of legal currency lies in the legal account', () => {
    given()
      .when(credit('USD', 700n, 'bank/1'))
      .then(
        occurred('RechargeCredited', { asset: 'USD' }),
        available(BOB, 'USD', 700n, 'legal'),
        available(BOB, 'USD', 0n),
        house('custody', 'USD', -700n),
      );
  });

  test('is given once for a reference, whoever it was for, and never for what a chain shows', () => {
    const already = refused('recharge.already.credited');
    const scenario = given(credit('USDT', 7n, 'bank/1'), observe(3), observe(1, { reference: 'low', amount: 1n }));
    for (const reference of ['bank/1', 'ERC20/0xabc/0', 'low']) {
      restarted(scenario)
        .when(credit('ETH', 9n, reference, CAROL))
        .then(already, available(CAROL, 'ETH', RICH));
    }
  });

  test('is refused for nobody, for nothing and beyond what 64 bits hold', () => {
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

  test('is one member’s for ever, and each has one on each chain', () => {
    const scenario = given()
      .when(assignAddress(0), assignAddress(0, { chain: 'BTC', address: 'bc1' }), assignAddress(1, { user: CAROL }))
      .then(
        occurred('DepositAddressAssigned', { user: BOB, chain: 'ERC20', index: 0, address: '0x0' }),
        occurred('DepositAddressAssigned', { user: BOB, chain: 'BTC', index: 0, address: 'bc1' }),
        occurred('DepositAddressAssigned', { user: CAROL, index: 1 }),
      );
    for (const same of [scenario, restarted(scenario)]) {
      // Somebody else's number, one's own once more, and a second one: each names what stands in the way.
      same.when(assignAddress(1, { user: ALICE })).then(assigned(1, CAROL, '0x1'));
      same.when(assignAddress(0)).then(assigned(0, BOB, '0x0'));
      same.when(assignAddress(7)).then(assigned(0, BOB, '0x0'));
    }
  });

  test('is nobody’s who is no member, and nowhere where there is no chain', () => {
    given()
      .when(assignAddress(0, { user: 99 }))
      .then(refused('account.unknown'));
    for (const nowhere of [{ chain: 'no chain' }, { index: -1 }, { index: 0.5 }, { address: '' }]) {
      given().when(assignAddress(0, nowhere)).then(refused('chain.unknown'));
    }
  });
});

test('only the exchange itself watches chains', () => {
  const { command } = observe(12);
  for (const actor of [`user/${BOB}`, 'admin/10000009'] as const) {
    given().when({ actor, command }).then(refused('command.not.permitted'));
    given(observe(1))
      .when({ ...retract(), actor })
      .then(refused('command.not.permitted'));
  }
});
