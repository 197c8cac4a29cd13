import type { Transaction } from 'kysely';
import type { ExchangeTables } from './exchange-tables';

/** What protects one account is changed by one transaction at a time: others that hold the same user wait until this one ends. */
export async function holdUser(transaction: Transaction<ExchangeTables>, userId: number): Promise<void> {
  await transaction
    .updateTable('users')
    .set((column) => ({ id: column.ref('id') }))
    .where('id', '=', userId)
    .execute();
}
