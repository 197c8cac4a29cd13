/** Small balances: their terms, and today's payments. */
import type { Batch } from '../../../core/event';
import type { CoreState, CoreView } from '../../../core/state';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import { dustPreviews, hasConverted, type DustPreview } from '../core/dust';
import { noteDust, setDustTerms } from '../core/evolve';
import { createConvertState, dustDayOf, type ConvertState } from '../core/state';

/** Folded by the core's own functions. */
export class DustView implements LiveView {
  position = -1;
  readonly convert: ConvertState = createConvertState();

  private readonly folds: Folds = {
    DustTermsSet: (event) => setDustTerms(this, event),
    DustConverted: (event, batch) => noteDust(this, event, batch),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed({ convert: { terms, today, users }, position }: CoreState): void {
    this.convert.terms = terms && { ...terms };
    this.convert.today = today && { ...today };
    for (const user of users) this.convert.users.add(user);
    this.position = position;
  }

  terms(): ConvertState['terms'] {
    return this.convert.terms;
  }

  /** Units of USDT paid on the UTC day of that time, and to how many users. */
  dayAt(at: number): { paidAmount: bigint; users: number } {
    const { today, users } = this.convert;
    return today?.day === dustDayOf(at) ? { paidAmount: today.paid, users: users.size } : { paidAmount: 0n, users: 0 };
  }
}

export interface UserDustPreview {
  state: 'open' | 'closed';
  usedToday: boolean;
  coins: DustPreview[];
}

/** A user's small balances by the core's rules, on its state at a time. */
export function dustPreviewFor(user: number): (present: { view: CoreView; at: number }) => UserDustPreview {
  return ({ view, at }) => ({
    state: view.convert.terms?.state ?? 'closed',
    usedToday: hasConverted(view, user, at),
    coins: dustPreviews(view, user, at),
  });
}
