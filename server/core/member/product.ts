/** Members: their data in the core and their permissions. */
import { getOrThrow, noteHighestUser } from '../evolve-helpers';
import { monthOnly, type CommandRow, type EventRow, type Part } from '../product';
import { twoPersonRule } from '../staff/rule';
import { noteFrozenTrader, type CoreState } from '../state';
import type { MemberCommand } from './commands';
import {
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
import {
  decideAssignFeeTier,
  decideEraseMember,
  decideFreezeAccount,
  decideNameDocument,
  decideNameInviter,
  decideRecoverAccount,
  decideRegisterMember,
  decideUnfreezeAccount,
  decideVerifyMember,
} from './decide-member';
import type { MemberEvent } from './events';
import {
  AccountFrozen,
  AccountRecovered,
  AccountUnfrozen,
  DocumentNamed,
  FeeTierAssigned,
  InviterNamed,
  MemberErased,
  MemberRegistered,
  MemberVerified,
} from './events';
import { createMember } from './member';
import { feeTierApproval, freezeRule, recoveryRule, unfreezeRule, verificationRule } from './staff-rules';

const memberCommands: { [T in MemberCommand['type']]: CommandRow<Extract<MemberCommand, { type: T }>> } = {
  RegisterMember: {
    about: "Makes a registered user known to the core, once. The row in the users' database comes first.",
    allowedActors: ['registrar'],
    message: RegisterMember,
    idempotencyRetention: monthOnly,
    decide: decideRegisterMember,
  },
  VerifyMember: {
    about: "Records that a user's identity is verified.",
    allowedActors: ['admin'],
    staff: verificationRule,
    beneficiaryForbidden: true,
    message: VerifyMember,
    idempotencyRetention: monthOnly,
    decide: decideVerifyMember,
  },
  NameInviter: {
    about: 'Names the inviter of a member who registered before the core recorded inviters, once.',
    allowedActors: ['registrar'],
    message: NameInviter,
    idempotencyRetention: monthOnly,
    decide: decideNameInviter,
  },
  NameDocument: {
    about: 'Names the document of a member who was verified before the core recorded documents, once.',
    allowedActors: ['registrar'],
    message: NameDocument,
    idempotencyRetention: monthOnly,
    decide: decideNameDocument,
  },
  FreezeAccount: {
    about: 'Freezes an account: it neither trades nor withdraws, and its orders end.',
    allowedActors: ['user', 'admin'],
    staff: freezeRule,
    message: FreezeAccount,
    idempotencyRetention: monthOnly,
    decide: decideFreezeAccount,
  },
  UnfreezeAccount: {
    about: 'Ends the freeze of an account.',
    allowedActors: ['admin'],
    staff: unfreezeRule,
    beneficiaryForbidden: true,
    message: UnfreezeAccount,
    idempotencyRetention: monthOnly,
    decide: decideUnfreezeAccount,
  },
  RecoverAccount: {
    about: 'Lets an owner who lost password and factors set new ones, after staff checked their documents.',
    allowedActors: ['admin'],
    staff: recoveryRule,
    beneficiaryForbidden: true,
    message: RecoverAccount,
    idempotencyRetention: monthOnly,
    decide: decideRecoverAccount,
  },
  EraseMember: {
    about: "Ends all links from a member's number to a person. Final.",
    allowedActors: ['registrar'],
    message: EraseMember,
    idempotencyRetention: monthOnly,
    decide: decideEraseMember,
  },
  AssignFeeTier: {
    about: 'Gives a member a fee level by hand, with an optional end.',
    allowedActors: ['admin'],
    staff: twoPersonRule('users', feeTierApproval),
    beneficiaryForbidden: true,
    message: AssignFeeTier,
    idempotencyRetention: monthOnly,
    decide: decideAssignFeeTier,
  },
};

const memberEvents: { [T in MemberEvent['type']]: EventRow<Extract<MemberEvent, { type: T }>> } = {
  MemberRegistered: {
    about: "A member was registered. `registration` is a hash of a random code in the user's row.",
    message: MemberRegistered,
    evolve(state, { user, registration, inviter }) {
      state.members.set(user, { ...createMember(user, registration ?? null), inviter: inviter ?? null });
      noteHighestUser(state, user);
    },
  },
  MemberVerified: {
    about: "A member's identity was verified.",
    message: MemberVerified,
    evolve(state, { user, document }) {
      const member = getOrThrow(state.members, user);
      member.verified = true;
      if (document !== undefined) member.document = document;
    },
  },
  InviterNamed: {
    about: 'The inviter of an earlier member was recorded.',
    message: InviterNamed,
    evolve(state, { user, inviter }) {
      getOrThrow(state.members, user).inviter = inviter;
    },
  },
  DocumentNamed: {
    about: 'The document of an earlier verification was recorded.',
    message: DocumentNamed,
    evolve(state, { user, document }) {
      getOrThrow(state.members, user).document = document;
    },
  },
  AccountFrozen: {
    about: 'An account was frozen.',
    message: AccountFrozen,
    evolve(state, { user, with: other }) {
      setFrozen(state, user, true);
      if (other !== undefined) state.staff.frozenWith.set(user, other);
    },
  },
  AccountUnfrozen: {
    about: 'The freeze of an account ended.',
    message: AccountUnfrozen,
    evolve(state, { user }) {
      setFrozen(state, user, false);
      state.staff.frozenWith.delete(user);
    },
  },
  AccountRecovered: {
    about: 'Two members of staff let the owner back in, by the recovery request of that number.',
    message: AccountRecovered,
    evolve() {
      // Passwords and factors are outside the core, so its state of the account does not change.
    },
  },
  MemberErased: {
    about: 'A member was erased. They receive no more rebates.',
    message: MemberErased,
    evolve(state, { user }) {
      getOrThrow(state.members, user).erased = true;
    },
  },
  FeeTierAssigned: {
    about: 'A member has a fee level by hand, until `until` if given.',
    message: FeeTierAssigned,
    evolve(state, { user, tier, until }) {
      getOrThrow(state.members, user).floor = tier === 0 ? null : { level: tier, until: until ?? null };
    },
  },
};

function setFrozen(state: CoreState, user: number, frozen: boolean): void {
  const member = getOrThrow(state.members, user);
  member.frozen = frozen;
  noteFrozenTrader(state, member);
}

export const member = { commands: memberCommands, events: memberEvents } satisfies Part;
