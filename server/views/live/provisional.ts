/** Provisional credits, which chains may still revert, by user and asset: a withdrawal must leave this amount. */
import type { Batch } from '../../core/event';
import type { CoreState } from '../../core/state';
import { addProvisional, type ProvisionalCredit, type ProvisionalSums } from '../../products/wallet/core/provisional';
import { foldEvents, type Folds, type LiveView } from './live-view';

type Credit = Readonly<Omit<ProvisionalCredit, 'alone' | 'recharge'>>;

export class ProvisionalView implements LiveView {
  position = -1;
  private readonly credits = new Map<string, Credit>();
  private readonly sums: ProvisionalSums = new Map();

  private readonly folds: Folds = {
    RechargeCredited: ({ reference, user, asset, amount, provisional }) => {
      if (provisional === 1) this.add({ reference, user, asset, amount });
    },
    RechargeFinalized: ({ reference }) => this.remove(reference),
    RechargeReverted: ({ reference }) => this.remove(reference),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const { reference, user, asset, amount } of state.wallet.provisional.values()) {
      this.add({ reference, user, asset, amount });
    }
    this.position = state.position;
  }

  /** Units by asset. */
  amountsOf(user: number): Map<string, bigint> {
    return new Map(this.sums.get(user));
  }

  onChain(chain: string): Credit[] {
    return [...this.credits.values()].filter(({ reference }) => reference.startsWith(`${chain}/`));
  }

  private add(credit: Credit): void {
    this.credits.set(credit.reference, credit);
    addProvisional(this.sums, credit);
  }

  private remove(reference: string): void {
    const credit = this.credits.get(reference);
    if (!credit) return;
    this.credits.delete(reference);
    addProvisional(this.sums, { ...credit, amount: -credit.amount });
  }
}
