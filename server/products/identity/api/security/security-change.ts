import type { Kysely } from 'kysely';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';

/** Records a change of the account's protection; withdrawals wait a day after it. */
export async function noteSecurityChange(sql: Kysely<ExchangeTables>, userId: number, at: number): Promise<void> {
  await sql.updateTable('users').set({ securityChangedAt: at }).where('id', '=', userId).execute();
}
