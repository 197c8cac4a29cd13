/** Members and their permissions. */
import { actorId } from '../actor';
import type { Context, Decision } from '../decision';
import { FEE_LEVELS_MAX } from '../fees/fee-terms';
import { OWNER_MAX } from '../market/book';
import { reject } from '../rejection';
import { freezesBothStaff, isStaff } from '../staff/eligibility';
import { lapsedUnfreezeProposals } from '../staff/lapsed-proposals';
import type { CoreView } from '../state';
import type {
  AssignFeeTier,
  EraseMember,
  FreezeAccount,
  NameDocument,
  NameInviter,
  RecoverAccount,
  RegisterMember,
  UnfreezeAccount,
  VerifyMember,
} from './commands';

/** Maximum duration of a minimum fee level: two years, leap years included. */
const FLOOR_MS_MAX = 731 * 86_400_000;
const DOCUMENT_HASH = /^([0-9a-f]{2}){16,64}$/;

/** Rejections of registered members say whether the row is the same, and give the highest registered id. */
export function decideRegisterMember(view: CoreView, { user, registration, inviter }: RegisterMember): Decision {
  if (!Number.isSafeInteger(user) || user < 1 || user > OWNER_MAX) return reject('account.unknown');
  const member = view.members.get(user);
  if (!member) {
    // An inviter is registered before the invited member.
    if (inviter !== undefined && !view.members.has(inviter)) return reject('inviter.invalid');
    return [{ type: 'MemberRegistered', user, registration, inviter }];
  }
  const isSame = member.registration !== null && member.registration === registration;
  return reject('account.already.registered', { same: isSame ? 1 : 0, highest: view.highest.user });
}

export function decideVerifyMember(view: CoreView, { user, document }: VerifyMember): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.verified) return reject('account.already.verified');
  if (document !== undefined && !DOCUMENT_HASH.test(document)) return reject('document.invalid');
  return [{ type: 'MemberVerified', user, document }];
}

export function decideNameInviter(view: CoreView, { user, inviter }: NameInviter): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.inviter !== null) return reject('inviter.already.named');
  // Rejects cycles: a member cannot be invited by anyone they invited, directly or indirectly.
  for (let above: number | null = inviter; above !== null;) {
    const next = view.members.get(above);
    if (!next || next.user === user) return reject('inviter.invalid');
    above = next.inviter;
  }
  return [{ type: 'InviterNamed', user, inviter }];
}

export function decideNameDocument(view: CoreView, { user, document }: NameDocument): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (!member.verified) return reject('account.not.authenticated');
  if (member.document !== null) return reject('document.already.named');
  if (!DOCUMENT_HASH.test(document)) return reject('document.invalid');
  return [{ type: 'DocumentNamed', user, document }];
}

export function decideFreezeAccount(view: CoreView, { user, reason }: FreezeAccount, { actor, at }: Context): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  const lapsedProposals = lapsedUnfreezeProposals(view, user);
  if (!member.frozen) {
    const by = actorId(actor);
    if (by === null || !freezesBothStaff(view, user, by, at))
      return [{ type: 'AccountFrozen', user, reason }, ...lapsedProposals];
    return [
      { type: 'AccountFrozen', user, reason, with: by },
      { type: 'AccountFrozen', user: by, reason, with: user },
      ...lapsedProposals,
    ];
  }
  return lapsedProposals.length > 0 ? lapsedProposals : reject('account.already.frozen');
}

export function decideUnfreezeAccount(view: CoreView, { user, reason }: UnfreezeAccount): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.erased) return reject('account.erased');
  if (!member.frozen) return reject('account.not.frozen');
  return [{ type: 'AccountUnfrozen', user, reason }];
}

/**
 * A frozen account stays frozen: its owner can stop an impostor's request by freezing it, even during the confirmation
 * by staff.
 */
export function decideRecoverAccount(view: CoreView, { user, request }: RecoverAccount): Decision {
  const member = view.members.get(user);
  if (!member || !Number.isSafeInteger(request) || request < 1) return reject('account.unknown');
  // Staff accounts cannot be recovered: two persons name staff anew, who authenticate with the factors bound then.
  if (isStaff(view, user)) return reject('command.not.permitted');
  if (member.erased) return reject('account.erased');
  if (!member.verified) return reject('account.not.authenticated');
  if (member.frozen) return reject('account.frozen');
  return [{ type: 'AccountRecovered', user, request }];
}

export function decideEraseMember(view: CoreView, { user }: EraseMember): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.erased) return reject('account.erased');
  return [{ type: 'MemberErased', user }];
}

export function decideAssignFeeTier(view: CoreView, { user, tier, until }: AssignFeeTier, { at }: Context): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (!Number.isSafeInteger(tier) || tier < 0 || tier >= FEE_LEVELS_MAX) return reject('fee.tier.invalid');
  if (until !== undefined && (!Number.isSafeInteger(until) || until <= at || until > at + FLOOR_MS_MAX))
    return reject('fee.tier.invalid');
  // Without a level there is nothing to expire.
  if (tier === 0 && until !== undefined) return reject('fee.tier.invalid');
  const { floor } = member;
  const isSame = tier === (floor?.level ?? 0) && (until ?? null) === (floor?.until ?? null);
  if (isSame) return reject('fee.tier.invalid');
  return [{ type: 'FeeTierAssigned', user, tier, until }];
}
