/** Members: who they are to the core, and what they may do. */
import { known, nameUser } from '../folding';
import { nothingOpen, type CommandRow, type EventRow, type Part } from '../product';
import { takesTwo } from '../staff/rule';
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
import { assignsFeeTier, freezeRule, recoveryRule, unfreezeRule, verificationRule } from './staff-rules';

const memberCommands: { [T in MemberCommand['type']]: CommandRow<Extract<MemberCommand, { type: T }>> } = {
  RegisterMember: {
    about: "Makes a registered user known to the core, once. The row in the users' database comes first.",
    senders: ['registrar'],
    message: RegisterMember,
    lasting: nothingOpen,
    decide: decideRegisterMember,
  },
  VerifyMember: {
    about: "Records that a user's identity is verified.",
    senders: ['admin'],
    staff: verificationRule,
    forOthers: true,
    message: VerifyMember,
    lasting: nothingOpen,
    decide: decideVerifyMember,
  },
  NameInviter: {
    about: 'Names the inviter of a member who registered before the core recorded inviters, once.',
    senders: ['registrar'],
    message: NameInviter,
    lasting: nothingOpen,
    decide: decideNameInviter,
  },
  NameDocument: {
    about: 'Names the document of a member who was verified before the core recorded documents, once.',
    senders: ['registrar'],
    message: NameDocument,
    lasting: nothingOpen,
    decide: decideNameDocument,
  },
  FreezeAccount: {
    about: 'Freezes an account: it neither trades nor withdraws, and its orders end.',
    senders: ['user', 'admin'],
    staff: freezeRule,
    message: FreezeAccount,
    lasting: nothingOpen,
    decide: decideFreezeAccount,
  },
  UnfreezeAccount: {
    about: 'Ends the freeze of an account.',
    senders: ['admin'],
    staff: unfreezeRule,
    forOthers: true,
    message: UnfreezeAccount,
    lasting: nothingOpen,
    decide: decideUnfreezeAccount,
  },
  RecoverAccount: {
    about: 'Lets an owner who lost password and factors set new ones, after staff checked their documents.',
    senders: ['admin'],
    staff: recoveryRule,
    forOthers: true,
    message: RecoverAccount,
    lasting: nothingOpen,
    decide: decideRecoverAccount,
  },
  EraseMember: {
    about: "Ends all links from a member's number to a person. Final.",
    senders: ['registrar'],
    message: EraseMember,
    lasting: nothingOpen,
    decide: decideEraseMember,
  },
  AssignFeeTier: {
    about: 'Gives a member a fee level by hand, with an optional end.',
    senders: ['admin'],
    staff: takesTwo(assignsFeeTier),
    forOthers: true,
    message: AssignFeeTier,
    lasting: nothingOpen,
    decide: decideAssignFeeTier,
  },
};

const memberEvents: { [T in MemberEvent['type']]: EventRow<Extract<MemberEvent, { type: T }>> } = {
  MemberRegistered: {
    about: "A member was registered. `registration` is a hash of a random code in the user's row.",
    message: MemberRegistered,
    evolve(state, { user, registration, inviter }) {
      state.members.set(user, { ...createMember(user, registration ?? null), inviter: inviter ?? null });
      nameUser(state, user);
    },
  },
  MemberVerified: {
    about: "A member's identity was verified.",
    message: MemberVerified,
    evolve(state, { user, document }) {
      const member = known(state.members, user);
      member.verified = true;
      if (document !== undefined) member.document = document;
    },
  },
  InviterNamed: {
    about: 'The inviter of an earlier member was recorded.',
    message: InviterNamed,
    evolve(state, { user, inviter }) {
      known(state.members, user).inviter = inviter;
    },
  },
  DocumentNamed: {
    about: 'The document of an earlier verification was recorded.',
    message: DocumentNamed,
    evolve(state, { user, document }) {
      known(state.members, user).document = document;
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
      // Passwords and factors are not the core's: what it knows of the account is as before.
    },
  },
  MemberErased: {
    about: 'A member was erased. They receive no more rebates.',
    message: MemberErased,
    evolve(state, { user }) {
      known(state.members, user).erased = true;
    },
  },
  FeeTierAssigned: {
    about: 'A member has a fee level by hand, until `until` if given.',
    message: FeeTierAssigned,
    evolve(state, { user, tier, until }) {
      known(state.members, user).floor = tier === 0 ? null : { level: tier, until: until ?? null };
    },
  },
};

function setFrozen(state: CoreState, user: number, frozen: boolean): void {
  const member = known(state.members, user);
  member.frozen = frozen;
  noteFrozenTrader(state, member);
}

export const member = { commands: memberCommands, events: memberEvents } satisfies Part;
