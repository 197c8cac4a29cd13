/** Timers, as the tables of all products list them: entry kinds and their labels, refusals, acts of staff, channels, notifications. */
import { available, fees, type EntryKindRow } from '../../rules/entry-rows';
import type { MessageRows } from '../../rules/message-rows';

export const SAMPLE_ENTRY_KINDS = {
  timer_price: { debit: available, credit: fees, debitLabel: 'timer_price', creditLabel: null },
} as const satisfies Record<string, EntryKindRow>;

export const SAMPLE_LABELS = ['timer_price'] as const;

export const SAMPLE_REJECTIONS = ['timer.not.offered', 'timer.price.changed', 'timer.time.invalid'] as const;

/** The effects that each act may have, as the rules of its command decide. */
export const SAMPLE_ACTS = { SetTimerTerms: ['change'] } as const;

export const SAMPLE_CHANNELS = ['timer'] as const;

export const SAMPLE_MESSAGES = { 'timer.rung': { timer: 'id', market: 'word' } } as const satisfies MessageRows;
