import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonicalLines, restoreState, createState } from '../../products/core';
import type { CoreEvent } from '../../core/event';
import { type CoreState } from '../../core/state';
import { BOB } from '../../../test/tools/fixtures/core-fixture';
import { openBothSides, perpetuals, steadyMark } from '../../../test/tools/fixtures/perpetual-fixture';
import type { StoredBatch } from '../../journal/port';
import { openDatabase, type Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { PerpetualFollower } from '../../products/perpetual/notifications/follower';
import { notifiedProposal } from './staff-notifications';
import { startNotifier, type Notifier } from './notifier';

const USER = 10_000_001;
/** A database without rows. */
const NOTHING: object = new Proxy(
  {},
  { get: (_, name) => (name === 'executeTakeFirst' ? async () => undefined : () => NOTHING) },
);

const LISTED: CoreEvent = { type: 'AssetListed', asset: 'USDT', scale: 6 } as CoreEvent;
const APPLIED: CoreEvent = {
  type: 'WithdrawalApplied',
  withdrawal: 1,
  user: USER,
  asset: 'USDT',
  amount: 5_000_000n,
  entries: [],
} as unknown as CoreEvent;

async function storedIn({ sql }: Database<ExchangeTables>, origin: string): Promise<{ id: number } | undefined> {
  return sql.selectFrom('messages').select('id').where('origin', '=', origin).executeTakeFirst();
}

describe('notifications from the journal', () => {
  let dataDir: string;
  let database: Database<ExchangeTables>;
  let notifier: Notifier | undefined;
  let deliver: (batches: readonly StoredBatch[]) => Promise<void>;
  let isReached: (isSo: boolean) => void;
  let told: string[];
  let letters: string[];
  /** Error that sending the next message raises. */
  let fault: Error | null;

  beforeEach(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'notifier-'));
    database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
    told = [];
    letters = [];
    fault = null;
    await begin(createState());
  });
  afterEach(async () => {
    await notifier?.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  async function begin(state: CoreState, perpetuals = new PerpetualFollower(state)): Promise<void> {
    notifier = await startNotifier({
      database,
      // All facts are in the events; the read models are empty.
      stored: { sql: NOTHING } as unknown as ViewsDatabase,
      state,
      perpetuals,
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
      notify: async (user, key, facts, origin, letter) => {
        if (fault) throw fault;
        const row = { userId: user, key, facts: JSON.stringify(facts), origin, createdAt: 1, readAt: null };
        const isNew = (await storedIn(database, origin)) === undefined;
        if (isNew)
          await database.sql
            .insertInto('messages')
            .values({ id: told.length + 100, ...row })
            .execute();
        if (isNew && letter) letters.push(`${user} ${letter.step} ${letter.withdrawal}`);
        return told.push(`${user} ${key} ${origin}`) > 0 && isNew;
      },
      destinationOf: async () => '?',
      addressOf: async ({ address }) => address,
      reasonOf: async (reason) => reason,
      recovery: async () => undefined,
      onFault: (error) => {
        throw error;
      },
    });
  }

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

  it('are stored once the read models contain their subject', async () => {
    const delivered = deliver([frozen]);
    await new Promise(setImmediate);
    expect(told).toEqual([]);
    isReached(true);
    await delivered;
    expect(told).toEqual([`${USER} account.frozen journal/7`]);
  });

  it('are also stored if the read models lag, and later ones wait no more', async () => {
    const delivered = deliver([frozen, { ...frozen, batch: { ...frozen.batch, first: 8 }, position: 8 }]);
    await new Promise(setImmediate);
    expect(told).toEqual([]);
    isReached(false);
    await delivered;
    expect(told).toEqual([`${USER} account.frozen journal/7`, `${USER} account.frozen journal/8`]);
    expect(await database.sql.selectFrom('followers').selectAll().execute()).toMatchObject([{ position: 8 }]);
  });

  it('of a withdrawal include its letter once, also when repeated after a fault', async () => {
    const applied = { ...frozen, batch: { ...frozen.batch, events: [LISTED, APPLIED] }, position: 8 };
    const deliverAll = async () => {
      const delivered = deliver([applied]);
      for (let turn = 0; turn < 20; turn++) {
        await new Promise(setImmediate);
        isReached?.(true);
      }
      await delivered;
    };
    fault = new Error('the store is away');
    await expect(deliverAll()).rejects.toThrow(fault);
    expect(letters).toEqual([]);
    fault = null;
    await deliverAll();
    expect(told.at(-1)).toBe(`${USER} withdrawal.first journal/8`);
    expect(letters).toEqual([`${USER} first 1`]);
    await deliverAll();
    expect(letters).toHaveLength(1);
  });

  it('of staff decisions name a proposal that ended before the start', async () => {
    const facts = JSON.stringify({ proposal: '4', act: 'SetStaff', by: 5 });
    const row = { id: 1, userId: USER, key: 'staff.proposed' as const, facts, createdAt: 1, readAt: null };
    await database.sql
      .insertInto('messages')
      .values([
        { ...row, origin: 'journal/3' },
        { ...row, id: 2, facts: facts.replace('"4"', '"40"').replace('SetStaff', 'NameStaff'), origin: 'journal/4' },
      ])
      .execute();
    expect(await notifiedProposal(database, 4)).toEqual({ act: 'SetStaff', by: 5 });
    expect(await notifiedProposal(database, 40)).toEqual({ act: 'NameStaff', by: 5 });
    expect(await notifiedProposal(database, 5)).toBeUndefined();
  });

  it.each([
    ['come of margin that a start has passed over', null, 1],
    ['of margin do not come again when they are stored', 29, 0],
    ['of margin come again when that is more than thirty days ago', 31, 1],
  ])('%s', async (_, daysAgo, times) => {
    const scenario = steadyMark(perpetuals().given(openBothSides(500_000, 100)), 477_830);
    const { exchange } = scenario;
    const before = new PerpetualFollower(createState());
    const [call] = exchange.batches.flatMap((batch) => before.follow(batch).messages);
    const createdAt = exchange.state.at - (daysAgo ?? 0) * 86_400_000;
    const row = { id: 1, userId: BOB, key: call.key, facts: '{}', createdAt, readAt: null };
    if (daysAgo !== null)
      await database.sql
        .insertInto('messages')
        .values({ ...row, origin: call.origin })
        .execute();
    await notifier?.close();
    const from = restoreState(canonicalLines(exchange.state));
    const count = exchange.batches.length;
    steadyMark(scenario, 477_820);
    await begin(from);
    const delivered = deliver(
      exchange.batches
        .slice(count)
        .map((batch) => ({ batch, position: batch.first + batch.events.length - 1, hash: '', prev: '' })),
    );
    for (let turn = 0; turn < 20; turn++) {
      await new Promise(setImmediate);
      isReached?.(true);
    }
    await delivered;
    expect(told.filter((one) => one.startsWith(`${BOB} margin.call`))).toHaveLength(times);
  });
});
