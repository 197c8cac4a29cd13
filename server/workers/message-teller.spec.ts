import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createState } from '../core/state';
import type { StoredBatch } from '../journal/port';
import { openDatabase, type Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { ViewsDatabase } from '../views/stored/views-database';
import { startMessageTeller, type MessageTeller } from './message-teller';

const USER = 10_000_001;

describe('messages about what the journal has', () => {
  let dataDir: string;
  let database: Database<ExchangeTables>;
  let teller: MessageTeller | undefined;
  let deliver: (batches: readonly StoredBatch[]) => Promise<void>;
  let isReached: (isSo: boolean) => void;
  let told: string[];

  beforeEach(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'teller-'));
    database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
    told = [];
    teller = await startMessageTeller({
      database,
      // What is told here is all in the event.
      stored: {} as ViewsDatabase,
      state: createState(),
      journal: {
        subscribe: (_after, onBatches) => {
          deliver = async (batches) => onBatches(batches);
          return { close: async () => undefined };
        },
      },
      orderMessagesPerHourMax: 20,
      progress: {
        position: () => -1,
        waitFor: () => new Promise((resolve) => (isReached = resolve)),
      },
      tell: async (user, key, _facts, origin) => told.push(`${user} ${key} ${origin}`) > 0,
      destinationOf: async () => '?',
      addressOf: async ({ address }) => address,
      reasonOf: async (reason) => reason,
      write: async () => undefined,
      recovery: async () => undefined,
      onFault: (error) => {
        throw error;
      },
    });
  });
  afterEach(async () => {
    await teller?.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const frozen: StoredBatch = {
    batch: {
      v: 2,
      first: 7,
      at: 1,
      actor: 'user/1',
      command: { type: 'FreezeAccount' },
      events: [{ type: 'AccountFrozen', user: USER, reason: 'lost phone' }],
    },
    position: 7,
    hash: '',
    prev: '',
  };

  it('come when whoever looks finds it', async () => {
    const delivered = deliver([frozen]);
    await new Promise(setImmediate);
    expect(told).toEqual([]);
    isReached(true);
    await delivered;
    expect(told).toEqual([`${USER} account.frozen journal/7`]);
  });

  it('come all the same when the read models do not keep up, and those after them wait no more', async () => {
    const delivered = deliver([frozen, { ...frozen, batch: { ...frozen.batch, first: 8 }, position: 8 }]);
    await new Promise(setImmediate);
    expect(told).toEqual([]);
    isReached(false);
    await delivered;
    expect(told).toEqual([`${USER} account.frozen journal/7`, `${USER} account.frozen journal/8`]);
    expect(await database.sql.selectFrom('followers').selectAll().execute()).toMatchObject([{ position: 8 }]);
  });
});
