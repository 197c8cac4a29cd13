/** Whether withdrawals are stopped, and by which differences: whoever pays, and every screen, has to know at once. */
import { createDriftState, liftIn, stopBy, type Difference, type DriftState } from '../../core/drift/state';
import type { Batch } from '../../core/event';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

export class DriftView implements LiveView {
  position = -1;
  private readonly state: DriftState = createDriftState();

  private readonly folds: Folds = {
    WithdrawalsStopped: ({ type: _, difference: id, ...facts }, { at }) => stopBy(this.state, { id, ...facts, at }),
    WithdrawalsLifted: ({ upTo }) => liftIn(this.state, upTo),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed({ drift, position }: CoreState): void {
    for (const difference of drift.open.values()) stopBy(this.state, { ...difference });
    this.position = position;
  }

  get isStopped(): boolean {
    return this.state.open.size > 0;
  }

  /** The oldest first. */
  differences(): Readonly<Difference>[] {
    return [...this.state.open.values()];
  }
}
