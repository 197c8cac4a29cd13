import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Users } from '../auth/users';
import { openDatabase, type Database } from '../database/database';
import { DatabaseUnreachable } from '../database/store-fault';
import type { ExchangeTables } from '../database/exchange-tables';
import type { Deliveries } from '../delivery/deliveries';
import { COMMON_TEXTS } from '../i18n/messages';
import { Messages } from '../messages/messages';
import { Outbox } from '../outbox/outbox';
import { RETRY_MS, DueLetters } from './due-letters';
import type { WithdrawalNotice } from './letter-texts';
import type { LetterOrigin } from './letters';

const USER = 10_000_001;
const NOTICE: WithdrawalNotice = { step: 'paid', withdrawal: 3, asset: 'BTC', amount: '1', destination: 'bc1…' };
const LETTER = { about: 'withdrawal', facts: NOTICE } as const;
const FACTS = { asset: 'BTC', amount: '1' };

describe('a letter about a journal event', () => {
  let dataDir: string;
  let database: Database<ExchangeTables>;
  let outbox: Outbox;
  let now: number;

  beforeEach(async () => {
    now = 1_000;
    dataDir = mkdtempSync(path.join(tmpdir(), 'letters-'));
    database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
    outbox = new Outbox(database, () => now);
  });
  afterEach(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  /** A process; `after` controls it once a letter is in the outbox: a rejection ends it. */
  function started(before: () => Promise<void>, after: () => Promise<boolean>) {
    const work: Promise<unknown>[] = [];
    const deliveries = { track: (one: Promise<unknown>) => void work.push(one) } as unknown as Deliveries;
    const users = { byId: async (id: number) => ({ id }) } as unknown as Users;
    const letters = new DueLetters(database, users, new Messages(database, () => now, COMMON_TEXTS), deliveries);
    letters.registerWriter('withdrawal', async (user, { step }, { origin, at }: LetterOrigin) => {
      await before();
      const letter = { channel: 'email', address: `${user.id}`, subject: `${step} ${at}`, text: '' } as const;
      await outbox.put({ ...letter, origin });
      return after();
    });
    return { letters, settled: () => Promise.all(work) };
  }
  const cut = () => Promise.reject(new Error('the process ended'));
  const goesOn = () => Promise.resolve();
  const tell = ({ letters }: ReturnType<typeof started>) => {
    return letters.notifyWithLetter(USER, 'withdrawal.paid', FACTS, 'journal/7', LETTER);
  };
  const written = async () => (await outbox.list(9)).map(({ address, subject }) => `${address} ${subject}`);
  const again = async () => {
    const next = started(goesOn, () => Promise.resolve(true));
    next.letters.resume();
    await next.settled();
    return next;
  };

  it.each([
    ['before it was written', cut, () => Promise.resolve(true)],
    ['after it was written and before that was known', goesOn, cut],
    ['by an end that waits for nobody', goesOn, () => Promise.resolve(false)],
  ])('is sent once, interrupted %s', async (_, before, after) => {
    const first = started(before, after);
    expect(await tell(first)).toBe(true);
    await first.settled();
    now = 9_000;
    await again();
    // With the facts at notification time.
    expect(await written()).toEqual([`${USER} paid 1000`]);
    const { letters } = await again();
    expect(await letters.notifyWithLetter(USER, 'withdrawal.paid', FACTS, 'journal/7', LETTER)).toBe(false);
    expect(await written()).toHaveLength(1);
    const rows = database.sql.selectFrom('messages').select(['key', 'letter']);
    expect(await rows.execute()).toEqual([{ key: 'withdrawal.paid', letter: null }]);
  });

  describe('with an unreachable database', () => {
    const pass = () => jest.advanceTimersByTimeAsync(RETRY_MS);
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
    afterEach(() => jest.useRealTimers());

    /** Unreachable for this many writes. */
    const awayFor = (times: number) =>
      started(
        () => (times-- > 0 ? away() : goesOn()),
        () => Promise.resolve(true),
      );
    const away = () => Promise.reject(new DatabaseUnreachable('the database is away'));

    it('is sent once, when the database is back', async () => {
      const one = awayFor(2);
      await tell(one);
      await one.settled();
      expect(await written()).toEqual([]);
      for (let times = 0; times < 3; times++) {
        await pass();
        await one.settled();
      }
      expect(await written()).toHaveLength(1);
      expect(jest.getTimerCount()).toBe(0);
    });

    it('waits for the next start if this process ends', async () => {
      const one = awayFor(9);
      await tell(one);
      await one.settled();
      one.letters.onModuleDestroy();
      expect(jest.getTimerCount()).toBe(0);
    });

    it('is not retried after other faults', async () => {
      const one = started(cut, () => Promise.resolve(true));
      await tell(one);
      await one.settled();
      expect(jest.getTimerCount()).toBe(0);
    });
  });

  it('is stored atomically with its message', async () => {
    const first = started(cut, () => Promise.resolve(true));
    await tell(first);
    await tell(first);
    await first.settled();
    const rows = await database.sql.selectFrom('messages').select('letter').execute();
    expect(rows).toEqual([{ letter: JSON.stringify(LETTER) }]);
  });
});
