/** Read models of funds frozen by staff, for every store. */
import type { Actor } from '../../../server/core/command';
import type { CoreEvent } from '../../../server/core/event';
import type { FundsFrozen } from '../../../server/products/wallet/core/events';
import { userAccount, type Entry } from '../../../server/core/ledger/entry';
import { readCheckpoint } from '../../../server/views/stored/projecting/checkpoint';
import { auditedFrozenFunds } from '../../../server/products/wallet/stored/lists';
import { rebuildViews } from '../../../server/views/stored/projecting/follow';
import { balances } from '../../../server/views/stored/queries';
import { openViews, type ViewsDatabase } from '../../../server/views/stored/views-database';
import { writeGroup } from '../../../server/views/stored/projecting/write-group';
import { SampleHistory, STARTED_AT } from '../../tools/samples/sample-history';
import type { StoreHarness } from './harness';
import { ALICE, AMOUNT_MAX, BOB, FIRST_PAGE } from './traders';

const [ADA, EVE]: Actor[] = ['admin/8', 'admin/9'];

export function frozenFundsConformance(name: string, harness: StoreHarness): void {
  describe(`frozen funds in ${name}`, () => {
    let views: ViewsDatabase;
    let history: SampleHistory;

    beforeEach(async () => {
      views = await openViews(await harness.create());
      history = new SampleHistory().listed().recharged(ALICE, 'USDT', 1_000n).recharged(BOB, 'BTC', AMOUNT_MAX);
    });
    afterEach(() => views.close());

    /** Projects the history beyond the checkpoint, in groups of `size` batches. */
    const project = async (size = Infinity): Promise<void> => {
      let checkpoint = await readCheckpoint(views);
      const due = history.stored.filter(({ position }) => position > checkpoint.position);
      for (let start = 0; start < due.length; start += size) {
        checkpoint = await writeGroup(views, checkpoint, due.slice(start, Math.min(start + size, due.length)));
      }
    };
    const froze = (actor: Actor, hold: number, of: Partial<FundsFrozen> = {}): void => {
      history.at += 1_000;
      const facts = { hold, user: ALICE, asset: 'USDT', amount: 400n, reason: 'court', ...of };
      history.batch(actor, { type: 'FreezeFunds' }, { type: 'FundsFrozen', ...facts, entries: [freezing(facts)] });
    };
    const released = (actor: Actor, hold: number, reason = 'settled', amount = 400n): void => {
      history.at += 1_000;
      const facts = { hold, user: ALICE, asset: 'USDT', amount };
      const { debit: credit, credit: debit } = freezing(facts);
      const entries: Entry[] = [{ kind: 'admin_unfreeze', debit, credit, amount, hold }];
      history.batch(actor, { type: 'UnfreezeFunds' }, { type: 'FundsUnfrozen', hold, user: ALICE, reason, entries });
    };
    const listed = (filters: Parameters<typeof auditedFrozenFunds>[1] = {}, page = FIRST_PAGE) =>
      auditedFrozenFunds(views, filters, page);

    test.each([1, Infinity])('name who froze and released them and why, in groups of %d', async (size) => {
      froze(ADA, 1);
      const frozenAt = STARTED_AT + 1_000;
      const facts = { hold: 1, userId: ALICE, account: 'spot', asset: 'USDT', amount: 400n, reason: 'court' };
      const open = { ...facts, frozenBy: 8, frozenAt, releasedBy: null, releasedAt: null, releaseReason: null };
      await project(size);
      expect((await listed()).records).toEqual([{ ...open, position: history.position }]);

      released(EVE, 1);
      await project(size);
      const how = { releasedBy: 9, releasedAt: frozenAt + 1_000, releaseReason: 'settled', position: history.position };
      expect((await listed()).records).toEqual([{ ...open, ...how }]);
      expect(await balances(views, ALICE)).toMatchObject([{ available: 1_000n, frozen: 0n }]);
    });

    test.each([1, Infinity])('are equal after one group or several, in groups of %d', async (size) => {
      froze(ADA, 1);
      released(ADA, 1, 'nul \0 half \ud800');
      froze('system', 2);
      const of = { user: BOB, asset: 'BTC', amount: AMOUNT_MAX };
      history.batch(`user/${BOB}`, { type: 'TransferFunds' }, transferred(of));
      froze(EVE, 3, { ...of, account: 'financial' });
      await project(size);
      const before = (await listed()).records;
      expect(before).toMatchObject([
        { hold: 3, userId: BOB, account: 'financial', asset: 'BTC', amount: AMOUNT_MAX, frozenBy: 9, releasedAt: null },
        { hold: 2, frozenBy: null, releasedBy: null, releaseReason: null },
        { hold: 1, frozenBy: 8, releasedBy: 8, releaseReason: 'nul \ufffd half \ufffd' },
      ]);
      await rebuildViews(views, { read: readerOf(history) }, () => undefined);
      expect((await listed()).records).toEqual(before);
    });

    test('are found by user and status, page by page, newest first', async () => {
      for (const hold of [1, 2, 3]) froze(ADA, hold, { amount: 100n });
      froze(ADA, 4, { user: BOB, asset: 'BTC' });
      released(EVE, 2, 'settled', 100n);
      await project();
      const holds = async (...asked: Parameters<typeof listed>) => {
        const { records, total } = await listed(...asked);
        return [total, ...records.map(({ hold }) => hold)];
      };
      expect(await holds()).toEqual([4, 4, 3, 2, 1]);
      expect(await holds({ userId: ALICE })).toEqual([3, 3, 2, 1]);
      expect(await holds({ userId: ALICE, status: 'frozen' })).toEqual([2, 3, 1]);
      expect(await holds({ status: 'released' })).toEqual([1, 2]);
      expect(await holds({ userId: BOB, status: 'released' })).toEqual([0]);
      expect(await holds({ userId: ALICE }, { pageIndex: 2, pageSize: 2 })).toEqual([3, 1]);
    });
  });
}

type Lying = Pick<FundsFrozen, 'user' | 'asset' | 'amount' | 'account'>;

function freezing({ user, asset, amount, account = 'spot', hold }: Lying & { hold: number }): Entry {
  const debit = userAccount(user, account, asset, 'available');
  return { kind: 'admin_freeze', debit, credit: userAccount(user, account, asset, 'frozen'), amount, hold };
}

function transferred({ user, asset, amount }: Lying): CoreEvent {
  const [debit, credit] = (['spot', 'financial'] as const).map((kind) => userAccount(user, kind, asset, 'available'));
  const entries: Entry[] = [{ kind: 'transfer', debit, credit, amount }];
  return { type: 'FundsTransferred', transfer: 1, user, asset, from: 'spot', to: 'financial', amount, entries };
}

function readerOf({ stored }: SampleHistory) {
  return async function* (from: number) {
    for (const batch of stored) if (batch.position >= from) yield batch;
  };
}
