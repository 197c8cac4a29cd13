/** Conversions of a user. */
import { listOf } from '../../../views/stored/rows/list';
import type { ViewsDatabase } from '../../../views/stored/views-database';
import type { ConversionRow } from './tables';

export const CONVERSIONS = listOf('conversions', {
  order: { id: 'desc' },
  equal: ['kind', 'fromAsset', 'toAsset'],
  at: 'at',
  sorts: { time: ['at'], from: ['fromAsset'], to: ['toAsset'] },
});

/** Conversions of one batch, from number `first` on. */
export function conversionsOf({ sql }: ViewsDatabase, first: number, max: number): Promise<ConversionRow[]> {
  const numbers = sql
    .selectFrom('conversions')
    .selectAll()
    .where('id', '>=', first)
    .where('id', '<', first + max);
  return numbers.orderBy('id').execute();
}
