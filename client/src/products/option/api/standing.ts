/** How an open second contract stands: what it is doing, whether it would win now, and how much of its time has gone. */
import { outcomeOf } from '../../../../../shared/products/option/rules/settlement';
import type { OpenOption, OptionStatus } from '../../../../../shared/products/option/stream';
import { compare } from '../../../shared/lib/numbers/exact';

/** No push says that a contract's time is over: the server's time does. */
export function statusAt({ status, endsAt, hit }: OpenOption, now: number): OptionStatus {
  if (status !== 'holding') return status;
  return hit !== null || (endsAt !== null && now >= endsAt) ? 'settling' : 'holding';
}

export type Standing = 'winning' | 'losing' | 'level';

/** By the price at which it will be settled, if that is known, else by the index now; null before there is an entry or a price. */
export function standingOf({ direction, entry, hit }: OpenOption, index: string | null): Standing | null {
  const price = hit?.price ?? index;
  if (entry === null || price === null) return null;
  // Only the order of the two counts.
  const outcome = outcomeOf(direction, 0, compare(price, entry.price));
  return ({ won: 'winning', lost: 'losing', tie: 'level' } as const)[outcome];
}

/** What would be paid if it ended so. */
export function paidIf(contract: Pick<OpenOption, 'payoutNet' | 'stake'>, standing: Standing): string {
  if (standing === 'winning') return contract.payoutNet;
  return standing === 'level' ? contract.stake : '0';
}

/** What is counted down to: its start, its entry or its end. */
export function nextAt({ startsAt, entryFrom, endsAt }: OpenOption, now: number): number {
  if (endsAt !== null) return endsAt;
  return startsAt !== null && now < startsAt ? startsAt : entryFrom;
}

/** Of its duration, from 0 to 1; 0 before there is an entry. */
export function elapsedPart({ entry, durationMs }: OpenOption, now: number): number {
  if (entry === null) return 0;
  return Math.min(1, Math.max(0, (now - entry.at) / durationMs));
}

/** Only one with a set start, and not in the last seconds before it. */
export function isCancelable({ startsAt, entry }: OpenOption, now: number, cancelBeforeMs: number): boolean {
  return startsAt !== null && entry === null && startsAt - now > cancelBeforeMs;
}
