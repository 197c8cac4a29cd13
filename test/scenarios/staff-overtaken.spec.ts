/** Whatever was tightened after two had agreed on loosening it stays: what they agreed on lapses. */
import type { Command } from '../../server/core/command';
import {
  BOB,
  DAVE,
  SECOND,
  accountFrozen,
  buy,
  by,
  indexTerms,
  observe,
  occurred,
  publish,
  refused,
  rested,
  revert,
  sell,
  staff,
  type Step,
} from '../tools/core-fixture';
import { DAY, HOUR, THIRD_ID, confirmed, passed, sent, setStaff, staffed } from '../tools/staff-fixture';

const lapsed = (proposal: number) => occurred('StaffLapsed', { proposal, why: 'impossible' });
const terms = (confirmations: number): Command => ({
  ...{ type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', minimum: 100n },
  confirmations,
});
const limit = (amount: bigint): Command => ({ type: 'SetDailyLimit', bindings: 1, limit: amount });
const review = (secondApprovalAbove: bigint): Command => ({ type: 'SetWithdrawalReview', secondApprovalAbove });
const fees = (tier: number): Command => ({ type: 'AssignFeeTier', user: BOB, tier });

describe('of two who agreed on', () => {
  test.each<[string, Step[], Step, Step]>([
    [
      'more rights',
      [],
      setStaff(THIRD_ID, 'admin', ['users', 'withdrawals', 'settings']),
      sent(SECOND, setStaff(THIRD_ID, 'user').command),
    ],
    ['fewer blocks', [staff(terms(20))], staff(terms(2)), sent(SECOND, terms(60))],
    ['a higher limit of a day', [staff(limit(1_000n)), confirmed(1)], staff(limit(2_000n)), sent(SECOND, limit(10n))],
    ['a higher bound of one approval', [staff(review(1_000n))], staff(review(2_000n)), sent(SECOND, review(1n))],
    ['a better level of fees', [staff(fees(2)), confirmed(1)], staff(fees(3)), sent(SECOND, fees(1))],
  ])('%s, and one who took it back since, the one counts', (_, before, loosened, tightened) => {
    const scenario = staffed(...before).given(passedBy(DAY), loosened);
    const proposal = scenario.exchange.state.staff.next - 1;
    scenario.given(confirmed(proposal), { ...tightened, after: 3 * HOUR });
    scenario.when(passed(DAY)).then(lapsed(proposal));
    expect(scenario.exchange.state.staff.proposals.size).toBe(0);
  });

  test('the same as it was before stays as it was agreed on', () => {
    staffed(staff(terms(20)), staff(terms(2)), confirmed(1))
      .when(passed(DAY))
      .then(occurred('StaffApplied'), occurred('RechargeTermsSet', { confirmations: 2 }));
  });

  test('it is confirmed no more once it is overtaken', () => {
    staffed(staff(terms(20)), staff(terms(2)), sent(SECOND, terms(60)))
      .when(confirmed(1))
      .then(refused('proposal.state.invalid'));
  });
});

/** Time goes by, by a command that is taken. */
function passedBy(ms: number): Step {
  return { ...staff({ type: 'SetOverdueHours', wait: 'feedback', hours: 1 }), after: ms };
}

describe('an unfreezing that waits ends when the account is frozen again', () => {
  const unfrozen = staff({ type: 'UnfreezeAccount', user: BOB, reason: 'reviewed' });
  const agreed = () => staffed(accountFrozen(), unfrozen, confirmed(1));

  test.each<[string, Step]>([
    ['by its owner', { actor: `user/${BOB}`, command: { type: 'FreezeAccount', user: BOB, reason: 'letter' } }],
    ['by staff', sent(SECOND, { type: 'FreezeAccount', user: BOB, reason: 'again' })],
  ])('%s', (_, freeze) => {
    agreed()
      .when({ ...freeze, after: 2 * HOUR })
      .then(lapsed(1))
      .when(passed(DAY), buy(100, 1))
      .then(refused('account.frozen'))
      .when(freeze)
      .then(refused('account.already.frozen'));
  });

  test('because its chain took back what is spent', () => {
    const early = {
      user: DAVE,
      asset: 'BTC',
      chain: 'BTC',
      reference: 'BTC/a/0',
      amount: 50n,
      provisional: 1,
    } as const;
    const known = sent(SECOND, { type: 'VerifyMember', user: DAVE, document: 'ab'.repeat(32) });
    const priced = [indexTerms(), publish([100, 100])];
    const spent = [...priced, observe(12, early), rested('buy', 100, 60), by(DAVE, sell(100, 40))];
    const release = staff({ type: 'UnfreezeAccount', user: DAVE, reason: 'reviewed' });
    staffed(known, spent, accountFrozen(DAVE), release, confirmed(1))
      .when({ ...revert('BTC/a/0'), after: HOUR })
      .then(occurred('RechargeReverted'), occurred('FundsFrozen'), lapsed(1));
  });

  test('also where it was unfrozen in between by another agreement', () => {
    const other = staff({ type: 'UnfreezeAccount', user: BOB, reason: 'asked for' });
    agreed()
      .given(other, { ...confirmed(2), after: HOUR })
      .when(passed(DAY - HOUR))
      .then(occurred('StaffApplied', { proposal: 1 }), occurred('AccountUnfrozen'))
      .when(accountFrozen())
      .then(occurred('AccountFrozen'), lapsed(2));
  });
});
