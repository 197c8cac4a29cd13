import type { Command } from '../../server/core/command';
import { ACCOUNT_KINDS } from '../../shared/rules/account-kinds';
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
  CAROL,
  accountFrozen,
  as,
  buy,
  by,
  placed,
  repeated,
  type Step,
  assignAddress,
  observe,
  restarted,
  retract,
  DAVE,
  STARTED_AT,
  amend,
  cancelAll,
  cancelWithdrawal,
  finalize,
  indexTerms,
  later,
  marketSell,
  publish,
  quote,
  rested,
  revert,
  sell,
  stopLimit,
  stopSell,
  traded,
} from '../tools/fixtures/core-fixture';
import { STAKE, issued, robotTerms, started } from '../tools/fixtures/robot-fixture';

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

const COIN_KINDS = ['spot', 'contract', 'financial', 'option'] as const;

describe('a transfer', () => {
  test('moves an amount of one asset from one account to another', () => {
    given()
      .when(transfer('USDT', 'spot', 'financial', 400n))
      .then(
        occurred('FundsTransferred', { transfer: 1, user: BOB, from: 'spot', to: 'financial', amount: 400n }),
        available(BOB, 'USDT', RICH - 400n),
        available(BOB, 'USDT', 400n, 'financial'),
      )
      .when(transfer('USDT', 'financial', 'contract', 400n))
      .then(
        occurred('FundsTransferred', { transfer: 2 }),
        available(BOB, 'USDT', 0n, 'financial'),
        available(BOB, 'USDT', 400n, 'contract'),
        that(({ auditor }) => auditor.entries.checkSums()),
      );
  });

  test('of legal currency goes between its own account and the spot account, where it trades', () => {
    given(credit('USD', 50_000n, 'bank/1'))
      .when(transfer('USD', 'legal', 'spot', 30_000n), buy(100, 200, { market: 'USDT-USD' }))
      .then(
        occurred('FundsTransferred', { from: 'legal', to: 'spot' }),
        placed('rests'),
        available(BOB, 'USD', 20_000n, 'legal'),
        available(BOB, 'USD', 10_000n),
      )
      .when(transfer('USD', 'spot', 'legal', 10_001n))
      .then(refused('balance.insufficient', { asset: 'USD', required: '10001', available: '10000' }));
  });

  test.each(ACCOUNT_KINDS.flatMap((from) => ACCOUNT_KINDS.map((to) => [from, to] as const)))(
    'of a coin from %s to %s',
    (from, to) => {
      const here = COIN_KINDS.find((kind) => kind === from);
      const there = COIN_KINDS.find((kind) => kind === to);
      const before: Step[] = here && here !== 'spot' ? [transfer('USDT', 'spot', here, 5n)] : [];
      const scenario = given(...before).when(transfer('USDT', from, to, 5n));
      if (from === to) scenario.then(refused('transfer.same.account'));
      else if (here && there) scenario.then(occurred('FundsTransferred'));
      else scenario.then(refused('transfer.not.allowed'));
    },
  );

  test('of legal currency into a coin account is not allowed', () => {
    for (const kind of ['contract', 'financial', 'option'] as const) {
      given(credit('USD', 500n, 'bank/1'))
        .when(transfer('USD', 'legal', kind, 5n))
        .then(refused('transfer.not.allowed'));
    }
  });

  test('what lies in another account cannot be traded or withdrawn', () => {
    given(transfer('USDT', 'spot', 'option', RICH - 100n))
      .when(buy(100, 2))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '200', available: '100' }))
      .when(withdraw('USDT', 500n))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '510', available: '100' }));
  });

  test('is made once by a client id, and named by its number', () => {
    given(as('a', transfer('USDT', 'spot', 'option', 5n)))
      .when(as('a', transfer('USDT', 'spot', 'option', 5n)))
      .then(repeated(), available(BOB, 'USDT', 5n, 'option'))
      .when(as('a', transfer('USDT', 'spot', 'contract', 5n)))
      .then(refused('client.id.reused'));
  });

  test('guards, in order of precedence', () => {
    const nonsense = (fields: object): Step => {
      const step = transfer('DOGE', 'spot', 'spot', 0n);
      return { ...step, command: { ...step.command, ...fields } };
    };
    given()
      .when(by(99, nonsense({})))
      .then(refused('account.unknown'));
    given(accountFrozen()).when(nonsense({})).then(refused('account.frozen'));
    given().when(nonsense({})).then(refused('asset.unknown'));
    given()
      .when(nonsense({ asset: 'USDT' }))
      .then(refused('amount.not.positive'));
    given()
      .when(nonsense({ asset: 'USDT', amount: -1n }))
      .then(refused('amount.not.positive'));
    given()
      .when(nonsense({ asset: 'USDT', amount: 1n }))
      .then(refused('transfer.same.account'));
    given()
      .when(nonsense({ asset: 'USDT', amount: 2n * RICH, to: 'legal' }))
      .then(refused('transfer.not.allowed'));
    given()
      .when(nonsense({ asset: 'USDT', amount: 2n * RICH, to: 'vault' }))
      .then(refused('transfer.not.allowed'));
    given()
      .when(nonsense({ asset: 'USDT', amount: 2n * RICH, to: 'option' }))
      .then(refused('balance.insufficient'));
    given()
      .when(nonsense({ asset: 'USDT', amount: 2n ** 63n, to: 'option' }))
      .then(refused('amount.too.large'));
    given()
      .when({ ...transfer('USDT', 'spot', 'option', 5n), actor: `user/${CAROL}` })
      .then(refused('command.not.permitted'));
  });
});

/** The next number: the exchange was opened with nine credits. */
const FIRST = 10;
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

describe('a deposit that was found on a chain by its transaction', () => {
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

  test('is credited to the owner of the address that it came to, as what the chain showed', () => {
    given(assignAddress(4))
      .when(found())
      .then(
        occurred('RechargeSeen', { user: BOB, chain: 'ERC20', address: '0x4', amount: 500n, confirmations: 12 }),
        occurred('RechargeCredited', { recharge: FIRST, user: BOB, amount: 500n, reference: 'ERC20/0xabc/0' }),
        available(BOB, 'USDT', RICH + 500n),
      );
  });

  test('is credited once, whether the chain is read first or afterwards', () => {
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

  test('goes to nobody else, and to no address that is not theirs', () => {
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

  test('stands on the word of one node up to a value alone', () => {
    given(assignAddress(4))
      .when(found({ aloneUpTo: 499_999n, nodes: 1 }))
      .then(refused('recharge.unwitnessed'), available(BOB, 'USDT', RICH));
    given(assignAddress(4))
      .when(found({ aloneUpTo: 500_000n, nodes: 1 }))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited'), available(BOB, 'USDT', RICH + 500n));
    // What nothing prices may be worth anything.
    const unpriced = { asset: 'GOLD', reference: 'GOLD/0xabc/0' };
    given(
      staff({ type: 'ListAsset', asset: 'GOLD', scale: 3, withdrawalFee: 0n, withdrawalMin: 1n }),
      terms({ asset: 'GOLD', chain: 'GOLD' }),
      assignAddress(4, { chain: 'GOLD' }),
    )
      .when(found({ ...unpriced, aloneUpTo: 10n ** 18n, nodes: 1 }))
      .then(refused('recharge.unwitnessed'));
  });

  test('keeps to the terms of its chain', () => {
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

/** What a chain may still take back is traded with, and stays here until it is final. */

const AMOUNT = 500_000n;
/** Bob has what he was rich with, and this beside it that may be taken back. */
const early = (fields: Parameters<typeof observe>[1] = {}) =>
  observe(12, { amount: AMOUNT, provisional: 1, ...fields });
/** As many units of BTC, which are worth 100 units of USDT each. */
const bitcoin = (amount: bigint, fields: Parameters<typeof observe>[1] = {}) =>
  early({ asset: 'BTC', chain: 'BTC', reference: 'BTC/a/0', amount, ...fields });
/** The index of BTC-USDT at 100 ticks. */
const priced = [indexTerms({ sourceStaleMs: 60_000, staleMs: 60_000 }), publish([100, 100])];
/** Bob has no BTC but what is not final, and has sold so many units of it at the index. */
const sold = (lots: number) => [
  ...priced,
  bitcoin(50n),
  transfer('BTC', 'spot', 'financial', RICH),
  rested('buy', 100, lots),
  sell(100, lots),
];
/** The fee of a withdrawal of USDT. */
const FEE = 10n;

describe('a credit that its chain may take back', () => {
  test('ASVS 2.3.2: is there to trade with, and does not leave before it is final', () => {
    given()
      .when(early())
      .then(
        occurred('RechargeSeen'),
        occurred('RechargeCredited', { user: BOB, amount: AMOUNT, provisional: 1 }),
        available(BOB, 'USDT', RICH + AMOUNT),
      )
      .when(withdraw('USDT', RICH - FEE + 1n))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH}` }))
      .when(finalize())
      .then(
        occurred('RechargeFinalized', { user: BOB, asset: 'USDT', amount: AMOUNT, reference: 'ERC20/0xabc/0' }),
        available(BOB, 'USDT', RICH + AMOUNT),
      )
      .when(withdraw('USDT', RICH - FEE + 1n))
      .then(occurred('WithdrawalApplied'));
  });

  test('leaves to its owner what was there before, to the unit, and what a withdrawal gives back', () => {
    given(early())
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied', { rule: undefined }), available(BOB, 'USDT', AMOUNT))
      .when(withdraw('USDT', 100n))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: '0' }))
      .when(cancelWithdrawal(1), withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalCancelled'), occurred('WithdrawalApplied'));
  });

  test('is counted with all others of its coin, also by the next process', () => {
    const scenario = given(early(), early({ reference: 'ERC20/0xabc/1' }));
    restarted(scenario)
      .when(withdraw('USDT', RICH))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH}` }))
      .when(finalize())
      .then(occurred('RechargeFinalized'))
      .when(withdraw('USDT', RICH + AMOUNT))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH + AMOUNT}` }))
      .when(withdraw('USDT', RICH + AMOUNT - FEE))
      .then(occurred('WithdrawalApplied'));
  });

  test('is final once, and never before it is credited', () => {
    given(early(), finalize()).when(finalize()).then(refused('recharge.unchanged'));
    given(observe(1)).when(finalize()).then(refused('recharge.unchanged'));
    given(observe(12)).when(finalize()).then(refused('recharge.unchanged'));
    given(early()).when(early()).then(refused('recharge.unchanged'));
  });

  test('that lay deep enough when it was credited is final at once', () => {
    given(observe(1, { amount: AMOUNT, provisional: 1 }))
      .when(observe(12, { amount: AMOUNT, provisional: 0 }), withdraw('USDT', RICH + AMOUNT - FEE))
      .then(occurred('RechargeConfirmed'), occurred('RechargeCredited'), occurred('WithdrawalApplied'));
  });

  test('of one coin binds another as far as it was made into that', () => {
    // Dave has nothing else: he sells what came for 100 USDT a lot.
    given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(50n, { user: DAVE }),
      rested('buy', 100, 60),
      by(DAVE, sell(100, 50)),
    )
      .then(available(DAVE, 'BTC', 0n), available(DAVE, 'USDT', 5_000n))
      .when(by(DAVE, withdraw('USDT', 100n)))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: '5000' }))
      .when(finalize('BTC/a/0'), by(DAVE, withdraw('USDT', 100n)))
      .then(occurred('RechargeFinalized'), occurred('WithdrawalApplied'));
  });

  test('of one coin leaves another alone that is worth more than it', () => {
    given(...sold(20))
      .then(available(BOB, 'BTC', 30n), available(BOB, 'USDT', RICH + 2_000n))
      // Twenty are not there: 2,000 USDT of what Bob has stay.
      .when(withdraw('USDT', RICH - FEE + 1n))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH + 2_000n}` }))
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied', { rule: 2 }));
  });

  test('is bought back and covered again', () => {
    given(...sold(50), rested('sell', 100, 50), buy(100, 50))
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied'));
  });

  describe('and was made into another coin', () => {
    const ETH = { market: 'ETH-USDT' };
    /** Of ETH, 10.00 USDT: a lot of 1,000 units is worth 10,000 units. */
    const index = (price = 1_000) => publish([price, price], STARTED_AT, 'ETH-USDT');
    /** Dave had nothing but 500 units of BTC that are not final: of the 50,000 that he sold them for he has five lots of ETH. */
    const made = () =>
      given(
        indexTerms({ symbol: 'ETH-USDT', sourceStaleMs: 60_000, staleMs: 60_000 }),
        index(),
        ...priced,
        staff({ type: 'VerifyMember', user: DAVE }),
        bitcoin(500n, { user: DAVE }),
        rested('buy', 100, 500),
        by(DAVE, sell(100, 500)),
        rested('sell', 100, 5, ETH),
        by(DAVE, buy(100, 5, ETH)),
      );
    /** All but 400 units leaves. The fee of a trade was 0.2 %. */
    const most = by(DAVE, withdraw('ETH', 4_990n - 400n));
    const refusal = refused('withdrawal.not.final', { asset: 'ETH', available: '4990' });

    test('stays whatever two other accounts of its owner trade that coin at', () => {
      made()
        .when(most)
        .then(refusal)
        // One lot at twenty times the price, on the empty side of the book.
        .given(rested('sell', 2_000, 1, ETH), by(CAROL, buy(2_000, 1, ETH)))
        .when(most)
        .then(refusal)
        .when(finalize('BTC/a/0'), most)
        .then(occurred('RechargeFinalized'), occurred('WithdrawalApplied'));
    });

    test('is covered by nothing while the index is stale', () => {
      const scenario = given(
        indexTerms({ symbol: 'ETH-USDT', sourceStaleMs: 60_000, staleMs: 60_000 }),
        index(),
        ...sold(50),
      );
      // 5,000 USDT are to be covered, and a thousand million units of ETH stay.
      const little = withdraw('ETH', 100n);
      scenario
        .when(little)
        .then(occurred('WithdrawalApplied'))
        .when(later(61_000, little))
        .then(refused('withdrawal.not.final'));
      scenario
        .given(publish([1_000, 1_000], scenario.exchange.now, 'ETH-USDT'))
        .when(little)
        .then(occurred('WithdrawalApplied'));
    });

    test('and where that coin has no index, it covers nothing', () => {
      given(...sold(50))
        .when(withdraw('ETH', 100n))
        .then(refused('withdrawal.not.final', { asset: 'ETH', available: `${RICH}` }));
    });
  });
});

describe('to another account of its owner a credit that its chain may take back', () => {
  const kept = (asset: string, amount: bigint) => refused('transfer.not.final', { asset, available: `${amount}` });

  test('goes no earlier than out of the exchange', () => {
    for (const to of ['contract', 'financial', 'option'] as const) {
      given(early())
        .when(transfer('USDT', 'spot', to, RICH + 1n))
        .then(kept('USDT', RICH))
        .when(transfer('USDT', 'spot', to, RICH))
        .then(occurred('FundsTransferred', { rule: undefined }), available(BOB, 'USDT', AMOUNT));
      given(early())
        .when(finalize(), transfer('USDT', 'spot', to, RICH + 1n))
        .then(occurred('RechargeFinalized'), occurred('FundsTransferred'));
    }
  });

  test('does not go as another coin either, and what lies there already stays free to go anywhere', () => {
    given(...sold(50))
      .when(transfer('USDT', 'spot', 'contract', RICH + 1n))
      .then(kept('USDT', RICH + 5_000n))
      .when(transfer('USDT', 'spot', 'contract', RICH))
      .then(occurred('FundsTransferred', { rule: 2 }))
      .when(transfer('USDT', 'contract', 'financial', RICH), transfer('BTC', 'financial', 'option', RICH))
      .then(occurred('FundsTransferred', { rule: undefined }), occurred('FundsTransferred', { rule: undefined }));
  });

  test('is no stake of a robot', () => {
    const scenario = given(
      ...priced,
      indexTerms({ symbol: 'ETH-USDT', sourceStaleMs: 60_000, staleMs: 60_000 }),
      publish([10_000, 10_000], STARTED_AT, 'ETH-USDT'),
      robotTerms(),
      issued(BOB),
      early({ amount: STAKE }),
    );
    scenario
      .given(transfer('USDT', 'spot', 'contract', RICH))
      .when(started(BOB, { amount: 1_000_000n }))
      .then(kept('USDT', 0n))
      .given(transfer('USDT', 'contract', 'spot', STAKE))
      .when(started(BOB, { amount: STAKE + 1n }))
      .then(kept('USDT', STAKE))
      .when(started(BOB, { amount: STAKE }))
      .then(occurred('RobotStarted'));
  });
});

describe('an order of whoever has a credit that its chain may take back', () => {
  const beyond = (limit: number) => refused('order.not.final', { limit });

  test('gives it to nobody for next to nothing', () => {
    const TRUDY = CAROL;
    given(staff({ type: 'VerifyMember', user: DAVE }), ...priced, bitcoin(500n, { user: DAVE }), by(TRUDY, buy(2, 500)))
      .when(by(DAVE, sell(2, 500)))
      .then(beyond(99), available(DAVE, 'BTC', 500n), available(TRUDY, 'BTC', RICH));
  });

  test('may trade 1 % worse than the index, and not a tick more', () => {
    given(...priced, bitcoin(50n), transfer('BTC', 'spot', 'financial', RICH))
      .when(sell(98, 1))
      .then(beyond(99))
      .when(buy(102, 1))
      .then(beyond(101))
      .when(sell(99, 1))
      .then(placed('rests'))
      .when(cancelAll(), buy(101, 1))
      .then(occurred('OrderCancelled'), placed('rests'))
      .when(finalize('BTC/a/0'), buy(200, 1))
      .then(occurred('RechargeFinalized'), placed('rests'));
  });

  test('trades between two ticks on the side of the house', () => {
    // 1 % of an index of 150.5 ticks: no sale below 148.995, no purchase above 152.005.
    const between = [indexTerms({ decimals: 3, sourceStaleMs: 60_000, staleMs: 60_000 }), publish([1_505, 1_505])];
    given(...between, bitcoin(50n))
      .when(sell(148, 1))
      .then(beyond(149))
      .when(buy(153, 1))
      .then(beyond(152));
  });

  test('trades at the index or better once some of it is lost, however often it tries', () => {
    const scenario = given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(500n, { user: DAVE }),
      by(CAROL, buy(99, 500)),
      by(DAVE, sell(99, 500)),
    ).then(available(DAVE, 'USDT', 49_500n));
    // What is there is worth 99 %: once more, and no third time.
    scenario
      .given(by(CAROL, sell(101, 490)), by(DAVE, buy(101, 490)))
      .when(by(DAVE, sell(99, 490)))
      .then(beyond(100))
      .when(by(DAVE, sell(100, 490)))
      .then(placed('rests'));
  });

  test('at the market goes no further than that, or is not placed', () => {
    given(...priced, bitcoin(50n), rested('buy', 100, 5), rested('buy', 99, 5), rested('buy', 98, 5))
      .when(marketSell(11))
      .then(beyond(99))
      .when(marketSell(10))
      .then(placed('takes'), traded(100, 5), traded(99, 5));
  });

  test('waits for no trigger, and for an index', () => {
    const scenario = given(...priced, bitcoin(50n));
    scenario
      .when(stopSell(90, 1))
      .then(refused('order.not.final'))
      .when(later(61_000, sell(100, 1)))
      .then(refused('order.not.final'))
      .given(publish([100, 100], scenario.exchange.now))
      .when(sell(100, 1))
      .then(placed('rests'));
  });

  test('placed before stays, becomes smaller, and is not amended to worse', () => {
    given(...priced, buy(90, 5), sell(150, 5), stopLimit('sell', 80, 80, 5), bitcoin(50n))
      .when(amend(2, { price: 98 }))
      .then(beyond(99))
      .when(amend(2, { price: 99 }))
      .then(occurred('OrderAmended'))
      .when(amend(3, { quantity: 6 }))
      .then(refused('order.not.final'))
      .when(amend(3, { quantity: 4 }))
      .then(occurred('OrderAmended'))
      .when(amend(1, { price: 102 }))
      .then(beyond(101));
    // One that gives more away than would be let now.
    given(...priced, buy(120, 5), bitcoin(50n))
      .when(amend(1, { quantity: 6 }))
      .then(beyond(101))
      .when(amend(1, { quantity: 4 }))
      .then(occurred('OrderAmended'));
  });

  test('is judged the same as a quote', () => {
    given(...priced, buy(90, 5), bitcoin(50n))
      .when(quote({ places: [{ side: 'sell', price: 98, quantity: 1 }] }))
      .then(refused('order.not.final', { limit: 99, piece: 'places/0' }))
      .when(quote({ amends: [{ order: 1, price: 102, quantity: 5 }] }))
      .then(refused('order.not.final', { limit: 101, piece: 'amends/0' }))
      .when(
        quote({ amends: [{ order: 1, price: 95, quantity: 5 }], places: [{ side: 'sell', price: 99, quantity: 1 }] }),
      )
      .then(occurred('OrderAmended'), occurred('OrderPlaced'));
  });
});

describe('a credit that its chain has taken back', () => {
  test('is frozen, and is never final', () => {
    given(early())
      .when(revert())
      .then(
        occurred('RechargeReverted', { user: BOB, asset: 'USDT', amount: AMOUNT }),
        occurred('FundsFrozen', { user: BOB, asset: 'USDT', amount: AMOUNT, reason: 'gone' }),
        available(BOB, 'USDT', RICH),
        frozen(BOB, 'USDT', AMOUNT),
      )
      .when(finalize())
      .then(refused('recharge.unchanged'))
      .when(revert())
      .then(refused('recharge.unchanged'))
      .when(retract())
      .then(refused('recharge.unchanged'))
      .when(early())
      .then(refused('recharge.unchanged'))
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied'), frozen(BOB, 'USDT', RICH + AMOUNT));
  });

  test('and is spent freezes what is left of it, and the account', () => {
    given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(50n, { user: DAVE }),
      rested('buy', 100, 60),
      by(DAVE, sell(100, 40)),
    )
      .when(revert('BTC/a/0'))
      .then(
        occurred('RechargeReverted', { user: DAVE }),
        occurred('FundsFrozen', { user: DAVE, asset: 'BTC', amount: 10n }),
        occurred('AccountFrozen', { user: DAVE, reason: 'gone' }),
      )
      .when(by(DAVE, withdraw('USDT', 100n)))
      .then(refused('account.frozen'));
  });

  test('after it was final is no matter of the core', () => {
    given(early(), finalize()).when(revert()).then(refused('recharge.unchanged'));
    given(observe(12)).when(revert()).then(refused('recharge.unchanged'));
  });
});

describe('a payment of which one node alone tells', () => {
  const alone = (confirmations: number, aloneUpTo: bigint) => observe(confirmations, { amount: AMOUNT, aloneUpTo });
  /** What it is worth: five digits here, eight where it is valued. */
  const WORTH = AMOUNT * 1_000n;

  test('is followed and waits above what one node is believed', () => {
    given()
      .when(alone(1, WORTH - 1n), alone(12, WORTH - 1n))
      .then(
        occurred('RechargeSeen'),
        occurred('RechargeConfirmed', { confirmations: 12 }),
        available(BOB, 'USDT', RICH),
      )
      .when(alone(13, WORTH - 1n))
      .then(refused('recharge.unwitnessed'), available(BOB, 'USDT', RICH))
      // The second has said the same.
      .when(observe(13, { amount: AMOUNT }))
      .then(occurred('RechargeConfirmed'), occurred('RechargeCredited'), available(BOB, 'USDT', RICH + AMOUNT));
  });

  test('one of many small ones waits when together they are more than one node is believed', () => {
    const bounds = { provisional: 1, aloneUpTo: WORTH, aloneCoinUpTo: 2n * WORTH, aloneAllUpTo: 3n * WORTH } as const;
    const told = (output: number, fields: Parameters<typeof observe>[1] = {}) =>
      observe(12, { amount: AMOUNT, reference: `ERC20/0xabc/${output}`, ...bounds, ...fields });
    const scenario = given(told(1), told(2))
      .then(available(BOB, 'USDT', RICH + 2n * AMOUNT))
      .when(told(3, { amount: 100n, user: DAVE }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(DAVE, 'USDT', 0n))
      .when(told(3, { amount: 100n, user: DAVE, confirmations: 13 }))
      .then(refused('recharge.unwitnessed'));
    // The next process counts on.
    restarted(scenario)
      .when(told(3, { amount: 100n, user: DAVE, confirmations: 14 }))
      .then(refused('recharge.unwitnessed'))
      // Whatever two agree on, and what is final, is credited beside them and makes no room.
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

  test('and that was taken back makes no room for the next for thirty days, however often that happens', () => {
    const bounds = { provisional: 1, aloneCoinUpTo: 2n * WORTH, aloneAllUpTo: 3n * WORTH } as const;
    const told = (output: number, fields: Parameters<typeof observe>[1] = {}) =>
      observe(12, { amount: AMOUNT, reference: `ERC20/0xabc/${output}`, ...bounds, ...fields });
    const DAY_MS = 86_400_000;
    const waits = refused('recharge.unwitnessed');
    // One node makes up as much as it is believed, and drops its branch.
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
    // The next process counts on, and so it does with another coin.
    restarted(scenario)
      .when(told(3, { user: DAVE, confirmations: 13 }))
      .then(waits)
      .when(observe(12, { asset: 'BTC', chain: 'BTC', reference: 'BTC/a/0', amount: 5_001n, ...bounds }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(BOB, 'BTC', RICH))
      // What two agree on, and what was taken back of that, is no matter of it.
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
      // The days of before are forgotten with the first of a new one.
      .when(revert('ERC20/0xabc/3'))
      .then(occurred('RechargeReverted'), occurred('FundsFrozen'));
    expect([...scenario.exchange.state.wallet.aloneGone.values()].map(({ amount }) => amount)).toEqual([AMOUNT]);
  });

  test('of another coin counts with those of the first', () => {
    const bounds = { provisional: 1, aloneCoinUpTo: 2n * WORTH, aloneAllUpTo: 2n * WORTH } as const;
    const bitcoin = { asset: 'BTC', chain: 'BTC', amount: 3n } as const;
    given(observe(12, { amount: 2n * AMOUNT, reference: 'ERC20/0xabc/1', ...bounds }))
      .then(available(BOB, 'USDT', RICH + 2n * AMOUNT))
      .when(observe(12, { ...bitcoin, reference: 'BTC/a/0', ...bounds }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(BOB, 'BTC', RICH))
      .when(finalize('ERC20/0xabc/1'), observe(13, { ...bitcoin, reference: 'BTC/a/0', ...bounds }))
      .then(occurred('RechargeFinalized'), occurred('RechargeConfirmed'), occurred('RechargeCredited', { alone: 1 }));
  });

  test('is credited up to that value, and waits where nothing values it', () => {
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
