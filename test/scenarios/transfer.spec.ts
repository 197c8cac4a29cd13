import { ACCOUNT_KINDS } from '../../shared/rules/account-kinds';
import {
  BOB,
  CAROL,
  RICH,
  accountFrozen,
  as,
  available,
  buy,
  by,
  credit,
  given,
  occurred,
  placed,
  refused,
  repeated,
  that,
  transfer,
  withdraw,
  type Step,
} from '../tools/core-fixture';

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
