/** Data of an exchange from before staff were in the journal: only database rows name staff and their settings. */
import { journalConfig } from '../../../server/compose';
import { encodeBody } from '../../../server/products/core';
import { openJournal } from '../../../server/journal/source';
import { hashPassword } from '../../../server/platform/auth/log-in/passwords';
import { writeRights } from '../../../server/platform/auth/staff/staff-rights';
import { registrationOf, Users } from '../../../server/platform/auth/users';
import { loadConfig } from '../../../server/platform/config/config';
import { openDatabase } from '../../../server/platform/database/database';
import type { ExchangeTables, Role, UserRow } from '../../../server/platform/database/exchange-tables';
import type { StaffRight } from '../../../shared/rules/staff-rights';
import { Exchange } from '../fixtures/core-fixture';
import { PASSWORD } from '../people/http-exchange';

interface FormerStaff {
  email: string;
  role: Role;
  rights: readonly StaffRight[];
}

interface FormerSettings {
  settings: Readonly<Record<string, string>>;
  limit: { bindings: number; dailyLimit: string; verifiedDailyLimit: string };
}

/** Returns their ids. */
export async function prepareFormerStaff(
  dataDir: string,
  staff: readonly FormerStaff[],
  { settings, limit: { bindings, ...limit } }: FormerSettings,
): Promise<number[]> {
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: 'off' });
  const database = await openDatabase<ExchangeTables>(config, 'exchange');
  const { sql } = database;
  const users = new Users(database, Date.now);
  const passwordHash = await hashPassword(PASSWORD);
  const exchange = new Exchange();
  const ids: number[] = [];
  for (const { email, role, rights } of staff) {
    const row = (await users.add({ email, role, passwordHash, nickName: role, registerClientId: null })) as UserRow;
    const command = { type: 'RegisterMember', user: row.id, registration: registrationOf(row) } as const;
    exchange.take({ actor: 'registrar', command });
    await users.markMember(row.id, role);
    await sql.transaction().execute((transaction) => writeRights(transaction, row.id, rights));
    ids.push(row.id);
  }
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value, changedAt: 0 }));
  await sql.insertInto('systemConfig').values(rows).execute();
  await sql.updateTable('withdrawalLimits').set(limit).where('bindings', '=', bindings).execute();
  await database.close();
  const { journal } = await openJournal(journalConfig(config));
  await journal.append(
    -1,
    exchange.batches.map((batch) => ({ batch, body: encodeBody(batch) })),
  );
  await journal.close();
  return ids;
}
