/** Members: who they are to the core, and what they may do. */
import { known, nameUser } from '../folding';
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import { noteUserBarred } from '../robot/noted';
import { noteFrozenTrader, type CoreState } from '../state';
import type { MemberCommand } from './commands';
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
import { loosensAccount, loosensFeeTier, loosensRecovery, loosensVerification } from './loosens';
import { createMember } from './member';

export const memberCommands: { [T in MemberCommand['type']]: CommandRow<Extract<MemberCommand, { type: T }>> } = {
  RegisterMember: {
    senders: ['registrar'],
    payload: { type: 'asked', user: 'asked', registration: 'asked', inviter: 'asked' },
    lasting: nothingOpen,
    decide: decideRegisterMember,
  },
  VerifyMember: {
    senders: ['admin'],
    forOthers: true,
    payload: { type: 'asked', user: 'asked', document: 'added' },
    lasting: nothingOpen,
    loosens: loosensVerification,
    decide: decideVerifyMember,
  },
  NameInviter: {
    senders: ['registrar'],
    payload: { type: 'asked', user: 'asked', inviter: 'asked' },
    lasting: nothingOpen,
    decide: decideNameInviter,
  },
  NameDocument: {
    senders: ['registrar'],
    payload: { type: 'asked', user: 'asked', document: 'asked' },
    lasting: nothingOpen,
    decide: decideNameDocument,
  },
  FreezeAccount: {
    senders: ['user', 'admin'],
    payload: { type: 'asked', user: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideFreezeAccount,
  },
  UnfreezeAccount: {
    senders: ['admin'],
    forOthers: true,
    payload: { type: 'asked', user: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    loosens: loosensAccount,
    decide: decideUnfreezeAccount,
  },
  RecoverAccount: {
    senders: ['admin'],
    forOthers: true,
    payload: { type: 'asked', user: 'asked', request: 'asked' },
    lasting: nothingOpen,
    loosens: loosensRecovery,
    decide: decideRecoverAccount,
  },
  EraseMember: {
    senders: ['registrar'],
    payload: { type: 'asked', user: 'asked' },
    lasting: nothingOpen,
    decide: decideEraseMember,
  },
  AssignFeeTier: {
    senders: ['admin'],
    forOthers: true,
    payload: { type: 'asked', user: 'asked', tier: 'asked', until: 'asked' },
    lasting: nothingOpen,
    loosens: loosensFeeTier,
    decide: decideAssignFeeTier,
  },
};

export const memberEvents: { [T in MemberEvent['type']]: EventRow<Extract<MemberEvent, { type: T }>> } = {
  MemberRegistered: {
    shape: { user: 'integer', registration: 'text?', inviter: 'integer?' },
    evolve(state, { user, registration, inviter }) {
      state.members.set(user, { ...createMember(user, registration ?? null), inviter: inviter ?? null });
      nameUser(state, user);
    },
  },
  MemberVerified: {
    shape: { user: 'integer', document: 'word?' },
    evolve(state, { user, document }) {
      const member = known(state.members, user);
      member.verified = true;
      if (document !== undefined) member.document = document;
    },
  },
  InviterNamed: {
    shape: { user: 'integer', inviter: 'integer' },
    evolve(state, { user, inviter }) {
      known(state.members, user).inviter = inviter;
    },
  },
  DocumentNamed: {
    shape: { user: 'integer', document: 'word' },
    evolve(state, { user, document }) {
      known(state.members, user).document = document;
    },
  },
  AccountFrozen: {
    shape: { user: 'integer', reason: 'text' },
    evolve(state, { user }, { at }) {
      setFrozen(state, user, true);
      noteUserBarred(state, user, at);
    },
  },
  AccountUnfrozen: {
    shape: { user: 'integer', reason: 'text' },
    evolve(state, { user }) {
      setFrozen(state, user, false);
    },
  },
  AccountRecovered: {
    shape: { user: 'integer', request: 'integer' },
    evolve() {
      // Passwords and factors are not the core's: what it knows of the account is as before.
    },
  },
  MemberErased: {
    shape: { user: 'integer' },
    evolve(state, { user }) {
      known(state.members, user).erased = true;
    },
  },
  FeeTierAssigned: {
    shape: { user: 'integer', tier: 'integer', until: 'integer?' },
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
