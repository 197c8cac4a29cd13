import fc from 'fast-check';
import { packRows, unpackRows } from './packed-rows';
import type { Table } from './table';
import { TABLES, type LedgerRecordRow } from './tables';

const INT64_MAX = 2n ** 63n - 1n;
const amount = fc.bigInt({ min: -INT64_MAX, max: INT64_MAX });
const integer = fc.integer({ min: -1, max: Number.MAX_SAFE_INTEGER });
const perhaps = fc.option(integer, { nil: null });
const label = fc.constantFrom<LedgerRecordRow['label']>('recharge', 'buy_coin', 'spot_fee');

const record: fc.Arbitrary<LedgerRecordRow> = fc.record({
  userId: integer,
  eventPosition: integer,
  entryIndex: integer,
  account: fc.constantFrom('spot', 'contract'),
  asset: fc.constantFrom('BTC', 'USDT'),
  label,
  availableChange: amount,
  frozenChange: amount,
  lockedChange: amount,
  availableAfter: amount,
  frozenAfter: amount,
  lockedAfter: amount,
  orderId: perhaps,
  tradeId: perhaps,
  withdrawalId: perhaps,
  holdId: perhaps,
  at: integer,
  position: integer,
});

test('rows come back as they were, whatever is in them', () => {
  fc.assert(
    fc.property(fc.array(record), (rows) => {
      const packed = structuredClone(packRows(TABLES.ledgerRecords, rows));
      expect(unpackRows(TABLES.ledgerRecords, packed)).toEqual(rows);
    }),
  );
});

test('a text that is null stays null', () => {
  const table: Table<{ id: number; text: string | null }> = {
    name: 'made_up',
    key: ['id'],
    columns: { id: 'integer', text: 'text' },
  };
  const rows = [
    { id: 1, text: 'one' },
    { id: 2, text: null },
    { id: 3, text: 'one' },
  ];
  expect(unpackRows(table, packRows(table, rows))).toEqual(rows);
});

test('what fits into no typed array is refused', () => {
  const sums: Table<{ sum: bigint }> = { name: 'sums', key: ['sum'], columns: { sum: 'total' } };
  expect(() => packRows(sums, [{ sum: 2n ** 80n }])).toThrow('sums.sum has no bound');
  const missing: Table<{ units: bigint | null }> = { name: 'missing', key: ['units'], columns: { units: 'amount' } };
  expect(() => packRows(missing, [{ units: null }])).toThrow(TypeError);
});
