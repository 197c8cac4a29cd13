import { DIFFERENCES_MAX } from '../../server/core/drift/decide-drift';
import {
  ADMIN,
  ALICE,
  BOB,
  approve,
  buy,
  by,
  cancelWithdrawal,
  failPayout,
  given,
  occurred,
  pay,
  refused,
  restarted,
  sell,
  staff,
  startPayout,
  stoppedBy,
  submitPayout,
  that,
  turnDown,
  withdraw,
  type Step,
} from '../tools/fixtures/core-fixture';
import { FIRST_ID, NAME, SECOND_ID, confirmed, sent, staffed } from '../tools/fixtures/staff-fixture';

const lift = (upTo = 1): Step => staff({ type: 'LiftWithdrawals', upTo, reason: NAME });
const isStopped = (expected: boolean) => that(({ state }) => expect(state.drift.open.size > 0).toBe(expected));

describe('a difference between the ledger and what should agree with it', () => {
  test('stops withdrawals by an event that names both figures', () => {
    given()
      .when(stoppedBy())
      .then(
        occurred('WithdrawalsStopped', {
          difference: 1,
          comparison: 'stored.balance',
          subject: `${BOB}/spot/USDT/available`,
          asset: 'USDT',
          expected: 5n,
          found: 7n,
        }),
        isStopped(true),
      );
  });

  test('lets nothing be applied for, approved, started or submitted', () => {
    given(
      withdraw('USDT', 500n),
      withdraw('USDT', 600n),
      approve(2),
      withdraw('USDT', 700n),
      approve(3),
      startPayout(3),
    )
      .given(stoppedBy())
      .when(withdraw('USDT', 500n))
      .then(refused('withdrawals.stopped'))
      .when(approve(1))
      .then(refused('withdrawals.stopped'))
      .when(startPayout(2))
      .then(refused('withdrawals.stopped'))
      .when(submitPayout(3))
      .then(refused('withdrawals.stopped'));
  });

  test('takes nothing back: owners may, staff may, and what was handed over is followed to its end', () => {
    given(withdraw('USDT', 500n), withdraw('USDT', 600n))
      .given(withdraw('USDT', 700n), approve(3), startPayout(3), submitPayout(3))
      .given(withdraw('USDT', 800n), approve(4), startPayout(4), submitPayout(4))
      .given(withdraw('USDT', 900n), approve(5), startPayout(5))
      .given(stoppedBy())
      .when(cancelWithdrawal(1))
      .then(occurred('WithdrawalCancelled', { withdrawal: 1 }))
      .when(turnDown(2))
      .then(occurred('WithdrawalRejected', { withdrawal: 2 }))
      .when(pay(3, 'tx-3'))
      .then(occurred('WithdrawalPaid', { withdrawal: 3 }))
      .when(failPayout(4))
      .then(occurred('PayoutFailed', { withdrawal: 4 }))
      // What a person had begun to pay may have left before: that it did is a fact.
      .when(pay(5, 'tx-5'))
      .then(occurred('WithdrawalPaid', { withdrawal: 5 }));
  });

  test('stops no trade', () => {
    given(stoppedBy())
      .when(by(ALICE, sell(100, 5)), by(BOB, buy(100, 5)))
      .then(occurred('TradeExecuted', { quantity: 5 }));
  });

  test('is known by what lies between the two, whatever both have come to since', () => {
    given(stoppedBy())
      .when(stoppedBy({ expected: 105n, found: 107n }))
      .then(refused('terms.unchanged'))
      .when(stoppedBy({ expected: 105n, found: 108n }))
      .then(occurred('WithdrawalsStopped', { difference: 2 }));
  });

  test('is none where both are the same', () => {
    given()
      .when(stoppedBy({ expected: 5n, found: 5n }))
      .then(refused('terms.unchanged'));
  });

  test('may be below zero, and so many are named and no more', () => {
    const scenario = given(stoppedBy({ expected: 5n, found: -7n }));
    for (let index = 1; index < DIFFERENCES_MAX; index++) scenario.given(stoppedBy({ subject: `s${index}` }));
    scenario.when(stoppedBy({ subject: 'one more' })).then(refused('terms.unchanged'));
  });

  test('is there after a restart', () => {
    restarted(given(stoppedBy(), stoppedBy({ subject: 'other' })))
      .when(stoppedBy())
      .then(refused('terms.unchanged'), isStopped(true));
  });
});

describe('the stop', () => {
  test('is lifted by two of staff, at once', () => {
    staffed(stoppedBy())
      .when(lift())
      .then(
        occurred('StaffProposed', {
          command: 'LiftWithdrawals',
          by: FIRST_ID,
          waits: 0,
          before: '{"differences":1,"upTo":1}',
          after: '{"differences":0,"upTo":1}',
        }),
        isStopped(true),
      )
      .when(confirmed(1, ADMIN))
      .then(refused('approval.needs.another'))
      .when(confirmed())
      .then(
        occurred('StaffConfirmed', { by: SECOND_ID }),
        occurred('StaffApplied'),
        occurred('WithdrawalsLifted', { upTo: 1, reason: NAME }),
        isStopped(false),
      )
      .when(withdraw('USDT', 500n))
      .then(occurred('WithdrawalApplied', { withdrawal: 1 }));
  });

  test('stays for what was found after they had looked', () => {
    staffed(stoppedBy())
      .given(lift())
      .given(stoppedBy({ subject: 'another' }))
      .when(confirmed())
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('WithdrawalsLifted', { upTo: 1 }),
        isStopped(true),
      )
      .when(withdraw('USDT', 500n))
      .then(refused('withdrawals.stopped'));
  });

  test('comes again for another difference, and not for the one that was lifted', () => {
    restarted(staffed(stoppedBy()).given(lift(), confirmed()))
      .when(stoppedBy({ expected: 1_005n, found: 1_007n }))
      .then(refused('terms.unchanged'))
      .when(stoppedBy({ found: 8n }))
      .then(occurred('WithdrawalsStopped', { difference: 2, found: 8n }), isStopped(true));
  });

  const short = (amount: bigint, moved = 0n): Step =>
    stoppedBy({
      comparison: 'chain.holdings',
      subject: 'ERC20/ETH',
      asset: 'ETH',
      expected: 9n + moved,
      found: 9n + moved - amount,
    });

  test('of a shortage at wallets is one, however large it becomes, and lifted it stands for what is no larger', () => {
    restarted(staffed(short(3n)).when(short(5n)).then(refused('terms.unchanged')).given(lift(), confirmed()))
      .when(short(3n, 40n))
      .then(refused('terms.unchanged'))
      .when(short(1n))
      .then(refused('terms.unchanged'), isStopped(false))
      .when(short(4n))
      .then(occurred('WithdrawalsStopped', { difference: 2 }), isStopped(true))
      .when(stoppedBy({ comparison: 'chain.holdings', subject: 'ERC20/ETHX', expected: 9n, found: 8n }))
      .then(occurred('WithdrawalsStopped', { difference: 3 }));
  });

  test('is lifted by nobody without the right, and where there is none by nobody', () => {
    staffed(stoppedBy())
      .when(sent('admin/10000006', { type: 'LiftWithdrawals', upTo: 1, reason: NAME }))
      .then(refused('command.not.permitted'));
    staffed().when(lift()).then(refused('withdrawals.not.stopped'));
  });
});
