/** Database state from a part of the journal that was cut off, for every store. */
import { openEngine } from '../../../../server/engine/engine';
import { openDatabase } from '../../../../server/platform/database/database';
import type { ExchangeTables } from '../../../../server/platform/database/exchange-tables';
import { Messages } from '../../../../server/platform/messages/messages';
import { COMMON_TEXTS } from '../../../../server/platform/i18n/messages';
import { PayoutClaims } from '../../../../server/platform/chains/payout-claims';
import { SimulatedChain } from '../../../../server/platform/chains/simulated/simulated-chain';
import { simulatedEthereum } from '../../../../server/platform/chains/simulated/simulated-networks';
import { resetContradicted } from '../../../../server/start/accepted-journal';
import { readWitnesses, type Contradiction } from '../../../../server/start/witnesses';
import { openViews } from '../../../../server/views/stored/views-database';
import { approve, LISTINGS, observe, startPayout, withdraw } from '../../../tools/fixtures/core-fixture';
import { MemoryJournal } from '../../../tools/stores/memory-journal';
import type { StoreHarness } from '../harness';
import { AT, clock, HIGHEST, MEMBERS } from './members';

export function cutJournalConformance(name: string, harness: StoreHarness): void {
  describe(`a journal that was cut, over ${name}`, () => {
    test('state of the cut part is not applied to new events, and nothing is sent twice', async () => {
      const config = await harness.create();
      const database = await openDatabase<ExchangeTables>(config, 'exchange');
      const stored = await openViews(config);
      const journal = new MemoryJournal();
      const engine = await openEngine({ journal, snapshots: null, pendingMax: 1_000 });
      for (const envelope of [
        ...LISTINGS,
        withdraw('USDT', 500n),
        withdraw('USDT', 500n),
        approve(2),
        startPayout(2),
        observe(1),
        observe(1, { reference: 'ERC20/0xgone/0' }),
      ]) {
        expect(await engine.submit(envelope)).toMatchObject({ repeated: false });
      }
      const head = journal.head();
      const ahead = head.position + 7;
      const hash = 'f'.repeat(64);
      const { sql } = database;

      // State of the cut part.
      await sql.insertInto('followers').values({ name: 'messages', position: ahead, hash }).execute();
      const messages = new Messages(database, clock, COMMON_TEXTS);
      const facts = { asset: 'USDT', amount: '1' };
      for (const position of [head.position, head.position + 1]) {
        await messages.notify(MEMBERS[1], 'withdrawal.paid', facts, `journal/${position}`);
      }
      // Origins of messages: multi-recipient ones, overdue ones and others. The next withdrawal is the third, the next
      // recharge the fifth.
      const { position: end } = head;
      const hour = Math.floor(engine.state().at / 3_600_000);
      const told = [
        ...[`journal/${end}/${MEMBERS[1]}`, `journal/${end + 1}/${MEMBERS[1]}`, `journal/${end + 1}/owner`],
        ...[`margin/7/85/${end}`, `margin/7/85/${end + 1}`, `margin/${MEMBERS[1]}/USDT/70/${end + 1}`],
        ...['overdue/withdrawal/1/applied/1', 'overdue/withdrawal/2/paying/1', 'overdue/withdrawal/2/failed/1'],
        ...['overdue/withdrawal/3/applied/1', 'overdue/recharge/99/waits/1', 'overdue/proposal/99/waits/1'],
        ...['overdue/recharge/1/waits/1', 'overdue/verification/99/waits/1', 'verification/99/passed'],
        ...[`orders/${hour - 1}/5/order.filled`, `orders/${hour}/5/order.filled`, `robots/${hour + 1}/rest/1`],
        ...['stop/999999/64000', `referral/${MEMBERS[1]}/1`, `referral/${MEMBERS[1]}/99999`],
      ];
      for (const origin of told) await messages.notify(MEMBERS[1], 'withdrawal.paid', facts, origin);
      const turns = new PayoutClaims(database, clock);
      const chain = await SimulatedChain.open(database, simulatedEthereum());
      const to = { asset: 'USDT', address: chain.depositAddress(9), amount: 5n };
      for (const withdrawal of [2, 3]) {
        await turns.claim(withdrawal, 'payout');
        await chain.pay({ key: `withdrawal/${withdrawal}`, ...to });
      }
      const paid = await chain.paymentWithKey('withdrawal/2');
      await sql
        .insertInto('staffLog')
        .values(staffPaid(1, 'withdrawal/1', ahead))
        .execute();
      const payment = { chain: 'ERC20', height: 1, userId: MEMBERS[1], asset: 'USDT', address: '0xb0b', amount: '500' };
      for (const [reference, state] of [
        ['ERC20/0xabc/0', 'ended'],
        ['ERC20/0xnew/0', 'ended'],
        ['ERC20/0xgone/0', 'left'],
        [`opening/${MEMBERS[0]}/BTC`, 'ended'],
      ] as const) {
        const row = { reference, ...payment, dust: null, confirmations: 12, matures: 0, state };
        await sql.insertInto('chainPayments').values(row).execute();
      }

      const witnesses = await readWitnesses({ snapshots: '/nowhere', models: [stored], database });
      expect(witnesses).toEqual([{ is: 'database', position: ahead, hash }]);
      const accepted = witnesses.map((witness): Contradiction => ({ is: 'ahead', witness }));
      const log: [string, Record<string, unknown>][] = [];
      const parts = { database, snapshots: '/nowhere', head, state: engine.state(), commands: engine };
      await resetContradicted({ ...parts, log: (message, told) => void log.push([message, told]) }, accepted);

      expect(await readWitnesses({ snapshots: '/nowhere', models: [stored], database })).toEqual([
        { is: 'database', position: head.position, hash: head.hash },
      ]);
      // The event that still exists is not notified again; a new event at the next position is.
      expect(await messages.notify(MEMBERS[1], 'withdrawal.paid', facts, `journal/${head.position}`)).toBe(false);
      expect(await messages.notify(MEMBERS[1], 'withdrawal.paid', facts, `journal/${head.position + 1}`)).toBe(true);
      const forgotten: string[] = [];
      for (const origin of told)
        if (await messages.notify(MEMBERS[1], 'withdrawal.paid', facts, origin)) forgotten.push(origin);
      expect(forgotten).toEqual([
        ...[`journal/${end + 1}/${MEMBERS[1]}`, `journal/${end + 1}/owner`],
        ...[`margin/7/85/${end + 1}`, `margin/${MEMBERS[1]}/USDT/70/${end + 1}`],
        ...['overdue/withdrawal/2/failed/1', 'overdue/withdrawal/3/applied/1'],
        ...['overdue/recharge/99/waits/1', 'overdue/proposal/99/waits/1'],
        ...[`orders/${hour}/5/order.filled`, `robots/${hour + 1}/rest/1`, 'stop/999999/64000'],
        `referral/${MEMBERS[1]}/99999`,
      ]);
      // One was paid by staff, one automatically; the third number now belongs to another withdrawal.
      expect(await turns.holderOf(1)).toBe('payout');
      expect(await turns.holderOf(2)).toBe('payout');
      expect(await turns.holderOf(3)).toBeUndefined();
      expect(await chain.pay({ key: 'withdrawal/2', ...to })).toEqual(paid);
      expect(await chain.paymentWithKey('withdrawal/3')).toBeNull();
      const saidOf = (said: string) => log.flatMap(([message, told]) => (message === said ? [told.withdrawal] : []));
      expect(saidOf('a withdrawal that was paid is open again')).toEqual([2, 1]);
      expect(saidOf('a withdrawal was paid of which the journal does not know')).toEqual([3]);
      const states = await sql.selectFrom('chainPayments').select(['reference', 'state', 'confirmations']).execute();
      expect(Object.fromEntries(states.map((row) => [row.reference, `${row.state} ${row.confirmations}`]))).toEqual({
        'ERC20/0xabc/0': 'open 0',
        'ERC20/0xnew/0': 'open 0',
        'ERC20/0xgone/0': 'left 12',
        [`opening/${MEMBERS[0]}/BTC`]: 'ended 12',
      });
      const retracted = [...engine.state().wallet.recharges.values()].filter(({ isRetracted }) => isRetracted);
      expect(retracted.map(({ reference }) => reference)).toEqual(['ERC20/0xgone/0']);
      await engine.close();
      await stored.close();
      await database.close();
    });
  });
}

/** The log row of a payment entered by staff. */
function staffPaid(id: number, target: string, position: number) {
  const who = { staffId: HIGHEST, role: 'admin', ip: '203.0.113.7', userId: null, reason: null } as const;
  const what = { action: 'admin/withdraw/pay', isLookUp: 0, target, facts: '{"reference":"0xpaid"}' };
  return { id, at: AT, ...who, ...what, outcome: 'success', position };
}
