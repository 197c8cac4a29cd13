/** Changed terms of perpetuals, as rows. */
import { nothingOpen, type CommandRow, type Debt, type EventRow, type OwedNext } from '../../../../core/product';
import { takesTwo } from '../../../../core/staff/rule';
import { changesPerpetualTerms } from '../staff-rules';
import { announceTerms, applyTerms, decideApplyPerpetualTerms, decideChangePerpetualTerms } from './change';
import type { TermsCommand } from './commands';
import { ApplyPerpetualTerms, ChangePerpetualTerms } from './commands';
import type { TermsEvent } from './events';
import { PerpetualTermsApplied, PerpetualTermsChanged } from './events';

export const termsCommands: { [T in TermsCommand['type']]: CommandRow<Extract<TermsCommand, { type: T }>> } = {
  ChangePerpetualTerms: {
    about: 'Announces new terms of a perpetual market.',
    senders: ['admin'],
    staff: takesTwo(changesPerpetualTerms),
    message: ChangePerpetualTerms,
    lasting: nothingOpen,
    decide: decideChangePerpetualTerms,
  },
  ApplyPerpetualTerms: {
    about: 'Applies announced terms at their time.',
    senders: ['clock'],
    message: ApplyPerpetualTerms,
    lasting: null,
    decide: decideApplyPerpetualTerms,
  },
};

export const termsEvents: { [T in TermsEvent['type']]: EventRow<Extract<TermsEvent, { type: T }>> } = {
  PerpetualTermsChanged: {
    about:
      'Announced terms. They apply to new orders from `from`, to positions from `positionsFrom`, a day later where tiers get tighter.',
    message: PerpetualTermsChanged,
    evolve: announceTerms,
  },
  PerpetualTermsApplied: {
    about: 'Announced terms now apply to orders, positions or both.',
    message: PerpetualTermsApplied,
    evolve: applyTerms,
  },
};

/** Before anything of that time is decided: at its time new terms are those of everybody. */
export const termsDebts: readonly Debt[] = [
  {
    kind: 'perpetual_terms',
    urgency: 'urgent',
    place: 70,
    next({ perpetual }) {
      let found: OwedNext | null = null;
      let id = 0;
      for (const [market, { change }] of perpetual.contracts) {
        id++;
        if (!change) continue;
        const dueAt = change.isForOrders ? change.positionsFrom : change.from;
        if (!found || dueAt < found.dueAt) found = { dueAt, id, command: { type: 'ApplyPerpetualTerms', market } };
      }
      return found;
    },
  },
];
