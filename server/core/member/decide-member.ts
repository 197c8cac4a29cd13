/** Members and what they may do. */
import type { Decision } from '../decision';
import { OWNER_MAX } from '../market/book';
import { reject } from '../rejection';
import type { CoreView } from '../state';
import type { AssignFeeTier, FreezeAccount, RegisterMember, UnfreezeAccount, VerifyMember } from './commands';

const FEE_TIER_MAX = 19;

/** Whom it refuses as registered learns whether it is the same row once more, and below which id nobody is new. */
export function decideRegisterMember(view: CoreView, { user, registration }: RegisterMember): Decision {
  if (!Number.isSafeInteger(user) || user < 1 || user > OWNER_MAX) return reject('account.unknown');
  const member = view.members.get(user);
  if (!member) return [{ type: 'MemberRegistered', user, registration }];
  const isSame = member.registration !== null && member.registration === registration;
  return reject('account.already.registered', { same: isSame ? 1 : 0, highest: view.highest.user });
}

export function decideVerifyMember(view: CoreView, { user }: VerifyMember): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.verified) return reject('account.already.verified');
  return [{ type: 'MemberVerified', user }];
}

export function decideFreezeAccount(view: CoreView, { user, reason }: FreezeAccount): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.frozen) return reject('account.already.frozen');
  return [{ type: 'AccountFrozen', user, reason }];
}

export function decideUnfreezeAccount(view: CoreView, { user, reason }: UnfreezeAccount): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (!member.frozen) return reject('account.not.frozen');
  return [{ type: 'AccountUnfrozen', user, reason }];
}

export function decideAssignFeeTier(view: CoreView, { user, tier }: AssignFeeTier): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (!Number.isSafeInteger(tier) || tier < 0 || tier > FEE_TIER_MAX || tier === member.feeTier)
    return reject('fee.tier.invalid');
  return [{ type: 'FeeTierAssigned', user, tier }];
}
