/** Changed terms of perpetuals, as rows. */
import { monthOnly, type CommandRow, type DueWork, type EventRow, type DueItem } from '../../../../core/product';
import { twoPersonRule } from '../../../../core/staff/rule';
import { perpetualTermsApproval } from '../staff-rules';
import { announceTerms, applyTerms, decideApplyPerpetualTerms, decideChangePerpetualTerms } from './change';
import type { TermsCommand } from './commands';
import { ApplyPerpetualTerms, ChangePerpetualTerms } from './commands';
import type { TermsEvent } from './events';
import { PerpetualTermsApplied, PerpetualTermsChanged } from './events';

export const termsCommands: { [T in TermsCommand['type']]: CommandRow<Extract<TermsCommand, { type: T }>> } = {
  ChangePerpetualTerms: {
    about: 'Announces new terms of a perpetual market.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', perpetualTermsApproval),
    message: ChangePerpetualTerms,
    idempotencyRetention: monthOnly,
    decide: decideChangePerpetualTerms,
  },
  ApplyPerpetualTerms: {
    about: 'Applies announced terms at their time.',
    allowedActors: ['clock'],
    message: ApplyPerpetualTerms,
    idempotencyRetention: null,
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

/** Runs before any decision of that time, so that new terms apply to everyone at once. */
export const termsDueWork: readonly DueWork[] = [
  {
    kind: 'perpetual_terms',
    urgency: 'urgent',
    place: 70,
    next({ perpetual }) {
      let found: DueItem | null = null;
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
