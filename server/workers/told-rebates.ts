/** What users hear of rebates: one message for all that a day brought, however many batches pay it. */
import { dayName } from '../../shared/rules/days';
import type { MessageFacts } from '../../shared/wire/messages-center';
import type { Batch } from '../core/event';

export interface ToldOfRebates {
  user: number;
  facts: MessageFacts<'referral.paid'>;
  /** The same in every batch that pays for that day. */
  origin: string;
}

export function toldOfRebates({ command, events }: Batch): ToldOfRebates[] {
  if (command.type !== 'PayRebates') return [];
  const told = new Map<string, ToldOfRebates>();
  for (const event of events) {
    if (event.type !== 'RebatePaid') continue;
    const { user, day } = event;
    const origin = `referral/${user}/${day}`;
    told.set(origin, { user, facts: { day: dayName(day) }, origin });
  }
  return [...told.values()];
}
