/** Credits that their chains may still take back, by user and asset: what a withdrawal leaves here. */
import type { Batch } from '../../core/event';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

type Credit = Readonly<{ user: number; asset: string; amount: bigint }>;

export class ProvisionalView implements LiveView {
  position = -1;
  private readonly credits = new Map<string, Credit>();

  private readonly folds: Folds = {
    RechargeCredited: ({ reference, user, asset, amount, provisional }) => {
      if (provisional === 1) this.credits.set(reference, { user, asset, amount });
    },
    RechargeFinalized: ({ reference }) => void this.credits.delete(reference),
    RechargeReverted: ({ reference }) => void this.credits.delete(reference),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const [reference, { user, asset, amount }] of state.wallet.provisional) {
      this.credits.set(reference, { user, asset, amount });
    }
    this.position = state.position;
  }

  /** Units by asset. */
  of(user: number): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const credit of this.credits.values()) {
      if (credit.user === user) sums.set(credit.asset, (sums.get(credit.asset) ?? 0n) + credit.amount);
    }
    return sums;
  }
}
