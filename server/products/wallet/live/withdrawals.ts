/** Open withdrawals for the payouts: current at once, even if other views are behind. */
import type { Batch, EventOf } from '../../../core/event';
import { broken } from '../../../core/rejection';
import type { CoreState } from '../../../core/state';
import type { Withdrawal } from '../core/withdrawal';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';

export interface LiveWithdrawal extends Pick<Withdrawal, 'id' | 'user' | 'asset' | 'amount' | 'status'> {
  /** Null if it was applied for before the views' initial snapshot: the core does not store destinations. */
  destination: { chain: string | null; address: string | null } | null;
}

export class WithdrawalsView implements LiveView {
  position = -1;
  private readonly open = new Map<number, LiveWithdrawal>();

  private readonly folds: Folds = {
    WithdrawalApplied: (event) => this.apply(event),
    WithdrawalApproved: ({ withdrawal, complete }) => {
      if (complete === 1) this.openWithdrawal(withdrawal).status = 'approved';
    },
    PayoutStarted: ({ withdrawal }) => void (this.openWithdrawal(withdrawal).status = 'paying'),
    PayoutSubmitted: ({ withdrawal }) => void (this.openWithdrawal(withdrawal).status = 'submitted'),
    PayoutFailed: ({ withdrawal }) => void (this.openWithdrawal(withdrawal).status = 'failed'),
    WithdrawalPaid: ({ withdrawal }) => void this.open.delete(withdrawal),
    WithdrawalRejected: ({ withdrawal }) => void this.open.delete(withdrawal),
    WithdrawalCancelled: ({ withdrawal }) => void this.open.delete(withdrawal),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const { id, user, asset, amount, status } of state.wallet.withdrawals.values()) {
      this.open.set(id, { id, user, asset, amount, status, destination: null });
    }
    this.position = state.position;
  }

  find(id: number): LiveWithdrawal | undefined {
    return this.open.get(id);
  }

  /** Longest wait first. */
  inStatus(status: Withdrawal['status']): LiveWithdrawal[] {
    return [...this.open.values()].filter((one) => one.status === status).sort((one, other) => one.id - other.id);
  }

  private apply(event: EventOf<'WithdrawalApplied'>): void {
    const { withdrawal: id, user, asset, amount, chain = null, address = null } = event;
    this.open.set(id, { id, user, asset, amount, status: 'applied', destination: { chain, address } });
  }

  private openWithdrawal(id: number): LiveWithdrawal {
    return this.open.get(id) ?? broken(`withdrawal ${id} is not open`);
  }
}
