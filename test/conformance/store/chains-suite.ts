/** Chains, deposit addresses, payout turns and past values, for every store. */
import { CHAIN_ALARMS_SHOWN_MAX } from '../../../shared/products/wallet/chains';
import { ChainAlarms } from '../../../server/platform/chains/chain-alarms';
import { macWith } from '../../../server/platform/secrets/secrets';
import { addressHash } from '../../../server/platform/address-vault';
import { DepositAddresses } from '../../../server/platform/chains/deposit-addresses';
import { PayoutClaims } from '../../../server/platform/chains/payout-claims';
import { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { simulatedEthereum } from '../../../server/platform/chains/simulated/simulated-networks';
import { openEngine } from '../../../server/engine/engine';
import { openDatabase, type Database } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import type { LedgerRecordRow } from '../../../server/views/stored/tables';
import { openModel, type RecordsDatabase, type ViewsDatabase } from '../../../server/views/stored/views-database';
import { dayBalances, dayCloses, lastRecordBefore, recordsAfter } from '../../../server/views/stored/worth-queries';
import { dayOf, dayStart } from '../../../shared/rules/days';
import { MemoryJournal } from '../../tools/stores/memory-journal';
import type { StoreHarness } from './harness';

const AT = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const EAST_MS = 8 * HOUR_MS;
const [ALICE, BOB] = [10_000_001, 10_000_002];

const MACS = { mac: (text: string, context: string) => macWith(Buffer.alloc(32, 7), text, context) };

export function chainsConformance(name: string, harness: StoreHarness): void {
  describe(`chains in ${name}`, () => {
    let database: Database<ExchangeTables>;
    let chain: SimulatedChain;

    beforeAll(async () => {
      database = await openDatabase<ExchangeTables>(await harness.create(), 'exchange');
      chain = await SimulatedChain.open(database, simulatedEthereum());
    });
    afterAll(() => database.close());

    test('keeps amounts of any size exact through a block', async () => {
      const address = chain.depositAddress(1);
      const amount = 10n ** 30n + 1n;
      const transaction = await chain.send([{ asset: 'ETH', address, amount }]);
      const { height } = await chain.mine();
      expect((await chain.block(height, () => true))?.payments).toEqual([
        { transaction, output: '0', asset: 'ETH', address, amount },
      ]);
    });

    test('forgets old blocks and keeps their payments', async () => {
      const transaction = await chain.send([{ asset: 'ETH', address: chain.depositAddress(2), amount: 1n }]);
      const { height } = await chain.mine();
      for (let block = 0; block < 1_000; block++) await chain.mine();
      expect(await chain.hashAt(height)).toBeNull();
      expect((await chain.transaction(transaction))?.confirmations).toBe(1_001);
    });

    test('gives a user one address, without gaps in the numbers, under concurrency', async () => {
      const engine = await openEngine({ journal: new MemoryJournal(), snapshots: null, pendingMax: 100 });
      const addresses = new DepositAddresses(database, engine, () => AT, MACS);
      for (let user = ALICE; user < ALICE + 5; user++) {
        await engine.submit({ actor: 'registrar', command: { type: 'RegisterMember', user } });
      }
      const users = Array.from({ length: 10 }, (_, index) => ALICE + (index % 5));
      const given = await Promise.all(users.map((user) => addresses.addressOf(chain, user)));
      expect(new Set(given).size).toBe(5);
      const rows = await addresses.after('ERC20', 0);
      expect(rows.map(({ addressIndex }) => addressIndex).sort()).toEqual([0, 1, 2, 3, 4]);
      expect(await addresses.after('ERC20', rows[3].id)).toEqual([rows[4]]);
      expect(await addresses.after('BTC', 0)).toEqual([]);
      // The journal has them all; an address is shown only once it is in the journal.
      const { depositAddresses } = engine.state().wallet;
      const told = (user: number, at: number) =>
        addressHash(MACS, { userId: user, chain: 'ERC20', address: given[at] });
      expect([...depositAddresses.values()].map(({ address }) => address).sort()).toEqual(
        users.slice(0, 5).map(told).sort(),
      );
      await expect(addresses.addressOf(chain, ALICE + 5)).rejects.toThrow('account.unknown');
      expect(await addresses.after('ERC20', 0)).toHaveLength(5);
      await engine.close();
    });

    test('pays a payout once per key, until its failure is proven', async () => {
      const request = { key: 'withdrawal/1', asset: 'ETH', address: chain.depositAddress(3), amount: 5n };
      const paid = await Promise.all(Array.from({ length: 10 }, () => chain.pay(request)));
      expect(new Set(paid.map(({ transaction }) => transaction)).size).toBe(1);
      await chain.mine();
      await chain.reorganise(1);
      // It moved to another block, which proves nothing.
      expect([await chain.failureOf(request.key), await chain.paymentWithKey(request.key)]).toEqual([null, paid[0]]);
      await chain.reorganise(2, [paid[0].transaction]);
      expect(await chain.failureOf(request.key)).toContain(paid[0].transaction);
      expect([await chain.paymentWithKey(request.key), await chain.transaction(paid[0].transaction)]).toEqual([
        null,
        null,
      ]);
      await chain.mine();
      expect(await chain.transaction(paid[0].transaction)).toBeNull();
      const again = await chain.pay(request);
      expect(again.transaction).not.toBe(paid[0].transaction);
      expect([await chain.failureOf(request.key), await chain.paymentWithKey(request.key)]).toEqual([null, again]);
      expect(await chain.failureOf('withdrawal/2')).toBeNull();
    });

    test('raises an alarm once', async () => {
      const alarms = new ChainAlarms(database, () => AT);
      const alarm = {
        chain: 'ERC20',
        kind: 'credited_left_chain',
        reference: 'ERC20/0xa/0',
        facts: { a: '1' },
      } as const;
      expect(await alarms.raise(alarm)).toBe(true);
      expect(await alarms.raise(alarm)).toBe(false);
      expect(await alarms.newestAlarms()).toEqual([{ alarm: expect.any(String), at: AT, ...alarm }]);
    });

    test('shows the newest alarms up to the maximum', async () => {
      const alarms = new ChainAlarms(database, () => AT);
      const alarm = { chain: 'ERC20', kind: 'observation_refused', facts: {} } as const;
      for (let number = 0; number <= CHAIN_ALARMS_SHOWN_MAX; number++) {
        await alarms.raise({ ...alarm, reference: `ERC20/${number}` });
      }
      const references = (await alarms.newestAlarms()).map(({ reference }) => reference);
      expect(references).toHaveLength(CHAIN_ALARMS_SHOWN_MAX);
      expect([references[0], references.at(-1)]).toEqual([`ERC20/${CHAIN_ALARMS_SHOWN_MAX}`, 'ERC20/1']);
    });

    test('gives a turn to the first of a hundred concurrent requests', async () => {
      const turns = new PayoutClaims(database, () => AT);
      const taken = await Promise.all(
        Array.from({ length: 100 }, (_, index) => turns.claim(1, index % 2 === 0 ? 'payout' : 'rejection')),
      );
      expect(new Set(taken).size).toBe(1);
      await turns.claim(2, 'rejection');
      await turns.release(2);
      expect(await turns.claim(2, 'payout')).toBe('payout');
      await turns.release(2);
      expect(await turns.holderOf(2)).toBe('payout');
    });
  });

  describe(`past values in ${name}`, () => {
    let views: ViewsDatabase;
    let records: RecordsDatabase;
    const today = dayOf(AT);
    const from = dayStart(today);

    beforeAll(async () => {
      const config = await harness.create();
      views = await openModel(config, 'views');
      records = await openModel(config, 'records');
      const record = (position: number, at: number, availableAfter: bigint, rest: Partial<LedgerRecordRow> = {}) => ({
        userId: ALICE,
        eventPosition: position,
        entryIndex: 0,
        account: 'spot' as const,
        asset: 'USDT',
        label: 'recharge' as const,
        availableChange: 1n,
        frozenChange: 0n,
        lockedChange: 0n,
        availableAfter,
        frozenAfter: 2n,
        lockedAfter: 3n,
        orderId: null,
        tradeId: null,
        withdrawalId: null,
        holdId: null,
        at,
        position,
        ...rest,
      });
      await records.sql
        .insertInto('ledgerRecords')
        .values([
          record(1, from - 2, 10n),
          record(2, from - 1, 11n),
          record(3, from, 12n),
          record(3, from, 2n ** 63n - 3n, { entryIndex: 1 }),
          record(4, from + 24 * HOUR_MS, 14n),
          record(5, from + 24 * HOUR_MS, 1n, { account: 'contract' }),
          record(6, from, 99n, { userId: BOB }),
        ])
        .execute();
      const candle = { spanMs: HOUR_MS, open: 1, high: 1, low: 1, volume: 1n, turnover: 1n, trades: 1 };
      await views.sql
        .insertInto('candles')
        .values([
          { ...candle, market: 'BTC-USDT', openedAt: from - 2 * HOUR_MS, close: 5 },
          { ...candle, market: 'BTC-USDT', openedAt: from - HOUR_MS, close: 6 },
          { ...candle, market: 'BTC-USDT', openedAt: from, close: 7 },
          { ...candle, market: 'BTC-USDT', openedAt: from + 23 * HOUR_MS, close: 8 },
          { ...candle, market: 'BTC-USDT', openedAt: from + 24 * HOUR_MS, close: 9 },
          { ...candle, market: 'BTC-USDT', spanMs: 60_000, openedAt: from + 25 * HOUR_MS, close: 10 },
        ])
        .execute();
    });
    afterAll(async () => {
      await views.close();
      await records.close();
    });

    test('a day ends with its last record, to the last unit', async () => {
      const told = await dayBalances(records, ALICE, from, EAST_MS);
      const by = told.map(({ account, day, availableAfter, frozenAfter, lockedAfter }) => [
        account,
        day,
        availableAfter,
        frozenAfter,
        lockedAfter,
      ]);
      expect(by).toHaveLength(4);
      expect(by).toEqual(
        expect.arrayContaining([
          ['spot', null, 11n, 2n, 3n],
          ['spot', today, 2n ** 63n - 3n, 2n, 3n],
          ['spot', today + 1, 14n, 2n, 3n],
          ['contract', today + 1, 1n, 2n, 3n],
        ]),
      );
      expect(await dayBalances(records, ALICE, from, EAST_MS, 'contract')).toHaveLength(1);
    });

    test('a day ends with the close of its last hour', async () => {
      const closes = (await dayCloses(views, from, EAST_MS)).map(({ day, close }) => [day, close]);
      expect(closes).toHaveLength(3);
      expect(closes).toEqual(
        expect.arrayContaining([
          [null, 6],
          [today, 8],
          [today + 1, 9],
        ]),
      );
    });

    test('reads a statement in order, page by page, up to a position', async () => {
      const key = { user: ALICE, account: 'spot', asset: 'USDT' } as const;
      const range = { from, to: undefined };
      const start = { eventPosition: -1, entryIndex: -1 };
      const first = await recordsAfter(records, key, range, start, 10, 2);
      expect(first.map(({ eventPosition, entryIndex }) => [eventPosition, entryIndex])).toEqual([
        [3, 0],
        [3, 1],
      ]);
      expect(
        (await recordsAfter(records, key, range, first[0], 10, 2)).map(({ eventPosition }) => eventPosition),
      ).toEqual([3, 4]);
      expect(await recordsAfter(records, key, range, first[1], 3, 2)).toEqual([]);
      expect((await lastRecordBefore(records, key, from, 10))?.eventPosition).toBe(2);
      expect((await lastRecordBefore(records, key, undefined, 3))?.entryIndex).toBe(1);
      expect(await lastRecordBefore(records, { ...key, asset: 'BTC' }, undefined, 10)).toBeUndefined();
    });
  });
}
