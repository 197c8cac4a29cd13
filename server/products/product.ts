/** A product's row: what the shell asks of it. It loads neither Nest nor endpoints, because threads and programs load it. */
import type { Projection } from '../views/stored/projection';

export interface ProductRow {
  /** They run in this order, those of an earlier product first. */
  projections?: readonly Projection[];
}

/** A row that keeps its own type. */
export function product<const R extends ProductRow>(row: R): R {
  return row;
}
