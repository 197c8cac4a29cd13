/** Terms of perpetuals that change. */
import { type MessageOf, choice, message, millis, text, word } from '../../../../core/messages/message';
import { changedPerpetualTerms } from './commands';

export const PerpetualTermsChanged = message('PerpetualTermsChanged', {
  market: word,
  reason: text,
  from: millis,
  positionsFrom: millis,
  ...changedPerpetualTerms,
});
export type PerpetualTermsChanged = MessageOf<typeof PerpetualTermsChanged>;

export const PerpetualTermsApplied = message('PerpetualTermsApplied', {
  market: word,
  /** Announced time. */
  dueAt: millis,
  scope: choice('orders', 'positions', 'all'),
});
export type PerpetualTermsApplied = MessageOf<typeof PerpetualTermsApplied>;

export type TermsEvent = PerpetualTermsChanged | PerpetualTermsApplied;

declare module '../../../../core/event' {
  interface Events {
    terms: TermsEvent;
  }
}
