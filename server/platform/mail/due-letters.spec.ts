import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Users } from '../auth/users';
import { openDatabase, type Database } from '../database/database';
import { StoreAway } from '../database/store-fault';
import type { ExchangeTables } from '../database/exchange-tables';
import type { Deliveries } from '../delivery/deliveries';
import { Messages } from '../messages/messages';
import { Outbox } from '../outbox/outbox';
import { AGAIN_MS, DueLetters } from './due-letters';
import type { WithdrawalNotice } from './letter-texts';
import type { Due } from './letters';

const USER = 10_000_001;
const NOTICE: WithdrawalNotice = { step: 'paid', withdrawal: 3, asset: 'BTC', amount: '1', destination: 'bc1…' };
const LETTER = { about: 'withdrawal', facts: NOTICE } as const;
const FACTS = { asset: 'BTC', amount: '1' };

describe('a letter about what the journal has', () => {
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

  /** A process; `after` tells how it goes on once a letter lies in the outbox: it ends when that rejects. */
  function started(before: () => Promise<void>, after: () => Promise<boolean>) {
    const work: Promise<unknown>[] = [];
    const deliveries = { follow: (one: Promise<unknown>) => void work.push(one) } as unknown as Deliveries;
    const users = { byId: async (id: number) => ({ id }) } as unknown as Users;
    const letters = new DueLetters(database, users, new Messages(database, () => now), deliveries);
    letters.writtenBy('withdrawal', async (user, { step }, { origin, at }: Due) => {
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
    return letters.tell(USER, 'withdrawal.paid', FACTS, 'journal/7', LETTER);
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
  ])('comes once, cut off %s', async (_, before, after) => {
    const first = started(before, after);
    expect(await tell(first)).toBe(true);
    await first.settled();
    now = 9_000;
    await again();
    // As of when it was told.
    expect(await written()).toEqual([`${USER} paid 1000`]);
    const { letters } = await again();
    expect(await letters.tell(USER, 'withdrawal.paid', FACTS, 'journal/7', LETTER)).toBe(false);
    expect(await written()).toHaveLength(1);
    const rows = database.sql.selectFrom('messages').select(['key', 'letter']);
    expect(await rows.execute()).toEqual([{ key: 'withdrawal.paid', letter: null }]);
  });

  describe('whose database is away', () => {
    const pass = () => jest.advanceTimersByTimeAsync(AGAIN_MS);
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
    afterEach(() => jest.useRealTimers());

    /** Away for so many writes. */
    const awayFor = (times: number) =>
      started(
        () => (times-- > 0 ? away() : goesOn()),
        () => Promise.resolve(true),
      );
    const away = () => Promise.reject(new StoreAway('the database is away'));

    it('comes once, as soon as it is back', async () => {
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

    it('waits for the next start once this one ends', async () => {
      const one = awayFor(9);
      await tell(one);
      await one.settled();
      one.letters.onModuleDestroy();
      expect(jest.getTimerCount()).toBe(0);
    });

    it('is not asked for again when it is another fault', async () => {
      const one = started(cut, () => Promise.resolve(true));
      await tell(one);
      await one.settled();
      expect(jest.getTimerCount()).toBe(0);
    });
  });

  it('is not there without its message, nor the message without it', async () => {
    const first = started(cut, () => Promise.resolve(true));
    await tell(first);
    await tell(first);
    await first.settled();
    const rows = await database.sql.selectFrom('messages').select('letter').execute();
    expect(rows).toEqual([{ letter: JSON.stringify(LETTER) }]);
  });
});
