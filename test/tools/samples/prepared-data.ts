/** Data for a server that is not started yet: an exchange with about a hundred events, and users. */
import { journalConfig } from '../../../server/compose';
import { encodeBody } from '../../../server/products/core';
import { openJournal } from '../../../server/journal/source';
import { hashPassword } from '../../../server/platform/auth/log-in/passwords';
import { Users } from '../../../server/platform/auth/users';
import { loadConfig } from '../../../server/platform/config/config';
import { openDatabase } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { ALICE, buy, asUser, Exchange, LISTINGS, sell, type Step } from '../fixtures/core-fixture';
import { PASSWORD } from '../people/http-exchange';

const TRADES = 60;
/** Users with rows in the database; the last one is not a member yet. */
const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin'];
const STRANGER = `${NAMES[NAMES.length - 1]}@test.example`;

/** `more` runs after the trades. */
export async function prepareData(env: Record<string, string>, more: readonly Step[] = []): Promise<void> {
  const exchange = new Exchange();
  for (const listing of LISTINGS) exchange.take(listing);
  for (let trade = 0; trade < TRADES; trade++) {
    exchange.take(asUser(ALICE, sell(100, 1)));
    exchange.take(buy(100, 1));
  }
  for (const step of more) exchange.take(step);
  const config = loadConfig({ ...env, DEMO: 'off' });
  const { journal } = await openJournal(journalConfig(config));
  await journal.append(
    -1,
    exchange.batches.map((batch) => ({ batch, body: encodeBody(batch) })),
  );
  await journal.close();
  const database = await openDatabase<ExchangeTables>(config, 'exchange');
  const users = new Users(database, Date.now);
  const passwordHash = await hashPassword(PASSWORD);
  for (const nickName of NAMES) {
    const row = { email: `${nickName}@test.example`, role: 'user', nickName, registerClientId: null } as const;
    await users.add({ ...row, passwordHash });
  }
  await database.close();
}

/** First log-in of the user who is not a member yet: one event. */
export function logInStranger(url: string): Promise<Response> {
  const body = new URLSearchParams({ grant_type: 'password', username: STRANGER, password: PASSWORD });
  return fetch(`${url}/exchange/api/auth/oauth/token`, { method: 'POST', body });
}
