/** Holdings and pending events that block an account's erasure, for every store. */
import type { CoreEvent } from '../../../server/core/event';
import { userAccount, type Entry } from '../../../server/core/ledger/entry';
import { hasOpenItems } from '../../../server/products/identity/api/personal-data/open-items.queries';
import { openViews, type ViewsDatabase } from '../../../server/views/stored/views-database';
import type { AccountKind } from '../../../shared/rules/account-kinds';
import { SampleHistory } from '../../tools/samples/sample-history';
import type { StoreHarness } from './harness';
import { ALICE, AMOUNT_MAX, BOB, CAROL, project } from './traders';

/** Minimum withdrawal of both assets in the sample history. */
const MIN = 1_000n;

export function leftOpenConformance(name: string, harness: StoreHarness): void {
  describe(`holdings that block erasure, in ${name}`, () => {
    let views: ViewsDatabase;
    let history: SampleHistory;

    beforeEach(async () => {
      views = await openViews(await harness.create());
      history = new SampleHistory().listed();
    });
    afterEach(() => views.close());

    const moved = (user: number, to: AccountKind, amount: bigint, asset = 'USDT'): void => {
      const [debit, credit] = (['spot', to] as const).map((kind) => userAccount(user, kind, asset, 'available'));
      const entries: Entry[] = [{ kind: 'transfer', debit, credit, amount }];
      const facts = { transfer: ++moves, user, asset, from: 'spot', to, amount } as const;
      history.batch(`user/${user}`, { type: 'TransferFunds' }, { type: 'FundsTransferred', ...facts, entries });
    };
    let moves = 0;

    test('include a withdrawable amount of a coin over all accounts', async () => {
      history
        .recharged(ALICE, 'USDT', MIN)
        .recharged(BOB, 'USDT', MIN - 1n)
        .recharged(CAROL, 'USDT', MIN);
      for (const [user, rest] of [
        [ALICE, MIN],
        [BOB, MIN - 1n],
      ] as const) {
        moved(user, 'contract', rest / 4n);
        moved(user, 'option', rest / 4n);
        moved(user, 'financial', rest / 4n);
      }
      await project(views, history.stored);
      expect(await Promise.all([ALICE, BOB, CAROL].map((user) => hasOpenItems(views, user)))).toEqual([
        true,
        false,
        true,
      ]);
    });

    test("exclude small rests of several coins, and may exceed the store's number range", async () => {
      history.recharged(ALICE, 'USDT', MIN - 1n).recharged(ALICE, 'BTC', MIN - 1n);
      history.recharged(BOB, 'USDT', AMOUNT_MAX);
      moved(BOB, 'contract', AMOUNT_MAX);
      history.recharged(BOB, 'USDT', AMOUNT_MAX, 'again');
      await project(views, history.stored);
      expect(await Promise.all([ALICE, BOB].map((user) => hasOpenItems(views, user)))).toEqual([false, true]);
    });

    test('include a pending deposit, but not one that its chain reverted before the credit', async () => {
      const seen = (user: number, recharge: number): CoreEvent => {
        const payment = { user, asset: 'BTC', chain: 'bitcoin', amount: MIN - 1n, confirmations: 1, needed: 2 };
        return { type: 'RechargeSeen', recharge, reference: `bitcoin/${recharge}:0`, ...payment };
      };
      const retracted: CoreEvent = { type: 'RechargeRetracted', recharge: 1, user: ALICE };
      for (const event of [seen(ALICE, 1), seen(BOB, 2), retracted])
        history.batch('chain/bitcoin', { type: 'ObserveRecharge' }, event);
      await project(views, history.stored);
      expect(await Promise.all([ALICE, BOB].map((user) => hasOpenItems(views, user)))).toEqual([false, true]);
      const before = history.stored.length;
      history.batch('chain/bitcoin', { type: 'ObserveRecharge' }, seen(ALICE, 1));
      await project(views, history.stored.slice(before));
      expect(await hasOpenItems(views, ALICE)).toBe(true);
    });

    test('include one frozen unit', async () => {
      history.recharged(ALICE, 'USDT', MIN);
      history.withdrawalApplied(ALICE, 'USDT', 1n, MIN - 1n);
      await project(views, history.stored);
      await views.sql.updateTable('withdrawals').set({ endedAt: 1 }).execute();
      expect(await hasOpenItems(views, ALICE)).toBe(true);
    });
  });
}
