/** Single rows of perpetual contracts, and sums by day. */
import { dayRowsOf } from '../../../views/stored/rows/list';
import type { ViewsDatabase } from '../../../views/stored/views-database';
import type {
  ContractOrderRow,
  ContractPositionRow,
  ContractStopRow,
  LiquidationRow,
  LiquidationStepRow,
} from './tables';

export interface LiquidationWithSteps extends LiquidationRow {
  /** In order. */
  steps: LiquidationStepRow[];
  /** Marks of the previous hour, oldest first. */
  path: { at: number; mark: number }[];
}

const HOUR_MS = 3_600_000;

export function contractOrderById({ sql }: ViewsDatabase, id: number): Promise<ContractOrderRow | undefined> {
  return sql.selectFrom('contractOrders').selectAll().where('id', '=', id).executeTakeFirst();
}

export function stopById({ sql }: ViewsDatabase, id: number): Promise<ContractStopRow | undefined> {
  return sql.selectFrom('contractStops').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Open positions of a user, in order of opening: at most two per market. */
export function openPositions({ sql }: ViewsDatabase, user: number): Promise<ContractPositionRow[]> {
  return sql
    .selectFrom('contractPositions')
    .selectAll()
    .where('userId', '=', user)
    .where('open', '=', 1)
    .orderBy('id')
    .execute();
}

export const contractDays = dayRowsOf('contractDays', 'market');

/** A user's own liquidation; null if it is missing or another user's. */
export async function liquidationOf(
  { sql }: ViewsDatabase,
  user: number,
  id: number,
): Promise<LiquidationWithSteps | null> {
  const row = await sql
    .selectFrom('liquidations')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', user)
    .executeTakeFirst();
  if (!row) return null;
  const steps = await sql
    .selectFrom('liquidationSteps')
    .selectAll()
    .where('liquidation', '=', id)
    .orderBy('eventPosition')
    .execute();
  // The first mark of each minute, and finally the decisive one.
  const until = row.markAt ?? row.at;
  const path = await sql
    .selectFrom('contractMinutes')
    .select(['at', 'mark'])
    .where('market', '=', row.market)
    .where('at', '>=', row.at - HOUR_MS)
    .where('at', '<', until)
    .orderBy('at')
    .execute();
  return { ...row, steps, path: [...path, { at: until, mark: row.mark }] };
}
