/** Stop of withdrawals with the differences that caused it, for payment code and all screens. */
import {
  createDriftState,
  liftDifferences,
  addDifference,
  type Difference,
  type DriftState,
} from '../../core/drift/state';
import type { Batch } from '../../core/event';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

export class DriftView implements LiveView {
  position = -1;
  private readonly state: DriftState = createDriftState();

  private readonly folds: Folds = {
    WithdrawalsStopped: ({ type: _, difference: id, ...details }, { at }) =>
      addDifference(this.state, { id, ...details, at }),
    WithdrawalsLifted: ({ upTo }) => liftDifferences(this.state, upTo),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed({ drift, position }: CoreState): void {
    for (const difference of drift.open.values()) addDifference(this.state, { ...difference });
    this.position = position;
  }

  get isStopped(): boolean {
    return this.state.open.size > 0;
  }

  /** Oldest first. */
  differences(): Readonly<Difference>[] {
    return [...this.state.open.values()];
  }
}
