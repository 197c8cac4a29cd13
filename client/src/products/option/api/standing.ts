/** State of an open second contract: status, current outcome and elapsed time. */
import { outcomeOf } from '../../../../../shared/products/option/rules/settlement';
import type { OpenOption, OptionStatus } from '../../../../../shared/products/option/stream';
import { compare } from '../../../kit/lib/numbers/exact';

/** No push announces the end of a contract; the page derives it from server time. */
export function statusAt({ status, endsAt, hit }: OpenOption, now: number): OptionStatus {
  if (status !== 'holding') return status;
  return hit !== null || (endsAt !== null && now >= endsAt) ? 'settling' : 'holding';
}

export type Standing = 'winning' | 'losing' | 'level';

/** Outcome at the settlement price if known, else at the current index; null without an entry or a price. */
export function standingOf({ direction, entry, hit }: OpenOption, index: string | null): Standing | null {
  const price = hit?.price ?? index;
  if (entry === null || price === null) return null;
  // Depends only on which price is higher.
  const outcome = outcomeOf(direction, 0, compare(price, entry.price));
  return ({ won: 'winning', lost: 'losing', tie: 'level' } as const)[outcome];
}

/** Payout for an outcome. */
export function payoutIf(contract: Pick<OpenOption, 'payoutNet' | 'stake'>, outcome: Standing): string {
  if (outcome === 'winning') return contract.payoutNet;
  return outcome === 'level' ? contract.stake : '0';
}

/** Target of the countdown: start, entry or end. */
export function nextChangeAt({ startsAt, entryFrom, endsAt }: OpenOption, now: number): number {
  if (endsAt !== null) return endsAt;
  return startsAt !== null && now < startsAt ? startsAt : entryFrom;
}

/** Elapsed part of the duration, from 0 to 1; 0 before the entry. */
export function elapsedPart({ entry, durationMs }: OpenOption, now: number): number {
  if (entry === null) return 0;
  return Math.min(1, Math.max(0, (now - entry.at) / durationMs));
}

/** Only contracts with a set start can be cancelled, and not in the last seconds before it. */
export function isCancelable({ startsAt, entry }: OpenOption, now: number, cancelBeforeMs: number): boolean {
  return startsAt !== null && entry === null && startsAt - now > cancelBeforeMs;
}
