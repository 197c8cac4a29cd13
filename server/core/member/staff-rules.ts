/** Staff rules of commands about members. */
import { actorId } from '../actor';
import { isStaff, mayFreezeStaff, refuseSecondApprover } from '../staff/eligibility';
import { staffRule, type Facts, type StaffRule, type TwoPersonApproval } from '../staff/rule';
import type { CoreView } from '../state';
import type { AssignFeeTier, FreezeAccount, RecoverAccount, UnfreezeAccount, VerifyMember } from './commands';

/** With a document, staff judge whether it is genuine; without one there is only their statement. */
export const verificationRule = staffRule(
  'verification',
  ['case', 'change'],
  'One judges a document by its photos. Without a document it takes two and waits.',
  (_view, { user, document }: VerifyMember) => {
    if (document !== undefined) return { kind: 'case' };
    return {
      kind: 'change',
      subject: `account/${user}/verification`,
      user,
      before: { verified: 0 },
      after: { verified: 1 },
    };
  },
);

/** Freezing a staff member also freezes the sender until a third person decides. */
export const freezeRule: StaffRule<FreezeAccount> = {
  ...staffRule(
    'users',
    ['brake', 'restore'],
    'A frozen account loses nothing. Of a member of staff one freezes both, until a third decides; a second one the same day, or with fewer than three full admins, takes two.',
    (view, { user }: FreezeAccount, { actor, at }) => {
      const subject = `account/${user}`;
      const isOfOne = !isStaff(view, user) || mayFreezeStaff(view, actorId(actor) ?? 0, at);
      if (isOfOne) return { kind: 'brake', subject, undo: null };
      return { kind: 'restore', subject, user, before: { frozen: 0 }, after: { frozen: 1 } };
    },
  ),
  lasts: true,
};

/** If one staff member froze another, both are frozen; a third person alone unfreezes one of them. */
export const unfreezeRule = staffRule(
  'users',
  ['case', 'restore'],
  'Of two members of staff who are frozen because one froze the other, a third lets one go on.',
  (view, { user }: UnfreezeAccount, { actor, at }) => {
    const other = isStaff(view, user) ? view.staff.frozenWith.get(user) : undefined;
    const by = actorId(actor) ?? 0;
    if (other !== undefined && refuseSecondApprover(view, [user, other], by, at) === null) return { kind: 'case' };
    return { kind: 'restore', subject: `account/${user}`, user, before: { frozen: 1 }, after: { frozen: 0 } };
  },
);

/** Always two persons: without password and factor, staff alone decide who the person is. */
export const recoveryRule = staffRule(
  'verification',
  ['restore'],
  'Both have seen the same documents, and its owner waits.',
  (_view, { user, request }: RecoverAccount) => {
    return { kind: 'restore', subject: `account/${user}/recovery`, user, before: { request }, after: { request } };
  },
);

export function feeTierApproval(view: CoreView, { user, tier, until }: AssignFeeTier): Omit<TwoPersonApproval, 'kind'> {
  const floor = view.members.get(user)?.floor ?? null;
  const before = tierFacts(floor?.level ?? 0, floor?.until ?? undefined);
  return { subject: `account/${user}/fees`, user, before, after: tierFacts(tier, until) };
}

function tierFacts(tier: number, until: number | undefined): Facts {
  return until === undefined ? { tier } : { tier, until };
}
