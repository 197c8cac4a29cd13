/** Positions locked by staff with the locks' ends, and proposed locks that await a second person. */
import type { Batch } from '../../../core/event';
import type { Proposal } from '../core/locks/state';
import type { CoreState } from '../../../core/state';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import type { PositionsView } from './positions';

export interface PositionLock {
  /** Time of the automatic end, milliseconds; null without a lock. */
  until: number | null;
  proposal: Readonly<Proposal> | null;
}

export class PositionLocksView implements LiveView {
  position = -1;
  private readonly locked = new Map<number, number>();
  private readonly proposed = new Map<number, Proposal>();

  constructor(private readonly positions: Pick<PositionsView, 'positionOf'>) {}

  private readonly folds: Folds = {
    PositionLockProposed: ({ position, act, by }) => {
      this.forgetClosed();
      this.proposed.set(position, { act, by });
    },
    PositionLocked: ({ position, until }) => {
      this.locked.set(position, until);
      this.proposed.delete(position);
    },
    PositionUnlocked: ({ position }) => {
      this.locked.delete(position);
      this.proposed.delete(position);
    },
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed({ locks, position }: CoreState): void {
    for (const [id, until] of locks.locked) this.locked.set(id, until);
    for (const [id, proposal] of locks.proposed) this.proposed.set(id, { ...proposal });
    this.position = position;
  }

  /** The position must be open. */
  lockOf(position: number): PositionLock {
    return { until: this.locked.get(position) ?? null, proposal: this.proposed.get(position) ?? null };
  }

  /** Removes closed positions to free memory; ids are never reused. */
  private forgetClosed(): void {
    for (const byPosition of [this.locked, this.proposed]) {
      for (const position of byPosition.keys()) if (!this.positions.positionOf(position)) byPosition.delete(position);
    }
  }
}
