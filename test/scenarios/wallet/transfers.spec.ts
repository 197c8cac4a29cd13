import type { Command } from '../../../server/core/command';
import { ACCOUNT_KINDS } from '../../../shared/rules/account-kinds';
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
  expectThat,
  transfer,
  withdraw,
  CAROL,
  accountFrozen,
  withClientId,
  buy,
  asUser,
  placed,
  repeated,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { OWED } from './wallet-fixture';

describe('funds frozen by staff', () => {
  const freeze = (fields: Partial<Extract<Command, { type: 'FreezeFunds' }>> = {}) =>
    staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 400n, reason: 'court', ...fields });
  const unfreeze = (hold: number) => staff({ type: 'UnfreezeFunds', hold, reason: 'settled' });

  test('cannot be spent until staff unfreeze them, as a whole and once', () => {
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

  test('are released by another member of staff than their owner', () => {
    given(freeze({ user: ALICE }))
      .when({ ...unfreeze(1), actor: `admin/${ALICE}` })
      .then(refused('command.not.permitted'), frozen(ALICE, 'USDT', 400n))
      .when(unfreeze(1))
      .then(occurred('FundsUnfrozen', { hold: 1, user: ALICE }));
  });

  test('stay in their account, of any kind', () => {
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

  test('do not include holds of withdrawals and orders', () => {
    given(withdraw('USDT', 500n))
      .when(unfreeze(1))
      .then(refused('hold.not.found'), frozen(BOB, 'USDT', 510n));
  });

  test('are checked for user, asset and amount', () => {
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

test('house funds come from outside', () => {
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

test("all balances sum to zero: the house owes the users' funds", () => {
  given(withdraw('USDT', 500n))
    .when(payOut())
    .then(
      occurred('WithdrawalApproved'),
      occurred('PayoutStarted'),
      occurred('WithdrawalPaid'),
      available(ALICE, 'USDT', RICH),
      house('custody', 'USDT', -(OWED - 500n)),
      expectThat(({ auditor }) => auditor.entries.checkSums()),
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
        expectThat(({ auditor }) => auditor.entries.checkSums()),
      );
  });

  test('of legal currency connects the legal account with the spot account, where it trades', () => {
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

  test('of legal currency into other coin accounts is refused', () => {
    for (const kind of ['contract', 'financial', 'option'] as const) {
      given(credit('USD', 500n, 'bank/1'))
        .when(transfer('USD', 'legal', kind, 5n))
        .then(refused('transfer.not.allowed'));
    }
  });

  test('funds of another account cannot be traded or withdrawn', () => {
    given(transfer('USDT', 'spot', 'option', RICH - 100n))
      .when(buy(100, 2))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '200', available: '100' }))
      .when(withdraw('USDT', 500n))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '510', available: '100' }));
  });

  test('happens once per client id and has a number', () => {
    given(withClientId('a', transfer('USDT', 'spot', 'option', 5n)))
      .when(withClientId('a', transfer('USDT', 'spot', 'option', 5n)))
      .then(repeated(), available(BOB, 'USDT', 5n, 'option'))
      .when(withClientId('a', transfer('USDT', 'spot', 'contract', 5n)))
      .then(refused('client.id.reused'));
  });

  test('checks in order of precedence', () => {
    const nonsense = (fields: object): Step => {
      const step = transfer('DOGE', 'spot', 'spot', 0n);
      return { ...step, command: { ...step.command, ...fields } };
    };
    given()
      .when(asUser(99, nonsense({})))
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
