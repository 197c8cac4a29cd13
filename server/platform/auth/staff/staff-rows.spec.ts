import { Logger } from '@nestjs/common';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import type { KnownStaff } from './known-staff';
import { rightsInRows } from './staff-rights';
import { RETRY_MS, StaffRows } from './staff-rows';
import type { Tickets } from '../tickets';

const ADMIN = 10_000_001;

describe('rows of staff', () => {
  let dataDir: string;
  let database: Database<ExchangeTables>;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
    dataDir = mkdtempSync(path.join(tmpdir(), 'staff-rows-'));
    database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
    const words = { passwordHash: '', nickName: 'admin', invitationCode: 'A', language: 'en' } as const;
    const nothing = { email: 'a@b.example', phone: null, registerClientId: null, nationality: null, invitedBy: null };
    const unset = { antiPhishingCode: null, securityChangedAt: null, heldUntil: null, codeLogInOff: 0 };
    const row = { id: ADMIN, role: 'admin' as const, isMember: 1, registeredAt: 1, ...words, ...nothing, ...unset };
    await database.sql.insertInto('users').values(row).execute();
  });
  afterEach(async () => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  it('are written again after a store failure', async () => {
    let named: (user: number) => void = () => undefined;
    let rights: ReturnType<KnownStaff['rightsOf']> = [];
    const staff = {
      onRightsChanged: (listener: typeof named) => {
        named = listener;
        return () => undefined;
      },
      people: () => [ADMIN],
      roleOf: () => 'admin',
      rightsOf: () => rights,
    } as unknown as KnownStaff;
    const rows = new StaffRows(database, staff, {} as Tickets);
    await rows.onModuleInit();
    await database.sql.schema.alterTable('staffRights').renameTo('away').execute();
    rights = ['staff'];
    named(ADMIN);
    await rows.settled();
    await database.sql.schema.alterTable('away').renameTo('staffRights').execute();
    expect(await rightsInRows(database, [ADMIN])).toEqual(new Map([[ADMIN, []]]));
    await jest.advanceTimersByTimeAsync(RETRY_MS);
    await rows.settled();
    expect(await rightsInRows(database, [ADMIN])).toEqual(new Map([[ADMIN, ['staff']]]));
    await rows.onModuleDestroy();
  });
});
