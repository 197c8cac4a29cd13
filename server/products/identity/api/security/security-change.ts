import type { Kysely } from 'kysely';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';

/** Notes that what protects the account has changed: whoever changed it waits a day before money leaves. */
export async function noteSecurityChange(sql: Kysely<ExchangeTables>, userId: number, at: number): Promise<void> {
  await sql.updateTable('users').set({ securityChangedAt: at }).where('id', '=', userId).execute();
}
