import { DIFFERENCES_MAX } from '../../server/core/drift/decide-drift';
import {
  ADMIN,
  ALICE,
  BOB,
  approve,
  buy,
  asUser,
  cancelWithdrawal,
  failPayout,
  given,
  occurred,
  pay,
  refused,
  restoredFromSnapshot,
  sell,
  staff,
  startPayout,
  stopWithdrawals,
  submitPayout,
  expectThat,
  rejectWithdrawal,
  withdraw,
  type Step,
} from '../tools/fixtures/core-fixture';
import { FIRST_ID, NAME, SECOND_ID, confirmProposal, sendAs, withStaff } from '../tools/fixtures/staff-fixture';

const lift = (upTo = 1): Step => staff({ type: 'LiftWithdrawals', upTo, reason: NAME });
const isStopped = (expected: boolean) => expectThat(({ state }) => expect(state.drift.open.size > 0).toBe(expected));

describe('a difference between the ledger and an independent figure', () => {
  test('stops withdrawals by an event that names both figures', () => {
    given()
      .when(stopWithdrawals())
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

  test('blocks applying, approving, starting and submitting', () => {
    given(
      withdraw('USDT', 500n),
      withdraw('USDT', 600n),
      approve(2),
      withdraw('USDT', 700n),
      approve(3),
      startPayout(3),
    )
      .given(stopWithdrawals())
      .when(withdraw('USDT', 500n))
      .then(refused('withdrawals.stopped'))
      .when(approve(1))
      .then(refused('withdrawals.stopped'))
      .when(startPayout(2))
      .then(refused('withdrawals.stopped'))
      .when(submitPayout(3))
      .then(refused('withdrawals.stopped'));
  });

  test('still allows cancelling and rejecting, and follows submitted payouts to their end', () => {
    given(withdraw('USDT', 500n), withdraw('USDT', 600n))
      .given(withdraw('USDT', 700n), approve(3), startPayout(3), submitPayout(3))
      .given(withdraw('USDT', 800n), approve(4), startPayout(4), submitPayout(4))
      .given(withdraw('USDT', 900n), approve(5), startPayout(5))
      .given(stopWithdrawals())
      .when(cancelWithdrawal(1))
      .then(occurred('WithdrawalCancelled', { withdrawal: 1 }))
      .when(rejectWithdrawal(2))
      .then(occurred('WithdrawalRejected', { withdrawal: 2 }))
      .when(pay(3, 'tx-3'))
      .then(occurred('WithdrawalPaid', { withdrawal: 3 }))
      .when(failPayout(4))
      .then(occurred('PayoutFailed', { withdrawal: 4 }))
      // A manual payout that has started may already be sent, so staff may record it.
      .when(pay(5, 'tx-5'))
      .then(occurred('WithdrawalPaid', { withdrawal: 5 }));
  });

  test('does not stop trading', () => {
    given(stopWithdrawals())
      .when(asUser(ALICE, sell(100, 5)), asUser(BOB, buy(100, 5)))
      .then(occurred('TradeExecuted', { quantity: 5 }));
  });

  test('is identified by the amount between the figures, whatever both have become since', () => {
    given(stopWithdrawals())
      .when(stopWithdrawals({ expected: 105n, found: 107n }))
      .then(refused('terms.unchanged'))
      .when(stopWithdrawals({ expected: 105n, found: 108n }))
      .then(occurred('WithdrawalsStopped', { difference: 2 }));
  });

  test('does not exist while both figures are equal', () => {
    given()
      .when(stopWithdrawals({ expected: 5n, found: 5n }))
      .then(refused('terms.unchanged'));
  });

  test('may have a negative figure; the number of recorded differences is limited', () => {
    const scenario = given(stopWithdrawals({ expected: 5n, found: -7n }));
    for (let index = 1; index < DIFFERENCES_MAX; index++) scenario.given(stopWithdrawals({ subject: `s${index}` }));
    scenario.when(stopWithdrawals({ subject: 'one more' })).then(refused('terms.unchanged'));
  });

  test('survives a restart', () => {
    restoredFromSnapshot(given(stopWithdrawals(), stopWithdrawals({ subject: 'other' })))
      .when(stopWithdrawals())
      .then(refused('terms.unchanged'), isStopped(true));
  });
});

describe('the stop of withdrawals', () => {
  test('is lifted at once by two members of staff', () => {
    withStaff(stopWithdrawals())
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
      .when(confirmProposal(1, ADMIN))
      .then(refused('approval.needs.another'))
      .when(confirmProposal())
      .then(
        occurred('StaffConfirmed', { by: SECOND_ID }),
        occurred('StaffApplied'),
        occurred('WithdrawalsLifted', { upTo: 1, reason: NAME }),
        isStopped(false),
      )
      .when(withdraw('USDT', 500n))
      .then(occurred('WithdrawalApplied', { withdrawal: 1 }));
  });

  test('stays for a difference found after the proposal to lift it', () => {
    withStaff(stopWithdrawals())
      .given(lift())
      .given(stopWithdrawals({ subject: 'another' }))
      .when(confirmProposal())
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('WithdrawalsLifted', { upTo: 1 }),
        isStopped(true),
      )
      .when(withdraw('USDT', 500n))
      .then(refused('withdrawals.stopped'));
  });

  test('returns for another difference, but not for the one that was lifted', () => {
    restoredFromSnapshot(withStaff(stopWithdrawals()).given(lift(), confirmProposal()))
      .when(stopWithdrawals({ expected: 1_005n, found: 1_007n }))
      .then(refused('terms.unchanged'))
      .when(stopWithdrawals({ found: 8n }))
      .then(occurred('WithdrawalsStopped', { difference: 2, found: 8n }), isStopped(true));
  });

  const short = (amount: bigint, moved = 0n): Step =>
    stopWithdrawals({
      comparison: 'chain.holdings',
      subject: 'ERC20/ETH',
      asset: 'ETH',
      expected: 9n + moved,
      found: 9n + moved - amount,
    });

  test('counts a wallet shortage as one difference as it grows; once lifted, only a larger shortage stops again', () => {
    restoredFromSnapshot(
      withStaff(short(3n)).when(short(5n)).then(refused('terms.unchanged')).given(lift(), confirmProposal()),
    )
      .when(short(3n, 40n))
      .then(refused('terms.unchanged'))
      .when(short(1n))
      .then(refused('terms.unchanged'), isStopped(false))
      .when(short(4n))
      .then(occurred('WithdrawalsStopped', { difference: 2 }), isStopped(true))
      .when(stopWithdrawals({ comparison: 'chain.holdings', subject: 'ERC20/ETHX', expected: 9n, found: 8n }))
      .then(occurred('WithdrawalsStopped', { difference: 3 }));
  });

  test('cannot be lifted without the right, or when nothing is stopped', () => {
    withStaff(stopWithdrawals())
      .when(sendAs('admin/10000006', { type: 'LiftWithdrawals', upTo: 1, reason: NAME }))
      .then(refused('command.not.permitted'));
    withStaff().when(lift()).then(refused('withdrawals.not.stopped'));
  });
});
