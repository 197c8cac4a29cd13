/** A product's row: what the shell asks of it. It loads neither Nest nor endpoints, because threads and programs load it. */
import type { CommonViews } from '../views/live/common-views';
import type { Projection } from '../views/stored/projection';
import type { NotificationRow, Subject } from '../workers/notification';

export interface ProductRow {
  /** They run in this order, those of an earlier product first. */
  projections?: readonly Projection[];
  /** Its views in memory by their names. They are folded in this order, behind the common ones. */
  live?(this: void, common: CommonViews): object;
  /** Messages of one batch are stored in the order of the rows. */
  notifications?: readonly NotificationRow[];
  /** Those of staff about the same batch are stored before. */
  notifiesAfterStaff?: true;
  subjects?: readonly Subject<unknown>[];
}

/** A row that keeps its own type. */
export function product<const R extends ProductRow>(row: R): R {
  return row;
}
