import type { Transaction } from 'kysely';
import type { ExchangeTables } from './exchange-tables';

/** Locks a user's row: changes of an account's protection run one at a time, and other transactions wait until this one ends. */
export async function lockUserRow(transaction: Transaction<ExchangeTables>, userId: number): Promise<void> {
  await transaction
    .updateTable('users')
    .set((column) => ({ id: column.ref('id') }))
    .where('id', '=', userId)
    .execute();
}
