/** Settled second contracts, and their sums by day. */
import type { ExpressionBuilder } from 'kysely';
import type { OptionEnd } from '../../../../shared/products/option/stream';
import { dayRowsOf, listOf } from '../../../views/stored/rows/list';
import type { ViewsTables } from '../../../views/stored/tables';
import type { ViewsDatabase } from '../../../views/stored/views-database';
import type { OptionContractRow } from './tables';

type Contracts = ExpressionBuilder<ViewsTables, 'optionContracts'>;

/** The time range is that of settlement. */
export const OPTION_CONTRACTS = listOf('optionContracts', {
  order: { id: 'desc' },
  equal: ['open', 'symbol', 'direction'],
  where: {
    timing: (eb: Contracts, timing: 'now' | 'timed') => eb('startsAt', timing === 'now' ? 'is' : 'is not', null),
    end: (eb: Contracts, end: OptionEnd) => eb('outcome', '=', end),
  },
  at: 'settledAt',
  sorts: {
    time: ['settledAt'],
    symbol: ['symbol'],
    stake: ['asset', 'stake'],
    duration: ['durationMs'],
    result: ['asset', 'gain'],
  },
});

export function optionContractById({ sql }: ViewsDatabase, id: number): Promise<OptionContractRow | undefined> {
  return sql.selectFrom('optionContracts').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * A settled contract of the user, or of any user if none is given; undefined if it is open, missing or another user's.
 */
export function settledOptionOf(
  { sql }: ViewsDatabase,
  user: number | null,
  id: number,
): Promise<OptionContractRow | undefined> {
  const found = sql.selectFrom('optionContracts').selectAll().where('id', '=', id).where('open', '=', 0);
  return (user === null ? found : found.where('userId', '=', user)).executeTakeFirst();
}

export const optionDays = dayRowsOf('optionDays', 'symbol');
