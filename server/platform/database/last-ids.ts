/** The exchange assigns ids itself, because the two stores number rows differently. */
import type { Kysely, Transaction } from 'kysely';
import type { ExchangeTables, LastIdRow } from './exchange-tables';

/** The next `count` ids of a kind, in order. Other transactions that take ids wait until this one ends. */
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

export async function lastId(sql: Kysely<ExchangeTables>, kind: LastIdRow['kind']): Promise<number> {
  const { id } = await sql.selectFrom('lastIds').select('id').where('kind', '=', kind).executeTakeFirstOrThrow();
  return id;
}

/** Raises the counter so that the next id is above `id`. Returns whether that changed anything. */
export async function raiseLastId(sql: Kysely<ExchangeTables>, kind: LastIdRow['kind'], id: number): Promise<boolean> {
  const below = sql.updateTable('lastIds').set({ id }).where('kind', '=', kind).where('id', '<', id);
  return (await below.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}
