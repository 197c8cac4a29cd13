/** Ids are counted by the exchange itself, because the two stores number rows differently. */
import type { Transaction } from 'kysely';
import type { ExchangeTables, LastIdRow } from './exchange-tables';

/** The next `count` ids of a kind, in order. Other transactions that want one wait until this one ends. */
export async function takeIds(
  transaction: Transaction<ExchangeTables>,
  kind: LastIdRow['kind'],
  count: number,
): Promise<number[]> {
  const { id: last } = await transaction
    .updateTable('lastIds')
    .set((column) => ({ id: column('id', '+', count) }))
    .where('kind', '=', kind)
    .returning('id')
    .executeTakeFirstOrThrow();
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}
