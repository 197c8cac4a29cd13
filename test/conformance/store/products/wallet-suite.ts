/** Read models of deposits, withdrawals and transfers, for every store. */
import type { CoreEvent } from '../../../../server/core/event';
import { houseAccount, userAccount, type Entry } from '../../../../server/core/ledger/entry';
import { SECOND_APPROVAL_ABOVE } from '../../../../server/products/wallet/core/withdrawal';
import { readCheckpoint } from '../../../../server/views/stored/projecting/checkpoint';
import {
  assetList,
  balances,
  hasRecharge,
  rechargeTerms,
  secondApprovalAbove,
} from '../../../../server/views/stored/queries';
import { openModel, type RecordsDatabase, type ViewsDatabase } from '../../../../server/views/stored/views-database';
import { LEDGER_RECORDS, RECHARGES, TRANSFERS, WITHDRAWALS } from '../../../../server/products/wallet/stored/lists';
import { overdueWithdrawals, pendingMoney } from '../../../../server/products/wallet/stored/queries';
import { writeGroup } from '../../../../server/views/stored/projecting/write-group';
import { SampleHistory, STARTED_AT } from '../../../tools/samples/sample-history';
import type { StoreHarness } from '../harness';
import { project as projectAll } from '../traders';

const [ALICE, BOB] = [10_000_001, 10_000_002];
const FIRST_PAGE = { pageIndex: 1, pageSize: 200 };
const AMOUNT_MAX = 2n ** 63n - 1n;

export function walletConformance(name: string, harness: StoreHarness): void {
  describe(`the wallet in ${name}`, () => {
    let views: ViewsDatabase;
    let records: RecordsDatabase;
    let history: SampleHistory;

    beforeEach(async () => {
      const config = await harness.create();
      views = await openModel(config, 'views');
      records = await openModel(config, 'records');
      history = new SampleHistory().listed();
    });
    afterEach(async () => {
      await views.close();
      await records.close();
    });

    /** Projects the whole history in groups of `size` batches. */
    const project = async (size = Infinity): Promise<void> => {
      let checkpoint = await readCheckpoint(views);
      const due = history.stored.filter(({ position }) => position > checkpoint.position);
      for (let start = 0; start < due.length; start += size) {
        checkpoint = await writeGroup(views, checkpoint, due.slice(start, Math.min(start + size, due.length)));
      }
    };
    const happened = (...events: CoreEvent[]): void => {
      history.at += 1_000;
      history.batch('system', { type: 'ObserveRecharge' }, ...events);
    };
    const rows = async (user = ALICE) => (await RECHARGES.page(views, user, {}, FIRST_PAGE)).records;

    describe.each([1, Infinity])('a recharge, written in groups of %d', (size) => {
      test('keeps one number through credit, revert and reappearance', async () => {
        happened(seen(1, 'ERC20/0xa/0', 1));
        await project(size);
        const first = STARTED_AT + 1_000;
        const facts = { id: 1, userId: ALICE, chain: 'ERC20', reference: 'ERC20/0xa/0', amount: 500n, needed: 12 };
        expect(await rows()).toEqual([
          expect.objectContaining({ ...facts, status: 'recharging', confirmations: 1, at: first, endedAt: null }),
        ]);
        happened({ type: 'RechargeConfirmed', recharge: 1, user: ALICE, confirmations: 7 });
        await project(size);
        expect(await rows()).toMatchObject([{ status: 'recharging', confirmations: 7 }]);
        happened({ type: 'RechargeRetracted', recharge: 1, user: ALICE });
        await project(size);
        expect(await rows()).toMatchObject([{ status: 'failure', reason: 'recharge.retracted', confirmations: 0 }]);
        expect(await hasRecharge(views, ALICE)).toBe(false);
        happened(seen(1, 'ERC20/0xa/0', 12), credited(1, 'ERC20/0xa/0'));
        await project(size);
        expect(await rows()).toMatchObject([
          { ...facts, status: 'success', reason: null, confirmations: 12, at: first, endedAt: first + 3_000 },
        ]);
        expect(await hasRecharge(views, ALICE)).toBe(true);
      });

      test('fails with a reason if it is too small or too large', async () => {
        happened(seen(1, 'ERC20/0xa/0', 1), failed(1, 'recharge.below.minimum'));
        happened(seen(2, 'ERC20/0xa/1', 11, { amount: AMOUNT_MAX, dust: '0.0000000001' }));
        happened(failed(2, 'amount.too.large'));
        await project(size);
        expect(await rows()).toMatchObject([
          { id: 2, status: 'failure', reason: 'amount.too.large', amount: AMOUNT_MAX, dust: '0.0000000001' },
          { id: 1, status: 'failure', reason: 'recharge.below.minimum', address: '0xa11ce' },
        ]);
        expect((await RECHARGES.page(views, null, { status: 'failure' }, FIRST_PAGE, 'all')).total).toBe(2);
        expect((await RECHARGES.page(views, null, { status: 'recharging' }, FIRST_PAGE, 'all')).total).toBe(0);
      });
    });

    test('shows staff credits as successes at once; older ones without numbers are listed at their place', async () => {
      history.recharged(ALICE, 'USDT', 5n, 'old').recharged(ALICE, 'BTC', 6n, 'old');
      happened(credited(1, 'bank/1'));
      await project();
      const listed = await rows();
      expect(listed.map(({ id, reference, status }) => [id, reference, status])).toEqual([
        [1, 'bank/1', 'success'],
        [-6, 'old', 'success'],
        [-5, 'old', 'success'],
      ]);
      expect(listed[0]).toMatchObject({ chain: null, needed: null, at: history.at, endedAt: history.at });
    });

    test('a transfer is one record in each of two accounts', async () => {
      history.recharged(ALICE, 'USDT', 1_000n);
      happened(transferred(1, 'spot', 'financial', 400n));
      happened(transferred(2, 'financial', 'spot', 150n));
      await project();
      await projectAll(records, history.stored);
      const told = (await balances(views, ALICE)).map(({ account, available }) => [account, available]);
      expect(told).toEqual([
        ['financial', 250n],
        ['spot', 750n],
      ]);
      expect(await balances(views, ALICE, 'spot')).toMatchObject([{ account: 'spot', available: 750n }]);
      const lines = (await LEDGER_RECORDS.page(records, ALICE, {}, FIRST_PAGE)).records;
      expect(
        lines.map(({ label, account, availableChange, availableAfter }) => {
          return [label, account, availableChange, availableAfter];
        }),
      ).toEqual([
        ['transfer_out', 'financial', -150n, 250n],
        ['transfer_in', 'spot', 150n, 750n],
        ['transfer_in', 'financial', 400n, 400n],
        ['transfer_out', 'spot', -400n, 600n],
        ['recharge', 'spot', 1_000n, 1_000n],
      ]);
      expect((await LEDGER_RECORDS.page(records, ALICE, { account: 'financial' }, FIRST_PAGE)).total).toBe(2);
      expect((await TRANSFERS.page(views, ALICE, {}, FIRST_PAGE)).records).toMatchObject([
        { id: 2, fromAccount: 'financial', toAccount: 'spot', amount: 150n },
        { id: 1, fromAccount: 'spot', toAccount: 'financial', amount: 400n, at: STARTED_AT + 1_000 },
      ]);
      expect((await TRANSFERS.page(views, ALICE, { asset: 'BTC' }, FIRST_PAGE)).total).toBe(0);
      expect((await TRANSFERS.page(views, BOB, {}, FIRST_PAGE)).total).toBe(0);
    });

    test('a withdrawal shows its progress, and who moved it', async () => {
      history.recharged(ALICE, 'USDT', 10_000n);
      const { id, hold } = history.withdrawalApplied(ALICE, 'USDT', 500n, 10n);
      const other = history.withdrawalApplied(ALICE, 'USDT', 600n, 10n);
      await project();
      const row = async () => (await WITHDRAWALS.page(views, ALICE, {}, FIRST_PAGE)).records[1];
      expect(await row()).toMatchObject({ status: 'applied', approvals: '[]', approvedAt: null, value: null });
      happened({ type: 'WithdrawalApproved', withdrawal: id, user: ALICE, by: 8, complete: 0 });
      await project();
      expect(await row()).toMatchObject({ status: 'applied', approvals: '[8]', approvedAt: null });
      happened({ type: 'WithdrawalApproved', withdrawal: id, user: ALICE, by: 9, complete: 1 });
      happened({ type: 'RejectionProposed', withdrawal: id, user: ALICE, by: 9, reason: 'who is this?' });
      await project();
      expect(await row()).toMatchObject({
        status: 'approved',
        approvals: '[8,9]',
        approvedAt: STARTED_AT + 2_000,
        proposedBy: 9,
        proposedReason: 'who is this?',
        reason: null,
      });
      happened({ type: 'PayoutStarted', withdrawal: id, user: ALICE });
      await project();
      expect(await row()).toMatchObject({
        status: 'paying',
        payingAt: STARTED_AT + 4_000,
        proposedBy: null,
        proposedReason: null,
      });
      expect((await WITHDRAWALS.page(views, null, { status: 'paying' }, FIRST_PAGE, 'all')).records).toMatchObject([
        { id },
      ]);
      expect((await WITHDRAWALS.page(views, null, { status: 'applied' }, FIRST_PAGE, 'all')).records).toMatchObject([
        { id: other.id },
      ]);
      const startedAt = STARTED_AT + 4_000;
      happened({ type: 'PayoutSubmitted', withdrawal: id, user: ALICE, key: 'k' });
      await project();
      expect(await row()).toMatchObject({ status: 'submitted', payingAt: startedAt, endedAt: null });
      happened({ type: 'PayoutFailed', withdrawal: id, user: ALICE, key: 'k', reason: 'gone' });
      await project();
      expect(await row()).toMatchObject({ status: 'failed', payingAt: startedAt, endedAt: null });
      expect((await pendingMoney(views)).withdrawals).toMatchObject({ applied: 1, paying: 0, submitted: 0, failed: 1 });
      expect(await overdueWithdrawals(views, 'failed', startedAt + 1)).toBe(1);
      expect(await overdueWithdrawals(views, 'submitted', startedAt + 1)).toBe(0);
      history.withdrawalPaid(id, hold, ALICE, 'USDT', 500n, 10n);
      await project();
      expect(await row()).toMatchObject({ status: 'withdrawn', reference: `tx-${id}`, endedAt: history.at });
    });

    test('a withdrawal shows its destination and value', async () => {
      history.recharged(ALICE, 'USDT', 10_000n);
      const there = { chain: 'ERC20', address: '0xb0b', value: AMOUNT_MAX, day: 20_400 };
      happened(applied(1, there), applied(2, { card: 7 }));
      await project();
      expect((await WITHDRAWALS.page(views, ALICE, {}, FIRST_PAGE)).records).toMatchObject([
        { id: 2, chain: null, address: null, card: 7, value: null },
        { id: 1, chain: 'ERC20', address: '0xb0b', card: null, value: AMOUNT_MAX },
      ]);
    });

    test('terms are the latest ones; the review threshold is the default until set', async () => {
      expect(await secondApprovalAbove(views)).toBe(SECOND_APPROVAL_ABOVE);
      const terms = { type: 'RechargeTermsSet', asset: 'USDT', chain: 'ERC20' } as const;
      happened(
        { ...terms, minimum: 5n, confirmations: 12 },
        { ...terms, chain: 'TRC20', minimum: 6n, confirmations: 20 },
      );
      happened({ type: 'WithdrawalReviewSet', secondApprovalAbove: 7n });
      await project();
      happened({ ...terms, minimum: 1n, confirmations: 3 }, { type: 'WithdrawalReviewSet', secondApprovalAbove: 8n });
      happened({ type: 'AssetListed', asset: 'USD', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n, fiat: 1 });
      await project();
      expect(await rechargeTerms(views)).toMatchObject([
        { asset: 'USDT', chain: 'ERC20', minimum: 1n, confirmations: 3 },
        { asset: 'USDT', chain: 'TRC20', minimum: 6n, confirmations: 20 },
      ]);
      expect(await secondApprovalAbove(views)).toBe(8n);
      expect((await assetList(views)).map(({ asset, fiat }) => [asset, fiat])).toEqual([
        ['USDT', 0],
        ['BTC', 0],
        ['USD', 1],
      ]);
    });

    test.each([1, Infinity])('a withdrawal keeps the threshold of its time, written in groups of %d', async (size) => {
      history.recharged(ALICE, 'USDT', 10_000n);
      const set = (secondApprovalAbove: bigint) => happened({ type: 'WithdrawalReviewSet', secondApprovalAbove });
      happened(applied(1, {}));
      set(7n);
      set(AMOUNT_MAX);
      happened(applied(2, {}));
      set(8n);
      happened(applied(3, {}), { type: 'WithdrawalApproved', withdrawal: 2, user: ALICE, by: 9, complete: 0 });
      await project(size);
      const { records } = await WITHDRAWALS.page(views, ALICE, {}, FIRST_PAGE);
      expect(records.map(({ id, secondApprovalAbove: above }) => [id, above])).toEqual([
        [3, 8n],
        [2, AMOUNT_MAX],
        [1, SECOND_APPROVAL_ABOVE],
      ]);
      expect(await secondApprovalAbove(views)).toBe(8n);
    });
  });
}

type Seen = Extract<CoreEvent, { type: 'RechargeSeen' }>;

function seen(recharge: number, reference: string, confirmations: number, fields: Partial<Seen> = {}): CoreEvent {
  const payment = { user: ALICE, asset: 'USDT', chain: 'ERC20', address: '0xa11ce', amount: 500n };
  return { type: 'RechargeSeen', recharge, reference, ...payment, confirmations, needed: 12, ...fields };
}

function credited(recharge: number, reference: string): CoreEvent {
  const credit = userAccount(ALICE, 'spot', 'USDT', 'available');
  const entry: Entry = { kind: 'recharge', debit: houseAccount('custody', 'USDT'), credit, amount: 500n };
  return { type: 'RechargeCredited', recharge, user: ALICE, asset: 'USDT', amount: 500n, reference, entries: [entry] };
}

function failed(recharge: number, reason: 'recharge.below.minimum' | 'amount.too.large'): CoreEvent {
  return { type: 'RechargeFailed', recharge, user: ALICE, reason };
}

function transferred(
  transfer: number,
  from: 'spot' | 'financial',
  to: 'spot' | 'financial',
  amount: bigint,
): CoreEvent {
  const debit = userAccount(ALICE, from, 'USDT', 'available');
  const entry: Entry = { kind: 'transfer', debit, credit: userAccount(ALICE, to, 'USDT', 'available'), amount };
  return { type: 'FundsTransferred', transfer, user: ALICE, asset: 'USDT', from, to, amount, entries: [entry] };
}

type Applied = Extract<CoreEvent, { type: 'WithdrawalApplied' }>;

function applied(withdrawal: number, fields: Partial<Applied>): CoreEvent {
  const facts = { user: ALICE, asset: 'USDT', amount: 500n, fee: 0n, hold: 90 + withdrawal, entries: [] };
  return { type: 'WithdrawalApplied', withdrawal, ...facts, ...fields };
}
