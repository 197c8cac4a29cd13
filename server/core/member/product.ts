/** Members: who they are to the core, and what they may do. */
import { known, nameUser } from '../folding';
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import { noteFrozenTrader, type CoreState } from '../state';
import type { MemberCommand } from './commands';
import {
  decideAssignFeeTier,
  decideFreezeAccount,
  decideRegisterMember,
  decideUnfreezeAccount,
  decideVerifyMember,
} from './decide-member';
import type { MemberEvent } from './events';
import { createMember } from './member';

export const memberCommands: { [T in MemberCommand['type']]: CommandRow<Extract<MemberCommand, { type: T }>> } = {
  RegisterMember: {
    senders: ['registrar'],
    payload: { type: 'asked', user: 'asked', registration: 'asked' },
    lasting: nothingOpen,
    decide: decideRegisterMember,
  },
  VerifyMember: {
    senders: ['admin'],
    forOthers: true,
    payload: { type: 'asked', user: 'asked' },
    lasting: nothingOpen,
    decide: decideVerifyMember,
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
    decide: decideUnfreezeAccount,
  },
  AssignFeeTier: {
    senders: ['admin'],
    forOthers: true,
    payload: { type: 'asked', user: 'asked', tier: 'asked' },
    lasting: nothingOpen,
    decide: decideAssignFeeTier,
  },
};

export const memberEvents: { [T in MemberEvent['type']]: EventRow<Extract<MemberEvent, { type: T }>> } = {
  MemberRegistered: {
    shape: { user: 'integer', registration: 'text?' },
    evolve(state, { user, registration }) {
      state.members.set(user, createMember(user, registration ?? null));
      nameUser(state, user);
    },
  },
  MemberVerified: {
    shape: { user: 'integer' },
    evolve(state, { user }) {
      known(state.members, user).verified = true;
    },
  },
  AccountFrozen: {
    shape: { user: 'integer', reason: 'text' },
    evolve(state, { user }) {
      setFrozen(state, user, true);
    },
  },
  AccountUnfrozen: {
    shape: { user: 'integer', reason: 'text' },
    evolve(state, { user }) {
      setFrozen(state, user, false);
    },
  },
  FeeTierAssigned: {
    shape: { user: 'integer', tier: 'integer' },
    evolve(state, { user, tier }) {
      known(state.members, user).feeTier = tier;
    },
  },
};

function setFrozen(state: CoreState, user: number, frozen: boolean): void {
  const member = known(state.members, user);
  member.frozen = frozen;
  noteFrozenTrader(state, member);
}
